// SPDX-License-Identifier: MIT
// halfspace compile: compiles a source into a level.
#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"
#include "halfspace/exact/grid.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/formats/texture_library.h"
#include "halfspace/query/space.h"

#include "body_input.h"
#include "command.h"
#include "compile_flags.h"
#include "console.h"
#include "interrupt.h"
#include "json_report.h"
#include "leak_report.h"
#include "level_summary.h"
#include "level_textures.h"
#include "mesh_input.h"
#include "output_file.h"
#include "printable.h"
#include "words.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <utility>

namespace halfspace::tool {
namespace {

using Path = std::filesystem::path;
using Errors = std::vector<Error>;

struct CompileArguments {
    std::string input;
    std::string output;
    std::string spaces;  // a file of bodies, or empty
    CompileOptions options;
    TextureSearch textures;
    MeshFlags meshes;
    std::optional<Severity> leaks;  // nullopt: an error
    bool json = false;
    bool quiet = false;
    bool all_warnings = false;

    std::size_t most_messages() const { return all_warnings ? kAllMessages : kMaxMessages; }
    Verbosity verbosity() const { return quiet ? Verbosity::Quiet : Verbosity::Normal; }
};

// The results of a run, for both kinds of report.
struct CompileRun {
    Path output;
    std::optional<Level> level;
    std::vector<Diagnostic> diagnostics;
    std::vector<StageTime> times;
    std::optional<Error> leak;
    Json leak_json;
    bool is_internal_error = false;
};

constexpr std::array kLeaks{Word{"error", std::optional<Severity>()},
                            Word{"warn", std::optional(Severity::Warning)}};

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

Errors cancelled() {
    return {Error{ErrorCode::Cancelled, "stopped; no level was written", {}}};
}

void append(std::vector<Diagnostic>& all, std::vector<Diagnostic>&& more) {
    all.insert(
        all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// The finest grid that the compiler may choose.
int finest_grid(const CompileOptions& options) {
    return options.grid_exponent.value_or(kFineGrid);
}

// Finds the textures. Returns their diagnostics, which matter only if there is a level.
std::vector<Diagnostic> find_textures(World& world, const TextureSearch& search) {
    OpenedTextures textures = open_textures(world, search);
    std::vector<Diagnostic> unknown = resolve_materials(world, textures.library);
    for (Diagnostic& diagnostic : unknown) {
        // The note that nothing was there to look into.
        if (diagnostic.severity == Severity::Note) {
            diagnostic.message += "; --textures DIR names a folder of textures";
        }
    }
    append(textures.diagnostics, std::move(unknown));
    return std::move(textures.diagnostics);
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

std::expected<void, Errors> compile_file(const CompileArguments& arguments,
                                         CompileRun& run,
                                         Progress& progress) {
    Stopwatch stopwatch;
    CompileOptions options = arguments.options;
    if (!arguments.spaces.empty()) {
        Result<std::vector<Body>> bodies = read_bodies(arguments.spaces, finest_grid(options));
        if (!bodies) {
            return std::unexpected(Errors{std::move(bodies.error())});
        }
        options.bodies = std::move(*bodies);
    }
    Result<ReadWorld> source =
        read_world(arguments.input, mesh_options(arguments.meshes, options.units_per_metre));
    if (!source) {
        return std::unexpected(Errors{std::move(source.error())});
    }
    append(run.diagnostics, std::move(source->diagnostics));
    std::vector<Diagnostic> textures = find_textures(source->world, arguments.textures);
    run.times.push_back({"read", stopwatch.lap()});
    if (progress.cancel) {
        return std::unexpected(cancelled());
    }

    if (!arguments.quiet) {
        print_diagnostics(mesh_forecast(source->world, options.bodies.size()), kAllMessages);
    }
    options.progress = &progress;
    std::expected<Compiled, Errors> compiled = compile(source->world, options);
    if (!compiled) {
        append(run.diagnostics, mesh_advice(source->world, arguments.meshes, compiled.error()));
        return std::unexpected(progress.cancel ? cancelled() : std::move(compiled.error()));
    }
    append(run.diagnostics, std::move(compiled->diagnostics));
    run.times.insert(run.times.end(), compiled->times.begin(), compiled->times.end());

    stopwatch.lap();
    std::expected<Level, Errors> level = load_back(std::move(compiled->level), run);
    if (!level) {
        return std::unexpected(std::move(level.error()));
    }
    if (progress.cancel) {
        return std::unexpected(cancelled());
    }
    if (Result<void> written = write_file(run.output, level->bytes()); !written) {
        return std::unexpected(Errors{std::move(written.error())});
    }
    append(run.diagnostics, std::move(textures));
    report_leak(arguments, source->world, compiled->leak, run);
    if (level->planes().empty() && level->faces().empty()) {
        run.diagnostics.push_back(
            {Severity::Warning,
             "the level is empty: the source has nothing that blocks or is drawn",
             {source->world.source, 0, 0}});
    }
    run.times.push_back({"save", stopwatch.lap()});
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
    report["diagnostics"] = to_json(run.diagnostics);
    report["leak"] = run.leak_json;
    report["errors"] = to_json(errors);
    return report;
}

void report_run(const CompileArguments& arguments, const CompileRun& run, const Errors& errors) {
    if (!arguments.quiet) {
        print_diagnostics(run.diagnostics, arguments.most_messages());
    }
    print_errors(errors, arguments.most_messages());
    if (arguments.json) {
        print_json(run_json(arguments, run, errors));
    } else if (run.level && !arguments.quiet) {
        print_text(run);
    }
}

ExitCode run_compile(const CompileArguments& arguments) {
    if (const std::optional<std::string> refused = refused_option(arguments.options)) {
        return wrong_usage(*refused, "compile");
    }
    if (const std::optional<std::string> problem = mesh_flag_problem(arguments.meshes)) {
        return wrong_usage(*problem, "compile");
    }
    for (const Body& body : arguments.options.bodies) {
        if (const auto problem = grid_problem(body, finest_grid(arguments.options))) {
            return wrong_usage("--space: " + problem->message);
        }
    }
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
    app->add_option("IN",
                    arguments->input,
                    fmt::format("The source: {}, as in pak1.pk3:maps/keep.bsp", source_formats()))
        ->required()
        ->type_name("");
    app->get_help_ptr()->group(kBasicFlags);
    app->add_option(
           "-o,--output",
           arguments->output,
           "The level to write (default: IN with the extension .hsw; for a source in a package, "
           "the same name in the current folder)")
        ->group(kBasicFlags)
        ->type_name("OUT.hsw");
    for (const CompileFlag& flag : compile_flags()) {
        add_flag(*app, flag, arguments->options);
    }
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
    app->add_flag("--all-warnings", arguments->all_warnings, "Print every warning and error")
        ->group(kBasicFlags);
    CLI::Option* json = app->add_flag("--json", arguments->json, "Print the report as JSON");
    json->group(kBasicFlags);
    app->add_flag("--quiet", arguments->quiet, "Print nothing but errors")
        ->excludes(json)
        ->group(kBasicFlags);
    app->add_option("--spaces",
                    arguments->spaces,
                    fmt::format("A file of bodies, one on each line: {}", kBodyNotation))
        ->group(kBodyFlags)
        ->type_name("FILE");
    add_texture_options(*app, arguments->textures, kDrawingFlags);
    add_mesh_flags(*app, arguments->meshes);
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
                // CLI11's `excludes` would add a text to the help of the flag.
                if (app->count("--space") != 0 && app->count("--spaces") != 0) {
                    return wrong_usage("--space and --spaces exclude each other", "compile");
                }
                return run_compile(*arguments);
            }};
}

}  // namespace halfspace::tool
