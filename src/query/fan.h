// SPDX-License-Identifier: MIT
// Convex polygons as triangles.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

// Writes the triangles that fill the convex polygon with the corners [first, first + count), three
// indices each. All triangles share the first corner. Returns the count of indices,
// 3 * (count - 2). REQUIRES: count >= 3; `indices` has room.
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
