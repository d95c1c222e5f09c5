// SPDX-License-Identifier: MIT
#include "exact/shared/predicates.h"

#include "base/shared/sign.h"

#include <cmath>
#include <utility>

namespace halfspace {
namespace {

// Derivation of PlaneTable::kFilterBound. A filter plane has |n| < 1 and nearest doubles, a rounded
// point has |coordinate| <= R = 2^27; u = 2^-53. The double n.p - d is off by less than 18uR +
// 4u|d|: three relative errors in each product, one in d, and three additions of terms that sum to
// at most 3R + |d|. For |d| <= 11R this is less than 64uR = 2^-20. For larger |d| no such point is
// near the plane, and the sign is right anyway.

constexpr Side side_of(int sign) {
    return static_cast<Side>(sign);
}
constexpr Side side_of(double distance) {
    return distance > 0 ? Side::Front : (distance < 0 ? Side::Back : Side::On);
}

double double_of(Int128 value) {
    return static_cast<double>(value);
}
template <int Limbs>
double double_of(const WideInt<Limbs>& value) {
    return to_double(value);
}

// numerator / denominator rounded to nearest, ties to even. The quotient is computed to 56 or 57
// bits with a sticky bit below. The conversion to double then rounds once. REQUIRES: denominator >
// 0; bits(denominator) + 58 and the numerator fit Int.
template <class Int>
double divide(const Int& numerator, const Int& denominator) {
    const int sign = sign_of(numerator);
    if (sign == 0) {
        return 0;
    }
    Int top = magnitude(numerator);
    Int bottom = denominator;
    const int shift = 56 - (bit_width(top) - bit_width(bottom));
    if (shift >= 0) {
        top = top << shift;
    } else {
        bottom = bottom << -shift;
    }
    const double divisor = double_of(bottom);
    auto quotient = static_cast<std::int64_t>(double_of(top) / divisor);
    Int rest = top - Int(quotient) * bottom;
    const auto correction = static_cast<std::int64_t>(std::floor(double_of(rest) / divisor));
    quotient += correction;
    rest = rest - Int(correction) * bottom;
    while (sign_of(rest) < 0) {
        rest = rest + bottom;
        --quotient;
    }
    while (!(rest < bottom)) {
        rest = rest - bottom;
        ++quotient;
    }
    const std::int64_t sticky = sign_of(rest) != 0 ? 1 : 0;
    const double result = std::ldexp(static_cast<double>(quotient | sticky), -shift);
    return sign < 0 ? -result : result;
}

// The point (X, Y, Z) / W where three planes meet, W > 0.
template <class Int>
struct Meet {
    Int x, y, z, w;
};

template <class Int, class Small>
Meet<Int> meet_of(const ExactPlane& a, const ExactPlane& b, const ExactPlane& c) {
    const auto minor = [](const ExactPlane& p, const ExactPlane& q, std::size_t i, std::size_t j) {
        return Small(p.n[i]) * Small(q.n[j]) - Small(p.n[j]) * Small(q.n[i]);
    };
    // Columns of the adjugate: b x c, c x a, a x b.
    const std::array<Int, 3> bc{
        Int(minor(b, c, 1, 2)), Int(minor(b, c, 2, 0)), Int(minor(b, c, 0, 1))};
    const std::array<Int, 3> ca{
        Int(minor(c, a, 1, 2)), Int(minor(c, a, 2, 0)), Int(minor(c, a, 0, 1))};
    const std::array<Int, 3> ab{
        Int(minor(a, b, 1, 2)), Int(minor(a, b, 2, 0)), Int(minor(a, b, 0, 1))};
    const auto coordinate = [&](std::size_t i) {
        return Int(a.d) * bc[i] + Int(b.d) * ca[i] + Int(c.d) * ab[i];
    };
    Meet<Int> m{coordinate(0),
                coordinate(1),
                coordinate(2),
                Int(a.n[0]) * bc[0] + Int(a.n[1]) * bc[1] + Int(a.n[2]) * bc[2]};
    if (sign_of(m.w) < 0) {
        m = {Int{} - m.x, Int{} - m.y, Int{} - m.z, Int{} - m.w};
    }
    return m;
}

// The bits of the largest |n| and |d| of some planes, without sign.
struct Width {
    int normal = 0;
    int distance = 0;

