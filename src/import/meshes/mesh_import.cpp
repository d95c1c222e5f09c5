// SPDX-License-Identifier: MIT
#include "import/meshes/mesh_import.h"

#include "halfspace/base/number_text.h"
#include "halfspace/exact/grid.h"
#include "halfspace/world/describe.h"

#include "import/brushes/side_planes.h"
#include "import/meshes/hull_brush.h"
#include "import/surfaces/open_edges.h"
#include "math/shared/vec_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
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

class Importer {
public:
    Importer(const World& world, const ImportOptions& options)
        : world_(&world), options_(&options) {}

    std::expected<ImportedMeshes, std::vector<Error>> run() {
        result_.grid_exponent = options_->grid_exponent
                                    ? *options_->grid_exponent
                                    : fitting_grid(*world_, options_->also_on_grid);
        result_.world = *world_;
        for (std::uint32_t e = 0; e < world_->entities.size(); ++e) {
            result_.world.entities[e].meshes.clear();
            for (std::uint32_t m = 0; m < world_->entities[e].meshes.size(); ++m) {
                entity_ = e;
                number_ = m;
                take(world_->entities[e].meshes[m]);
            }
        }
        if (!errors_.empty()) {
            return std::unexpected(std::move(errors_));
        }
        return std::move(result_);
    }

private:
    void fail(ErrorCode code, const std::string& what, std::uint32_t line) {
        errors_.push_back({code, what, {world_->source, line}});
    }
    void fail_mesh(ErrorCode code, const std::string& what) {
        fail(code, describe_mesh(*world_, entity_, number_) + what, mesh().line);
    }
    const Mesh& mesh() const { return world_->entities[entity_].meshes[number_]; }

