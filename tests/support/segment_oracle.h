// SPDX-License-Identifier: MIT
// Compares points and one segment with the planes of brushes, exactly: by Boost.Multiprecision
// behind filters of doubles.
#pragma once

#include "halfspace/level/level.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace::test {

struct OracleBrush;

using Integer = boost::multiprecision::cpp_int;

// A number with its largest error.
struct Estimate {
    double value = 0;
    double error = 0;
};

// The sign of a number; 0 if the estimate does not tell it or is not a number.
inline int certain_sign(const Estimate& e) {
    return e.value > e.error ? 1 : e.value < -e.error ? -1 : 0;
}

// n.p - d in grid steps. Each term has at most six roundings of relative 2^-53.
Estimate estimate_distance(const ExactPlane& plane, const Vec3& p, double steps_per_unit);

// Points as whole numbers of a common unit: 2^-shift grid steps.
class ExactPoints {
public:
    ExactPoints(std::vector<Vec3> points, int grid_exponent)
        : points_(std::move(points)), grid_exponent_(grid_exponent) {}

    // n.p - d in that unit.
    Integer distance(const ExactPlane& plane, std::size_t point);

private:
    void convert();
    // c * 2^grid_exponent is a whole number times 2^this.
    int exponent_of(double c) const;
    Integer scaled(double c) const;

    std::vector<Vec3> points_;
    int grid_exponent_;
    int shift_ = 0;
    std::vector<std::array<Integer, 3>> exact_;
};

// One segment: computes signs of distances, and compares crossings by cross-multiplication.
class SegmentOracle {
public:
    SegmentOracle(const Vec3& from, const Vec3& to, int grid_exponent);

    // The part of the segment in a closed brush, and the planes of the brush that contain the
    // segment.
    struct Part {
        const ExactPlane* enter = nullptr;  // null: the part begins at the start
        const ExactPlane* leave = nullptr;  // null: the part ends at the end
        std::vector<const ExactPlane*> along;
        bool is_point = false;  // always false for a segment of length 0
    };

    // The part in a brush; nullopt if the brush contains no point of the segment.
    std::optional<Part> clip(const OracleBrush& brush);

    // The sign of t - u, where the segment crosses the planes at t and u.
    int compare(const ExactPlane& first, const ExactPlane& second);

    // The sign of the distance of `from` (0) or `to` (1).
    int sign(const ExactPlane& plane, int end);

    // The sign of the distance between `plane` and the place where the segment crosses `crossed`.
    int sign_at(const ExactPlane& plane, const ExactPlane& crossed);

    // The share of the segment before it crosses the plane, up to 2^-48.
    double crossing(const ExactPlane& plane);

private:
    Estimate estimate(const ExactPlane& plane, int end) const {
        return estimate_distance(plane, end == 0 ? from_ : to_, scale_);
    }
    // a / (a - b), where a and b have opposite signs, so that |a|, |b| <= |a - b|.
    Estimate estimate_crossing(const ExactPlane& plane) const;

    Vec3 from_;
    Vec3 to_;
    double scale_;
    ExactPoints exact_;
};

}  // namespace halfspace::test
