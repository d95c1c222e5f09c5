// SPDX-License-Identifier: MIT
#include "halfspace/render/space_polygons.h"

#include "halfspace/math/plane.h"
#include "halfspace/render/shading.h"

#include "level/shared/walk_nodes.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

using Corners = std::vector<Vec3>;

// A corner nearer to a plane than this lies on it [map units]. It is more than the rounding in any
// level, and too little to be seen.
constexpr double kThin = 1e-7;

// With a normal of length 1.
Plane plane_of(const Level& level, const WalkNodeRecord& node) {
    const Plane plane = level.plane(node);
    const double scale = 1 / length(plane.n);
    return {plane.n * scale, plane.d * scale};
}

// Where the area of a polygon lies.
enum class Half : std::uint8_t { None, Front, Back, Both };

Half half_of(const Corners& polygon, const Plane& plane) {
    bool has_front = false;
    bool has_back = false;
    for (const Vec3& corner : polygon) {
        const double distance = signed_distance(plane, corner);
        has_front = has_front || distance > kThin;
        has_back = has_back || distance < -kThin;
    }
    if (has_front == has_back) {
        return has_front ? Half::Both : Half::None;
    }
    return has_front ? Half::Front : Half::Back;
}

// The part in front of the plane; empty if it has no area.
Corners clipped(const Corners& polygon, const Plane& plane) {
    Corners kept;
    kept.reserve(polygon.size() + 1);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3& p = polygon[i];
        const Vec3& q = polygon[i + 1 == polygon.size() ? 0 : i + 1];
        const double a = signed_distance(plane, p);
        const double b = signed_distance(plane, q);
        if (a >= -kThin) {
            kept.push_back(p);
        }
        if ((a > kThin && b < -kThin) || (a < -kThin && b > kThin)) {
            kept.push_back(p + (q - p) * (a / (a - b)));
        }
    }
    return kept.size() >= 3 ? kept : Corners();
}

// A square in the plane, larger than the box, counter-clockwise seen from the front.
Corners square(const Plane& plane, const ModelRecord& box) {
    double reach = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        reach += std::abs(box.min[i]) + std::abs(box.max[i]);
    }
    const Vec3 helper = std::abs(plane.n.z) < 0.5 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
    const Vec3 across = cross(helper, plane.n);
    const Vec3 u = across * (2 * reach / length(across));
    const Vec3 v = cross(plane.n, u);
    const Vec3 c = plane.n * plane.d;
    return {c - u - v, c + u - v, c + u + v, c - u + v};
}

// A part of a polygon with equal contents on one side.
struct Piece {
    Corners corners;
    Contents blockers = Contents::Empty;  // none: free
};

class SpaceSurface {
public:
    SpaceSurface(const Level& level, SpaceId space, Contents mask, ModelId model)
        : level_(level),
          space_(space),
          mask_(mask),
          model_(level.models()[model.value]),
          root_(level.walk_root(model, space)) {}

    SpaceWalls run() {
        const std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
        for (std::size_t i = 0; i < 3; ++i) {
            path_.push_back({axes[i], model_.min[i]});
            path_.push_back({axes[i] * -1, -model_.max[i]});
        }
        walls_.root = visit(root_);
        return std::move(walls_);
    }

private:
    bool is_all_free(WalkChild child) const { return body_state(child) == kBodyFree; }
    bool is_all_blocked(WalkChild child) const {
        return body_state(child) == kBodySolid && any(mask_ & Contents::Solid);
    }

    // Returns the node of the walls in the subtree; kNone if there are none. The recursion is as
    // deep as the tree; the loader limits this.
    std::uint32_t visit(WalkChild child) {
        if (is_leaf(child) || is_all_free(child) || is_all_blocked(child)) {
            return kNone;
        }
        const std::uint32_t number = node_index(child);
        const WalkNodeRecord& node = level_.walk_nodes()[number];
        WallNode wall;
        wall.plane = plane_of(level_, node);
        path_.push_back(wall.plane);
        wall.child[0] = visit(node.child[0]);
        path_.pop_back();
        wall.first = static_cast<std::uint32_t>(walls_.polygons.size());
        wall.opposite = wall.first;
        if (may_have_wall(node, 0) || may_have_wall(node, 1)) {
            Corners cell = cell_in_plane(wall.plane);
            add_surface(number, wall.plane, 0, cell);
            wall.opposite = static_cast<std::uint32_t>(walls_.polygons.size());
            std::ranges::reverse(cell);
            add_surface(number, flipped(wall.plane), 1, cell);
        }
        wall.end = static_cast<std::uint32_t>(walls_.polygons.size());
        path_.push_back(flipped(wall.plane));
        wall.child[1] = visit(node.child[1]);
        path_.pop_back();
        return add_node(wall);
    }

