// SPDX-License-Identifier: MIT
#include "import/surfaces/grid_loop.h"

#include "base/shared/sign.h"
#include "math/shared/axes.h"

#include <algorithm>

namespace halfspace {
namespace {

bool runs_up(Int128 x, Int128 y) {
    return x > 0 || (x == 0 && y > 0);
}

// The plane that contains an edge and runs along an axis. Its coefficients are differences of
// coordinates, not products of differences. Its front looks out of a polygon with the normal n.
// REQUIRES: the axis is that of the largest |n[i]|.
PlaneId edge_plane(const GridPoint& from,
                   const GridPoint& to,
                   const ExactPlane& polygon,
                   std::size_t axis,
                   PlaneTable& planes) {
    const GridPoint along = difference(to, from);
    const std::size_t u = (axis + 1) % 3;
    const std::size_t v = (axis + 2) % 3;
    // Seen with the axis towards the eye, the right of a direction (x, y) is (y, -x).
    const std::int64_t sign = polygon.n[axis] > 0 ? 1 : -1;
    ExactPlane plane;
    plane.n[u] = sign * along[v];
    plane.n[v] = -sign * along[u];
    plane.d = Int128{plane.n[u]} * from[u] + Int128{plane.n[v]} * from[v];
    return planes.intern(plane);
}

// A plane through the point that crosses the line.
PlaneId crossing_plane(const GridPoint& point, const GridPoint& along, PlaneTable& planes) {
    const std::size_t axis = longest_axis(along);
    ExactPlane plane;
    plane.n[axis] = 1;
    plane.d = point[axis];
    return planes.intern(plane);
}

}  // namespace

WideVector cross_at(const GridPoint& a, const GridPoint& b, const GridPoint& c) {
    return cross<Int128>(difference(b, a), difference(c, a));
}

Outline::Outline(const GridLoop& loop) : loop_(&loop) {
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        twice_area_ = sum(twice_area_, cross_at(point(0), point(i), point(i + 1)));
    }
    axis_ = longest_axis(twice_area_);
    sign_ = sign_of(twice_area_[axis_]);
}

std::size_t Outline::first_reflex_corner() const {
    std::size_t turns_back = 0;  // how often the direction turns back along a line
    for (std::size_t i = 0; i < loop_->size(); ++i) {
        const auto [ax, ay] = step(i);
        const auto [bx, by] = step(i + 1);
        const Int128 turn = sign_ * (ax * by - ay * bx);
        if (turn < 0 || (turn == 0 && ax * bx + ay * by <= 0)) {
            return (i + 1) % loop_->size();
        }
        turns_back += runs_up(ax, ay) != runs_up(bx, by) ? 1 : 0;
    }
    return turns_back == 2 ? loop_->size() : 0;
}

std::optional<std::size_t> Outline::strict_turn() const {
    for (std::size_t i = 0; i < loop_->size(); ++i) {
        const auto [ax, ay] = step(i);
        const auto [bx, by] = step(i + 1);
        if (sign_ * (ax * by - ay * bx) > 0) {
            return i;
        }
    }
    return std::nullopt;
}

// The step from corner i to the next corner, seen along the axis.
std::pair<Int128, Int128> Outline::step(std::size_t i) const {
    const GridPoint d = difference(point(i + 1), point(i));
    return {d[(axis_ + 1) % 3], d[(axis_ + 2) % 3]};
}

bool is_flat(const GridLoop& loop, const ExactPlane& plane) {
    return std::all_of(loop.begin(), loop.end(), [&](const GridCorner& corner) {
        return dot<Int128>(plane.n, corner.point) == plane.d;
    });
}

Polygon polygon_of(const GridLoop& loop, PlaneId id, PlaneTable& planes) {
    const ExactPlane plane = planes.plane(id);
    const std::size_t axis = longest_axis(plane.n);
    const std::size_t count = loop.size();
    Polygon polygon{id, {}};
    std::vector<PlaneId> edges;
    for (std::size_t i = 0; i < count; ++i) {
        edges.push_back(
            edge_plane(loop[i].point, loop[(i + 1) % count].point, plane, axis, planes));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const GridPoint& p = loop[i].point;
        PlaneId before = edges[(i + count - 1) % count];
        if (before.pair() == edges[i].pair()) {
            before = crossing_plane(p, difference(loop[(i + 1) % count].point, p), planes);
        }
        polygon.corners.push_back({{to_vec3(p), {id, before, edges[i]}, true}, edges[i]});
    }
    return polygon;
}

}  // namespace halfspace
