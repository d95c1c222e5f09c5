// SPDX-License-Identifier: MIT
// The numbers of records as vectors and boxes.
#pragma once

#include "halfspace/math/aabb.h"

namespace halfspace {

template <class Number>
constexpr Vec3 vec3_of(const Number (&numbers)[3]) {
    return {numbers[0], numbers[1], numbers[2]};
}

// From `min` to `max` of a record that has both.
template <class Record>
constexpr Aabb box_of(const Record& record) {
    return {vec3_of(record.min), vec3_of(record.max)};
}

}  // namespace halfspace
