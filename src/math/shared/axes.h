// SPDX-License-Identifier: MIT
// Along which axis a vector runs. Vector: three numbers with [], such as a Vec3.
#pragma once

#include <cstddef>
#include <optional>

namespace halfspace {

// The axis along which the vector runs, forth or back; nullopt if it is zero or runs along none.
template <class Vector>
constexpr std::optional<std::size_t> axis_of(const Vector& v) {
    if ((v[0] != 0) + (v[1] != 0) + (v[2] != 0) != 1) {
        return std::nullopt;
    }
    return v[0] != 0 ? 0 : v[1] != 0 ? 1 : 2;
}

// The axis with the largest magnitude; the first one of several. REQUIRES: no number is NaN.
template <class Vector>
constexpr std::size_t longest_axis(const Vector& v) {
    const auto size = [&](std::size_t axis) { return v[axis] < 0 ? -v[axis] : v[axis]; };
    std::size_t longest = 0;
    for (const std::size_t axis : {1, 2}) {
        longest = size(axis) > size(longest) ? axis : longest;
    }
    return longest;
}

}  // namespace halfspace
