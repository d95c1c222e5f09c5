// SPDX-License-Identifier: MIT
// halfspace verify: proves that a level is that of its source.
#include "halfspace/formats/read_world.h"
#include "halfspace/verify/verify.h"

#include "command.h"
#include "compile_flags.h"
#include "console.h"
#include "interrupt.h"
#include "json_report.h"
#include "mesh_input.h"
#include "printable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace halfspace::tool {
namespace {

struct VerifyArguments {
    std::string level;
    std::string source;
    CompileOptions options;  // the flags that verify shares with compile
    MeshFlags meshes;        // as for compile
    bool json = false;
};

bool is_shared_flag(const CompileFlag& flag) {
    const std::string_view name = flag.name;
    return name == "--threads" || name == "--skip-bad-brushes" || name == "--open";
}

void print_text(const VerifyReport& report) {
    for (const std::string& detail : report.details) {
        fmt::print("difference: {}\n", printable(detail));
    }
    if (report.differences > report.details.size()) {
        fmt::print("... and {} more\n", report.differences - report.details.size());
    }
    if (report.left_out != 0) {
        fmt::print("compile left out {}: line {}{}\n",
                   report.left_out == 1 ? "1 brush of the source"
                                        : fmt::format("{} brushes of the source", report.left_out),
                   fmt::join(report.left_out_lines, ", "),
                   report.left_out > report.left_out_lines.size() ? ", ..." : "");
    }
    fmt::print(
        "{} leaves, {} volumes, {} faces, {}{}{} differences, largest displacement {:.6g} units\n",
        report.leaves,
        report.volumes,
        report.faces,
        report.polygons == 0 ? "" : fmt::format("{} polygons, ", report.polygons),
        report.nav_polygons == 0 ? ""
                                 : fmt::format("{} navigation polygons, ", report.nav_polygons),
        report.differences,
        report.largest_displacement);
}

Json report_json(const VerifyArguments& arguments, const VerifyReport& report) {
    return {{"level", arguments.level},
            {"source", arguments.source},
            {"leaves", report.leaves},
            {"volumes", report.volumes},
            {"faces", report.faces},
            {"polygons", report.polygons},
            {"nav_polygons", report.nav_polygons},
            {"differences", report.differences},
            {"left_out", report.left_out},
            {"left_out_lines", report.left_out_lines},
            {"largest_displacement", report.largest_displacement},
            {"details", report.details}};
}

ExitCode run_verify(const VerifyArguments& arguments) {
    if (const std::optional<std::string> refused = refused_option(arguments.options)) {
        return wrong_usage(*refused, "verify");
    }
    if (const std::optional<std::string> problem = mesh_flag_problem(arguments.meshes)) {
        return wrong_usage(*problem, "verify");
    }
    const Result<Level> level = load_level(arguments.level);
    if (!level) {
        return bad_input(level.error());
    }
    const Result<ReadWorld> source =
        read_world(arguments.source, mesh_options(arguments.meshes, level->units_per_metre()));
    if (!source) {
        return bad_input(source.error());
    }
    Progress progress;
    VerifyReport report;
    {
        const Interrupt interrupt(progress.cancel);
        const ProgressBar bar(progress, Verbosity::Normal);
        report = verify(*level,
                        source->world,
                        VerifyOptions{.threads = arguments.options.threads,
                                      .open_surfaces = arguments.options.open_surfaces,
                                      .progress = &progress});
    }
    // An incomplete proof is worthless.
    die_if_interrupted();
    if (arguments.json) {
        print_json(report_json(arguments, report));
    } else {
        print_text(report);
    }
    if (report.differences != 0) {
        const bool has_meshes = std::ranges::any_of(
            source->world.entities, [](const Entity& entity) { return !entity.meshes.empty(); });
        print_error(Error{
            ErrorCode::Geometry,
            fmt::format(
                "the level differs from {} ({}); compile it again{}",
                arguments.source,
                counted(report.differences, "difference"),
                has_meshes ? ", or give the same flags for meshes and --open as to compile" : ""),
            SourceLocation{arguments.level}});
        return ExitCode::Different;
    }
    if (report.left_out != 0 && arguments.options.bad_brushes != CompileOptions::BadBrushes::Skip) {
        print_error(Error{ErrorCode::Geometry,
                          fmt::format("the level lacks {} of the brushes of {}; mend them and "
                                      "compile again, or accept this by --skip-bad-brushes",
                                      report.left_out,
                                      arguments.source),
                          SourceLocation{arguments.level}});
        return ExitCode::Different;
    }
    return ExitCode::Done;
}

}  // namespace

Command add_verify_command(CLI::App& parent) {
    const auto arguments = std::make_shared<VerifyArguments>();
    CLI::App* app = parent.add_subcommand("verify",
                                          "Prove the trees, contents, hulls, brushes, faces and "
                                          "navigation meshes of a level against its "
                                          "source");
    add_level_argument(*app, arguments->level);
    app->add_option("SOURCE", arguments->source, "What it was compiled from, as compile takes it")
        ->required()
        ->type_name("");
    for (const CompileFlag& flag : compile_flags()) {
        if (is_shared_flag(flag)) {
            add_flag(*app, flag, arguments->options);
        }
    }
    add_mesh_flags(*app, arguments->meshes);
    app->add_flag("--json", arguments->json, "Print the report as JSON");
    app->footer(
        "verify rebuilds each leaf of the level and compares it with every brush of the source. "
        "The\n"
        "faces of each side must be exactly what is to be drawn of it, and navigation meshes "
        "exactly\n"
        "the floor. verify does not check texture coordinates, keys or contacts, nor what a "
        "material\n"
        "is, nor which steps a player climbs.\n"
        "The report counts leaves, drawn faces, and as volumes how often a brush shared volume "
        "with\n"
        "a part of a leaf. The largest displacement is how far the surface of a brush lies from "
        "its\n"
        "surface in SOURCE; of an object, how far compile's welds and the grid moved its vertices. "
        "A\n"
        "brush that is displaced by more than the tolerance of LEVEL is a difference; info shows "
        "the\n"
        "tolerance.\n"
        "The exit code is 5 if there is a difference, or if a brush was left out and\n"
        "--skip-bad-brushes is not given.\n"
        "Examples:\n"
        "  halfspace verify keep.hsw keep.map\n"
        "  halfspace verify oa_dm1.hsw pak1-maps.pk3:maps/oa_dm1.bsp\n");
    return {app, [arguments] { return run_verify(*arguments); }};
}

}  // namespace halfspace::tool
