// SPDX-License-Identifier: MIT
#include "import/meshes/mesh_import.h"

#include "halfspace/exact/grid.h"
#include "halfspace/world/describe.h"

#include "import/brushes/side_planes.h"
#include "import/meshes/hull_brush.h"
#include "import/surfaces/open_edges.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// A volume below this share of area times extent is that of roundings, not of a solid.
constexpr double kMinVolume = 1e-12;

void add_triangles(const Mesh& mesh, Entity& entity) {
    for (const MeshTriangle& triangle : mesh.triangles) {
        SurfacePolygon& polygon = entity.polygons.emplace_back();
        for (const MeshCorner& corner : triangle.corners) {
            polygon.corners.push_back(
                {to_decimals(mesh.vertices[corner.vertex]), corner.u, corner.v});
        }
        polygon.material = triangle.material;
        polygon.surface = mesh.surface;
        polygon.opacity = triangle.opacity;
        polygon.position.line = triangle.line;
    }
}

std::string open_text(std::size_t count) {
    return " is not closed: " + std::to_string(count) +
           (count == 1 ? " edge is open" : " edges are open");
}

// A verdict, and what it was found of.
struct Judged {
    MeshCheck check;
    Mesh mesh;        // of the world, welded if this closes it
    MeshShape shape;  // of `mesh`, as far as the verdict needed it
};

// Judges meshes one after the other.
class Judge {
public:
    Judge(const World& world, const ImportOptions& options)
        : world_(&world),
          grid_exponent_(options.grid_exponent ? *options.grid_exponent
                                               : fitting_grid(world, options.also_on_grid)) {}

    int grid_exponent() const { return grid_exponent_; }

    Judged run(std::uint32_t entity, std::uint32_t number) {
        check_ = {.entity = entity, .mesh = number};
        Judged judged{{}, mesh(), {}};
        judge(judged.mesh, judged.shape);
        judged.check = std::move(check_);
        return judged;
    }

private:
    void fail(MeshVerdict verdict, ErrorCode code, const std::string& what, std::uint32_t line) {
        check_.verdict = verdict;
        check_.errors.push_back({code, what, {world_->source, line}});
    }
    void fail(MeshVerdict verdict, ErrorCode code, const std::string& what) {
        fail(verdict, code, name() + what, mesh().line);
    }
    std::string name() const { return describe_mesh(*world_, check_.entity, check_.mesh); }
    const Mesh& mesh() const { return world_->entities[check_.entity].meshes[check_.mesh]; }

    void judge(Mesh& mesh, MeshShape& shape) {
        if (const std::optional<std::string> problem = mesh_problem(mesh)) {
            fail(MeshVerdict::Refused, ErrorCode::Geometry, " " + *problem);
            return;
        }
        shape = shape_of(mesh);
        if (!is_in_range(shape.box)) {
            return;
        }
        weld_cracks(mesh, shape);
        if (!shape.open_edges.empty() && !is_closed_by_parts(mesh)) {
            fail_open(mesh, shape);
        } else if (is_right_way_round(shape) && mesh.filled == Mesh::Filled::Outside) {
            check_.verdict = MeshVerdict::Room;
            check_room();
        }
    }

    // Welds vertices that are one point within the precision of the grid, if this closes the mesh.
    void weld_cracks(Mesh& mesh, MeshShape& shape) {
        if (shape.open_edges.empty() || is_closed_by_parts(mesh)) {
            return;
        }
        Mesh welded = mesh;
        const Weld weld = weld_vertices(welded, std::ldexp(kWeldSteps, -grid_exponent_));
        MeshShape closed = shape_of(welded);
        if (weld.moved > 0 && (closed.open_edges.empty() || is_closed_by_parts(welded))) {
            mesh = std::move(welded);
            shape = std::move(closed);
            check_.weld = weld;
        }
    }

    // All rooms of an entity are cut out of one solid.
    void check_room() {
        const Mesh*& first = first_rooms_[check_.entity];
        if (first == nullptr) {
            first = &mesh();
        } else if (first->contents != mesh().contents || first->surface != mesh().surface) {
            fail(MeshVerdict::Refused,
                 ErrorCode::Geometry,
                 " is a room with other contents than another room of its entity, or only one of "
                 "them is drawn; all rooms of an entity are cut out of one solid, so make them "
                 "alike");
        }
    }

