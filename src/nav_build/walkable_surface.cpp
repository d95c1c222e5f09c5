// SPDX-License-Identifier: MIT
#include "nav_build/walkable_surface.h"

#include "level/shared/walk_nodes.h"
#include "nav_build/volume_cuts.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// So many parts of a tree are enough to keep all threads busy.
constexpr std::size_t kParts = 256;

// Which side of a polygon counts where the polygon lies in the plane of a node.
enum class Beside : std::uint8_t { Above, Below };

// A part of a polygon in leaves that have the same value.
struct SiftedPart {
    Polygon polygon;
    std::uint32_t value;
};

// The parts of a polygon in the leaves of a walk tree. Where all leaves of a node have one value,
// the polygon is not cut there.
template <class ValueOf>
class Sieve {
public:
    // value_of(WalkChild) -> std::optional<std::uint32_t>: the value of a leaf; of a node its value
    // if all leaves below have the same.
    Sieve(const LevelView& level,
          const LevelPlanes& planes,
          Beside beside,
          ValueOf value_of,
          Predicates& predicates)
        : level_(level),
          planes_(planes),
          beside_(beside),
          value_of_(value_of),
          predicates_(predicates) {}

    std::vector<SiftedPart> run(WalkChild root, Polygon polygon) {
        sift(root, std::move(polygon));
        return std::move(parts_);
    }

private:
    void sift(WalkChild child, Polygon polygon) {
        if (const std::optional<std::uint32_t> value = value_of_(child)) {
            parts_.push_back({std::move(polygon), *value});
            return;
        }
        const std::uint32_t number = node_index(child);
        const WalkNodeRecord& node = level_.walk_nodes[number];
        const PlaneId plane = planes_.of(2 * level_.nodes[level_.walk_sources[number]].plane);
        switch (classify(polygon, plane, predicates_)) {
            case PolygonSide::Front:
                return sift(node.child[0], std::move(polygon));
            case PolygonSide::Back:
                return sift(node.child[1], std::move(polygon));
            case PolygonSide::Coplanar: {
                const bool looks_to_front = polygon.plane == plane;
                return sift(node.child[looks_to_front == (beside_ == Beside::Above) ? 0 : 1],
                            std::move(polygon));
            }
            case PolygonSide::Spanning:
                break;
        }
        const std::size_t first = parts_.size();
        PolygonSplit sides = split(polygon, plane, predicates_);
        sift(node.child[0], *std::move(sides.front));
        sift(node.child[1], *std::move(sides.back));
        const auto begin = parts_.begin() + static_cast<std::ptrdiff_t>(first);
        const std::uint32_t value = begin->value;
        if (std::all_of(begin, parts_.end(), [value](const SiftedPart& part) {
                return part.value == value;
            })) {
            parts_.erase(begin, parts_.end());
            parts_.push_back({std::move(polygon), value});
        }
    }

    const LevelView& level_;
    const LevelPlanes& planes_;
    Beside beside_;
    ValueOf value_of_;
    Predicates& predicates_;
    std::vector<SiftedPart> parts_;
};

// A part of a walk tree that is still to be searched.
struct TreePart {
    WalkChild child;
    Polyhedron cell;
};

class SurfaceFinder {
public:
    SurfaceFinder(const Level& level,
                  SpaceId space,
                  std::optional<SpaceId> standing,
                  std::span<const ModelId> models,
                  const NavOptions& options,
                  const LevelPlanes& planes)
        : level_(level),
          options_(options),
          planes_(planes),
          stops_(options.blockers | (any(options.blockers & kOpaque) ? kOpaque : Contents::Empty)) {
        const Predicates predicates(planes.table);
        for (const ModelId model : models) {
            const GridBox grid = grid_box(level.view(), model);
            const BoxPlanes sides = sides_of(grid);
            Polyhedron cell = make_box(grid, sides);
            const Aabb box = enclosing_box(cell.points, predicates);
            std::optional<WalkChild> standing_root;
            if (standing) {
                standing_root = level.walk_root(model, *standing);
            }
            trees_.push_back(
                {level.walk_root(model, space), standing_root, sides, std::move(cell), box});
            const WalkChild point_root = level.walk_root(model, SpaceId(0));
            if (model == kWorldModel || has_liquid(point_root)) {
                liquid_roots_.push_back(point_root);
            }
        }
    }

