// SPDX-License-Identifier: MIT
#include "halfspace/render/space_polygons.h"

#include "halfspace/level/walk_nodes.h"
#include "halfspace/math/plane.h"

#include "render/colours.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
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

// The part in front of the plane; empty if it has no area.
Corners clipped(const Corners& polygon, const Plane& plane) {
    Corners kept;
    bool has_area = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3& p = polygon[i];
        const Vec3& q = polygon[i + 1 == polygon.size() ? 0 : i + 1];
        const double a = signed_distance(plane, p);
        const double b = signed_distance(plane, q);
        if (a >= -kThin) {
            kept.push_back(p);
            has_area = has_area || a > kThin;
        }
        if ((a > kThin && b < -kThin) || (a < -kThin && b > kThin)) {
            kept.push_back(p + (q - p) * (a / (a - b)));
        }
    }
    return has_area && kept.size() >= 3 ? kept : Corners();
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
    SpaceSurface(const Level& level,
                 SpaceId space,
                 const Vec3& eye,
                 Contents mask,
                 ModelId model,
                 DrawOrder order)
        : level_(level),
          space_(space),
          eye_(eye),
          mask_(mask),
          model_(level.models()[model.value]),
          root_(level.walk_root(model, space)) {
        list_.order = order;
    }

    PolygonList run() {
        const std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
        for (std::size_t i = 0; i < 3; ++i) {
            path_.push_back({axes[i], model_.min[i]});
            path_.push_back({axes[i] * -1, -model_.max[i]});
        }
        visit(root_);
        return std::move(list_);
    }

private:
    // True if all leaves below are free or all are solid: there is nothing to draw below.
    bool is_uniform(WalkChild child) const {
        const BodyState state = body_state(child);
        return state == kBodyFree || (state == kBodySolid && any(mask_ & Contents::Solid));
    }

    // The recursion is as deep as the tree; the loader limits this.
    void visit(WalkChild child) {
        if (is_leaf(child)) {
            return;
        }
        const WalkNodeRecord& node = level_.walk_nodes()[node_index(child)];
        const Plane plane = plane_of(level_, node);
        const bool is_front = signed_distance(plane, eye_) >= 0;
        const std::size_t near = is_front ? 0 : 1;
        const bool goes_near_first = list_.order == DrawOrder::FrontToBack;
        visit_child(node, plane, goes_near_first ? near : 1 - near);
        if (!is_uniform(node.child[0]) || !is_uniform(node.child[1]) ||
            body_state(node.child[0]) != body_state(node.child[1])) {
            add_surface(node_index(child), plane, near);
        }
        visit_child(node, plane, goes_near_first ? 1 - near : near);
    }

    void visit_child(const WalkNodeRecord& node, const Plane& plane, std::size_t child) {
        if (!is_uniform(node.child[child])) {
            path_.push_back(child == 0 ? plane : flipped(plane));
            visit(node.child[child]);
            path_.pop_back();
        }
    }

    // Adds the parts of the node's plane in its cell that are free on the eye's side and blocked on
    // the other.
    void add_surface(std::uint32_t number, const Plane& plane, std::size_t near) {
        const WalkNodeRecord& node = level_.walk_nodes()[number];
        const Plane facing = near == 0 ? plane : flipped(plane);
        Corners polygon = square(facing, model_);
        for (const Plane& half : path_) {
            polygon = clipped(polygon, half);
        }
        std::vector<Piece> before;
        divide({std::move(polygon)}, node.child[near], before);
        std::vector<Piece> behind;
        for (Piece& piece : before) {
            if (!any(piece.blockers)) {
                divide(std::move(piece), node.child[1 - near], behind);
            }
        }
        for (const Piece& piece : behind) {
            if (any(piece.blockers)) {
                add_piece(piece, facing, is_bevel(number, near));
            }
        }
    }

    // Divides the polygon by what blocks in the leaves below. It stays whole if all leaves block
    // alike, so that no needless edges are painted.
    void divide(Piece whole, WalkChild child, std::vector<Piece>& pieces) const {
        if (whole.corners.empty()) {
            return;
        }
        if (is_leaf(child)) {
            whole.blockers = leaf_contents(child) & mask_;
            pieces.push_back(std::move(whole));
            return;
        }
        const WalkNodeRecord& node = level_.walk_nodes()[node_index(child)];
        const Plane plane = plane_of(level_, node);
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
        for (const ContactRecord& contact : level_.contacts_of(level_.walk_sources()[number])) {
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
        PaintPolygon& polygon = list_.polygons.emplace_back();
        polygon.first = static_cast<std::uint32_t>(list_.vertices.size());
        polygon.count = static_cast<std::uint32_t>(piece.corners.size());
        polygon.face = kNone;
        polygon.plane = {plane.n, plane.d};
        polygon.colour = space_colour(piece.blockers, is_edge ? Touch::Edge : Touch::Side);
        for (const Vec3& corner : piece.corners) {
            list_.vertices.push_back({corner});
        }
    }

    const Level& level_;
    SpaceId space_;
    Vec3 eye_;
    Contents mask_;
    const ModelRecord& model_;
    WalkChild root_;
    std::vector<Plane> path_;
    PolygonList list_;
};

}  // namespace

PolygonList space_polygons(const Level& level,
                           SpaceId space,
                           const Vec3& eye,
                           Contents mask,
                           ModelId model,
                           DrawOrder order) {
    assert(is_finite(eye) && space.value < level.spaces().size() &&
           model.value < level.models().size());
    return SpaceSurface(level, space, eye, mask, model, order).run();
}

}  // namespace halfspace
