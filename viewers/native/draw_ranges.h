// SPDX-License-Identifier: MIT
// Which vertices of a buffer a draw call takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace::viewer {

// Ranges of vertices, as glMultiDrawArrays takes them.
struct DrawRanges {
    std::vector<std::int32_t> firsts;
    std::vector<std::int32_t> counts;
    std::size_t polygons = 0;  // in all ranges

    // Keeps the memory.
    void clear() {
        firsts.clear();
        counts.clear();
        polygons = 0;
    }

    // Adds the vertices [first, end), which are so many polygons. Neighbours become one range.
    void add(std::size_t first, std::size_t end, std::size_t added_polygons) {
        const auto begin = static_cast<std::int32_t>(first);
        const auto count = static_cast<std::int32_t>(end - first);
        polygons += added_polygons;
        if (!firsts.empty() && firsts.back() + counts.back() == begin) {
            counts.back() += count;
            return;
        }
        firsts.push_back(begin);
        counts.push_back(count);
    }
};

}  // namespace halfspace::viewer