    void take(Mesh mesh) {
        if (const std::optional<std::string> problem = mesh_problem(mesh)) {
            fail_mesh(ErrorCode::Geometry, " " + *problem);
            return;
        }
        MeshShape shape = shape_of(mesh);
        weld_cracks(mesh, shape);
        if (!is_in_range(shape.box)) {
            return;
        }
        if (!shape.open_edges.empty() && !is_closed_by_parts(mesh)) {
            take_open(std::move(mesh), shape);
            return;
        }
        if (!is_right_way_round(shape)) {
            return;
        }
        std::vector<Mesh>& rest = result_.world.entities[entity_].meshes;
        if (mesh.filled == Mesh::Filled::Outside) {
            add_room(mesh);
            return;
        }
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
            if (std::optional<Brush> brush = hull_brush(mesh, parts[c], tolerance)) {
                result_.world.entities[entity_].brushes.push_back(*std::move(brush));
            } else {
                rest.push_back(part_of(mesh, parts[c]));
            }
        }
    }

    // Welds vertices that are one point within the precision of the grid, if this closes the mesh.
    void weld_cracks(Mesh& mesh, MeshShape& shape) {
        if (shape.open_edges.empty() || is_closed_by_parts(mesh)) {
            return;
        }
        Mesh welded = mesh;
        const Weld weld = weld_vertices(welded, std::ldexp(kWeldSteps, -result_.grid_exponent));
        MeshShape closed = shape_of(welded);
        if (weld.moved == 0 || (!closed.open_edges.empty() && !is_closed_by_parts(welded))) {
            return;
        }
        mesh = std::move(welded);
        shape = std::move(closed);
        result_.diagnostics.push_back(
            {Severity::Note,
             describe_mesh(*world_, entity_, number_) + ": " + welded_text(weld),
             {world_->source, mesh.line}});
    }

    void add_room(const Mesh& mesh) {
        std::vector<Mesh>& meshes = result_.world.entities[entity_].meshes;
        const auto known = std::find_if(meshes.begin(), meshes.end(), [](const Mesh& other) {
            return other.filled == Mesh::Filled::Outside;
        });
        if (known == meshes.end()) {
            meshes.push_back(mesh);
            return;
        }
        if (known->contents != mesh.contents || known->surface != mesh.surface) {
            fail_mesh(ErrorCode::Geometry,
                      " is a room with other contents than another room of its entity, or only one "
                      "of them is drawn; all rooms of an entity are cut out of one solid, so make "
                      "them alike");
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

    static Mesh part_of(const Mesh& mesh, const std::vector<std::uint32_t>& triangles) {
        Mesh part = mesh;
        if (triangles.size() != mesh.triangles.size()) {
            part.triangles.clear();
            for (const std::uint32_t t : triangles) {
                part.triangles.push_back(mesh.triangles[t]);
            }
        }
        return part;
    }

    bool is_in_range(const Aabb& box) {
        const double reach =
            std::ldexp(static_cast<double>(kMaxPointCoordinate), -result_.grid_exponent);
        if (is_within(box.min, reach) && is_within(box.max, reach)) {
            return true;
        }
        fail_mesh(ErrorCode::Range,
                  " has a vertex beyond +-" + number_text(reach) +
                      " units, the limit of exact arithmetic on this grid; make the object "
                      "smaller, move it closer to the origin, or take a coarser grid");
        return false;
    }

    // A mesh with open edges.
    void take_open(Mesh mesh, const MeshShape& shape) {
        const std::size_t count = shape.open_edges.size();
        const std::string open = " is not closed: " + std::to_string(count) +
                                 (count == 1 ? " edge is open" : " edges are open");
        if (options_->open_surfaces != OpenSurfaces::Error) {
            const bool is_drawn = options_->open_surfaces == OpenSurfaces::Draw;
            result_.diagnostics.push_back(
                {Severity::Warning,
                 describe_mesh(*world_, entity_, number_) + open +
                     (is_drawn ? "; it is drawn and blocks nothing" : "; it is left out"),
                 {world_->source, mesh.line}});
            if (is_drawn && mesh.surface != SurfaceKind::NoDraw) {
                draw_open(mesh);
            }
            return;
        }
        fail_mesh(
            ErrorCode::Geometry,
            open +
                (count > kMaxOpenEdges ? ", the first " + std::to_string(kMaxOpenEdges) + " follow"
                                       : "") +
                "; vertices count as one only where their positions are equal; close the "
                "object, or merge its vertices in the program that made it (--weld merges those "
                "that "
                "are at most a distance apart; --open draw only draws the object)");
        for (std::size_t i = 0; i < std::min(count, kMaxOpenEdges); ++i) {
            fail_edge(mesh, shape.open_edges[i]);
        }
    }

    // An entity is made either of polygons or of solids.
    void draw_open(const Mesh& mesh) {
        const Entity& from = world_->entities[entity_];
        const bool is_alone = entity_ != 0 && from.meshes.size() == 1 && from.brushes.empty() &&
                              from.patches.empty() && from.polygons.empty();
        if (is_alone) {
            add_triangles(mesh, result_.world.entities[entity_]);
            return;
        }
        Entity& drawn = result_.world.entities.emplace_back();
        drawn.keys.push_back({"classname", "func_illusionary"});
        drawn.position = from.position;
        drawn.position.line = mesh.line;
        add_triangles(mesh, drawn);
    }

    void fail_edge(const Mesh& mesh, const OpenMeshEdge& edge) {
        const bool is_rim = edge.along + edge.against == 1;
        fail(ErrorCode::Geometry,
             "open edge from (" + vec_text(mesh.vertices[edge.from]) + ") to (" +
                 vec_text(mesh.vertices[edge.to]) + ") of " +
                 describe_mesh(*world_, entity_, number_) + ": " + describe_open_edge(edge) +
                 (is_rim ? "" : "; a triangle may face the wrong way or occur twice"),
             mesh.triangles[edge.triangle].line);
    }

    // True if all vertices lie on the grid, and several short edges close each long one.
    bool is_closed_by_parts(const Mesh& mesh) const {
        std::vector<GridPoint> points;
        for (const Vec3& p : mesh.vertices) {
            GridPoint at{};
            const Vec3 steps = p * std::ldexp(1, result_.grid_exponent);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (!(std::fabs(steps[axis]) <= static_cast<double>(kMaxGridCoordinate)) ||
                    std::floor(steps[axis]) != steps[axis]) {
                    return false;
                }
                at[axis] = static_cast<std::int64_t>(steps[axis]);
            }
            points.push_back(at);
        }
        std::vector<std::vector<GridPoint>> loops;
        for (const MeshTriangle& triangle : mesh.triangles) {
            std::vector<GridPoint>& loop = loops.emplace_back();
            for (const MeshCorner& corner : triangle.corners) {
                loop.push_back(points[corner.vertex]);
            }
        }
        return open_edges_of_loops(loops).empty();
    }

    bool is_right_way_round(const MeshShape& shape) {
        const Vec3 size = shape.box.max - shape.box.min;
        const double least = kMinVolume * shape.area * std::max({size.x, size.y, size.z});
        if (std::fabs(shape.volume) <= least) {
            fail_mesh(ErrorCode::Geometry,
                      " encloses no volume; give it a thickness, delete it, or let its name end in "
                      "-noimp");
            return false;
        }
        const bool is_room = mesh().filled == Mesh::Filled::Outside;
        if (is_room != (shape.volume < 0)) {
            fail_mesh(ErrorCode::Geometry,
                      is_room ? " is a room, but its faces look outwards (its volume is " +
                                    number_text(shape.volume) +
                                    "); flip them, or take the tag of a room away"
                              : " has the negative volume " + number_text(shape.volume) +
                                    ": its faces look inwards; flip them, or say that it is a room "
                                    "in solid (a name that ends in -room does)");
            return false;
        }
        return true;
    }

    const World* world_;
    const ImportOptions* options_;
    ImportedMeshes result_;
    std::vector<Error> errors_;
    std::uint32_t entity_ = 0;  // entity_ and number_: of the current mesh
    std::uint32_t number_ = 0;
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
    World polygons{world.source, {}, world.materials};
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

std::expected<ImportedMeshes, std::vector<Error>> import_meshes(const World& world,
                                                                const ImportOptions& options) {
    return Importer(world, options).run();
}

}  // namespace halfspace
