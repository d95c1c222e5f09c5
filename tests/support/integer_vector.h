// SPDX-License-Identifier: MIT
// Vectors of whole numbers of any size, for the oracles of triangles and rays.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <array>

namespace halfspace::test {

using IntegerVector = std::array<boost::multiprecision::cpp_int, 3>;

inline IntegerVector operator-(const IntegerVector& a, const IntegerVector& b) {
    using Integer = IntegerVector::value_type;
    return {Integer(a[0] - b[0]), Integer(a[1] - b[1]), Integer(a[2] - b[2])};
}

inline IntegerVector::value_type inner(const IntegerVector& a, const IntegerVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline IntegerVector outer(const IntegerVector& a, const IntegerVector& b) {
    using Integer = IntegerVector::value_type;
    return {Integer(a[1] * b[2] - a[2] * b[1]),
            Integer(a[2] * b[0] - a[0] * b[2]),
            Integer(a[0] * b[1] - a[1] * b[0])};
}

}  // namespace halfspace::test