    bool is_in_range(const Aabb& box) {
        const double reach = std::ldexp(static_cast<double>(kMaxPointCoordinate), -grid_exponent_);
        if (is_within(box.min, reach) && is_within(box.max, reach)) {
            return true;
        }
        fail(MeshVerdict::Refused,
             ErrorCode::Range,
             " has a vertex beyond +-" + length_text(*world_, reach) +
                 " units, the limit of exact arithmetic on this grid; make the object "
                 "smaller, move it closer to the origin, or take a coarser grid");
        return false;
    }

    void fail_open(const Mesh& mesh, const MeshShape& shape) {
        const std::size_t count = shape.open_edges.size();
        fail(
            MeshVerdict::Open,
            ErrorCode::Geometry,
            open_text(count) +
                (count > kMaxOpenEdges ? ", the first " + std::to_string(kMaxOpenEdges) + " follow"
                                       : "") +
                "; a face is missing, or vertices that should be one are apart: close the object, "
                "or "
                "merge its vertices in the program that made it (--weld D merges vertices that are "
                "up to D apart; --open skip leaves it out, --open draw only draws it)");
        for (std::size_t i = 0; i < std::min(count, kMaxOpenEdges); ++i) {
            fail_edge(mesh, shape.open_edges[i]);
        }
        check_.open_edges = shape.open_edges;
    }

    void fail_edge(const Mesh& mesh, const OpenMeshEdge& edge) {
        const bool is_rim = edge.along + edge.against == 1;
        fail(MeshVerdict::Open,
             ErrorCode::Geometry,
             "open edge from " + place_text(*world_, mesh.vertices[edge.from]) + " to " +
                 place_text(*world_, mesh.vertices[edge.to]) + " of " + name() + ": " +
                 describe_open_edge(edge) +
                 (is_rim ? "" : "; a triangle may face the wrong way or occur twice"),
             mesh.triangles[edge.triangle].line);
    }

    // True if all corners lie on the grid, and several short edges close each long one.
    bool is_closed_by_parts(const Mesh& mesh) const {
        std::vector<std::vector<GridPoint>> loops;
        for (const MeshTriangle& triangle : mesh.triangles) {
            std::vector<GridPoint>& loop = loops.emplace_back();
            for (const MeshCorner& corner : triangle.corners) {
                const std::optional<GridPoint> point = point_of(mesh.vertices[corner.vertex]);
                if (!point) {
                    return false;
                }
                loop.push_back(*point);
            }
        }
        return open_edges_of_loops(loops).empty();
    }

    // nullopt off the grid.
    std::optional<GridPoint> point_of(const Vec3& place) const {
        GridPoint point{};
        const Vec3 steps = place * std::ldexp(1, grid_exponent_);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (!(std::fabs(steps[axis]) <= static_cast<double>(kMaxGridCoordinate)) ||
                std::floor(steps[axis]) != steps[axis]) {
                return std::nullopt;
            }
            point[axis] = static_cast<std::int64_t>(steps[axis]);
        }
        return point;
    }

    bool is_right_way_round(const MeshShape& shape) {
        const Vec3 size = shape.box.max - shape.box.min;
        const double least = kMinVolume * shape.area * std::max({size.x, size.y, size.z});
        if (std::fabs(shape.volume) <= least) {
            fail(MeshVerdict::Flat,
                 ErrorCode::Geometry,
                 " encloses no volume; give it a thickness, delete it, or let its name end in "
                 "-noimp");
            return false;
        }
        const bool is_room = mesh().filled == Mesh::Filled::Outside;
        if (is_room != (shape.volume < 0)) {
            fail(is_room ? MeshVerdict::LooksOutwards : MeshVerdict::LooksInwards,
                 ErrorCode::Geometry,
                 is_room ? " is a room, but its faces look outwards (its volume is " +
                               volume_text(*world_, shape.volume) +
                               "); flip them, or take the tag of a room away"
                         : " has the negative volume " + volume_text(*world_, shape.volume) +
                               ": its faces look inwards; flip them, or say that it is a room "
                               "in solid (a name that ends in -room does)");
            return false;
        }
        return true;
    }

    const World* world_;
    int grid_exponent_;
    MeshCheck check_;
    std::map<std::uint32_t, const Mesh*> first_rooms_;  // by entity
};

