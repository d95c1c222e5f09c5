// SPDX-License-Identifier: MIT
#include "mesh_input.h"

#include "halfspace/formats/read_world.h"

#include "console.h"
#include "words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace halfspace::tool {
namespace {

// An edge of a triangle, by the positions of vertices.
struct DirectedEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t across = 0;  // the third corner
    std::uint32_t component = 0;

    auto ends() const { return std::pair(from, to); }
};

// Triangles of those parts that become pieces: all of a room, and the parts that are not convex. A
// part is convex if the neighbours of each triangle lie behind its plane. REQUIRES: mesh_problem
// says nothing. Cost: n log n.
std::size_t concave_triangles(const Mesh& mesh) {
    if (mesh.filled == Mesh::Filled::Outside) {
        return mesh.triangles.size();
    }
    const MeshShape shape = shape_of(mesh);
    std::vector<DirectedEdge> edges;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const auto corner = [&](std::size_t c) {
                return shape.position[mesh.triangles[t].corners[(i + c) % 3].vertex];
            };
            edges.push_back({corner(0), corner(1), corner(2), shape.component[t]});
        }
    }
    std::ranges::sort(edges, {}, &DirectedEdge::ends);
    const double tolerance = 1e-6 * length(shape.box.max - shape.box.min);
    std::vector<bool> is_concave(shape.volumes.size());
    for (const DirectedEdge& edge : edges) {
        const std::pair back(edge.to, edge.from);
        const auto twin = std::ranges::lower_bound(edges, back, {}, &DirectedEdge::ends);
        if (twin == edges.end() || twin->ends() != back) {
            continue;
        }
        const Vec3& from = mesh.vertices[edge.from];
        const Vec3 normal = cross(mesh.vertices[edge.to] - from, mesh.vertices[edge.across] - from);
        if (dot(normal, mesh.vertices[twin->across] - from) > tolerance * length(normal)) {
            is_concave[edge.component] = true;
        }
    }
    return static_cast<std::size_t>(std::ranges::count_if(
        shape.component, [&](std::uint32_t component) { return is_concave[component]; }));
}

}  // namespace

void add_mesh_flags(CLI::App& app, MeshFlags& flags) {
    const std::string heading = "Meshes (" + mesh_formats() + ")";
    app.add_option("--scale",
                   flags.scale,
                   "Map units in a unit of the file (default: those in a metre, 32)")
        ->group(heading)
        ->type_name("S");
    add_word_option(app,
                    "--up",
                    flags.up,
                    kUpAxes,
                    "The axis that points up in the file, y or z (default: y for OBJ and glTF, "
                    "else z)")
        ->group(heading)
        ->type_name("AXIS");
    CLI::Option* const rooms =
        app.add_flag("--rooms",
                     flags.rooms,
                     "An object whose faces look inwards is a room in solid, not an error")
            ->group(heading);
    app.add_flag("--flip",
                 flags.flip,
                 "An object whose faces look inwards is turned inside out, not an error")
        ->group(heading)
        ->excludes(rooms);
    app.add_option("--weld",
                   flags.weld,
                   "Vertices that are up to DISTANCE apart count as one, in units of the file "
                   "(default 0; compile closes cracks of half a grid step by itself)")
        ->group(heading)
        ->type_name("DISTANCE");
}

void add_sides_option(CLI::App& app, std::optional<BlockingSides>& sides) {
    static constexpr std::array kSides{Word{"both", BlockingSides::Both},
                                       Word{"front", BlockingSides::Front}};
    add_word_option(app,
                    "--sides",
                    sides,
                    kSides,
                    "Which sides of triangles stop a body, both or front (default both). The front "
                    "is where the corners are counter-clockwise")
        ->type_name("SIDES");
}

MeshReadOptions mesh_options(const MeshFlags& flags, double units_per_metre) {
    MeshReadOptions options;
    options.scale = flags.scale.value_or(units_per_metre);
    options.up = flags.up;
    options.rooms = flags.rooms;
    options.flip = flags.flip;
    options.weld = flags.weld;
    return options;
}

