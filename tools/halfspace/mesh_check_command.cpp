// SPDX-License-Identifier: MIT
// halfspace mesh check: what compile would say of each object of a file, and a picture of it.
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/render/painter.h"
#include "halfspace/world/describe.h"

#include "camera_input.h"
#include "commands.h"
#include "json_report.h"
#include "mesh_input.h"
#include "mesh_picture.h"
#include "output_file.h"
#include "printable.h"
#include "words.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace halfspace::tool {
namespace {

struct CheckArguments {
    std::string source;
    MeshFlags meshes;
    std::string picture;
    std::string size = "1280x720";
    bool json = false;
};

void print_check(const World& world, const MeshCheck& check) {
    fmt::print("{}: {}\n",
               printable(describe_mesh(world, check.entity, check.mesh)),
               word_of(kMeshVerdicts, check.verdict));
    if (check.weld.moved > 0) {
        fmt::print("  {}\n", welded_text(world, check.weld));
    }
    for (const Error& error : check.errors) {
        fmt::print("  {}\n", printable(to_string(error)));
    }
}

Json check_json(const World& world, const MeshCheck& check) {
    const Mesh& mesh = world.entities[check.entity].meshes[check.mesh];
    return {{"name", mesh.name},
            {"line", mesh.line},
            {"verdict", word_of(kMeshVerdicts, check.verdict)},
            {"welded", check.weld.moved},
            {"weld_distance", check.weld.farthest},
            {"open_edges", check.open_edges.size()},
            {"errors", to_json(check.errors)}};
}

ExitCode run_check(const CheckArguments& arguments) {
    if (const std::optional<std::string> problem = mesh_flag_problem(arguments.meshes)) {
        return wrong_usage(*problem, "mesh check");
    }
    const Result<PictureSize> size = parse_size(arguments.size, kMaxPictureSize);
    if (!size) {
        return wrong_usage(size.error().message, "mesh check");
    }
    if (!arguments.picture.empty() && lower_extension(arguments.picture) != ".png") {
        return wrong_usage("--picture: " + unsupported_output(arguments.picture, ".png"),
                           "mesh check");
    }
    const Result<World> world = read_mesh_world(arguments.source, arguments.meshes);
    if (!world) {
        return bad_input(world.error());
    }
    const std::vector<MeshCheck> checks = check_meshes(*world);
    if (!arguments.picture.empty()) {
        const auto written = write_picture(arguments.picture, mesh_picture(*world, checks, *size));
        if (!written) {
            return bad_input(written.error());
        }
    }
    const auto bad = static_cast<std::size_t>(
        std::ranges::count_if(checks, [](const MeshCheck& c) { return !c.errors.empty(); }));
    if (arguments.json) {
        Json objects = Json::array();
        for (const MeshCheck& check : checks) {
            objects.push_back(check_json(*world, check));
        }
        print_json({{"source", arguments.source}, {"bad", bad}, {"objects", std::move(objects)}});
    } else {
        for (const MeshCheck& check : checks) {
            print_check(*world, check);
        }
        fmt::print("{} of {} objects can be compiled{}\n",
                   checks.size() - bad,
                   checks.size(),
                   bad == 0 ? ""
                            : "; halfspace view walks on the others as they are, and nothing has "
                              "to be mended for that");
        if (!arguments.picture.empty()) {
            fmt::print("{}\n", arguments.picture);
        }
    }
    return bad == 0 ? ExitCode::Done : ExitCode::BadInput;
}

}  // namespace

Command add_mesh_check_command(CLI::App& mesh) {
    const auto arguments = std::make_shared<CheckArguments>();
    CLI::App* check =
        mesh.add_subcommand("check", "Say what is wrong with each object, and show it");
    check->add_option("FILE", arguments->source, "A file with meshes (" + mesh_formats() + ")")
        ->required()
        ->type_name("");
    check
        ->add_option(
            "--picture",
            arguments->picture,
            "Paint the objects: grey if compile takes them, else orange, with open edges red")
        ->type_name("OUT.png");
    add_size_option(*check, arguments->size);
    check->add_flag("--json", arguments->json, "Print the report as JSON");
    add_mesh_flags(*check, arguments->meshes);
    check->footer(
        "Each object is judged as compile without --grid and --space judges it; the words are "
        "those\n"
        "of `mesh info`. The exit code is 1 if compile would refuse an object. Places and lengths\n"
        "are those of the file; weld_distance of --json is in map units.\n"
        "Examples:\n"
        "  halfspace mesh check house.glb --picture house.png\n"
        "  halfspace mesh check part.stl --weld 0.01\n");
    return {check, [arguments] { return run_check(*arguments); }};
}

}  // namespace halfspace::tool