class Importer {
public:
    Importer(const World& world, const ImportOptions& options)
        : world_(&world), options_(&options), judge_(world, options) {}

    std::expected<ImportedMeshes, std::vector<Error>> run() {
        result_.grid_exponent = judge_.grid_exponent();
        result_.world = *world_;
        for (std::uint32_t e = 0; e < world_->entities.size(); ++e) {
            result_.world.entities[e].meshes.clear();
            for (std::uint32_t m = 0; m < world_->entities[e].meshes.size(); ++m) {
                take(e, m);
            }
        }
        if (!errors_.empty()) {
            return std::unexpected(std::move(errors_));
        }
        std::ranges::sort(result_.drawn_entities);
        return std::move(result_);
    }

private:
    void tell(Severity severity, const MeshCheck& check, const std::string& what) {
        const Mesh& mesh = world_->entities[check.entity].meshes[check.mesh];
        result_.diagnostics.push_back({severity,
                                       describe_mesh(*world_, check.entity, check.mesh) + what,
                                       {world_->source, mesh.line}});
    }

    void take(std::uint32_t entity, std::uint32_t number) {
        auto [check, mesh, shape] = judge_.run(entity, number);
        if (check.weld.moved > 0) {
            moved(check.weld.farthest);
            tell(Severity::Note, check, ": " + welded_text(*world_, check.weld));
        }
        if (check.verdict == MeshVerdict::Open && options_->open_surfaces != OpenSurfaces::Error) {
            take_open(mesh, check);
        } else if (!check.errors.empty()) {
            std::ranges::move(check.errors, std::back_inserter(errors_));
        } else if (check.verdict == MeshVerdict::Room) {
            add_room(entity, mesh);
        } else {
            add_solid(entity, mesh, shape, check.weld);
        }
    }

    void take_open(const Mesh& mesh, const MeshCheck& check) {
        const bool is_drawn =
            options_->open_surfaces == OpenSurfaces::Draw && mesh.surface != SurfaceKind::NoDraw;
        tell(Severity::Warning,
             check,
             open_text(check.open_edges.size()) +
                 (is_drawn ? "; it is drawn and blocks nothing" : "; it is left out"));
        if (is_drawn) {
            draw_open(check.entity, mesh);
        }
    }

    // An entity is made either of polygons or of solids.
    void draw_open(std::uint32_t entity, const Mesh& mesh) {
        const Entity& from = world_->entities[entity];
        const bool is_alone = entity != 0 && from.meshes.size() == 1 && from.brushes.empty() &&
                              from.patches.empty() && from.polygons.empty();
        result_.drawn_entities.push_back(
            is_alone ? entity : static_cast<std::uint32_t>(result_.world.entities.size()));
        const Mesh shown = without_collapsed(mesh);
        if (is_alone) {
            add_triangles(shown, result_.world.entities[entity]);
            return;
        }
        Entity& drawn = result_.world.entities.emplace_back();
        drawn.keys.push_back({"classname", "func_illusionary"});
        drawn.position = from.position;
        drawn.position.line = mesh.line;
        add_triangles(shown, drawn);
    }

    // A polygon of an entity must have an area. Of corners on a line of the grid it is exactly 0.
    static Mesh without_collapsed(const Mesh& mesh) {
        Mesh rest = mesh;
        std::erase_if(rest.triangles, [&](const MeshTriangle& triangle) {
            const auto corner = [&](std::size_t i) {
                return mesh.vertices[triangle.corners[i].vertex];
            };
            return cross(corner(1) - corner(0), corner(2) - corner(0)) == Vec3{};
        });
        return rest;
    }

    void moved(double by) { result_.largest_move = std::max(result_.largest_move, by); }