Result<World> read_mesh_world(const std::string& path, const MeshFlags& flags) {
    Result<ReadWorld> read = read_world(path, mesh_options(flags));
    if (!read) {
        return std::unexpected(std::move(read.error()));
    }
    print_diagnostics(read->diagnostics, kMaxMessages);
    if (std::ranges::all_of(read->world.entities,
                            [](const Entity& entity) { return entity.meshes.empty(); })) {
        return std::unexpected(Error{ErrorCode::Geometry, "the file has no meshes", {path}});
    }
    return std::move(read->world);
}

Result<std::vector<Mesh>> read_meshes(const std::string& path, const MeshFlags& flags) {
    Result<World> world = read_mesh_world(path, flags);
    if (!world) {
        return std::unexpected(std::move(world.error()));
    }
    std::vector<Mesh> meshes;
    for (Entity& entity : world->entities) {
        std::ranges::move(entity.meshes, std::back_inserter(meshes));
    }
    return meshes;
}

std::vector<Diagnostic> mesh_forecast(const World& world, std::size_t bodies) {
    // Processor time for each triangle and space; docs/decisions/0053-small-pieces.md has figures.
    constexpr double kSecondsForTriangle = 0.0007;
    constexpr double kWorthTelling = 5;  // seconds
    const auto seconds_for = [&](std::size_t triangles) {
        return kSecondsForTriangle * static_cast<double>(triangles) *
               static_cast<double>(1 + bodies);
    };
    std::vector<const Mesh*> meshes;
    std::size_t triangles = 0;
    for (const Entity& entity : world.entities) {
        for (const Mesh& mesh : entity.meshes) {
            if (any(mesh.contents & kBodyBlockers) && !mesh_problem(mesh)) {
                meshes.push_back(&mesh);
                triangles += mesh.triangles.size();
            }
        }
    }
    if (bodies == 0 || seconds_for(triangles) < kWorthTelling) {
        return {};
    }
    triangles = 0;
    for (const Mesh* const mesh : meshes) {
        triangles += concave_triangles(*mesh);
    }
    if (seconds_for(triangles) < kWorthTelling) {
        return {};
    }
    return {{Severity::Note,
             fmt::format("bodies grow the pieces of {} triangles, which may take {:.0f} s of "
                         "processor time; an object takes next to none if it is only drawn "
                         "(-nocol) and a simple hull blocks in its place (-colonly)",
                         triangles,
                         seconds_for(triangles)),
             {world.source}}};
}

std::vector<Diagnostic> mesh_advice(const World& world,
                                    const MeshFlags& flags,
                                    std::span<const Error> errors) {
    bool has_meshes = false;
    bool has_inward = false;
    for (const Entity& entity : world.entities) {
        for (const Mesh& mesh : entity.meshes) {
            has_meshes = true;
            has_inward = has_inward || (mesh.filled == Mesh::Filled::Inside &&
                                        !mesh_problem(mesh) && shape_of(mesh).volume < 0);
        }
    }
    std::vector<Diagnostic> advice;
    if (has_inward && !flags.rooms && !flags.flip) {
        advice.push_back({Severity::Note,
                          "--flip turns objects that look inwards inside out; with --rooms each of "
                          "them is a room in "
                          "solid",
                          {world.source}});
    }
    if (has_meshes && std::ranges::any_of(errors, [](const Error& error) {
            return error.code == ErrorCode::Range;
        })) {
        advice.push_back({Severity::Note,
                          "a smaller --scale or a coarser --grid may bring the objects into range",
                          {world.source}});
    }
    return advice;
}

std::optional<std::string> mesh_flag_problem(const MeshFlags& flags) {
    const std::optional<BadOption> bad = bad_option(mesh_options(flags));
    return bad ? std::optional("--" + bad->option + ": " + bad->problem) : std::nullopt;
}

}  // namespace halfspace::tool
