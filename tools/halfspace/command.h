// SPDX-License-Identifier: MIT
// A subcommand as main sees it: its place in the argument parser, and a function that runs it.
#pragma once

#include "halfspace/base/error.h"

#include "console.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace halfspace::tool {

// What the process returns. Scripts rely on these numbers.
enum class ExitCode : int {
    Done = 0,
    BadInput = 1,   // an input is wrong, or an output cannot be written
    Usage = 2,      // the command line is wrong
    Leaks = 3,      // compile wrote a level whose entities reach the outside
    Internal = 4,   // a defect of this program
    Different = 5,  // verify or render --check found a difference
};

// Prints the error, and returns the code for it.
inline ExitCode bad_input(const Error& error) {
    print_error(error);
    return ExitCode::BadInput;
}
inline ExitCode wrong_usage(const std::string& message) {
    print_error(message);
    return ExitCode::Usage;
}
// command: whose help tells more.
inline ExitCode wrong_usage(const std::string& message, const std::string& command) {
    return wrong_usage(message + "; see halfspace " + command + " --help");
}

// An option asks for what the level lacks (Unsupported): bad input. Else the option is wrong.
inline ExitCode refused_view(Error error, const std::string& level, const std::string& command) {
    if (error.code != ErrorCode::Unsupported) {
        return wrong_usage(error.message, command);
    }
    error.where.file = level;
    return bad_input(error);
}

struct Command {
    CLI::App* app = nullptr;
    std::function<ExitCode()> run;  // after the arguments were parsed
};

// Runs the subcommand that was parsed, one of these.
inline ExitCode run_parsed(const std::vector<Command>& commands) {
    for (const Command& command : commands) {
        if (command.app->parsed()) {
            return command.run();
        }
    }
    return ExitCode::Usage;
}

// Adds the argument LEVEL.
inline void add_level_argument(CLI::App& app, std::string& level) {
    app.add_option("LEVEL", level, "A compiled level (.hsw)")->required()->type_name("");
}

}  // namespace halfspace::tool
