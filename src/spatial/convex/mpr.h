// SPDX-License-Identifier: MIT
// Minkowski Portal Refinement: do two cores overlap?
#pragma once

#include "spatial/convex/reach.h"
#include "spatial/convex/shape_pair.h"

#include <array>
#include <cstddef>
#include <utility>

namespace halfspace {

// The corners of a tetrahedron in a difference. The first three are counter-clockwise, seen from
// outside.
using Tetrahedron = std::array<Vec3, 4>;

// A ray runs from a point inside of the difference through the origin. A portal is a triangle of
// points of the difference that the ray meets. Each round moves the portal outwards along the ray.
// Source: Snethen 2008 (Game Programming Gems 7, section 2.5).
//
// Apart is proven by a direction along which the difference does not reach beyond the origin.
// Overlap is proven by a tetrahedron around the origin that is too thick for rounding to matter.
// All else is Unclear: a difference that is flat or nearly so, or one that touches the origin.
class Mpr {
public:
    enum class Answer { Apart, Overlap, Unclear };

    explicit Mpr(const ShapePair& pair) : pair_(pair) {}

    // Looks for the origin in the difference.
    Answer find();

    // How far the difference reaches along the direction that find() has tried last; not beyond the
    // origin. REQUIRES: find() returned Apart.
    Reach last_reach() const;

    // The portal and the point inside of the difference. REQUIRES: find() returned Overlap. Then
    // the tetrahedron is thick, and holds the origin up to rounding.
    Tetrahedron tetrahedron() const;

    // The point of a whose difference with a point of b is the origin. REQUIRES: find() returned
    // Penetration.
    Vec3 common_point() const;

private:
    enum class Step { Apart, Unclear, GoOn };

    Step try_direction();
    Step find_first_portal();
    bool turn_normal();
    void move_out();
    std::array<double, 4> weights() const;
    bool holds_origin() const;

    // Point 0, 1 or 2 of the portal.
    const DifferencePoint& corner(std::size_t i) const { return points_[corners_[i]]; }
    const DifferencePoint& farthest() const { return points_[farthest_]; }
    // Makes the farthest point a corner of the portal, and lets the old corner be overwritten.
    void replace(std::size_t i) { std::swap(corners_[i], farthest_); }

    const ShapePair& pair_;
    // The point inside, the corners of the portal and the farthest point along direction_. They
    // change places by their indices: a copy of a point that has just been stored makes the
    // processor wait.
    std::array<DifferencePoint, 5> points_;
    std::array<std::size_t, 3> corners_{1, 2, 3};
    std::size_t farthest_ = 4;
    Vec3 direction_;
    double passed_ = 0;  // where the ray meets the portal; more is farther, 0 is at the origin
};

}  // namespace halfspace
