// SPDX-License-Identifier: MIT
// From the arguments of `compile` and `check` to a level in memory.
#pragma once

#include "halfspace/compile/compile.h"
#include "halfspace/formats/texture_library.h"
#include "halfspace/lint/lint.h"

#include "command.h"
#include "json_report.h"
#include "mesh_input.h"

#include <chrono>
#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::tool {

using Errors = std::vector<Error>;

struct SourceArguments {
    std::string input;
    std::string spaces;  // a file of bodies, or empty
    CompileOptions options;
    TextureSearch textures;
    MeshFlags meshes;
    bool nav = false;  // also navigation meshes
    bool json = false;
    bool quiet = false;
    bool all_warnings = false;

    std::size_t most_messages() const { return all_warnings ? kAllMessages : kMaxMessages; }
    Verbosity verbosity() const { return quiet ? Verbosity::Quiet : Verbosity::Normal; }
};

class Stopwatch {
public:
    // The seconds since the construction or since the last lap.
    double lap() {
        const Clock::time_point now = Clock::now();
        return std::chrono::duration<double>(now - std::exchange(start_, now)).count();
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

struct CompiledSource {
    World world;
    Compiled compiled;
    std::vector<Diagnostic> diagnostics;  // of the reader and the compiler
    std::vector<Diagnostic> textures;     // what was odd about textures; matters with a level
    std::vector<StageTime> times;
};

// Adds IN and all flags but --output.
void add_source_arguments(CLI::App& app, SourceArguments& arguments);

// What is wrong with the arguments together; nullopt if nothing is. command: "compile", for the
// messages.
std::optional<ExitCode> refused_arguments(const CLI::App& app, const SourceArguments& arguments);

// Reads the source and compiles it. diagnostics: gets what was odd, also if there are errors.
std::expected<CompiledSource, Errors> compile_source(const SourceArguments& arguments,
                                                     std::vector<Diagnostic>& diagnostics,
                                                     Progress& progress);

// Errors for a user who has stopped the work.
Errors cancelled();

// What the checks say about the level of the source.
std::vector<LintFinding> lint_source(const SourceArguments& arguments,
                                     const CompiledSource& source,
                                     const Level& level);

// Prints the findings; of each check only the first ones, unless all warnings are wanted.
void print_findings(std::span<const LintFinding> findings, const SourceArguments& arguments);

// Diagnostics and findings in one list. A finding also has its "code", "class" and "place".
Json to_json(std::span<const Diagnostic> diagnostics, std::span<const LintFinding> findings);

}  // namespace halfspace::tool
