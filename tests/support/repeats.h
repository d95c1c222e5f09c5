// SPDX-License-Identifier: MIT
// How often a test repeats itself with other random input.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace halfspace::test {

// The factor in the environment variable HALFSPACE_TEST_REPEATS, 1 without it. The sanitizers run
// with 0.1, scripts/prove with 10.
inline double repeat_factor() {
    const char* const text = std::getenv("HALFSPACE_TEST_REPEATS");
    return text == nullptr ? 1 : std::strtod(text, nullptr);
}

// The number of rounds of a test that usually does `count` rounds; at least 1.
inline std::size_t repeats(std::size_t count) {
    return std::max<std::size_t>(
        1, static_cast<std::size_t>(static_cast<double>(count) * repeat_factor()));
}

// The number of brushes of a scene that usually has `count` brushes. It is smaller where tests
// repeat less, because the cost of a tree grows faster than its number of brushes.
inline int scene_brushes(int count) {
    const double factor = std::min(1.0, std::sqrt(repeat_factor()));
    return std::max(1, static_cast<int>(count * factor));
}

}  // namespace halfspace::test
