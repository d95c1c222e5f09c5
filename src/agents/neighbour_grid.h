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

// Where a body is.
struct BodyPlace {
    Vec3 position;
    double low = 0;   // the height of its lowest point
    double high = 0;  // of its highest
};

class NeighbourGrid {
public:
    // cell: the edge of a cell, and the largest distance that visit() sees [units, > 0].
    void clear(double cell) {
        cell_ = cell;
        entries_.clear();
        added_.clear();
    }
    void add(std::uint32_t number, const BodyPlace& body) {
        entries_.push_back({cell_of(index(body.position.y), index(body.position.x)),
                            number,
                            static_cast<std::uint32_t>(added_.size())});
        added_.push_back(body);
    }
    // After the last body. Cost: n log n.
    void sort() {
        std::ranges::sort(entries_);
        bodies_.clear();
        for (const Entry& entry : entries_) {
            bodies_.push_back(added_[entry.place]);
        }
    }

    // Calls visit(number, body) for all bodies of the nine cells around p: by rows, then by
    // columns, then by numbers.
    template <class Visit>
    void visit(const Vec3& p, const Visit& visit) const {
        const std::int32_t x = index(p.x);
        for (std::int32_t y = index(p.y) - 1; y <= index(p.y) + 1; ++y) {
            const std::uint64_t last = cell_of(y, x + 1);
            auto at = std::ranges::lower_bound(entries_, cell_of(y, x - 1), {}, &Entry::cell);
            for (; at != entries_.end() && at->cell <= last; ++at) {
                visit(at->number, bodies_[static_cast<std::size_t>(at - entries_.begin())]);
            }
        }
    }

private:
    struct Entry {
        std::uint64_t cell;
        std::uint32_t number;
        std::uint32_t place;  // in added_
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };

    std::int32_t index(double x) const {
        return static_cast<std::int32_t>(std::clamp(std::floor(x / cell_), -0x1p30, 0x1p30));
    }
    // Cells in the order of rows, then of columns.
    static std::uint64_t cell_of(std::int32_t y, std::int32_t x) {
        constexpr std::int64_t kHalf = std::int64_t{1} << 31;
        return static_cast<std::uint64_t>(y + kHalf) << 32 | static_cast<std::uint64_t>(x + kHalf);
    }

    double cell_ = 1;
    std::vector<Entry> entries_;
    std::vector<BodyPlace> added_;
    std::vector<BodyPlace> bodies_;  // of the entries
};

}  // namespace halfspace
