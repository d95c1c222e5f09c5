// SPDX-License-Identifier: MIT
// A segment and the planes that it crosses, for the exact walk (exact_walk.h). Every question is
// asked of doubles first, and of wide integers if doubles cannot tell.
//
// The segment is p(t) = `from` + t (`to` - `from`), 0 <= t <= 1. Let a be the exact distance of
// `from` from a plane, and b that of `to`. The segment crosses the plane at t = a / (a - b). This
// quotient is not needed for a decision: the sign of a 2x2 determinant tells which of two crossings
// comes first, and on which side of a plane another crossing lies.
#pragma once

#include "exact/shared/dyadic.h"
#include "query/walk/descent.h"
#include "query/walk/exact_walk.h"

#include <array>
#include <cmath>

namespace halfspace {

// A plane, perhaps turned, with its distances in doubles.
struct Crossing {
    std::int32_t plane = kStartCrossing;
    int sign = 1;   // -1: the plane is turned, and its front is the back of the node's plane
    double a = 0;   // of `from`
    double b = -1;  // of `to`
};

// The same crossing if sign is 1; that of the turned plane if sign is -1.
inline Crossing turned(const Crossing& crossing, int sign) {
    return {crossing.plane, sign * crossing.sign, sign * crossing.a, sign * crossing.b};
}

// The exact distances of `from` and `to`.
template <int Limbs>
struct Distances {
    WideInt<Limbs> a;
    WideInt<Limbs> b;
};

template <int Limbs>
class SegmentPlanes {
public:
    SegmentPlanes(const Level& level,
                  const ModelRecord& model,
                  const Vec3& from,
                  const Vec3& to,
                  const DyadicUnit& unit)
        : level_(level),
          model_(model),
          from_(from),
          to_(to),
          unit_(unit),
          wide_src_(in_unit<Limbs>(from, unit)),
          wide_dest_(in_unit<Limbs>(to, unit)),
          error_(distance_error(level, model, from, to)) {}

    Crossing crossing_of(std::int32_t plane) const {
        if (plane == kStartCrossing) {
            return {};
        }
        if (is_wall(plane)) {
            const BoxWall wall = wall_of(model_, plane);
            return {plane, 1, wall.inside(from_), wall.inside(to_)};
        }
        const WalkNodeRecord& node = node_at(plane);
        return {plane,
                1,
                approximate_distance(level_, node, from_),
                approximate_distance(level_, node, to_)};
    }

    // The distances in whole numbers: in the DyadicUnit, times the length of the plane's normal.
    [[gnu::noinline]] Distances<Limbs> exactly(const Crossing& crossing) const {
        Distances<Limbs> result;
        if (crossing.plane == kStartCrossing) {
            result.b = WideInt<Limbs>(std::int64_t{-1});
        } else if (is_wall(crossing.plane)) {
            const BoxWall wall = wall_of(model_, crossing.plane);
            const WideInt<Limbs> d = in_unit<Limbs>(wall.place, unit_);
            result = {wide_src_[wall.axis] - d, wide_dest_[wall.axis] - d};
            if (wall.sign < 0) {
                result = {-result.a, -result.b};
            }
        } else {
            const ExactPlane plane = plane_of(level_, node_at(crossing.plane));
            result = {distance(plane, wide_src_, unit_), distance(plane, wide_dest_, unit_)};
        }
        if (crossing.sign < 0) {
            result = {-result.a, -result.b};
        }
        return result;
    }

    // The sign of b: on which side `to` lies.
    int sign_at_dest(const Crossing& crossing) const {
        if (std::abs(crossing.b) > error_) {
            return crossing.b > 0 ? 1 : -1;
        }
        return exactly(crossing).b.sign();
    }

    // The sign of b - a. 1: the segment runs towards the plane's front; 0: it runs parallel.
    int direction(const Crossing& crossing) const {
        const double rise = crossing.b - crossing.a;
        if (std::abs(rise) > 3 * error_) {  // two distances, and the rounding of their difference
            return rise > 0 ? 1 : -1;
        }
        const Distances<Limbs> exact = exactly(crossing);
        return (exact.b - exact.a).sign();
    }

    // The sign of a_j b_i - a_i b_j. REQUIRES: the segment runs towards the back of plane j.
    // Then it is the side of plane i on which p(t_j) lies. If the segment runs towards the back of
    // plane i, too, it is also the sign of t_i - t_j.
    int determinant(const Crossing& i, const Crossing& j) const {
        // Each distance is off by at most e. So a product of distances v and w is off by at most
        // e (|v| + |w|) + e^2. Three roundings of relative 2^-53 follow.
        const double x = j.a * i.b;
        const double y = i.a * j.b;
        const double sum = std::abs(j.a) + std::abs(i.b) + std::abs(i.a) + std::abs(j.b);
        const double bound =
            1.01 * error_ * (sum + 2 * error_) + 0x1p-50 * (std::abs(x) + std::abs(y));
        const double value = x - y;
        if (value > bound) {
            return 1;
        }
        if (value < -bound) {
            return -1;
        }
        const Distances<Limbs> exact_i = exactly(i);
        const Distances<Limbs> exact_j = exactly(j);
        using Product = WideInt<2 * Limbs>;
        return (Product(exact_j.a) * Product(exact_i.b) - Product(exact_i.a) * Product(exact_j.b))
            .sign();
    }

    // On which side of the plane the segment is just behind the crossing `now`. 0: the whole
    // segment lies in the plane.
    int side_behind(const Crossing& now, const Crossing& plane) const {
        const int side = determinant(plane, now);
        return side != 0 ? side : direction(plane);
    }

    // The crossing of a plane through which the segment leaves a cell, turned so that the segment
    // runs from its front to its back. So the cell is in front.
    Crossing exit_of(std::int32_t plane) const {
        const Crossing crossing = crossing_of(plane);
        return turned(crossing, -direction(crossing));
    }

    // Where the segment crosses a plane: t and the point, each off by a few roundings. REQUIRES:
    // the segment crosses it; not kStartCrossing.
    struct Place {
        double t;
        Vec3 point;
    };
    Place place_of(const Crossing& crossing) const {
        using Product = WideInt<2 * Limbs>;
        const Distances<Limbs> exact = exactly(crossing);
        const Product a(exact.a);
        const Product b(exact.b);
        const Product run = a - b;
        const auto at = [&](std::size_t axis) {
            return quotient(a * Product(wide_dest_[axis]) - b * Product(wide_src_[axis]),
                            run,
                            -unit_.shift - unit_.grid_exponent);
        };
        return {quotient(a, run, 0), {at(0), at(1), at(2)}};
    }

private:
    const WalkNodeRecord& node_at(std::int32_t plane) const {
        return node_of(level_, static_cast<WalkChild>(plane));
    }

    // a / b * 2^exponent, off by at most three roundings. REQUIRES: b is not 0.
    template <int Wide>
    static double quotient(const WideInt<Wide>& a, const WideInt<Wide>& b, int exponent) {
        const Leading above = leading(a);
        const Leading below = leading(b);
        return std::ldexp(above.value / below.value, above.exponent - below.exponent + exponent);
    }

    const Level& level_;
    const ModelRecord& model_;
    const Vec3& from_;
    const Vec3& to_;
    DyadicUnit unit_;
    WidePoint<Limbs> wide_src_;
    WidePoint<Limbs> wide_dest_;
    double error_;
};

}  // namespace halfspace
