// SPDX-License-Identifier: MIT
// How often a test repeats itself on further random input.
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

// How many rounds a test does that usually does `count` of them: at least one.
inline std::size_t repeats(std::size_t count) {
    return std::max<std::size_t>(
        1, static_cast<std::size_t>(static_cast<double>(count) * repeat_factor()));
}

// How many brushes a scene has that usually has `count` of them: fewer where tests repeat less, for
// what a tree costs grows faster than its brushes.
inline int scene_brushes(int count) {
    const double factor = std::min(1.0, std::sqrt(repeat_factor()));
    return std::max(1, static_cast<int>(count * factor));
}

}  // namespace halfspace::test
