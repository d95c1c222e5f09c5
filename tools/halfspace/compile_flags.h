// SPDX-License-Identifier: MIT
// The table of the flags that set CompileOptions. Parsing and help both use it. The library decides
// which values an option accepts.
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

// How an option is read from a text and printed as one.
struct OptionText {
    // Sets the option. Returns false if the text cannot be read. The library checks the value
    // later; see refused_option.
    bool (*set)(CompileOptions& options, std::string_view text);
    // The text of the option's value, as `set` reads it; words if the value depends on the input.
    std::string (*show)(const CompileOptions& options);
    // For an option that takes one of several words: "solid, node or leafy".
    std::string (*words)() = nullptr;
};

struct CompileFlag {
    const char* name;        // "--grid"
    std::string_view field;  // of CompileOptions: "grid_exponent", "tree.score"
    const char* group;       // the heading that the help shows it under
    const char* value;       // name of the value in the help; empty for a flag without a value
    const char* help;        // one line, without the default
    // The values that the option takes, for the help. Null: text.words() lists them.
    const char* expects = nullptr;
    OptionText text;
    // For flags that may be repeated: removes the default before the first value is set.
    void (*clear)(CompileOptions& options) = nullptr;
    // Explains why text.set refused a text, if `expects` is not enough.
    std::string (*explain)(const CompileOptions& options, std::string_view text) = nullptr;
    // For flags that may be repeated: a value that must be the only one.
    const char* alone = nullptr;
};

std::span<const CompileFlag> compile_flags();

// The message for a text that the flag refuses.
std::string refusal(const CompileFlag& flag, const CompileOptions& options, std::string_view text);

// The message of the library about the options, with the flag's name in front; nullopt if the
// options are good.
std::optional<std::string> refused_option(const CompileOptions& options);

// Adds the flag to the parser. REQUIRES: `options` lives longer than the parsing.
void add_flag(CLI::App& app, const CompileFlag& flag, CompileOptions& options);

}  // namespace halfspace::tool
