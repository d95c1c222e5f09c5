// SPDX-License-Identifier: MIT
#include "compile_source.h"

#include "halfspace/exact/grid.h"
#include "halfspace/formats/read_world.h"

#include "body_input.h"
#include "compile_flags.h"
#include "console.h"
#include "level_textures.h"

#include <fmt/format.h>

#include <iterator>

namespace halfspace::tool {
namespace {

// The most findings of one check that are printed.
constexpr std::size_t kMaxFindings = 5;

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

}  // namespace

void add_source_arguments(CLI::App& app, SourceArguments& arguments) {
    app.add_option("IN",
                   arguments.input,
                   fmt::format("The source: {}, as in pak1.pk3:maps/keep.bsp", source_formats()))
        ->required()
        ->type_name("");
    app.get_help_ptr()->group(kBasicFlags);
    for (const CompileFlag& flag : compile_flags()) {
        add_flag(app, flag, arguments.options);
    }
    app.add_flag("--nav",
                 arguments.nav,
                 "Add navigation meshes: for each body the floor on which it can stand")
        ->group(kBasicFlags);
    app.add_flag("--all-warnings", arguments.all_warnings, "Print every warning and error")
        ->group(kBasicFlags);
    CLI::Option* json = app.add_flag("--json", arguments.json, "Print the report as JSON");
    json->group(kBasicFlags);
    app.add_flag("--quiet", arguments.quiet, "Print nothing but errors")
        ->excludes(json)
        ->group(kBasicFlags);
    app.add_option("--spaces",
                   arguments.spaces,
                   fmt::format("A file of bodies, one on each line: {}", kBodyNotation))
        ->group(kBodyFlags)
        ->type_name("FILE");
    add_texture_options(app, arguments.textures, kDrawingFlags);
    add_mesh_flags(app, arguments.meshes);
}

std::optional<ExitCode> refused_arguments(const CLI::App& app, const SourceArguments& arguments) {
    const std::string& command = app.get_name();
    // CLI11's `excludes` would add a text to the help of the flag.
    if (app.count("--space") != 0 && app.count("--spaces") != 0) {
        return wrong_usage("--space and --spaces exclude each other", command);
    }
    if (const std::optional<std::string> refused = refused_option(arguments.options)) {
        return wrong_usage(*refused, command);
    }
    if (const std::optional<std::string> problem = mesh_flag_problem(arguments.meshes)) {
        return wrong_usage(*problem, command);
    }
    for (const Body& body : arguments.options.bodies) {
        if (const auto problem = grid_problem(body, finest_grid(arguments.options))) {
            return wrong_usage("--space: " + problem->message);
        }
    }
    return std::nullopt;
}

Errors cancelled() {
    return {Error{ErrorCode::Cancelled, "stopped; no level was written", {}}};
}

std::expected<CompiledSource, Errors> compile_source(const SourceArguments& arguments,
                                                     std::vector<Diagnostic>& diagnostics,
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
    Result<ReadWorld> read =
        read_world(arguments.input, mesh_options(arguments.meshes, options.units_per_metre));
    if (!read) {
        return std::unexpected(Errors{std::move(read.error())});
    }
    append(diagnostics, std::move(read->diagnostics));
    CompiledSource source{.world = std::move(read->world)};
    source.textures = find_textures(source.world, arguments.textures);
    source.times.push_back({"read", stopwatch.lap()});
    if (progress.cancel) {
        return std::unexpected(cancelled());
    }

    if (!arguments.quiet) {
        print_diagnostics(mesh_forecast(source.world, options.bodies.size()), kAllMessages);
    }
    options.progress = &progress;
    std::expected<Compiled, Errors> compiled = compile(source.world, options);
    if (!compiled) {
        append(diagnostics, mesh_advice(source.world, arguments.meshes, compiled.error()));
        return std::unexpected(progress.cancel ? cancelled() : std::move(compiled.error()));
    }
    source.compiled = *std::move(compiled);
    append(diagnostics, std::move(source.compiled.diagnostics));
    source.times.insert(
        source.times.end(), source.compiled.times.begin(), source.compiled.times.end());
    return source;
}

std::vector<LintFinding> lint_source(const SourceArguments& arguments,
                                     const CompiledSource& source,
                                     const Level& level) {
    return lint(source.world,
                level,
                {.is_grid_given = arguments.options.grid_exponent.has_value(),
                 .moved = source.compiled.moved,
                 .threads = arguments.options.threads});
}

void print_findings(std::span<const LintFinding> findings, const SourceArguments& arguments) {
    const std::size_t most = arguments.all_warnings ? kAllMessages : kMaxFindings;
    for (std::size_t first = 0; first < findings.size();) {
        const LintCheck check = findings[first].check;
        std::size_t end = first;
        for (; end < findings.size() && findings[end].check == check; ++end) {
            if (end - first < most) {
                Diagnostic labelled = findings[end].diagnostic;
                labelled.message += fmt::format(" [{}]", row_of(check).code);
                print_diagnostics({&labelled, 1}, kAllMessages);
            }
        }
        if (end - first > most) {
            fmt::print(stderr,
                       "... and {} more [{}] (use --all-warnings)\n",
                       end - first - most,
                       row_of(check).code);
        }
        first = end;
    }
}

Json to_json(std::span<const Diagnostic> diagnostics, std::span<const LintFinding> findings) {
    Json list = to_json(diagnostics);
    for (const LintFinding& finding : findings) {
        Json entry = to_json(std::span(&finding.diagnostic, 1)).front();
        entry["code"] = row_of(finding.check).code;
        entry["class"] = finding.classname;
        entry["place"] = finding.place ? point_json(*finding.place) : Json();
        list.push_back(std::move(entry));
    }
    return list;
}

}  // namespace halfspace::tool
