// SPDX-License-Identifier: MIT
// halfspace export: writes the faces of a level as meshes for other programs, or its portals.
#include "halfspace/base/file.h"
#include "halfspace/formats/export.h"
#include "halfspace/formats/portal_file.h"
#include "halfspace/level/level.h"
#include "halfspace/level/portal_check.h"
#include "halfspace/query/visibility.h"

#include "command.h"
#include "console.h"
#include "json_report.h"
#include "level_textures.h"
#include "output_file.h"
#include "words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace halfspace::tool {
namespace {

using Path = std::filesystem::path;

struct ExportArguments {
    std::string level;
    std::string output;
    bool no_sky = false;
    std::optional<UpAxis> up;
    std::optional<double> scale;
    TextureSearch textures;
    bool json = false;
    bool quiet = false;
};

enum class ExportFormat : std::uint8_t { Glb, Obj, Prt };

struct ExportRun {
    Path output;
    Path materials;  // of an OBJ
    ExportFormat format = ExportFormat::Glb;
    ExportCounts counts;       // of a GLB and an OBJ
    std::size_t clusters = 0;  // of a portal file
    std::size_t portals = 0;
    std::size_t bytes = 0;
};

std::optional<ExportFormat> format_of(const Path& path) {
    const std::string extension = lower_extension(path);
    if (extension == ".glb") {
        return ExportFormat::Glb;
    }
    if (extension == ".prt") {
        return ExportFormat::Prt;
    }
    return extension == ".obj" ? std::optional(ExportFormat::Obj) : std::nullopt;
}

Path mtl_path(Path obj) {
    return obj.replace_extension(".mtl");
}

// The options of the arguments, without pictures.
ObjOptions obj_options(const ExportArguments& arguments) {
    ObjOptions options;
    options.sky = !arguments.no_sky;
    options.up = arguments.up.value_or(options.up);
    options.scale = arguments.scale;
    options.mtl_name = mtl_path(arguments.output).filename().string();
    return options;
}

// A message about wrong arguments; empty if they are right.
std::string usage_error(const ExportArguments& arguments) {
    const Path output(arguments.output);
    const std::optional<ExportFormat> format = format_of(output);
    if (!format) {
        return unsupported_output(output,
                                  ".glb (glTF 2.0), .obj (OBJ with its MTL), .prt (portals)");
    }
    if (*format != ExportFormat::Obj && (arguments.up || arguments.scale)) {
        return "--up and --scale are for OBJ; glTF has Y up and counts in metres, and portals are "
               "as "
               "in the level";
    }
    if (*format == ExportFormat::Obj) {
        if (const std::optional<BadOption> bad = bad_option(obj_options(arguments))) {
            const bool is_scale = bad->option == "scale";
            return (is_scale ? "--scale: " : "the name of the MTL beside -o: ") + bad->problem;
        }
    }
    const bool replaces_level =
        is_same_file(arguments.level, output) ||
        (*format == ExportFormat::Obj && is_same_file(arguments.level, mtl_path(output)));
    if (replaces_level) {
        return "the output would replace the level; name another file with -o";
    }
    return {};
}

Result<void> write_text(const Path& path, std::string_view text) {
    return write_file(path, std::as_bytes(std::span(text)));
}

// The name of the file with a material's picture. `number` makes it unique, because bytes that file
// systems or readers of MTL do not accept are replaced.
std::string picture_name(std::string_view material, std::size_t number) {
    std::string name = fmt::format("{}_", number);
    for (const char c : material) {
        const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
        name += is_plain && static_cast<unsigned char>(c) < 0x80 ? c : '_';
    }
    return name + ".png";
}

// The picture that the level itself has of a material; nullopt if there is none. Warns of a damaged
// one.
std::optional<Image> own_picture(const Level& level, MaterialId material) {
    if (level.materials()[material.value].picture == kNone) {
        return std::nullopt;
    }
    Result<Image> image = material_image(level, material).value();
    if (!image) {
        print_diagnostics(
            std::array{Diagnostic{Severity::Warning, image.error().message, image.error().where}},
            kMaxMessages);
        return std::nullopt;
    }
    return *std::move(image);
}

Result<void> write_glb(const ExportArguments& arguments, const Level& level, ExportRun& run) {
    OpenedTextures textures = open_level_textures(level, arguments.level, arguments.textures);
    print_diagnostics(textures.diagnostics, kMaxMessages);
    GlbOptions options;
    options.sky = !arguments.no_sky;
    options.image = [&](std::string_view material) { return textures.library.load(material); };
    const Result<ExportedGlb> done = export_glb(level, options);
    if (!done) {
        return std::unexpected(done.error());
    }
    run.counts = done->counts;
    run.bytes = done->bytes.size();
    return write_file(run.output, done->bytes);
}

Result<void> write_obj(const ExportArguments& arguments, const Level& level, ExportRun& run) {
    run.materials = mtl_path(run.output);
    ObjOptions options = obj_options(arguments);
    OpenedTextures textures = open_level_textures(level, arguments.level, arguments.textures);
    print_diagnostics(textures.diagnostics, kMaxMessages);
    const Path folder = run.output.stem().string() + "_textures";
    Result<void> pictures;
    std::size_t number = 0;
    options.image_file = [&](MaterialId id) -> std::string {
        const std::string_view material = level.material_name(id);
        std::optional<Image> image = textures.library.load(material);
        image = image ? std::move(image) : own_picture(level, id);
        if (!image || !pictures) {
            return {};
        }
        const Path file = folder / picture_name(material, number++);
        std::error_code failed;  // write_picture reports this, too
        std::filesystem::create_directories(run.output.parent_path() / folder, failed);
        pictures = write_picture(run.output.parent_path() / file, *image);
        return file.generic_string();
    };
    const Result<ExportedObj> done = export_obj(level, options);
    if (!pictures) {
        return pictures;
    }
    if (!done) {
        return std::unexpected(done.error());
    }
    run.counts = done->counts;
    run.bytes = done->obj.size() + done->mtl.size();
    // The OBJ is written last: it must not exist before the files that it names.
    if (Result<void> written = write_text(run.materials, done->mtl); !written) {
        return written;
    }
    return write_text(run.output, done->obj);
}

Result<void> write_prt(const Level& level, ExportRun& run) {
    const PortalGraph graph = portal_graph(level);
    if (std::optional<Error> problem = graph_problem(graph)) {
        return std::unexpected(*std::move(problem));
    }
    run.clusters = graph.cluster_count;
    run.portals = graph.portals.size();
    const std::string text = write_portals(graph);
    run.bytes = text.size();
    return write_text(run.output, text);
}

Result<void> export_file(const ExportArguments& arguments, ExportRun& run) {
    const Result<Level> level = load_level(arguments.level);
    if (!level) {
        return std::unexpected(level.error());
    }
    switch (run.format) {
        case ExportFormat::Glb:
            return write_glb(arguments, *level, run);
        case ExportFormat::Obj:
            return write_obj(arguments, *level, run);
        case ExportFormat::Prt:
            break;
    }
    return write_prt(*level, run);
}

void print_text(const ExportRun& run) {
    if (run.format == ExportFormat::Prt) {
        fmt::print("{}\n  clusters {}, portals {}, bytes {}\n",
                   run.output.string(),
                   run.clusters,
                   run.portals,
                   run.bytes);
        return;
    }
    const bool is_glb = run.format == ExportFormat::Glb;
    fmt::print("{}\n  {} {}, faces {}, {}materials {}, images {}, bytes {}\n",
               run.output.string(),
               is_glb ? "nodes" : "objects",
               run.counts.objects,
               run.counts.faces,
               is_glb ? fmt::format("triangles {}, ", run.counts.triangles) : "",
               run.counts.materials,
               run.counts.images,
               run.bytes);
}

Json run_json(const ExportArguments& arguments, const ExportRun& run, const Result<void>& done) {
    Json report;
    report["input"] = arguments.level;
    report["output"] = done ? Json(run.output.string()) : Json();
    if (done && run.format == ExportFormat::Prt) {
        report["clusters"] = run.clusters;
        report["portals"] = run.portals;
        report["bytes"] = run.bytes;
    } else if (done) {
        if (run.format == ExportFormat::Obj) {
            report["mtl"] = run.materials.string();
        }
        report["objects"] = run.counts.objects;
        report["faces"] = run.counts.faces;
        if (run.format == ExportFormat::Glb) {
            report["triangles"] = run.counts.triangles;
        }
        report["materials"] = run.counts.materials;
        report["images"] = run.counts.images;
        report["bytes"] = run.bytes;
    }
    report["errors"] = done ? Json::array() : to_json(std::span(&done.error(), 1));
    return report;
}

ExitCode run_export(const ExportArguments& arguments) {
    if (const std::string wrong = usage_error(arguments); !wrong.empty()) {
        return wrong_usage(wrong);
    }
    ExportRun run;
    run.output = arguments.output;
    run.format = *format_of(run.output);
    const Result<void> done = export_file(arguments, run);
    if (!done) {
        print_error(done.error());
    }
    if (arguments.json) {
        print_json(run_json(arguments, run, done));
    } else if (done && !arguments.quiet) {
        print_text(run);
    }
    return done ? ExitCode::Done : ExitCode::BadInput;
}

}  // namespace

