// SPDX-License-Identifier: MIT
// Vectors of three whole numbers: points of the grid, directions, normals. The argument Int of a
// template is the type to compute in; the caller chooses one that holds the result.
#pragma once

#include "halfspace/exact/int128.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>

namespace halfspace {

// A point of the grid, in grid steps. |coordinate| <= kMaxGridCoordinate.
using GridPoint = std::array<std::int64_t, 3>;

using WideVector = std::array<Int128, 3>;

template <class Int>
constexpr std::array<Int, 3> sum(const std::array<Int, 3>& a, const std::array<Int, 3>& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
// a - b
template <class Int>
constexpr std::array<Int, 3> difference(const std::array<Int, 3>& a, const std::array<Int, 3>& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <class Int, class Number>
constexpr std::array<Int, 3> cross(const std::array<Number, 3>& a, const std::array<Number, 3>& b) {
    return {Int(a[1]) * Int(b[2]) - Int(a[2]) * Int(b[1]),
            Int(a[2]) * Int(b[0]) - Int(a[0]) * Int(b[2]),
            Int(a[0]) * Int(b[1]) - Int(a[1]) * Int(b[0])};
}
template <class Int, class A, class B>
constexpr Int dot(const std::array<A, 3>& a, const std::array<B, 3>& b) {
    return Int(a[0]) * Int(b[0]) + Int(a[1]) * Int(b[1]) + Int(a[2]) * Int(b[2]);
}

// Each number rounded to a double. Int: std::int64_t or Int128.
template <class Int>
constexpr Vec3 to_vec3(const std::array<Int, 3>& v) {
    return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

}  // namespace halfspace
