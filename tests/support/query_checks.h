// SPDX-License-Identifier: MIT
// Queries against the oracle, on any level: used by the tests in small and by prove_queries in
// full.
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
    std::vector<std::string> details;  // of the first few differences, with all digits
};

// find_leaf, point_contents and its batch against Oracle::contents_at, at `count` points.
CheckReport check_points(const Level& level,
                         const Oracle& oracle,
                         std::size_t count,
                         std::uint64_t seed);

// line_of_sight, both ways, against Oracle::line_of_sight.
CheckReport check_segments(const Level& level,
                           const Oracle& oracle,
                           std::size_t count,
                           std::uint64_t seed);

}  // namespace halfspace::test