    std::vector<FloorPiece> run(const Executor& executor) {
        for (std::size_t m = 0; m < trees_.size(); ++m) {
            search(m, executor);
        }
        return std::move(pieces_);
    }

private:
    // The walk tree of a model, and the box outside of which it is empty.
    struct ModelTree {
        WalkChild root;
        std::optional<WalkChild> standing_root;  // of the standing body
        BoxPlanes sides;
        Polyhedron cell;
        Aabb box;
    };

    bool has_liquid(WalkChild root) const {
        std::vector<WalkChild> waiting{root};
        while (!waiting.empty()) {
            const WalkChild child = waiting.back();
            waiting.pop_back();
            if (is_leaf(child)) {
                if (any(leaf_contents(child) & kLiquids)) {
                    return true;
                }
            } else {
                const WalkNodeRecord& node = level_.walk_nodes()[node_index(child)];
                waiting.insert(waiting.end(), {node.child[0], node.child[1]});
            }
        }
        return false;
    }

    // Adds the floor of a model.
    void search(std::size_t model, const Executor& executor) {
        Predicates predicates(planes_.table);
        std::vector<TreePart> parts;
        parts.push_back({trees_[model].root, trees_[model].cell});
        bool is_divided = true;
        while (is_divided && parts.size() < kParts) {
            is_divided = false;
            std::vector<TreePart> next;
            for (const TreePart& part : parts) {
                is_divided = is_divided || is_mixed(part.child);
                visit(model, part, next, pieces_, predicates);
            }
            parts = std::move(next);
        }
        std::vector<std::vector<FloorPiece>> found(parts.size());
        executor(parts.size(), [&](std::size_t i) {
            Predicates own(planes_.table);
            std::vector<TreePart> waiting;
            waiting.push_back(std::move(parts[i]));
            while (!waiting.empty()) {
                const TreePart part = std::move(waiting.back());
                waiting.pop_back();
                visit(model, part, waiting, found[i], own);
            }
        });
        for (std::vector<FloorPiece>& pieces : found) {
            std::ranges::move(pieces, std::back_inserter(pieces_));
        }
    }

    BoxPlanes sides_of(const GridBox& box) const {
        BoxPlanes planes;
        for (std::size_t side = 0; side < 6; ++side) {
            ExactPlane plane;
            plane.n[side / 2] = side % 2 == 0 ? -1 : 1;
            plane.d = side % 2 == 0 ? -Int128(box.min[side / 2]) : Int128(box.max[side / 2]);
            planes[side] = *planes_.table.find(plane);
        }
        return planes;
    }

    // True if a floor may be below: leaves that block and leaves that do not.
    bool is_mixed(WalkChild child) const { return !is_leaf(child) && !blocks_in(child); }

    // 1: all leaves block the body. 0: none does.
    std::optional<std::uint32_t> blocks_in(WalkChild child) const {
        if (is_leaf(child)) {
            return any(leaf_contents(child) & stops_) ? 1 : 0;
        }
        if (body_state(child) == kBodyFree) {
            return 0;
        }
        const bool is_solid = body_state(child) == kBodySolid && any(stops_ & kOpaque);
        return is_solid ? std::optional(1u) : std::nullopt;
    }

    PlaneId plane_of(std::uint32_t walk_node) const {
        return planes_.of(2 * level_.nodes()[level_.walk_sources()[walk_node]].plane);
    }

