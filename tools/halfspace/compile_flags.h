// SPDX-License-Identifier: MIT
// The one table of the flags that set CompileOptions: parsing, help and checks follow from it.
#pragma once

#include "halfspace/compile/options.h"

#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <string_view>

namespace halfspace::tool {

struct CompileFlag {
    const char* name;     // "--grid"
    const char* value;    // what its value is called in the help; empty: it takes none
    const char* help;     // one line, without the default
    const char* expects;  // the values that `set` takes, for messages and the help
    // Changes the option; false if the text is no value for it.
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

// Lets the parser set the option in `options`, which must outlive the parsing.
void add_flag(CLI::App& app, const CompileFlag& flag, CompileOptions& options);

}  // namespace halfspace::tool
