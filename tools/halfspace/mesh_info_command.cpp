// SPDX-License-Identifier: MIT
// halfspace mesh: questions about meshes. `mesh info` tells what the objects of a file are, and
// what is wrong with them.
#include "halfspace/base/number_text.h"
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/world/describe.h"
#include "halfspace/world/world.h"

#include "commands.h"
#include "json_report.h"
#include "mesh_input.h"
#include "printable.h"
#include "words.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace halfspace::tool {
namespace {

struct InfoArguments {
    std::string source;
    MeshFlags meshes;
    bool json = false;
};

// How many open edges of an object are listed.
constexpr std::size_t kMaxEdges = 20;

std::string place(const Vec3& p) {
    // -0 is 0.
    return fmt::format(
        "{} {} {}", number_text(p.x + 0.0), number_text(p.y + 0.0), number_text(p.z + 0.0));
}

// A mesh that is refused for another reason may have open edges, too.
const std::vector<OpenMeshEdge>& edges_of(const MeshShape& shape, const MeshCheck& check) {
    return check.verdict == MeshVerdict::Refused ? shape.open_edges : check.open_edges;
}

void print_object(const World& world, const MeshShape& shape, const MeshCheck& check) {
    const Mesh& mesh = world.entities[check.entity].meshes[check.mesh];
    const Vec3 size = shape.box.max - shape.box.min;
    fmt::print("object '{}'{}\n",
               printable(mesh.name),
               mesh.line == 0 ? "" : fmt::format(", line {}", mesh.line));
    fmt::print("  {}, contents {}{}\n",
               word_of(kMeshVerdicts, check.verdict),
               to_string(mesh.contents),
               mesh.surface == SurfaceKind::NoDraw ? ", not drawn" : "");
    fmt::print("  triangles {}{}, vertices {} at {} positions, components {}\n",
               mesh.triangles.size(),
               shape.collapsed == 0 ? "" : fmt::format(" ({} of them collapsed)", shape.collapsed),
               mesh.vertices.size(),
               shape.positions,
               shape.volumes.size());
    fmt::print(
        "  box {} to {} (size {})\n", place(shape.box.min), place(shape.box.max), place(size));
    fmt::print("  volume {}, area {}\n", number_text(shape.volume), number_text(shape.area));
    if (check.weld.moved > 0) {
        fmt::print("  {}\n", welded_text(world, check.weld));
    }
    const std::vector<OpenMeshEdge>& edges = edges_of(shape, check);
    fmt::print("  open edges {}\n", edges.size());
    for (std::size_t i = 0; i < std::min(edges.size(), kMaxEdges); ++i) {
        const OpenMeshEdge& edge = edges[i];
        fmt::print("    {} to {}: {}\n",
                   place_text(world, mesh.vertices[edge.from]),
                   place_text(world, mesh.vertices[edge.to]),
                   describe_open_edge(edge));
    }
    if (edges.size() > kMaxEdges) {
        fmt::print("    ... and {} more\n", edges.size() - kMaxEdges);
    }
}

Json object_json(const Mesh& mesh, const MeshShape& shape, const MeshCheck& check) {
    Json edges = Json::array();
    for (const OpenMeshEdge& edge : edges_of(shape, check)) {
        edges.push_back({{"from", point_json(mesh.vertices[edge.from])},
                         {"to", point_json(mesh.vertices[edge.to])},
                         {"along", edge.along},
                         {"against", edge.against}});
    }
    return {{"name", mesh.name},
            {"line", mesh.line},
            {"verdict", word_of(kMeshVerdicts, check.verdict)},
            {"contents", to_string(mesh.contents)},
            {"drawn", mesh.surface != SurfaceKind::NoDraw},
            {"triangles", mesh.triangles.size()},
            {"collapsed", shape.collapsed},
            {"vertices", mesh.vertices.size()},
            {"positions", shape.positions},
            {"components", shape.volumes.size()},
            {"min", point_json(shape.box.min)},
            {"max", point_json(shape.box.max)},
            {"volume", shape.volume},
            {"area", shape.area},
            {"open_edges", std::move(edges)}};
}

ExitCode run_info(const InfoArguments& arguments) {
    if (const std::optional<std::string> problem = mesh_flag_problem(arguments.meshes)) {
        return wrong_usage(*problem, "mesh info");
    }
    const Result<World> world = read_mesh_world(arguments.source, arguments.meshes);
    if (!world) {
        return bad_input(world.error());
    }
    Json objects = Json::array();
    for (const MeshCheck& check : check_meshes(*world)) {
        const Mesh& mesh = world->entities[check.entity].meshes[check.mesh];
        const MeshShape shape = mesh_problem(mesh) ? MeshShape() : shape_of(mesh);
        if (arguments.json) {
            objects.push_back(object_json(mesh, shape, check));
        } else {
            print_object(*world, shape, check);
        }
    }
    if (arguments.json) {
        print_json({{"source", arguments.source}, {"objects", std::move(objects)}});
    }
    return ExitCode::Done;
}

}  // namespace

Command add_mesh_info_command(CLI::App& mesh) {
    const auto arguments = std::make_shared<InfoArguments>();
    CLI::App* info = mesh.add_subcommand("info", "Print what the objects of a file are");
    info->add_option("FILE", arguments->source, "A file with meshes (" + mesh_formats() + ")")
        ->required()
        ->type_name("");
    info->add_flag("--json", arguments->json, "Print the report as JSON");
    add_mesh_flags(*info, arguments->meshes);
    info->footer(
        "For each object: whether compile can take it, its triangles, vertices and box, the "
        "volume\n"
        "that it encloses, and its open edges. Box, volume and area are in map units, places of "
        "edges\n"
        "and distances of welds are those of the file. With --json all are in map units.\n"
        "closed: it becomes solid. room: everything around it becomes solid. open, flat, inside "
        "out,\n"
        "no room and refused: compile refuses it, and `mesh check` says why.\n"
        "Examples:\n"
        "  halfspace mesh info house.glb\n"
        "  halfspace mesh info house.obj --up z --scale 1 --json\n");
    return {info, [arguments] { return run_info(*arguments); }};
}

}  // namespace halfspace::tool
