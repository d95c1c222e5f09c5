// SPDX-License-Identifier: MIT
// halfspace compile: compiles a source into a level.
#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/space.h"

#include "command.h"
#include "compile_flags.h"
#include "compile_source.h"
#include "console.h"
#include "interrupt.h"
#include "json_report.h"
#include "leak_report.h"
#include "level_summary.h"
#include "nav_source.h"
#include "nav_summary.h"
#include "output_file.h"
#include "printable.h"
#include "words.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace halfspace::tool {
namespace {

using Path = std::filesystem::path;

struct CompileArguments : SourceArguments {
    std::string output;
    std::optional<Severity> leaks;  // nullopt: an error
};

// The results of a run, for both kinds of report.
struct CompileRun {
    Path output;
    std::optional<Level> level;
    std::vector<Diagnostic> diagnostics;
    std::vector<LintFinding> findings;
    std::vector<StageTime> times;
    std::optional<Error> leak;
    Json leak_json;
    Json nav_dropped = Json::array();  // what looks like a way, and is none
    bool is_internal_error = false;
};

constexpr std::array kLeaks{Word{"error", std::optional<Severity>()},
                            Word{"warn", std::optional(Severity::Warning)}};

// The path of the level. By default the level lies beside its source; the level of a source in a
// package lies in the current folder.
Path output_path(const CompileArguments& arguments) {
    if (!arguments.output.empty()) {
        return arguments.output;
    }
    const SourceName source = source_name(arguments.input);
    Path path = source.entry.empty() ? Path(source.file) : Path(source.entry).filename();
    return path.replace_extension(".hsw");
}

// The reason not to write this output, or an empty text. The reader reports an input that is not a
// source.
std::string output_problem(const CompileArguments& arguments, const Path& output) {
    const std::string input = source_name(arguments.input).file;
    if (is_source_name(input) && is_same_file(input, output)) {
        return "the output would replace the input; name another file with -o";
    }
    if (is_source_name(output.string())) {
        return "an output with the extension '" + output.extension().string() +
               "' would look like a source; name the output .hsw";
    }
    return "";
}

// Loads the level before it is written: a file that the loader refuses must never replace a good
// one. The data is given back before, because the loader needs memory, too.
std::expected<Level, Errors> load_back(LevelData data, CompileRun& run) {
    std::vector<std::byte> bytes = write_level(data);
    data = LevelData();
    Result<Level> level = Level::from_bytes(std::move(bytes), run.output.string());
    if (!level) {
        run.is_internal_error = true;
        return std::unexpected(Errors{std::move(level.error())});
    }
    return std::move(*level);
}

// Writes the line of a leak. Without a leak an old line would mislead: it is removed.
void report_leak(const CompileArguments& arguments,
                 const World& world,
                 const std::optional<Leak>& leak,
                 CompileRun& run) {
    const Path points = points_path(arguments.input, run.output);
    if (!leak) {
        std::error_code ignored;
        std::filesystem::remove(points, ignored);
        return;
    }
    const std::string text = points_text(*leak);
    const Result<void> written = write_file(points, std::as_bytes(std::span(text)));
    const std::string file = written ? points.string() : "";
    run.leak_json = to_json(world, *leak, file);
    run.leak = {ErrorCode::Geometry, leak_message(world, *leak, file), leak_place(world, *leak)};
    if (!written) {
        run.diagnostics.push_back(
            {Severity::Warning, written.error().message, written.error().where});
    }
    if (arguments.leaks) {
        run.diagnostics.push_back({*arguments.leaks, run.leak->message, run.leak->where});
        run.leak.reset();
    }
}

// Adds navigation meshes for all bodies.
std::expected<void, Errors> add_meshes(LevelData& data,
                                       const World& world,
                                       const CompileArguments& arguments,
                                       CompileRun& run,
                                       Progress& progress) {
    if (progress.report) {
        progress.report("nav", 0);
    }
    Stopwatch stopwatch;
    const Result<Level> level = Level::from_data(data, run.output.string());
    Result<NavData> meshes = level ? source_meshes(arguments, world, *level, run.diagnostics)
                                   : Result<NavData>(std::unexpected(level.error()));
    if (!meshes) {
        return std::unexpected(Errors{std::move(meshes.error())});
    }
    run.nav_dropped = dropped_json(*meshes, *level);
    set_navigation(data, *std::move(meshes));
    run.times.push_back({"nav", stopwatch.lap()});
    return {};
}

std::expected<void, Errors> compile_file(const CompileArguments& arguments,
                                         CompileRun& run,
                                         Progress& progress) {
    std::expected<CompiledSource, Errors> source =
        compile_source(arguments, run.diagnostics, progress);
    if (!source) {
        return std::unexpected(std::move(source.error()));
    }
    run.times = std::move(source->times);

    if (arguments.nav) {
        if (std::expected<void, Errors> added =
                add_meshes(source->compiled.level, source->world, arguments, run, progress);
            !added) {
            return added;
        }
    }
    Stopwatch stopwatch;
    std::expected<Level, Errors> level = load_back(std::move(source->compiled.level), run);
    if (!level) {
        return std::unexpected(std::move(level.error()));
    }
    if (progress.cancel) {
        return std::unexpected(cancelled());
    }
    if (Result<void> written = write_file(run.output, level->bytes()); !written) {
        return std::unexpected(Errors{std::move(written.error())});
    }
    run.diagnostics.insert(run.diagnostics.end(), source->textures.begin(), source->textures.end());
    report_leak(arguments, source->world, source->compiled.leak, run);
    if (level->planes().empty() && level->faces().empty()) {
        run.diagnostics.push_back(
            {Severity::Warning,
             "the level is empty: the source has nothing that blocks or is drawn",
             {source->world.source, 0, 0}});
    }
    run.times.push_back({"save", stopwatch.lap()});
    if (!arguments.quiet) {
        run.findings = lint_source(arguments, *source, *level);
        run.times.push_back({"check", stopwatch.lap()});
    }
    run.level = std::move(*level);
    return {};
}

std::string space_names(const Level& level) {
    std::string names;
    for (std::uint32_t s = 0; s < level.spaces().size(); ++s) {
        names += names.empty() ? "" : " ";
        names += printable(space_name(level, SpaceId(s)));
    }
    return names;
}

void print_text(const CompileRun& run) {
    const Level& level = *run.level;
    const StatisticsRecord& statistics = level.statistics();
    const TreeDepth depth = tree_depth(level);
    fmt::print("{}\n", run.output.string());
    fmt::print(
        "  grid {}, models {}, brushes {}{}, planes {}\n",
        grid_name(level.grid_exponent()),
        level.models().size(),
        level.brushes().size() - facets_of(level),
        facets_of(level) > 0 ? fmt::format(" and {} facets of curves", facets_of(level)) : "",
        level.planes().size());
    const CollisionTrees trees = collision_trees(level);
    fmt::print("  spaces {}, collision {} ({}), contacts {}\n",
               space_names(level),
               trees.name,
               trees.words,
               level.contacts().size());
    fmt::print("  nodes {}, leaves {}, depth {} (mean {:.1f}), faces {}, bytes {}\n",
               level.nodes().size(),
               level.leaves().size(),
               depth.max,
               depth.mean,
               level.faces().size(),
               level.bytes().size());
    if (const std::string clusters = clusters_text(level); !clusters.empty()) {
        fmt::print("  {}\n", clusters);
    }
    if (const std::string meshes = nav_text(level); !meshes.empty()) {
        fmt::print("  navigation {}\n", meshes);
    }
    fmt::print("  moved planes {}", statistics.moved_planes);
    if (statistics.moved_planes != 0) {
        fmt::print(", at most {:.3g} units", statistics.largest_move);
    }
    if (statistics.moved_corners != 0) {
        fmt::print("; moved corners {}", statistics.moved_corners);
    }
    double total = 0;
    std::string stages;
    for (const StageTime& time : run.times) {
        total += time.wall_seconds;
        stages += fmt::format(", {} {:.1f}", time.stage, time.wall_seconds * 1000);
    }
    fmt::print("\n  {:.1f} ms{}\n", total * 1000, stages);
}

Json run_json(const CompileArguments& arguments, const CompileRun& run, const Errors& errors) {
    Json report;
    report["input"] = arguments.input;
    report["output"] = run.level ? Json(run.output.string()) : Json();
    if (run.level) {
        const Level& level = *run.level;
        const TreeDepth depth = tree_depth(level);
        report["grid"] = grid_name(level.grid_exponent());
        report["models"] = level.models().size();
        report["brushes"] = level.brushes().size() - facets_of(level);
        report["facets"] = facets_of(level);
        report["planes"] = level.planes().size();
        report["nodes"] = level.nodes().size();
        report["leaves"] = level.leaves().size();
        report["collision"] = collision_trees(level).name;
        report["contacts"] = level.contacts().size();
        report["depth"] = {{"max", depth.max}, {"mean", depth.mean}, {"balance", depth.balance}};
        report["faces"] = level.faces().size();
        report["clusters"] = level.clusters().size();
        report["portals"] = level.portals().size();
        report["navigation"] = nav_json(level);
        report["nav_dropped"] = run.nav_dropped;
        report["average_visible"] = average_visible(level) ? Json(*average_visible(level)) : Json();
        report["bytes"] = level.bytes().size();
        report["moved_planes"] = level.statistics().moved_planes;
        report["largest_move"] = level.statistics().largest_move;
        report["moved_corners"] = level.statistics().moved_corners;
    }
    Json stages = Json::array();
    for (const StageTime& time : run.times) {
        stages.push_back({{"stage", time.stage}, {"seconds", time.wall_seconds}});
    }
    report["stages"] = std::move(stages);
    report["diagnostics"] = to_json(run.diagnostics, run.findings);
    report["leak"] = run.leak_json;
    report["errors"] = to_json(errors);
    return report;
}

void report_run(const CompileArguments& arguments, const CompileRun& run, const Errors& errors) {
    if (!arguments.quiet) {
        print_diagnostics(run.diagnostics, arguments.most_messages());
        print_findings(run.findings, arguments);
    }
    print_errors(errors, arguments.most_messages());
    if (arguments.json) {
        print_json(run_json(arguments, run, errors));
    } else if (run.level && !arguments.quiet) {
        print_text(run);
    }
}

ExitCode run_compile(const CompileArguments& arguments) {
    CompileRun run;
    run.output = output_path(arguments);
    if (const std::string problem = output_problem(arguments, run.output); !problem.empty()) {
        return wrong_usage(problem);
    }
    Progress progress;
    std::expected<void, Errors> done;
    {
        const Interrupt interrupt(progress.cancel);
        const ProgressBar bar(progress, arguments.verbosity());
        done = compile_file(arguments, run, progress);
    }
    if (done && run.leak) {
        report_run(arguments, run, Errors{*run.leak});
        return ExitCode::Leaks;
    }
    report_run(arguments, run, done ? Errors() : done.error());
    if (done) {
        return ExitCode::Done;
    }
    die_if_interrupted();
    return run.is_internal_error ? ExitCode::Internal : ExitCode::BadInput;
}

}  // namespace

