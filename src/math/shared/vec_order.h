// SPDX-License-Identifier: MIT
// An order of vectors, for sorting. Users get none: a < b of two vectors would hide a mistake.
#pragma once

#include "halfspace/math/vec.h"

#include <tuple>

namespace halfspace {

// The coordinates as a key. Keys are sorted by x, then by y, then by z.
constexpr std::tuple<double, double, double> coordinates_of(const Vec3& v) {
    return {v.x, v.y, v.z};
}

}  // namespace halfspace