    // A node without walls and with one child only is left out.
    std::uint32_t add_node(WallNode& wall) {
        if (wall.first == wall.end && (wall.child[0] == kNone || wall.child[1] == kNone)) {
            return wall.child[0] == kNone ? wall.child[1] : wall.child[0];
        }
        for (std::uint32_t i = wall.first; i < wall.end; ++i) {
            const PaintPolygon& polygon = walls_.polygons[i];
            for (std::uint32_t v = polygon.first; v < polygon.first + polygon.count; ++v) {
                wall.box = merge(wall.box, walls_.vertices[v].point);
            }
        }
        for (const std::uint32_t child : wall.child) {
            if (child != kNone) {
                wall.box = merge(wall.box, walls_.nodes[child].box);
            }
        }
        walls_.nodes.push_back(wall);
        return static_cast<std::uint32_t>(walls_.nodes.size() - 1);
    }

    // False if no part of the node's plane can be free on the side `near` and blocked on the other.
    bool may_have_wall(const WalkNodeRecord& node, std::size_t near) const {
        return !is_all_blocked(node.child[near]) && !is_all_free(node.child[1 - near]);
    }

    // The part of the plane in the cell of the path; empty if it has no area.
    Corners cell_in_plane(const Plane& plane) const {
        Corners polygon = square(plane, model_);
        for (const Plane& half : path_) {
            switch (half_of(polygon, half)) {
                case Half::Front:
                    break;
                case Half::Both:
                    polygon = clipped(polygon, half);
                    break;
                case Half::None:
                case Half::Back:
                    return {};
            }
        }
        return polygon;
    }

    // Adds the parts of the cell in the node's plane that are free on the side `near` and blocked
    // on the other side. plane: looks to the side `near`, as `cell` does.
    void add_surface(std::uint32_t number,
                     const Plane& plane,
                     std::size_t near,
                     const Corners& cell) {
        const WalkNodeRecord& node = level_.walk_nodes()[number];
        if (!may_have_wall(node, near)) {
            return;
        }
        before_.clear();
        divide({cell}, node.child[near], before_);
        behind_.clear();
        for (Piece& piece : before_) {
            if (!any(piece.blockers)) {
                divide(std::move(piece), node.child[1 - near], behind_);
            }
        }
        for (const Piece& piece : behind_) {
            if (any(piece.blockers)) {
                add_piece(piece, plane, is_bevel(number, near));
            }
        }
    }

    // Divides the polygon by what blocks in the leaves below. It stays whole if all leaves block
    // alike, so that no needless edges are painted.
    void divide(Piece whole, WalkChild child, std::vector<Piece>& pieces) const {
        if (whole.corners.empty()) {
            return;
        }
        while (!is_leaf(child) && !is_all_free(child)) {
            const WalkNodeRecord& node = level_.walk_nodes()[node_index(child)];
            const Plane plane = plane_of(level_, node);
            const Half half = half_of(whole.corners, plane);
            if (half == Half::None) {
                return;
            }
            if (half == Half::Both) {
                divide_by(plane, node, std::move(whole), pieces);
                return;
            }
            child = node.child[half == Half::Front ? 0 : 1];
        }
        whole.blockers = is_leaf(child) ? leaf_contents(child) & mask_ : Contents::Empty;
        pieces.push_back(std::move(whole));
    }

    void divide_by(const Plane& plane,
                   const WalkNodeRecord& node,
                   Piece whole,
                   std::vector<Piece>& pieces) const {
        const std::size_t first = pieces.size();
        divide({clipped(whole.corners, plane)}, node.child[0], pieces);
        divide({clipped(whole.corners, flipped(plane))}, node.child[1], pieces);
        const bool is_same = std::all_of(
            pieces.begin() + static_cast<std::ptrdiff_t>(first),
            pieces.end(),
            [&](const Piece& piece) { return piece.blockers == pieces[first].blockers; });
        if (is_same && pieces.size() > first + 1) {
            pieces.resize(first + 1);
            pieces[first].corners = std::move(whole.corners);
        }
    }

