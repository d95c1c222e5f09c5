// SPDX-License-Identifier: MIT
#include "import/surfaces/grid_loop.h"

#include "base/shared/sign.h"

#include <algorithm>

namespace halfspace {
namespace {

GridPoint minus(const GridPoint& a, const GridPoint& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Int128 magnitude(Int128 value) {
    return value < 0 ? -value : value;
}

std::size_t largest_axis(const WideVector& v) {
    std::size_t axis = 0;
    for (const std::size_t other : {1, 2}) {
        axis = magnitude(v[other]) > magnitude(v[axis]) ? other : axis;
    }
    return axis;
}

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
    const GridPoint along = minus(to, from);
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
    const std::size_t axis = largest_axis({along[0], along[1], along[2]});
    ExactPlane plane;
    plane.n[axis] = 1;
    plane.d = point[axis];
    return planes.intern(plane);
}

}  // namespace

WideVector cross(const GridPoint& a, const GridPoint& b) {
    return {Int128{a[1]} * b[2] - Int128{a[2]} * b[1],
            Int128{a[2]} * b[0] - Int128{a[0]} * b[2],
            Int128{a[0]} * b[1] - Int128{a[1]} * b[0]};
}

Outline::Outline(const GridLoop& loop) : loop_(&loop) {
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        const WideVector part = cross(minus(point(i), point(0)), minus(point(i + 1), point(0)));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            twice_area_[axis] += part[axis];
        }
    }
    axis_ = largest_axis(twice_area_);
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
    const GridPoint d = minus(point(i + 1), point(i));
    return {d[(axis_ + 1) % 3], d[(axis_ + 2) % 3]};
}

bool is_flat(const GridLoop& loop, const ExactPlane& plane) {
    return std::all_of(loop.begin(), loop.end(), [&](const GridCorner& corner) {
        const GridPoint& p = corner.point;
        return Int128{plane.n[0]} * p[0] + Int128{plane.n[1]} * p[1] + Int128{plane.n[2]} * p[2] ==
               plane.d;
    });
}

Polygon polygon_of(const GridLoop& loop, PlaneId id, PlaneTable& planes) {
    const ExactPlane plane = planes.plane(id);
    const std::size_t axis = largest_axis({plane.n[0], plane.n[1], plane.n[2]});
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
            before = crossing_plane(p, minus(loop[(i + 1) % count].point, p), planes);
        }
        ExactPoint point{static_cast<double>(p[0]),
                         static_cast<double>(p[1]),
                         static_cast<double>(p[2]),
                         {id, before, edges[i]},
                         true};
        polygon.corners.push_back({point, edges[i]});
    }
    return polygon;
}

}  // namespace halfspace
