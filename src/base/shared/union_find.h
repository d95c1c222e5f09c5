// SPDX-License-Identifier: MIT
// Numbers that are joined to sets, and which set a number is in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace halfspace {

// Each number below above.size() is in a set. above[i] is a number of the set of i, and not above
// i; the lowest number of a set is its root and above itself. At first each number is a set of one:
// above[i] == i. Source: Tarjan and van Leeuwen, Worst-case Analysis of Set Union Algorithms, 1984:
// paths are halved.

// The lowest number of the set.
inline std::uint32_t root_of(std::span<std::uint32_t> above, std::uint32_t number) {
    while (above[number] != number) {
        above[number] = above[above[number]];
        number = above[number];
    }
    return number;
}
// The sets of both numbers become one.
inline void join_sets(std::span<std::uint32_t> above, std::uint32_t a, std::uint32_t b) {
    a = root_of(above, a);
    b = root_of(above, b);
    above[std::max(a, b)] = std::min(a, b);
}

// The same with numbers of its own.
class UnionFind {
public:
    explicit UnionFind(std::size_t count) : above_(count) {
        std::iota(above_.begin(), above_.end(), 0u);
    }

    std::uint32_t root(std::uint32_t number) { return root_of(above_, number); }
    void join(std::uint32_t a, std::uint32_t b) { join_sets(above_, a, b); }

private:
    std::vector<std::uint32_t> above_;
};

}  // namespace halfspace
