// SPDX-License-Identifier: MIT
// Numbers that are joined to sets, and which set a number is in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace halfspace {

// At first each number below `count` is a set of one. Source: Tarjan and van Leeuwen, Worst-case
// Analysis of Set Union Algorithms, 1984: paths are halved.
class UnionFind {
public:
    explicit UnionFind(std::size_t count) : above_(count) {
        std::iota(above_.begin(), above_.end(), 0u);
    }

    // The lowest number of the set.
    std::uint32_t root(std::uint32_t number) {
        while (above_[number] != number) {
            above_[number] = above_[above_[number]];
            number = above_[number];
        }
        return number;
    }
    // The sets of both numbers become one.
    void join(std::uint32_t a, std::uint32_t b) {
        a = root(a);
        b = root(b);
        above_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> above_;
};

}  // namespace halfspace
