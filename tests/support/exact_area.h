// SPDX-License-Identifier: MIT
// The areas of polygons with exact corners, as rational numbers.
#pragma once

#include "exact/shared/polygon.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace halfspace::test {

using AreaInteger = boost::multiprecision::cpp_int;
using AreaNumber = boost::multiprecision::cpp_rational;
using Vector = std::array<AreaNumber, 3>;

inline AreaInteger integer_of(Int256 value) {
    const bool is_negative = value.sign() < 0;
    if (is_negative) {
        value = Int256(std::int64_t{0}) - value;
    }
    AreaInteger result = 0;
    for (std::size_t i = value.limb.size(); i-- > 0;) {
        result = (result << 64) + value.limb[i];
    }
    return is_negative ? AreaInteger(-result) : result;
}

// Twice the vector of the area of a polygon, exactly.
class AreaSum {
public:
    explicit AreaSum(const PlaneTable& planes) : predicates_(planes) {}

    Vector of(std::span<const ExactPoint> corners) const {
        std::vector<Vector> points;
        for (const ExactPoint& corner : corners) {
            const HomogeneousPoint p = predicates_.homogeneous(corner);
            const AreaInteger w = integer_of(p.w);
            points.push_back({AreaNumber(integer_of(p.x), w),
                              AreaNumber(integer_of(p.y), w),
                              AreaNumber(integer_of(p.z), w)});
        }
        Vector sum;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Vector& a = points[i];
            const Vector& b = points[(i + 1) % points.size()];
            for (std::size_t k = 0; k < 3; ++k) {
                sum[k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
            }
        }
        return sum;
    }

    Vector of(const Polygon& polygon) const {
        std::vector<ExactPoint> corners;
        for (const Corner& corner : polygon.corners) {
            corners.push_back(corner.point);
        }
        return of(corners);
    }

private:
    Predicates predicates_;
};

}  // namespace halfspace::test