    // True if the front of the even plane of a walk node looks up, or its back does. The mover
    // divides by the length in the same way (normal_of in query/change.h).
    std::optional<bool> floor_looks_to_front(std::uint32_t walk_node) const {
        const WalkNodeRecord& node = level_.walk_nodes()[walk_node];
        const Vec3 n = level_.plane(node).n;
        const double z = walk_axis(node) < 3 ? n.z : n.z * (1 / length(n));
        if (z >= options_.floor_normal) {
            return true;
        }
        return -z >= options_.floor_normal ? std::optional(false) : std::nullopt;
    }

    // Adds the floor in the plane of a node, and the node's children.
    void visit(std::size_t model,
               const TreePart& part,
               std::vector<TreePart>& children,
               std::vector<FloorPiece>& pieces,
               Predicates& predicates) const {
        if (!is_mixed(part.child)) {
            return;
        }
        const std::uint32_t number = node_index(part.child);
        const WalkNodeRecord& node = level_.walk_nodes()[number];
        const PlaneId plane = plane_of(number);
        PolyhedronSplit cells = split(part.cell, plane, predicates);
        if (const std::optional<bool> front = floor_looks_to_front(number);
            front && cells.front && cells.back) {
            const Polyhedron& below = *front ? *cells.back : *cells.front;
            add_floor(model,
                      node.child[*front ? 0 : 1],
                      node.child[*front ? 1 : 0],
                      face_in(below, plane),
                      pieces,
                      predicates);
        }
        if (cells.back) {
            children.push_back({node.child[1], *std::move(cells.back)});
        }
        if (cells.front) {
            children.push_back({node.child[0], *std::move(cells.front)});
        }
    }

    static Polygon face_in(const Polyhedron& cell, PlaneId plane) {
        const auto face = std::ranges::find_if(
            cell.faces, [&](const Polyhedron::Face& f) { return f.plane.pair() == plane.pair(); });
        return face_polygon(cell, static_cast<std::size_t>(face - cell.faces.begin()));
    }

    // The parts of the polygon where the leaves below `root` have one value.
    template <class ValueOf>
    std::vector<SiftedPart> sifted(WalkChild root,
                                   Polygon polygon,
                                   Beside beside,
                                   const ValueOf& value_of,
                                   Predicates& predicates) const {
        return Sieve(level_.view(), planes_, beside, value_of, predicates)
            .run(root, std::move(polygon));
    }

    // The parts that the leaves below `root` block, or do not block.
    std::vector<Polygon> parts_where(std::uint32_t blocks,
                                     WalkChild root,
                                     std::vector<Polygon> polygons,
                                     Beside beside,
                                     Predicates& predicates) const {
        std::vector<Polygon> kept;
        for (Polygon& polygon : polygons) {
            for (SiftedPart& part : sifted(
                     root,
                     std::move(polygon),
                     beside,
                     [this](WalkChild child) { return blocks_in(child); },
                     predicates)) {
                if (part.value == blocks) {
                    kept.push_back(std::move(part.polygon));
                }
            }
        }
        return kept;
    }

    // Adds the parts of the polygon that are free above and blocked below. No other model may be in
    // the way; and of two models that have a floor at the same place, the first one has it.
    void add_floor(std::size_t model,
                   WalkChild above,
                   WalkChild below,
                   Polygon polygon,
                   std::vector<FloorPiece>& pieces,
                   Predicates& predicates) const {
        std::vector<Polygon> polygons;
        polygons.push_back(std::move(polygon));
        polygons = parts_where(0, above, std::move(polygons), Beside::Above, predicates);
        polygons = parts_where(1, below, std::move(polygons), Beside::Below, predicates);
        for (std::size_t other = 0; other < trees_.size(); ++other) {
            if (other != model) {
                polygons =
                    outside_of(trees_[other], std::move(polygons), other < model, predicates);
            }
        }
        std::vector<FloorPiece> parts;
        for (Polygon& floor : polygons) {
            parts.push_back({std::move(floor)});
        }
        for (FloorPiece& part : by_room(std::move(parts), predicates)) {
            add_by_liquids(std::move(part), pieces, predicates);
        }
    }

