// SPDX-License-Identifier: MIT
#include "support/segment_oracle.h"

#include "support/oracle.h"

#include <algorithm>

namespace halfspace::test {
namespace {

Integer to_integer(Int128 value) {
    const Integer high = static_cast<std::int64_t>(value >> 64);
    return (high << 64) + static_cast<std::uint64_t>(value);
}

int sign_of(const Integer& value) {
    return value.sign();
}

}  // namespace

Estimate estimate_distance(const ExactPlane& plane, const Vec3& p, double steps_per_unit) {
    const double x = static_cast<double>(plane.n[0]) * (p.x * steps_per_unit);
    const double y = static_cast<double>(plane.n[1]) * (p.y * steps_per_unit);
    const double z = static_cast<double>(plane.n[2]) * (p.z * steps_per_unit);
    const auto d = static_cast<double>(plane.d);
    const double size = std::abs(x) + std::abs(y) + std::abs(z) + std::abs(d);
    return {x + y + z - d, size * 0x1p-49 + std::numeric_limits<double>::min()};
}

Integer ExactPoints::distance(const ExactPlane& plane, std::size_t point) {
    if (exact_.empty()) {
        convert();
    }
    const std::array<Integer, 3>& p = exact_[point];
    return plane.n[0] * p[0] + plane.n[1] * p[1] + plane.n[2] * p[2] -
           (to_integer(plane.d) << shift_);
}

void ExactPoints::convert() {
    for (const Vec3& p : points_) {
        for (const double c : {p.x, p.y, p.z}) {
            shift_ = std::max(shift_, -exponent_of(c));
        }
    }
    for (const Vec3& p : points_) {
        exact_.push_back({scaled(p.x), scaled(p.y), scaled(p.z)});
    }
}

int ExactPoints::exponent_of(double c) const {
    int exponent = 0;
    std::frexp(c, &exponent);
    return c == 0 ? 0 : exponent - 53 + grid_exponent_;
}

Integer ExactPoints::scaled(double c) const {
    int exponent = 0;
    const double fraction = std::frexp(c, &exponent);
    const Integer mantissa = static_cast<std::int64_t>(std::ldexp(fraction, 53));
    const int shift = exponent_of(c) + shift_;
    return c == 0 ? Integer(0) : Integer(mantissa * (Integer(1) << static_cast<unsigned>(shift)));
}

SegmentOracle::SegmentOracle(const Vec3& from, const Vec3& to, int grid_exponent)
    : from_(from),
      to_(to),
      scale_(std::ldexp(1.0, grid_exponent)),
      exact_({from, to}, grid_exponent) {}

std::optional<SegmentOracle::Part> SegmentOracle::clip(const OracleBrush& brush) {
    Part part;
    for (const ExactPlane& plane : brush.planes) {
        const int a = sign(plane, 0);
        const int b = sign(plane, 1);
        if (a > 0 && b > 0) {
            return std::nullopt;
        }
        if (a == 0 && b == 0) {
            part.along.push_back(&plane);
            continue;
        }
        part.is_point = part.is_point || (a >= 0 && b >= 0);
        if (a > 0 && (part.enter == nullptr || compare(plane, *part.enter) > 0)) {
            part.enter = &plane;
        } else if (b > 0 && (part.leave == nullptr || compare(plane, *part.leave) < 0)) {
            part.leave = &plane;
        }
    }
    if (part.enter != nullptr && part.leave != nullptr) {
        const int order = compare(*part.enter, *part.leave);
        if (order > 0) {
            return std::nullopt;
        }
        part.is_point = part.is_point || order == 0;
    }
    return part;
}

int SegmentOracle::compare(const ExactPlane& first, const ExactPlane& second) {
    const Estimate t = estimate_crossing(first);
    const Estimate u = estimate_crossing(second);
    if (const int sign = certain_sign({t.value - u.value, 1.01 * (t.error + u.error)})) {
        return sign;
    }
    const Integer a = exact_.distance(first, 0);
    const Integer b = exact_.distance(second, 0);
    const Integer a_run = a - exact_.distance(first, 1);
    const Integer b_run = b - exact_.distance(second, 1);
    return sign_of(a * b_run - b * a_run) * sign_of(a_run) * sign_of(b_run);
}

int SegmentOracle::sign(const ExactPlane& plane, int end) {
    if (const int certain = certain_sign(estimate(plane, end))) {
        return certain;
    }
    return sign_of(exact_.distance(plane, static_cast<std::size_t>(end)));
}

int SegmentOracle::sign_at(const ExactPlane& plane, const ExactPlane& crossed) {
    if (const int side = sign(plane, 0); side == sign(plane, 1)) {
        return side;
    }
    const Estimate t = estimate_crossing(crossed);
    const Estimate from = estimate(plane, 0);
    const Estimate to = estimate(plane, 1);
    const double rise = to.value - from.value;
    const double error = 2 * (from.error + to.error) + 2 * t.error * std::abs(rise);
    if (const int certain = certain_sign({from.value + t.value * rise, error})) {
        return certain;
    }
    const Integer a = exact_.distance(plane, 0);
    const Integer b = exact_.distance(plane, 1);
    const Integer c = exact_.distance(crossed, 0);
    const Integer d = exact_.distance(crossed, 1);
    return sign_of(c * b - a * d) * sign_of(c - d);
}

double SegmentOracle::crossing(const ExactPlane& plane) {
    if (const Estimate t = estimate_crossing(plane); t.error < 0x1p-48) {
        return t.value;
    }
    // 0 <= t <= 1: so many bits behind the point are more than a double near 0 can tell apart in
    // any test, and fit the whole range of doubles.
    constexpr int kBits = 1000;
    const Integer a = exact_.distance(plane, 0);
    const Integer run = a - exact_.distance(plane, 1);
    const Integer quotient = a * boost::multiprecision::pow(Integer(2), kBits) / run;
    return std::ldexp(quotient.convert_to<double>(), -kBits);
}

Estimate SegmentOracle::estimate_crossing(const ExactPlane& plane) const {
    const Estimate a = estimate(plane, 0);
    const Estimate b = estimate(plane, 1);
    const double run = a.value - b.value;
    const double error = a.error + b.error;
    if (!(std::abs(run) > 4 * error)) {
        return {0, std::numeric_limits<double>::infinity()};
    }
    return {a.value / run, 4 * error / std::abs(run) + 0x1p-51};
}

}  // namespace halfspace::test
