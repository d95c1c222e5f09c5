// SPDX-License-Identifier: MIT
// The command line of the compiler and its queries.
#include "arguments.h"
#include "commands.h"
#include "console.h"

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace halfspace::tool {
namespace {

ExitCode report_usage(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App* last = &app;  // the innermost command that was given
    std::string program = app.get_name();
    while (!last->get_subcommands().empty()) {
        last = last->get_subcommands().front();
        program += " " + last->get_name();
    }
    const std::vector<std::string> unknown = last->remaining();
    const bool has_commands = !last->get_subcommands({}).empty();
    const bool is_unknown_command = has_commands && !unknown.empty();
    std::string what = error.what();
    if (is_unknown_command) {
        what = "there is no command '" + unknown.front() + "'; there are";
        for (const CLI::App* command : last->get_subcommands({})) {
            what += " " + command->get_name();
        }
    }
    print_error(what + "; see " + program + " --help");
    return ExitCode::Usage;
}

// An error if the answers could not be written.
ExitCode flushed(ExitCode code) {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        print_error("cannot write to standard output");
        return code == ExitCode::Done ? ExitCode::BadInput : code;
    }
    return code;
}

ExitCode run(int argc, char** argv) {
    CLI::App app("Compiles solid 3D worlds exactly, and answers questions about them.",
                 "halfspace");
    app.set_version_flag("--version", "halfspace " HALFSPACE_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 done; 1 bad input; 2 usage; 4 internal error; 5 verify or render --check\n"
        "found a difference.\n"
        "Examples:\n"
        "  halfspace compile keep.map -o keep.hsw\n"
        "  halfspace classify keep.hsw -8,0,24\n"
        "  halfspace compile --help\n");
    std::vector<Command> commands;
    for (const auto& add : kCommands) {
        commands.push_back(add(app));
    }
    try {
        app.parse(arguments(argc, argv));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
            app.exit(error);  // prints the help or the version
            return flushed(ExitCode::Done);
        }
        return report_usage(app, error);
    }
    return flushed(run_parsed(commands));
}

}  // namespace
}  // namespace halfspace::tool

int main(int argc, char** argv) {
#ifdef __GLIBC__
    // Arrays of 256 KB and more keep pages of their own, which go back to the system with the
    // array; so does what is free at the end of the heap. By default glibc takes larger and larger
    // arrays from the heap and keeps more and more of it. A level of 98,000 brushes then needs
    // 14 percent more memory.
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
    mallopt(M_TRIM_THRESHOLD, 256 * 1024);
#endif
    using halfspace::tool::ExitCode;
    try {
        return static_cast<int>(halfspace::tool::run(argc, argv));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: internal: %s; please report this\n", error.what());
    } catch (...) {
        std::fputs("error: internal: unknown exception; please report this\n", stderr);
    }
    return static_cast<int>(ExitCode::Internal);
}
