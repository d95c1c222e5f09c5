// SPDX-License-Identifier: MIT
// Two convex shapes: their distance, their penetration depth and their time of impact.
//
// A search that ends early says so in `error`. Each answer can be checked: two points give an upper
// bound of the distance, and the normal a lower bound, distance - error.
#pragma once

#include "halfspace/spatial/convex_shape.h"

#include <optional>

namespace halfspace {

struct Distance {
    // The distance of the shapes [units]; 0 if they touch or overlap.
    double distance = 0;
    // The true distance is at least distance - error. The error is nearly always below 1e-12 of the
    // shapes' size. Beside curved faces, where rounding ends the search, it may be 1e-9 of this
    // size.
    double error = 0;
    // The nearest points of a and of b, in the world. At distance 0: a common point, twice.
    Vec3 point_a;
    Vec3 point_b;
    // From b to a, length 1: the shapes are distance - error apart along it. Zero if no such
    // direction is known: the cores touch or overlap, up to rounding.
    Vec3 normal;
};

// The distance of two shapes. Source: Gilbert, Johnson, Keerthi 1988; the nearest point of a
// simplex as in Ericson, Real-Time Collision Detection, section 5.1. Cost: 3 to 8 supports of both
// shapes, as a rule.
Distance distance(const PlacedShape& a, const PlacedShape& b);

// True if the shapes overlap; touching does not count. The answer may be wrong where a change of
// 1e-9 of their size would change it. It agrees with `penetration`, and costs less.
bool overlaps(const PlacedShape& a, const PlacedShape& b);

struct Penetration {
    // a moved by normal * depth does not overlap b any more [units].
    double depth = 0;
    Vec3 normal;  // from b to a, length 1
    Vec3 point;   // in both shapes
    // The least depth of all directions is at least depth - error. See `penetration`.
    double error = 0;
};

// The least motion that parts the shapes. nullopt if they do not overlap, as in `overlaps`.
//
// The error is below 1e-12 of the shapes' size; with a cylinder below 1e-6, unless another shape of
// the same axis makes it a formula. Swapped shapes give the same bits and the opposite normal, but
// for two that are equal in everything. A turn of both changes the depth by no more than the error.
// Where several directions are as deep, the normal is one of them.
//
// Cost: 15 separating axes for boxes. Otherwise 10 to 50 supports of both shapes, as a rule.
// Allocates memory only for hulls with hundreds of points, and where the directions around a
// cylinder are as deep.
// Source: an expanding polytope, van den Bergen, Proximity Queries and Penetration Depth
// Computation on 3D Game Objects, GDC 2001; for boxes separating axes, Gottschalk, Lin, Manocha
// 1996.
std::optional<Penetration> penetration(const PlacedShape& a, const PlacedShape& b);

struct TimeOfImpact {
    // How far along the motion the shapes touch: 0 at the start, 1 at the end. Never too late: up
    // to this fraction they do not overlap.
    double fraction = 0;
    // The distance of the shapes there [units], at most `tolerance`. Negative: how deep they
    // overlap at the start. With hulls and cylinders this is an upper bound of the least depth.
    double distance = 0;
    Vec3 normal;  // from b to a, length 1
    Vec3 point;   // of b, nearest to a
};

// When shape a meets shape b if a moves by `motion` without turning. For two moving shapes,
// motion is the motion of a minus the motion of b. tolerance: how near counts as touching [units].
// REQUIRES: tolerance > 0, motion finite.
//
// nullopt if they do not meet. At the start, shapes may be nearer than the tolerance. Then the
// fraction is 0 if they move towards each other, and nullopt if they move apart or along each
// other: a body that stopped at an impact can slide along the surface. Shapes that overlap at the
// start by more than the tolerance have the fraction 0.
//
// The distance of convex shapes that move straight is a convex function of time, because their
// Minkowski difference is convex. So Newton's method from the start never steps over the first time
// at which the distance is half of the tolerance. Source: conservative advancement, Mirtich 1996.
std::optional<TimeOfImpact> time_of_impact(const PlacedShape& a,
                                           const PlacedShape& b,
                                           const Vec3& motion,
                                           double tolerance = 1.0 / 1024);

}  // namespace halfspace
