// SPDX-License-Identifier: MIT
#include "compile/models/mesh_pieces.h"

#include "halfspace/level/records.h"
#include "halfspace/tasks/parallel_for.h"
#include "halfspace/world/describe.h"

#include "compile/models/solid_cells.h"
#include "compile/models/surface_tree.h"
#include "import/brushes/triangle_texture.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace halfspace {
namespace {

// The space between rooms and the outside of the solid around them [units].
constexpr std::int64_t kMargin = 64;

// Names the triangles in the sides of pieces.
class TileLayer {
public:
    TileLayer(const World& world,
              const MeshSurfaces::Place& place,
              std::span<const ImportedPolygon> polygons)
        : mesh_(&world.entities[place.entity].meshes[place.mesh]),
          place_(place),
          polygons_(polygons) {
        for (std::uint32_t p = 0; p < polygons.size(); ++p) {
            boxes_.push_back(bounds(polygons[p].polygon));
            in_plane_[polygons[p].polygon.plane].push_back(p);
        }
    }

    void run(SolidBrush& piece, Predicates& predicates) const {
        piece.entity = place_.entity;
        piece.kind = SolidBrush::Kind::Piece;
        piece.source = place_.mesh;
        piece.contents = mesh_->contents;
        for (std::uint32_t s = 0; s < piece.sides.size(); ++s) {
            piece.sides[s].source = kNone;
            const auto found = in_plane_.find(piece.sides[s].plane);
            if (found != in_plane_.end()) {
                lay(piece, s, found->second, predicates);
            }
        }
    }

private:
    void lay(SolidBrush& piece,
             std::uint32_t side,
             std::span<const std::uint32_t> candidates,
             Predicates& predicates) const {
        const PlaneId plane = piece.sides[side].plane;
        const auto at = std::find_if(piece.solid.faces.begin(),
                                     piece.solid.faces.end(),
                                     [&](const auto& face) { return face.plane == plane; });
        const Polygon face =
            face_polygon(piece.solid, static_cast<std::size_t>(at - piece.solid.faces.begin()));
        const Aabb box = bounds(face);
        std::vector<SolidBrush::Tile> tiles;
        for (const std::uint32_t p : candidates) {
            if (!touch(box, boxes_[p])) {
                continue;
            }
            if (std::optional<Polygon> part =
                    intersection(face, polygons_[p].polygon, predicates)) {
                tiles.push_back({side, polygons_[p].source, *std::move(part)});
            }
        }
        if (tiles.empty()) {
            return;
        }
        piece.sides[side].source = tiles.front().triangle;
        if (!look_alike(tiles)) {
            std::move(tiles.begin(), tiles.end(), std::back_inserter(piece.tiles));
        }
    }

    // The part of the face in a polygon of the same plane.
    static std::optional<Polygon> intersection(Polygon face,
                                               const Polygon& polygon,
                                               Predicates& predicates) {
        for (const Corner& edge : polygon.corners) {
            const auto side = std::find_if(
                polygon.corners.begin(), polygon.corners.end(), [&](const Corner& corner) {
                    return predicates.side(corner.point, edge.edge) != Side::On;
                });
            const bool is_front = predicates.side(side->point, edge.edge) == Side::Front;
            PolygonSplit parts = split(std::move(face), edge.edge, predicates);
            std::optional<Polygon>& inside = is_front ? parts.front : parts.back;
            if (!inside) {
                return std::nullopt;
            }
            face = *std::move(inside);
        }
        return face;
    }

    // True if one triangle shows what all of them show.
    bool look_alike(const std::vector<SolidBrush::Tile>& tiles) const {
        const MeshTriangle& first = mesh_->triangles[tiles.front().triangle];
        const TextureProjection projection = projection_of(*mesh_, first);
        return std::all_of(tiles.begin(), tiles.end(), [&](const SolidBrush::Tile& tile) {
            const MeshTriangle& other = mesh_->triangles[tile.triangle];
            return other.material == first.material && other.opacity == first.opacity &&
                   is_shown_by(projection, *mesh_, other);
        });
    }

    const Mesh* mesh_;
    MeshSurfaces::Place place_;
    std::span<const ImportedPolygon> polygons_;
    std::vector<Aabb> boxes_;                                 // of the polygons
    std::map<PlaneId, std::vector<std::uint32_t>> in_plane_;  // polygons
};

// A mesh with the space of its tree.
struct Task {
    MeshSurfaces::Place place;
    const Mesh* mesh = nullptr;
    std::span<const ImportedPolygon> polygons;
    TreeSpace space;
    Polyhedron cell;
    std::vector<SolidBrush> pieces;
    bool is_too_deep = false;
};

void build(Task& task,
           const World& world,
           const PlaneTable& planes,
           const CompileOptions& options) {
    PolygonModel model;
    model.polygons = task.polygons;
    model.drawn.resize(task.mesh->triangles.size());
    model.outside = task.mesh->filled == Mesh::Filled::Outside ? Contents::Solid : Contents::Empty;
    const std::optional<BuiltTree> tree =
        build_surface_tree(model, task.space, task.cell, planes, options);
    if (!tree || tree->is_too_deep) {
        task.is_too_deep = tree.has_value();
        return;
    }
    task.pieces = solid_cells(*tree, task.cell, planes);
    const TileLayer tiles(world, task.place, task.polygons);
    Predicates predicates(planes);
    for (SolidBrush& piece : task.pieces) {
        tiles.run(piece, predicates);
    }
}

}  // namespace

std::expected<std::vector<SolidBrush>, std::vector<Error>> mesh_pieces(
    const World& world,
    const MeshSurfaces& surfaces,
    int grid_exponent,
    PlaneTable& planes,
    const CompileOptions& options) {
    std::vector<Task> tasks;
    for (std::uint32_t s = 0; s < surfaces.places.size(); ++s) {
        const auto polygons = polygons_of(surfaces.imported.polygons, s);
        if (polygons.empty()) {
            continue;  // nothing of it is left on the grid
        }
        Task& task = tasks.emplace_back();
        task.place = surfaces.places[s];
        task.mesh = &world.entities[task.place.entity].meshes[task.place.mesh];
        task.polygons = polygons;
        task.space = make_space(bounds(polygons), 0, kMargin << grid_exponent, planes);
        if (polygons.size() >= kMinFragmentsForRelief) {
            add_relief_planes(task.space, planes);
        }
        task.cell = make_box(task.space.box, planes);
    }
    parallel_for(tasks.size(), options.threads, [&](std::size_t t) {
        build(tasks[t], world, planes, options);
    });
    if (is_cancelled(options.progress)) {
        return std::unexpected(
            std::vector{Error{ErrorCode::Cancelled, "cancelled", {world.source}}});
    }
    std::vector<SolidBrush> pieces;
    std::vector<Error> errors;
    for (Task& task : tasks) {
        if (task.is_too_deep) {
            errors.push_back({ErrorCode::Limit,
                              describe_mesh(world, task.place.entity, task.place.mesh) +
                                  " needs a tree of more than " + std::to_string(kMaxTreeDepth) +
                                  " nodes; simplify it, or cut it into parts",
                              {world.source, task.mesh->line}});
        }
        std::move(task.pieces.begin(), task.pieces.end(), std::back_inserter(pieces));
    }
    if (!errors.empty()) {
        return std::unexpected(std::move(errors));
    }
    return pieces;
}

}  // namespace halfspace
