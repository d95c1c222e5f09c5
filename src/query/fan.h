// SPDX-License-Identifier: MIT
// Convex polygons as triangles.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

// The indices of triangles that fill a convex polygon with the corners [first, first + count), all
// from its first corner. Returns how many were written, 3 * (count - 2).
inline std::size_t write_fan(std::uint32_t first,
                             std::uint32_t count,
                             std::span<std::uint32_t> indices) {
    assert(count >= 3 && indices.size() >= 3 * (std::size_t{count} - 2));
    std::size_t written = 0;
    for (std::uint32_t i = 2; i < count; ++i) {
        indices[written] = first;
        indices[written + 1] = first + i - 1;
        indices[written + 2] = first + i;
        written += 3;
    }
    return written;
}

}  // namespace halfspace