    // The pieces, parted by where the standing body has room.
    std::vector<FloorPiece> by_room(std::vector<FloorPiece> pieces, Predicates& predicates) const {
        for (const ModelTree& tree : trees_) {
            if (!tree.standing_root) {
                return pieces;
            }
            std::vector<FloorPiece> next;
            for (FloorPiece& piece : pieces) {
                if (piece.is_low || !touch(bounds(piece.polygon), tree.box)) {
                    next.push_back(std::move(piece));
                    continue;
                }
                VolumeParts cut = cut_by_volume(std::move(piece.polygon), tree.sides, predicates);
                for (Polygon& outside : cut.outside) {
                    next.push_back({std::move(outside)});
                }
                if (!cut.inside) {
                    continue;
                }
                for (SiftedPart& part : sifted(
                         *tree.standing_root,
                         *std::move(cut.inside),
                         Beside::Above,
                         [this](WalkChild child) { return blocks_in(child); },
                         predicates)) {
                    next.push_back({std::move(part.polygon)});
                    next.back().is_low = part.value != 0;
                }
            }
            pieces = std::move(next);
        }
        return pieces;
    }

    // What is left of the polygons outside of another model.
    std::vector<Polygon> outside_of(const ModelTree& other,
                                    std::vector<Polygon> polygons,
                                    bool has_precedence,
                                    Predicates& predicates) const {
        std::vector<Polygon> kept;
        for (Polygon& polygon : polygons) {
            if (!touch(bounds(polygon), other.box)) {
                kept.push_back(std::move(polygon));
                continue;
            }
            VolumeParts cut = cut_by_volume(std::move(polygon), other.sides, predicates);
            std::ranges::move(cut.outside, std::back_inserter(kept));
            std::vector<Polygon> parts;
            if (cut.inside) {
                parts.push_back(*std::move(cut.inside));
            }
            parts = parts_where(0, other.root, std::move(parts), Beside::Above, predicates);
            if (has_precedence) {
                parts = parts_where(0, other.root, std::move(parts), Beside::Below, predicates);
            }
            std::ranges::move(parts, std::back_inserter(kept));
        }
        return kept;
    }

    void add_by_liquids(FloorPiece whole,
                        std::vector<FloorPiece>& pieces,
                        Predicates& predicates) const {
        const auto liquids = [](WalkChild child) -> std::optional<std::uint32_t> {
            return is_leaf(child)
                       ? std::optional(static_cast<std::uint32_t>(leaf_contents(child) & kLiquids))
                       : std::nullopt;
        };
        std::vector<FloorPiece> parts;
        parts.push_back(std::move(whole));
        for (const WalkChild root : liquid_roots_) {
            std::vector<FloorPiece> next;
            for (FloorPiece& piece : parts) {
                for (SiftedPart& part :
                     sifted(root, std::move(piece.polygon), Beside::Above, liquids, predicates)) {
                    next.push_back({std::move(part.polygon),
                                    piece.contents | static_cast<Contents>(part.value)});
                    next.back().is_low = piece.is_low;
                }
            }
            parts = std::move(next);
        }
        std::ranges::move(parts, std::back_inserter(pieces));
    }

    const Level& level_;
    const NavOptions& options_;
    const LevelPlanes& planes_;
    Contents stops_;  // Solid stands for all of kOpaque
    std::vector<ModelTree> trees_;
    std::vector<WalkChild> liquid_roots_;  // of the point: the world, and models with liquids
    std::vector<FloorPiece> pieces_;
};

}  // namespace

std::vector<FloorPiece> walkable_surface(const Level& level,
                                         SpaceId space,
                                         std::optional<SpaceId> standing,
                                         std::span<const ModelId> models,
                                         const NavOptions& options,
                                         const LevelPlanes& planes,
                                         const Executor& executor) {
    return SurfaceFinder(level, space, standing, models, options, planes).run(executor);
}

}  // namespace halfspace
