// SPDX-License-Identifier: MIT
// Exact points, and the question on which all else rests: on which side of a plane does a point
// lie?
//
// A point is where three planes meet, so its coordinates are rational numbers. It is stored as
// three plane ids and as correctly rounded doubles. Most questions are decided from these. For the
// others, whole numbers of up to 256 bits are computed. For very large or small doubles, side(Vec3)
// computes longer ones.
//
// plane.h defines the front of a plane. plane_table.h defines kMaxGridCoordinate and
// kMaxPredicateBits.
#pragma once

#include "halfspace/math/vec.h"

#include "exact/shared/plane_table.h"
#include "exact/shared/wide_int.h"

#include <array>
#include <cstdint>

namespace halfspace {

enum class Side : std::int8_t { Back = -1, On = 0, Front = 1 };

// Front for Back, Back for Front, On for On.
constexpr Side opposite(Side s) {
    return static_cast<Side>(-static_cast<int>(s));
}

// The point where three planes meet.
struct ExactPoint {
    // The point in grid steps, each coordinate correctly rounded. So equal points have equal
    // doubles.
    Vec3 rounded;
    // The three planes, as ids of one PlaneTable.
    std::array<PlaneId, 3> planes;
    // True if all coordinates are whole numbers. Then `rounded` is exact.
    bool integral = false;
};

// The point (x / w, y / w, z / w), in grid steps, with w > 0.
struct HomogeneousPoint {
    Int256 x;
    Int256 y;
    Int256 z;
    Int256 w;

    // x, y or z. REQUIRES: axis < 3.
    const Int256& operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};

// The nearest doubles, grid steps. REQUIRES: bits(w) <= 197.
Vec3 to_vec3(const HomogeneousPoint& point);

// How many calls of Predicates::side each of its steps decided. A call with a HomogeneousPoint
// counts as exact256. `equal` counts the sides that it asks for.
struct SideCounters {
    std::uint64_t identity = 0;  // the plane is one of the point's own three planes
    std::uint64_t filter = 0;    // the distance in doubles is beyond its error bound
    std::uint64_t integral = 0;  // whole coordinates and a small plane: doubles are exact
    std::uint64_t exact128 = 0;  // whole numbers of up to 128 bits
    std::uint64_t exact192 = 0;  // whole numbers of up to 192 bits
    std::uint64_t exact256 = 0;  // whole numbers of up to 256 bits

    SideCounters& operator+=(const SideCounters& other);
};

// Answers questions about points and planes of one table, and counts how each was decided. Threads
// need one object each; they may share the table while no thread adds to it.
// REQUIRES of all members: planes.predicate_bits() <= kMaxPredicateBits; the table outlives the
// object.
class Predicates {
public:
    explicit Predicates(const PlaneTable& planes) : planes_(&planes) {}

    const PlaneTable& planes() const { return *planes_; }
    const SideCounters& counters() const { return counters_; }

    // The point where the planes a, b and c meet. REQUIRES: their normals are linearly independent.
    ExactPoint meet(PlaneId a, PlaneId b, PlaneId c) const;

    // The side of the plane on which the point lies; On if it lies in the plane. Exact. Identity:
    // side(p, id.flipped()) == opposite(side(p, id)). REQUIRES: |coordinates| <= kMaxGridCoordinate
    // for an ExactPoint.
    Side side(const ExactPoint& point, PlaneId plane);
    Side side(const HomogeneousPoint& point, PlaneId plane);

    // True if both are the same point, even if they were made from different planes. Exact.
    // REQUIRES: |coordinates| <= kMaxGridCoordinate.
    bool equal(const ExactPoint& a, const ExactPoint& b);

    // The exact coordinates as a fraction of whole numbers.
    HomogeneousPoint homogeneous(const ExactPoint& point) const;

private:
    Side side_exactly(const ExactPoint& point, PlaneId plane);

    const PlaneTable* planes_;
    SideCounters counters_;
};

// The side of a plane on which a point of doubles is. Exact for every finite point. point: map
// units. plane: in grid steps. A step is 2^-grid_exponent map units. grid_exponent: -64 to 64.
// Allocates nothing. Cost: about 3 ns if doubles decide, else up to a microsecond.
Side side(const Vec3& point, const ExactPlane& plane, int grid_exponent);

}  // namespace halfspace
