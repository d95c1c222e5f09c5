// SPDX-License-Identifier: MIT
// Which of many points are near a place, seen from above: a grid of square cells, sorted anew for
// each step. For points that all move it is cheaper than a tree, and its answers have one order.
#pragma once

#include "halfspace/math/vec.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

class NeighbourGrid {
public:
    // cell: the edge of a cell, and the largest distance that visit() sees [units, > 0].
    void clear(double cell) {
        cell_ = cell;
        entries_.clear();
    }
    void add(std::uint32_t number, const Vec3& p) {
        entries_.push_back({index(p.y), index(p.x), number});
    }
    // After the last point. Cost: n log n.
    void sort() { std::ranges::sort(entries_); }

    // Calls visit(number) for all points of the nine cells around p: by rows, then by columns, then
    // by numbers.
    template <class Visit>
    void visit(const Vec3& p, const Visit& visit) const {
        const std::int32_t x = index(p.x);
        for (std::int32_t y = index(p.y) - 1; y <= index(p.y) + 1; ++y) {
            auto at = std::ranges::lower_bound(entries_, Entry{y, x - 1, 0});
            for (; at != entries_.end() && at->y == y && at->x <= x + 1; ++at) {
                visit(at->number);
            }
        }
    }

private:
    struct Entry {
        std::int32_t y;
        std::int32_t x;
        std::uint32_t number;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };

    std::int32_t index(double x) const {
        return static_cast<std::int32_t>(std::clamp(std::floor(x / cell_), -0x1p30, 0x1p30));
    }

    double cell_ = 1;
    std::vector<Entry> entries_;
};

}  // namespace halfspace