Command add_export_command(CLI::App& parent) {
    const auto arguments = std::make_shared<ExportArguments>();
    CLI::App* app =
        parent.add_subcommand("export", "Write what is drawn as glTF or OBJ, or the portals");
    add_level_argument(*app, arguments->level);
    app->add_option(
           "-o,--output",
           arguments->output,
           "The file to write: .glb (glTF 2.0), .obj with its .mtl beside it, or .prt (PRT1, the "
           "portals between clusters)")
        ->required()
        ->type_name("OUT");
    app->add_flag("--no-sky", arguments->no_sky, "Leave out the faces of the sky");
    add_word_option(
        *app, "--up", arguments->up, kUpAxes, "OBJ: the axis that points up, y or z (default y)")
        ->type_name("AXIS");
    app->add_option("--scale",
                    arguments->scale,
                    "OBJ: the length of a map unit in units of the OBJ, from 1e-6 to 1e6 (default: "
                    "such that a unit of the OBJ is a metre)")
        ->type_name("F");
    add_texture_options(*app, arguments->textures);
    CLI::Option* json = app->add_flag("--json", arguments->json, "Print the report as JSON");
    app->add_flag("--quiet", arguments->quiet, "Print nothing but errors")->excludes(json);
    app->footer(
        "A .glb contains the pictures of its textures. The pictures of an OBJ are written into "
        "the\n"
        "folder OUT_textures beside it. Where no texture is found, the picture and the colour of\n"
        "the source count, else the colour that render uses.\n"
        "Examples:\n"
        "  halfspace export keep.hsw -o keep.glb --textures examples/textures\n"
        "  halfspace export keep.hsw -o keep.obj --up z --scale 1 --no-sky\n"
        "  halfspace export keep.hsw -o keep.prt\n");
    return {app, [arguments] { return run_export(*arguments); }};
}

}  // namespace halfspace::tool
