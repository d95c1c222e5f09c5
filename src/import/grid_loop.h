// SPDX-License-Identifier: MIT
// Loops of points on the grid: whether they are convex and flat, and the exact polygon that one
// encloses. A part of surface_import.
#pragma once

#include "halfspace/exact/polygon.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace {

struct GridCorner {
    GridPoint point{};
    double u = 0;
    double v = 0;
};

// No corner is equal to the next; the last one is followed by the first.
using GridLoop = std::vector<GridCorner>;

using WideVector = std::array<Int128, 3>;
WideVector cross(const GridPoint& a, const GridPoint& b);
int sign_of(Int128 value);

// A loop, seen along the axis in which its area is largest. Keeps a view of it.
class Outline {
public:
    explicit Outline(const GridLoop& loop);

    bool has_area() const { return sign_ != 0; }

    // The first corner that turns the wrong way, 0 if the loop runs around more than once, or the
    // loop's size if it is convex. A corner on a straight edge is no turn. REQUIRES: has_area().
    std::size_t first_reflex_corner() const;

    // Number i if corner i + 1 turns the right way, off the line of its neighbours.
    std::optional<std::size_t> strict_turn() const;

    // REQUIRES: i is below twice the loop's size or so; it is taken around.
    const GridPoint& point(std::size_t i) const { return (*loop_)[i % loop_->size()].point; }

private:
    std::pair<Int128, Int128> step(std::size_t i) const;

    const GridLoop* loop_;
    WideVector twice_area_{};
    std::size_t axis_ = 0;
    int sign_ = 0;
};

bool is_flat(const GridLoop& loop, const ExactPlane& plane);

// Its edges' planes are added to the table, their numbers no larger than differences of
// coordinates. REQUIRES: the loop is convex and lies in the plane, with the front where it runs
// counter-clockwise.
Polygon polygon_of(const GridLoop& loop, PlaneId id, PlaneTable& planes);

}  // namespace halfspace