Command add_compile_command(CLI::App& parent) {
    const auto arguments = std::make_shared<CompileArguments>();
    CLI::App* app = parent.add_subcommand("compile", "Compile a source file into a level");
    add_source_arguments(*app, *arguments);
    app->add_option(
           "-o,--output",
           arguments->output,
           "The level to write (default: IN with the extension .hsw; for a source in a package, "
           "the same name in the current folder)")
        ->group(kBasicFlags)
        ->type_name("OUT.hsw");
    app->add_option_function<std::string>(
           "--leak",
           [arguments](const std::string& text) {
               const auto value = value_of(kLeaks, text);
               if (!value) {
                   throw CLI::ValidationError(
                       "--leak", "expected " + list_of(kLeaks) + ", found '" + text + "'");
               }
               arguments->leaks = *value;
           },
           "What an entity that reaches the outside is: error: the level is written, and the exit "
           "code is 3; warn: a warning (default error)")
        ->group(kBasicFlags)
        ->type_name("WHAT");
    app->footer(
        "A body is a box around a position. It never turns. --space or --spaces replaces the "
        "default\n"
        "bodies; --space stand keeps the default body stand. Every level is also compiled for the\n"
        "point, with --space none for the point alone. A file of bodies has one body on each "
        "line.\n"
        "Blank lines and everything behind a # are skipped.\n"
        "docs/reference/levels.md lists the textures, classes, keys and flags that have a "
        "meaning.\n"
        "Examples:\n"
        "  halfspace compile keep.map\n"
        "  halfspace compile keep.map -o build/keep.hsw --grid 1/64 --json\n"
        "  halfspace compile keep.map --space stand=-15,-15,-24:15,15,32 --space "
        "cat=-8,-8,-8:8,8,8\n"
        "  halfspace compile keep.map --space stand --space crouch\n"
        "  halfspace compile house.obj --scale 1 --up z\n"
        "  halfspace compile e1m1.map --wad-path ~/quake/wads --textures ~/quake/id1\n"
        "  halfspace compile pak1-maps.pk3:maps/oa_dm1.bsp -o oa_dm1.hsw\n");
    return {app, [arguments, app] {
                const std::optional<ExitCode> refused = refused_arguments(*app, *arguments);
                return refused ? *refused : run_compile(*arguments);
            }};
}

}  // namespace halfspace::tool