    void include(const PlaneTable::Filter& filter) {
        normal = std::max(normal, int{filter.normal_bits});
        distance = std::max(distance, int{filter.distance_bits});
    }
    // The bits of n.(X, Y, Z) - d W for the meet of the planes, with sign.
    int side_bits() const { return 3 * normal + distance + 6; }
};

template <class Int>
int side_sign(const Meet<Int>& m, const ExactPlane& plane) {
    return sign_of(Int(plane.n[0]) * m.x + Int(plane.n[1]) * m.y + Int(plane.n[2]) * m.z -
                   Int(plane.d) * m.w);
}

// The doubles of a point whose homogeneous integers fit 128 bits with 58 to spare in W.
void set_coordinates(ExactPoint& point, const Meet<Int128>& m) {
    if (is_exact_double(m.w) && is_exact_double(m.x) && is_exact_double(m.y) &&
        is_exact_double(m.z)) {
        const auto w = static_cast<double>(m.w);
        point.rounded = {static_cast<double>(m.x) / w,
                         static_cast<double>(m.y) / w,
                         static_cast<double>(m.z) / w};
    } else {
        point.rounded = {divide(m.x, m.w), divide(m.y, m.w), divide(m.z, m.w)};
    }
}

template <class Int>
bool is_multiple(double quotient, const Int& value, const Int& divisor) {
    // A whole quotient within the range of coordinates is exact if multiplying it back gives the
    // numerator.
    return std::floor(quotient) == quotient && std::fabs(quotient) <= 0x1p53 &&
           Int(static_cast<std::int64_t>(quotient)) * divisor == value;
}

template <class Int>
bool is_integral(const ExactPoint& point, const Meet<Int>& m) {
    return is_multiple(point.rounded.x, m.x, m.w) && is_multiple(point.rounded.y, m.y, m.w) &&
           is_multiple(point.rounded.z, m.z, m.w);
}

}  // namespace

SideCounters& SideCounters::operator+=(const SideCounters& other) {
    identity += other.identity;
    filter += other.filter;
    integral += other.integral;
    exact128 += other.exact128;
    exact192 += other.exact192;
    exact256 += other.exact256;
    return *this;
}

ExactPoint Predicates::meet(PlaneId a, PlaneId b, PlaneId c) const {
    Width width;
    width.include(planes_->filter(a));
    width.include(planes_->filter(b));
    width.include(planes_->filter(c));
    const ExactPlane pa = planes_->even_plane(a);
    const ExactPlane pb = planes_->even_plane(b);
    const ExactPlane pc = planes_->even_plane(c);
    ExactPoint point;
    point.planes = {a, b, c};
    // W has 3 * normal + 3 bits; its division needs 58 more. X has 2 * normal + distance + 3 bits.
    if (width.normal <= 20 && width.distance <= 80) {
        const auto m = meet_of<Int128, std::int64_t>(pa, pb, pc);
        set_coordinates(point, m);
        point.integral = is_integral(point, m);
    } else {
        const auto m = meet_of<Int256, Int128>(pa, pb, pc);
        point.rounded = {divide(m.x, m.w), divide(m.y, m.w), divide(m.z, m.w)};
        point.integral = is_integral(point, m);
    }
    return point;
}

Side Predicates::side(const ExactPoint& point, PlaneId plane) {
    const std::uint32_t pair = plane.pair();
    if (point.planes[0].pair() == pair || point.planes[1].pair() == pair ||
        point.planes[2].pair() == pair) {
        ++counters_.identity;
        return Side::On;
    }
    const PlaneTable::Filter& f = planes_->filter(plane);
    const double distance = f.distance(point.rounded);
    Side result = side_of(distance);
    if (distance > PlaneTable::kFilterBound || distance < -PlaneTable::kFilterBound) {
        ++counters_.filter;
    } else if (point.integral && f.is_small) {
        ++counters_.integral;
    } else {
        result = side_exactly(point, plane);
    }
    return plane.is_flipped() ? opposite(result) : result;
}

Side Predicates::side_exactly(const ExactPoint& point, PlaneId plane) {
    Width width;
    width.include(planes_->filter(plane));
    for (const PlaneId p : point.planes) {
        width.include(planes_->filter(p));
    }
    const ExactPlane a = planes_->even_plane(point.planes[0]);
    const ExactPlane b = planes_->even_plane(point.planes[1]);
    const ExactPlane c = planes_->even_plane(point.planes[2]);
    const ExactPlane even = planes_->even_plane(plane);
    if (width.side_bits() <= 128) {
        ++counters_.exact128;
        return side_of(side_sign(meet_of<Int128, Int128>(a, b, c), even));
    }
    if (width.side_bits() <= 192) {
        ++counters_.exact192;
        return side_of(side_sign(meet_of<Int192, Int128>(a, b, c), even));
    }
    ++counters_.exact256;
    return side_of(side_sign(meet_of<Int256, Int128>(a, b, c), even));
}

Side Predicates::side(const HomogeneousPoint& point, PlaneId plane) {
    const Meet<Int256> m{point.x, point.y, point.z, point.w};
    ++counters_.exact256;
    return side_of(side_sign(m, planes_->plane(plane)));
}

bool Predicates::equal(const ExactPoint& a, const ExactPoint& b) {
    if (a.rounded != b.rounded) {
        return false;
    }
    if (a.integral || b.integral) {
        return a.integral && b.integral;
    }
    return side(b, a.planes[0]) == Side::On && side(b, a.planes[1]) == Side::On &&
           side(b, a.planes[2]) == Side::On;
}

HomogeneousPoint Predicates::homogeneous(const ExactPoint& point) const {
    const auto m = meet_of<Int256, Int128>(planes_->even_plane(point.planes[0]),
                                           planes_->even_plane(point.planes[1]),
                                           planes_->even_plane(point.planes[2]));
    return {m.x, m.y, m.z, m.w};
}

Vec3 to_vec3(const HomogeneousPoint& point) {
    return {divide(point.x, point.w), divide(point.y, point.w), divide(point.z, point.w)};
}

}  // namespace halfspace
