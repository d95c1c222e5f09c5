// SPDX-License-Identifier: MIT
// Shared by the commands that move bodies, trace and sweep: their options, and how they print a
// contact.
#pragma once

#include "halfspace/query/trace.h"

#include "query_level.h"

#include <optional>
#include <string>
#include <string_view>

namespace halfspace::tool {

struct MotionArguments : QueryArguments {
    std::optional<std::string> mask;
    double skin = TraceOptions().skin;
    double hair = TraceOptions().hair;
};

// Adds --mask, --skin and --hair, and what all query commands have.
void add_motion_options(CLI::App& app, MotionArguments& arguments);

// The options of the command line; nullopt after a message. known: what the mask may hold.
std::optional<TraceOptions> parse_motion_options(const MotionArguments& arguments, Contents known);

// A part of the help: what an answer means.
inline constexpr std::string_view kMotionHelp =
    "The body moves along a straight line and does not turn. The fraction and the point belong\n"
    "to the first touch. The end is where the body comes to rest, at the distance --skin from\n"
    "the touched surface.\n";

// A part of the help: the exit code and the input.
inline constexpr std::string_view kMotionInputHelp =
    "The exit code is 0 with and without a hit. Standard input has two points on each line.\n"
    "Blank lines are skipped; a bad line stops with exit code 1.\n";

// Appends a line about the contact. touched: a last word about what was hit; may be empty.
void append_text(const Contact& contact, std::string_view touched, fmt::memory_buffer& text);

// Appends the contact as a JSON object on a line. It always has the same keys. The normal is null
// if nothing was touched or the start is blocked. touched: one more key with its value, such as
// "\"model\":0".
void append_json(const Contact& contact, std::string_view touched, fmt::memory_buffer& text);

}  // namespace halfspace::tool
