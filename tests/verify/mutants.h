// SPDX-License-Identifier: MIT
// Levels with one record changed, which verify has to find.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/verify/verify.h"

#include <cstddef>
#include <string>
#include <vector>

namespace halfspace::test {

// What verify says about a level, without what it says about faces. Nearly every change of a tree
// or a brush leaves some face without its side or its node; so differences of faces would hide
// whether verify sees the change itself.
inline std::vector<std::string> differences_beside_faces(const Level& level, const World& world) {
    constexpr std::size_t kAll = 1'000'000;
    std::vector<std::string> details =
        verify(level, world, {.threads = 1, .most_differences = kAll}).details;
    std::erase_if(details, [](const std::string& text) { return text.starts_with("faces of "); });
    return details;
}

// True if the loader refuses the level or verify finds a difference that is not one of faces.
inline bool is_refused_or_different(const World& world, const LevelData& mutant) {
    const auto level = Level::from_data(mutant);
    return !level || !differences_beside_faces(*level, world).empty();
}

}  // namespace halfspace::test
