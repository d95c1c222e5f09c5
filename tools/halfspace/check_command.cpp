// SPDX-License-Identifier: MIT
// halfspace check: what a designer may want to mend in a source. It writes no file.
#include "halfspace/lint/lint.h"

#include "command.h"
#include "compile_flags.h"
#include "compile_source.h"
#include "console.h"
#include "interrupt.h"
#include "leak_report.h"
#include "nav_source.h"
#include "printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace halfspace::tool {
namespace {

struct CheckArguments : SourceArguments {
    bool is_strict = false;
};

struct CheckRun {
    std::vector<Diagnostic> diagnostics;
    std::vector<LintFinding> findings;
    Errors errors;
    bool is_internal_error = false;

    std::size_t count(Severity severity) const {
        const auto in = [=](const Diagnostic& said) { return said.severity == severity; };
        return static_cast<std::size_t>(
            std::ranges::count_if(diagnostics, in) +
            std::ranges::count_if(findings, in, &LintFinding::diagnostic));
    }
};

CheckRun check_source(const CheckArguments& arguments, Progress& progress) {
    CheckRun run;
    std::expected<CompiledSource, Errors> source =
        compile_source(arguments, run.diagnostics, progress);
    if (!source) {
        run.errors = std::move(source.error());
        return run;
    }
    const Result<Level> level = Level::from_data(source->compiled.level, arguments.input);
    if (!level) {
        run.errors = {level.error()};
        run.is_internal_error = true;
        return run;
    }
    run.diagnostics.insert(run.diagnostics.end(), source->textures.begin(), source->textures.end());
    if (arguments.nav) {
        if (progress.report) {
            progress.report("nav", 0);
        }
        if (const Result<NavData> meshes =
                source_meshes(arguments, source->world, *level, run.diagnostics);
            !meshes) {
            run.errors = {meshes.error()};
            return run;
        }
    }
    run.findings = lint_source(arguments, *source, *level);
    if (const std::optional<Leak>& leak = source->compiled.leak) {
        run.errors.push_back({ErrorCode::Geometry,
                              leak_message(source->world, *leak, ""),
                              leak_place(source->world, *leak)});
    }
    return run;
}

void report_run(const CheckArguments& arguments, const CheckRun& run) {
    if (!arguments.quiet) {
        print_diagnostics(run.diagnostics, arguments.most_messages());
        print_findings(run.findings, arguments);
    }
    print_errors(run.errors, arguments.most_messages());
    if (arguments.json) {
        print_json({{"input", arguments.input},
                    {"diagnostics", to_json(run.diagnostics, run.findings)},
                    {"errors", to_json(run.errors)}});
    } else if (!arguments.quiet) {
        fmt::print("{}: {}, {}, {}\n",
                   printable(arguments.input),
                   counted(run.errors.size(), "error"),
                   counted(run.count(Severity::Warning), "warning"),
                   counted(run.count(Severity::Note), "note"));
    }
}

ExitCode run_check(const CheckArguments& arguments) {
    Progress progress;
    CheckRun run;
    {
        const Interrupt interrupt(progress.cancel);
        const ProgressBar bar(progress, arguments.verbosity());
        run = check_source(arguments, progress);
    }
    die_if_interrupted();
    report_run(arguments, run);
    if (run.is_internal_error) {
        return ExitCode::Internal;
    }
    const bool is_refused = arguments.is_strict && run.count(Severity::Warning) != 0;
    return run.errors.empty() && !is_refused ? ExitCode::Done : ExitCode::BadInput;
}

// "  entity-in-solid   warning  A player or ..."
std::string check_list() {
    std::string list = "The checks (docs/reference/levels.md says what to do):\n";
    for (const LintRow& row : kLintTable) {
        list += fmt::format("  {:<17} {:<8} {}\n",
                            row.code,
                            row.severity == Severity::Warning ? "warning" : "note",
                            row.meaning);
    }
    return list;
}

}  // namespace

Command add_check_command(CLI::App& parent) {
    const auto arguments = std::make_shared<CheckArguments>();
    CLI::App* app =
        parent.add_subcommand("check", "Say what a designer may want to mend in a source");
    add_source_arguments(*app, *arguments);
    app->add_flag("--strict", arguments->is_strict, "Exit with 1 if there is a warning, too")
        ->group(kBasicFlags);
    app->footer(
        "check compiles IN in memory with the flags of compile, runs all checks and writes no "
        "file.\n"
        "compile prints the same warnings and notes. With --nav both also say which bodies have "
        "no\n"
        "floor, and what looks like a way or an area and is none. The exit code is 1 for errors,\n"
        "with --strict also for warnings. A leak is an error.\n" +
        check_list() +
        "Examples:\n"
        "  halfspace check keep.map\n"
        "  halfspace check keep.map --strict --quiet\n"
        "  halfspace check keep.map --nav\n"
        "  halfspace check keep.map --json --all-warnings\n");
    return {app, [arguments, app] {
                const std::optional<ExitCode> refused = refused_arguments(*app, *arguments);
                return refused ? *refused : run_check(*arguments);
            }};
}

}  // namespace halfspace::tool
