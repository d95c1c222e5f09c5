// SPDX-License-Identifier: MIT
// Exact points and the one question the compiler asks of them: on which side of a plane?
//
// A point is where three planes meet, hence rational. It is kept as the three plane ids and its
// correctly rounded doubles; its homogeneous integers are computed when a question needs them,
// which the first three steps of `side` make rare.
#pragma once

#include "halfspace/exact/plane_table.h"
#include "halfspace/exact/wide_int.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>

namespace halfspace {

enum class Side : std::int8_t { Back = -1, On = 0, Front = 1 };

constexpr Side opposite(Side s) {
    return static_cast<Side>(-static_cast<int>(s));
}

// Where three planes meet, in grid steps.
struct ExactPoint {
    double x = 0;  // each correctly rounded: equal points have equal doubles
    double y = 0;
    double z = 0;
    std::array<PlaneId, 3> planes;
    bool integral = false;  // all three coordinates are whole numbers, and the doubles exact
};

// (X, Y, Z) / W with W > 0.
struct HomogeneousPoint {
    Int256 x;
    Int256 y;
    Int256 z;
    Int256 w;
};

// The nearest doubles of the point, in grid steps. REQUIRES: bits(w) <= 197.
Vec3 to_vec3(const HomogeneousPoint& point);

// Which step decided how many calls of `side`.
struct SideCounters {
    std::uint64_t identity = 0;  // the point was made from the plane
    std::uint64_t filter = 0;    // the double with its error bound
    std::uint64_t integral = 0;  // an integral point and a small plane: the double is exact
    std::uint64_t exact128 = 0;  // fixed-width integers of at most so many bits
    std::uint64_t exact192 = 0;
    std::uint64_t exact256 = 0;

    SideCounters& operator+=(const SideCounters& other);
};

// The predicates over one table, counting. One object per thread; the table may be shared as long
// as nobody adds to it. REQUIRES of all members: planes.predicate_bits() <= kMaxPredicateBits.
class Predicates {
public:
    explicit Predicates(const PlaneTable& planes) : planes_(&planes) {}

    const PlaneTable& planes() const { return *planes_; }
    const SideCounters& counters() const { return counters_; }

    // The point where a, b and c meet. REQUIRES: their normals are linearly independent.
    ExactPoint meet(PlaneId a, PlaneId b, PlaneId c) const;

    // The sign of n.p - d. side(p, id.flipped()) == opposite(side(p, id)).
    // REQUIRES: an ExactPoint's |coordinates| <= kMaxCoordinate.
    Side side(const ExactPoint& point, PlaneId plane);
    Side side(const HomogeneousPoint& point, PlaneId plane);

    // True if the two points are one, whatever planes they were made from.
    // REQUIRES: |coordinates| <= kMaxCoordinate.
    bool equal(const ExactPoint& a, const ExactPoint& b);

    HomogeneousPoint homogeneous(const ExactPoint& point) const;

private:
    Side side_exactly(const ExactPoint& point, PlaneId plane);

    const PlaneTable* planes_;
    SideCounters counters_;
};

// The sign of n.p - d for a point given in doubles as it is (units of the plane are grid steps of
// 2^-exponent). Exact for every finite point; no allocation. Cost: some 3 ns when the filter
// decides, else up to a microsecond.
Side side(const Vec3& point, const ExactPlane& plane, int grid_exponent);

}  // namespace halfspace
