// SPDX-License-Identifier: MIT
// Loops of points on the grid: tests whether they are convex and flat, and makes the exact polygon
// that a loop encloses. A part of surface_import.
#pragma once

#include "exact/shared/polygon.h"

#include <optional>
#include <utility>
#include <vector>

namespace halfspace {

struct GridCorner {
    GridPoint point{};
    double u = 0;
    double v = 0;
};

// Consecutive corners differ, also the last and the first.
using GridLoop = std::vector<GridCorner>;

// The cross product (b - a) x (c - a). Its numbers are below 2^58.
WideVector cross_at(const GridPoint& a, const GridPoint& b, const GridPoint& c);

// A loop, seen along the axis in which its area is largest. Keeps a reference to the loop.
class Outline {
public:
    explicit Outline(const GridLoop& loop);

    bool has_area() const { return sign_ != 0; }

    // The index of the first corner that turns the wrong way; 0 if the loop runs around more than
    // once; the loop's size if it is convex. A corner on a straight edge is allowed. REQUIRES:
    // has_area().
    std::size_t first_reflex_corner() const;

    // An index i whose next corner i + 1 turns the right way and does not lie on the line of its
    // neighbours.
    std::optional<std::size_t> strict_turn() const;

    // Corner i modulo the size of the loop.
    const GridPoint& point(std::size_t i) const { return (*loop_)[i % loop_->size()].point; }

private:
    std::pair<Int128, Int128> step(std::size_t i) const;

    const GridLoop* loop_;
    WideVector twice_area_{};
    std::size_t axis_ = 0;
    int sign_ = 0;
};

bool is_flat(const GridLoop& loop, const ExactPlane& plane);

// The polygon that the loop encloses. Adds the planes of the edges to the table; their coefficients
// are no larger than differences of coordinates. REQUIRES: the loop is convex, lies in the plane,
// and runs counter-clockwise seen from the front of the plane.
Polygon polygon_of(const GridLoop& loop, PlaneId id, PlaneTable& planes);

}  // namespace halfspace