    // weld: what was done to the mesh.
    void add_solid(std::uint32_t entity,
                   const Mesh& mesh,
                   const MeshShape& shape,
                   const Weld& weld) {
        std::vector<Mesh>& rest = result_.world.entities[entity].meshes;
        if (has_holes(shape)) {
            rest.push_back(mesh);
            return;
        }
        std::vector<std::vector<std::uint32_t>> parts(shape.volumes.size());
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
            parts[shape.component[t]].push_back(t);
        }
        const double tolerance = std::ldexp(options_->tolerance, -result_.grid_exponent);
        for (std::size_t c = 0; c < parts.size(); ++c) {
            if (shape.volumes[c] == 0) {
                continue;  // two sides of a sheet, which enclose nothing
            }
            if (std::optional<HullBrush> hull = hull_brush(mesh, parts[c], tolerance)) {
                result_.world.entities[entity].brushes.push_back(std::move(hull->brush));
                moved(weld.farthest + hull->largest_move);
            } else {
                rest.push_back(part_of(mesh, parts[c]));
            }
        }
    }

    // All rooms of an entity become one mesh.
    void add_room(std::uint32_t entity, const Mesh& mesh) {
        std::vector<Mesh>& meshes = result_.world.entities[entity].meshes;
        const auto known = std::ranges::find(meshes, Mesh::Filled::Outside, &Mesh::filled);
        if (known == meshes.end()) {
            meshes.push_back(mesh);
            return;
        }
        const auto first = static_cast<std::uint32_t>(known->vertices.size());
        known->vertices.insert(known->vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
        for (MeshTriangle triangle : mesh.triangles) {
            for (MeshCorner& corner : triangle.corners) {
                corner.vertex += first;
            }
            known->triangles.push_back(triangle);
        }
    }

    // A component that looks inwards may be a hole in another one.
    static bool has_holes(const MeshShape& shape) {
        return std::any_of(
            shape.volumes.begin(), shape.volumes.end(), [](double volume) { return volume < 0; });
    }

    // Only with the vertices that the triangles use: a mesh may have thousands of parts.
    static Mesh part_of(const Mesh& mesh, const std::vector<std::uint32_t>& triangles) {
        Mesh part;
        part.name = mesh.name;
        part.contents = mesh.contents;
        part.surface = mesh.surface;
        part.filled = mesh.filled;
        part.line = mesh.line;
        std::map<std::uint32_t, std::uint32_t> numbers;
        for (const std::uint32_t t : triangles) {
            MeshTriangle& triangle = part.triangles.emplace_back(mesh.triangles[t]);
            for (MeshCorner& corner : triangle.corners) {
                const auto [known, is_new] = numbers.try_emplace(
                    corner.vertex, static_cast<std::uint32_t>(part.vertices.size()));
                if (is_new) {
                    part.vertices.push_back(mesh.vertices[corner.vertex]);
                }
                corner.vertex = known->second;
            }
        }
        return part;
    }

    const World* world_;
    const ImportOptions* options_;
    Judge judge_;
    ImportedMeshes result_;
    std::vector<Error> errors_;
};

}  // namespace

bool has_meshes(const World& world) {
    return std::any_of(world.entities.begin(), world.entities.end(), [](const Entity& entity) {
        return !entity.meshes.empty();
    });
}

std::expected<MeshSurfaces, std::vector<Error>> mesh_surfaces(const World& world,
                                                              int grid_exponent,
                                                              PlaneTable& planes) {
    MeshSurfaces result;
    World polygons{world.source, {}, world.materials, {}, world.source_frame};
    for (std::uint32_t e = 0; e < world.entities.size(); ++e) {
        for (std::uint32_t m = 0; m < world.entities[e].meshes.size(); ++m) {
            result.places.push_back({e, m});
            Entity& entity = polygons.entities.emplace_back();
            entity.keys.push_back({"classname", describe_mesh(world, e, m)});
            add_triangles(world.entities[e].meshes[m], entity);
        }
    }
    std::expected<ImportedSurfaces, std::vector<Error>> imported =
        import_surfaces(polygons, grid_exponent, planes, WithoutArea::LeaveOut);
    if (!imported) {
        return std::unexpected(std::move(imported.error()));
    }
    result.imported = *std::move(imported);
    return result;
}

std::vector<MeshCheck> check_meshes(const World& world, const ImportOptions& options) {
    Judge judge(world, options);
    std::vector<MeshCheck> checks;
    for (std::uint32_t e = 0; e < world.entities.size(); ++e) {
        for (std::uint32_t m = 0; m < world.entities[e].meshes.size(); ++m) {
            checks.push_back(judge.run(e, m).check);
        }
    }
    return checks;
}

std::expected<ImportedMeshes, std::vector<Error>> import_meshes(const World& world,
                                                                const ImportOptions& options) {
    return Importer(world, options).run();
}

}  // namespace halfspace
