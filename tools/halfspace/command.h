// SPDX-License-Identifier: MIT
// What main knows of a subcommand: its place in the argument parser, and how to run it.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace halfspace::tool {

// What the process returns. Scripts rely on these numbers.
enum class ExitCode : int {
    Done = 0,
    BadInput = 1,   // an input cannot be used, or an output cannot be written
    Usage = 2,      // the command line makes no sense
    Leak = 3,       // the level was written, but it is not sealed
    Internal = 4,   // our fault
    Different = 5,  // verify or render --check found a difference
};

struct Command {
    CLI::App* app = nullptr;
    std::function<ExitCode()> run;  // after the arguments were parsed
};

Command add_compile_command(CLI::App& parent);
Command add_info_command(CLI::App& parent);
Command add_verify_command(CLI::App& parent);
Command add_classify_command(CLI::App& parent);
Command add_sight_command(CLI::App& parent);
Command add_trace_command(CLI::App& parent);
Command add_render_command(CLI::App& parent);
Command add_export_command(CLI::App& parent);

}  // namespace halfspace::tool