    // True if the body touches only edges of brushes there, and no side.
    bool is_bevel(std::uint32_t number, std::size_t near) const {
        bool has_bevel = false;
        for (const ContactRecord& contact :
             level_.contacts_of(NodeId(level_.walk_sources()[number]))) {
            const std::uint32_t flags = contact.flags;
            const bool is_here = (flags & kContactSpaceMask) == space_.value &&
                                 ((flags & kContactTurned) != 0) == (near == 1);
            if (is_here && (flags & kContactBevel) == 0) {
                return false;
            }
            has_bevel = has_bevel || is_here;
        }
        return has_bevel;
    }

    void add_piece(const Piece& piece, const Plane& plane, bool is_edge) {
        PaintPolygon& polygon = walls_.polygons.emplace_back();
        polygon.first = static_cast<std::uint32_t>(walls_.vertices.size());
        polygon.count = static_cast<std::uint32_t>(piece.corners.size());
        polygon.face = kNone;
        polygon.plane = plane;
        polygon.colour = space_colour(piece.blockers, is_edge ? WallPart::Edge : WallPart::Side);
        for (const Vec3& corner : piece.corners) {
            walls_.vertices.push_back({corner});
        }
    }

    const Level& level_;
    SpaceId space_;
    Contents mask_;
    const ModelRecord& model_;
    WalkChild root_;
    std::vector<Plane> path_;  // what bounds the cell of the node
    std::vector<Piece> before_;
    std::vector<Piece> behind_;
    SpaceWalls walls_;
};

// Goes through the nodes in order.
class WallWalk {
public:
    WallWalk(const SpaceWalls& walls, const Vec3& eye, DrawOrder order, const Frustum* frustum)
        : walls_(walls), eye_(eye), frustum_(frustum), order_(order) {}

    std::vector<WallRun> run() {
        visit(walls_.root, frustum_ == nullptr ? 0 : kAllFrustumPlanes);
        return std::move(runs_);
    }

private:
    // mask: the planes of the frustum that cross the box above.
    void visit(std::uint32_t index, FrustumMask mask) {
        if (index == kNone) {
            return;
        }
        const WallNode& node = walls_.nodes[index];
        if (mask != 0) {
            const std::optional<FrustumMask> crossed =
                crossed_planes(*frustum_, mask, node.box.min, node.box.max);
            if (!crossed) {
                return;
            }
            mask = *crossed;
        }
        const std::size_t near = signed_distance(node.plane, eye_) >= 0 ? 0 : 1;
        const std::size_t first = order_ == DrawOrder::FrontToBack ? near : 1 - near;
        visit(node.child[first], mask);
        if (near == 0) {
            add(node.first, node.opposite);
        } else {
            add(node.opposite, node.end);
        }
        visit(node.child[1 - first], mask);
    }

    void add(std::uint32_t first, std::uint32_t end) {
        if (first == end) {
            return;
        }
        if (!runs_.empty() && runs_.back().first + runs_.back().count == first) {
            runs_.back().count += end - first;
            return;
        }
        runs_.push_back({first, end - first});
    }

    const SpaceWalls& walls_;
    Vec3 eye_;
    const Frustum* frustum_;
    DrawOrder order_;
    std::vector<WallRun> runs_;
};

}  // namespace

SpaceWalls space_walls(const Level& level, SpaceId space, Contents mask, ModelId model) {
    assert(space.value < level.spaces().size() && model.value < level.models().size());
    return SpaceSurface(level, space, mask, model).run();
}

std::vector<WallRun> walls_in_order(const SpaceWalls& walls,
                                    const Vec3& eye,
                                    DrawOrder order,
                                    const Frustum* frustum) {
    assert(is_finite(eye));
    return WallWalk(walls, eye, order, frustum).run();
}

PolygonList space_polygons(const Level& level,
                           SpaceId space,
                           const Vec3& eye,
                           Contents mask,
                           ModelId model,
                           DrawOrder order) {
    SpaceWalls walls = space_walls(level, space, mask, model);
    PolygonList list;
    list.order = order;
    for (const WallRun run : walls_in_order(walls, eye, order)) {
        list.polygons.insert(list.polygons.end(),
                             walls.polygons.begin() + run.first,
                             walls.polygons.begin() + run.first + run.count);
    }
    list.vertices = std::move(walls.vertices);
    return list;
}

}  // namespace halfspace
