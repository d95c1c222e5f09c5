// SPDX-License-Identifier: MIT
// Compares queries with the oracle, on any level. The tests use it for small numbers of queries,
// prove_queries for large ones.
#pragma once

#include "halfspace/level/level.h"

#include "support/oracle.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace halfspace::test {

struct CheckReport {
    std::size_t queries = 0;
    std::size_t differences = 0;
    std::vector<std::string> details;  // sentences about the first differences, with all digits
};

// Compares find_leaf, point_contents and its batch with Oracle::contents_at, at `count` points.
CheckReport check_points(const Level& level,
                         const Oracle& oracle,
                         std::size_t count,
                         std::uint64_t seed);

// Compares line_of_sight, in both directions, with Oracle::line_of_sight.
CheckReport check_segments(const Level& level,
                           const Oracle& oracle,
                           std::size_t count,
                           std::uint64_t seed);

}  // namespace halfspace::test
