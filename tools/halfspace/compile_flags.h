// SPDX-License-Identifier: MIT
// The one table of the flags that set CompileOptions: parsing and help follow from it. What values
// an option takes, the library says.
#pragma once

#include "halfspace/compile/options.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace halfspace::tool {

// The headings of `compile --help`.
inline constexpr const char* kBasicFlags = "Basic";
inline constexpr const char* kBodyFlags = "Bodies";
inline constexpr const char* kDrawingFlags = "Drawing";
inline constexpr const char* kExpertFlags = "Expert (the defaults suit most levels)";

struct CompileFlag {
    const char* name;        // "--grid"
    std::string_view field;  // of CompileOptions: "grid_exponent"
    const char* group;       // the heading that the help shows it under
    const char* value;       // what its value is called in the help; empty: it takes none
    const char* help;        // one line, without the default
    const char* expects;     // the values that the option takes, for the help
    // Changes the option; false if the text cannot be read. Whether the option takes the value is
    // the library's to say, see refused_option.
    bool (*set)(CompileOptions& options, std::string_view text);
    // The option in the notation that `set` reads, or words if it depends on the input.
    std::string (*show)(const CompileOptions& options);
    // Only of flags that may be repeated: takes the default away before the first value is set.
    void (*clear)(CompileOptions& options) = nullptr;
    // What is wrong with a text that `set` does not take, if more can be said than `expects`.
    std::string (*explain)(const CompileOptions& options, std::string_view text) = nullptr;
    // Only of flags that may be repeated: the value that none other goes with.
    const char* alone = nullptr;
};

std::span<const CompileFlag> compile_flags();

// What to say of a text that the flag does not take.
std::string refusal(const CompileFlag& flag, const CompileOptions& options, std::string_view text);

// What the library says against the options as they were set, with the flag's name in front;
// nullopt if it takes them.
std::optional<std::string> refused_option(const CompileOptions& options);

// Lets the parser set the option in `options`, which must outlive the parsing.
void add_flag(CLI::App& app, const CompileFlag& flag, CompileOptions& options);

}  // namespace halfspace::tool
