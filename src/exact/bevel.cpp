// SPDX-License-Identifier: MIT
#include "exact/shared/bevel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

Int128 gcd(Int128 a, Int128 b) {
    a = magnitude(a);
    b = magnitude(b);
    while (b != 0) {
        a = std::exchange(b, a % b);
    }
    return a;
}

// The bits of d after the plane is moved out as far as a box may need.
int grown_distance_bits(const std::array<std::int64_t, 3>& n, Int128 d, std::int64_t reach) {
    Int128 out = magnitude(d);
    for (const std::int64_t coefficient : n) {
        out += magnitude(coefficient) * reach;
    }
    return bit_width(out);
}

int grown_distance_bits(const PlaneTable& planes, std::int64_t reach) {
    int bits = 0;
    for (std::uint32_t pair = 0; pair < planes.pair_count(); ++pair) {
        const ExactPlane& plane = planes.even_plane(PlaneId{2 * pair});
        bits = std::max(bits, grown_distance_bits(plane.n, plane.d, reach));
    }
    return bits;
}

// The plane divided by its gcd; nullopt if its numbers do not fit the room.
std::optional<ExactPlane> small_plane(const WideVector& n, Int128 d, const BevelRoom& room) {
    const Int128 common = gcd(gcd(n[0], n[1]), gcd(n[2], d));
    ExactPlane plane;
    for (std::size_t i = 0; i < 3; ++i) {
        const Int128 coefficient = n[i] / common;
        if (bit_width(coefficient) > room.normal_bits) {
            return std::nullopt;
        }
        plane.n[i] = static_cast<std::int64_t>(coefficient);
    }
    plane.d = d / common;
    return grown_distance_bits(plane.n, plane.d, room.reach) <= room.distance_bits
               ? std::optional(plane)
               : std::nullopt;
}

// A plane with a shorter normal of nearly the same direction, and with all of the solid behind it.
// The sum of three products of 24-bit coefficients with 27-bit coordinates is off by less than one
// in total; d has room for this.
ExactPlane rounded_plane(const Polyhedron& solid, const WideVector& n) {
    constexpr double kLargest = 0x1p24;
    const Vec3 direction = to_vec3(n);
    const double largest = max_abs(direction);
    ExactPlane plane;
    for (std::size_t i = 0; i < 3; ++i) {
        plane.n[i] = static_cast<std::int64_t>(std::floor(direction[i] / largest * kLargest + 0.5));
    }
    double support = -0x1p60;
    for (const ExactPoint& point : solid.points) {
        support = std::max(support, dot(to_vec3(plane.n), point.rounded));
    }
    plane.d = static_cast<Int128>(std::floor(support)) + 2;
    return plane;
}

double along(const ExactPoint& point, std::size_t axis, int sign) {
    return sign * point.rounded[axis];
}

// True if the outermost corner lies exactly d steps out. reach: the rounded place of that corner.
bool is_touched_at(const Polyhedron& solid,
                   Int128 d,
                   std::size_t axis,
                   int sign,
                   double reach,
                   const Predicates& predicates) {
    constexpr double kNear = 0x1p-20;  // far more than the rounding of corners
    bool is_touched = false;
    for (const ExactPoint& point : solid.points) {
        if (along(point, axis, sign) < reach - kNear) {
            continue;
        }
        const HomogeneousPoint h = predicates.homogeneous(point);
        const int out = (Int256(Int128{sign}) * h[axis] - Int256(d) * h.w).sign();
        if (out > 0) {
            return false;
        }
        is_touched = is_touched || out == 0;
    }
    return is_touched;
}

}  // namespace

BevelRoom bevel_room(const PlaneTable& planes, std::int64_t reach) {
    // These widths were enough for every bevel on the grid of 1/8 in the tested levels. Together
    // they fit the predicates.
    constexpr int kNormalBits = 56;
    constexpr int kDistanceBits = 73;
    static_assert(3 * kNormalBits + kDistanceBits + kExtraBits <= kMaxPredicateBits);
    const int normal_left =
        (kMaxPredicateBits - kExtraBits - grown_distance_bits(planes, reach)) / 3;
    const int distance_left = kMaxPredicateBits - kExtraBits - 3 * planes.normal_bits();
    return {std::min(kNormalBits, normal_left), std::min(kDistanceBits, distance_left), reach};
}

bool fits_grown(const PlaneTable& planes, std::int64_t reach) {
    return 3 * planes.normal_bits() + grown_distance_bits(planes, reach) + kExtraBits <=
           kMaxPredicateBits;
}

// The bevel is a positive combination of both faces' planes, so all of the solid lies behind it.
BevelPlane edge_bevel(const Polyhedron& solid,
                      const ExactPlane& p,
                      const ExactPlane& q,
                      std::size_t axis,
                      const BevelRoom& room) {
    const Int128 common = gcd(p.n[axis], q.n[axis]);
    const Int128 of_p = magnitude(q.n[axis]) / common;
    const Int128 of_q = magnitude(p.n[axis]) / common;
    WideVector n{};
    for (std::size_t i = 0; i < 3; ++i) {
        n[i] = of_p * p.n[i] + of_q * q.n[i];
    }
    // Sums of two numbers below 2^125 fit 128 bits.
    constexpr int kMaxBits = 125;
    if (bit_width(of_p) + bit_width(p.d) <= kMaxBits &&
        bit_width(of_q) + bit_width(q.d) <= kMaxBits) {
        const Int128 d = of_p * p.d + of_q * q.d;
        if (const std::optional<ExactPlane> exact = small_plane(n, d, room)) {
            return {*exact, false};
        }
    }
    return {rounded_plane(solid, n), true};
}

BevelPlane end_bevel(const Polyhedron& solid,
                     std::size_t axis,
                     int sign,
                     const Predicates& predicates) {
    double reach = -0x1p60;
    for (const ExactPoint& point : solid.points) {
        reach = std::max(reach, along(point, axis, sign));
    }
    BevelPlane bevel;
    bevel.plane.n[axis] = sign;
    bevel.plane.d = static_cast<Int128>(std::floor(reach + 0.5));
    bevel.is_rounded = !is_touched_at(solid, bevel.plane.d, axis, sign, reach, predicates);
    if (bevel.is_rounded) {
        constexpr std::int64_t kScale = std::int64_t{1} << 16;
        bevel.plane.n[axis] = sign * kScale;
        bevel.plane.d = static_cast<Int128>(std::floor(reach * static_cast<double>(kScale))) + 1;
    }
    return bevel;
}

}  // namespace halfspace
