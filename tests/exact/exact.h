// SPDX-License-Identifier: MIT
// The exact core once more in numbers without a width: slow, plain, and by other formulas. What
// the tests of this folder hold the fast code against.
#pragma once

#include "exact/shared/predicates.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <vector>

namespace halfspace {

// Found by GoogleTest, for its messages.
inline std::ostream& operator<<(std::ostream& out, const ExactPoint& p) {
    return out << '(' << p.rounded.x << ' ' << p.rounded.y << ' ' << p.rounded.z << ')';
}

namespace test {

using boost::multiprecision::cpp_int;
using BigVector = std::array<cpp_int, 3>;

inline cpp_int to_cpp(Int128 value) {
    const cpp_int high = static_cast<std::int64_t>(value >> 64);
    return (high << 64) + static_cast<std::uint64_t>(value);
}

template <int Limbs>
cpp_int to_cpp(const WideInt<Limbs>& value) {
    cpp_int result = static_cast<std::int64_t>(value.limb[Limbs - 1]);
    for (int i = Limbs - 2; i >= 0; --i) {
        result = (result << 64) + value.limb[static_cast<std::size_t>(i)];
    }
    return result;
}

// REQUIRES: it fits.
inline Int128 to_int128(const cpp_int& value) {
    const cpp_int magnitude = abs(value);
    const auto low = cpp_int(magnitude & ~std::uint64_t{0}).convert_to<std::uint64_t>();
    const auto high = cpp_int(magnitude >> 64).convert_to<std::uint64_t>();
    const Int128 result = static_cast<Int128>(Uint128{high} << 64 | low);
    return value < 0 ? -result : result;
}

inline int bits_of(const cpp_int& value) {
    return value == 0 ? 0 : static_cast<int>(msb(cpp_int(abs(value)))) + 1;
}

inline int normal_bits(const ExactPlane& plane) {
    return std::max({bits_of(plane.n[0]), bits_of(plane.n[1]), bits_of(plane.n[2])});
}

// numerator / denominator rounded to nearest, ties to even, from the definition.
// REQUIRES: denominator > 0; the result is a normal double.
inline double nearest_double(const cpp_int& numerator, const cpp_int& denominator) {
    const cpp_int magnitude = abs(numerator);
    if (magnitude == 0) {
        return 0;
    }
    // magnitude / denominator = 2^exponent * top / bottom with 2^52 <= top / bottom < 2^53.
    int exponent = bits_of(magnitude) - bits_of(denominator) - 53;
    cpp_int top = magnitude;
    cpp_int bottom = denominator;
    (exponent < 0 ? top : bottom) <<= static_cast<unsigned>(std::abs(exponent));
    if (top >= bottom << 53) {
        bottom <<= 1;
        ++exponent;
    } else if (top < bottom << 52) {
        top <<= 1;
        --exponent;
    }
    cpp_int quotient;
    cpp_int rest;
    divide_qr(top, bottom, quotient, rest);
    rest *= 2;
    if (rest > bottom || (rest == bottom && bit_test(quotient, 0))) {
        ++quotient;
    }
    const double result =
        std::ldexp(static_cast<double>(quotient.convert_to<std::uint64_t>()), exponent);
    return numerator < 0 ? -result : result;
}

// (x, y, z) / w with w > 0 and no common divisor.
struct BigPoint {
    cpp_int x, y, z, w;

    friend bool operator==(const BigPoint&, const BigPoint&) = default;
};

inline BigPoint reduced(const BigPoint& p) {
    cpp_int divisor = gcd(gcd(p.x, p.y), gcd(p.z, p.w));
    divisor *= p.w < 0 ? -1 : 1;
    return {p.x / divisor, p.y / divisor, p.z / divisor, p.w / divisor};
}

inline cpp_int determinant(const BigVector& a, const BigVector& b, const BigVector& c) {
    return a[0] * b[1] * c[2] + a[1] * b[2] * c[0] + a[2] * b[0] * c[1] - a[2] * b[1] * c[0] -
           a[1] * b[0] * c[2] - a[0] * b[2] * c[1];
}

// Cramer's rule; w = 0 if the planes do not meet in one point.
inline BigPoint meet_of(const ExactPlane& a, const ExactPlane& b, const ExactPlane& c) {
    const auto column = [&](std::size_t i) { return BigVector{a.n[i], b.n[i], c.n[i]}; };
    const BigVector d{to_cpp(a.d), to_cpp(b.d), to_cpp(c.d)};
    BigPoint p{determinant(d, column(1), column(2)),
               determinant(column(0), d, column(2)),
               determinant(column(0), column(1), d),
               determinant(column(0), column(1), column(2))};
    return p.w == 0 ? p : reduced(p);
}

inline BigPoint exact(const ExactPoint& point, const PlaneTable& table) {
    return meet_of(
        table.plane(point.planes[0]), table.plane(point.planes[1]), table.plane(point.planes[2]));
}

inline BigPoint exact(const HomogeneousPoint& p) {
    return reduced({to_cpp(p.x), to_cpp(p.y), to_cpp(p.z), to_cpp(p.w)});
}

// n.p - d, times w.
inline cpp_int distance(const BigPoint& p, const ExactPlane& plane) {
    return plane.n[0] * p.x + plane.n[1] * p.y + plane.n[2] * p.z - to_cpp(plane.d) * p.w;
}

inline Side side_of(const BigPoint& p, const ExactPlane& plane) {
    return static_cast<Side>(distance(p, plane).sign());
}

// items: of a polygon or a polyhedron. point_of: gives the ExactPoint of an item.
template <class Item, class PointOf>
std::vector<BigPoint> exact_points(const std::vector<Item>& items,
                                   const PlaneTable& table,
                                   PointOf point_of) {
    std::vector<BigPoint> points;
    points.reserve(items.size());
    for (const Item& item : items) {
        points.push_back(exact(point_of(item), table));
    }
    return points;
}

// Which sides of a plane have points, and how many points are on it.
struct Found {
    bool front = false;
    bool back = false;
    int on = 0;
};

inline Found found_sides(const std::vector<BigPoint>& points, const ExactPlane& plane) {
    Found found;
    for (const BigPoint& p : points) {
        const Side side = side_of(p, plane);
        found.front = found.front || side == Side::Front;
        found.back = found.back || side == Side::Back;
        found.on += side == Side::On ? 1 : 0;
    }
    return found;
}

// In one point.
inline bool do_meet(const ExactPlane& a, const ExactPlane& b, const ExactPlane& c) {
    return meet_of(a, b, c).w != 0;
}

// Positive if a, b, p turn counter-clockwise seen against n.
inline int turn(const std::array<std::int64_t, 3>& n,
                const BigPoint& a,
                const BigPoint& b,
                const BigPoint& p) {
    const auto from_a = [&](const BigPoint& q) {
        return BigVector{q.x * a.w - a.x * q.w, q.y * a.w - a.y * q.w, q.z * a.w - a.z * q.w};
    };
    return determinant({n[0], n[1], n[2]}, from_a(b), from_a(p)).sign();
}

}  // namespace test
}  // namespace halfspace
