// SPDX-License-Identifier: MIT
// Worlds with curves and their levels, for tests of what verify says about facets.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/verify/verify.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/patches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::test {

// A pipe of radius 64 along y over a floor. Its front is outside.
inline World world_with_pipe() {
    World world = world_of({box_brush({-128, -128, -100}, {128, 128, -84})});
    world.entities[0].patches.push_back(patch_of(pipe(4)));
    return world;
}

// A sheet over a floor. The four corners of its only cell do not lie in one plane.
inline World world_with_sheet() {
    World world = world_of({box_brush({-128, -128, -100}, {128, 128, -84})});
    world.entities[0].patches.push_back(patch_of({{{0, 0, 0}, {32, 0, 0}, {64, 0, 0}},
                                                  {{0, 32, 0}, {32, 32, 3}, {64, 32, 6}},
                                                  {{0, 64, 0}, {32, 64, 6}, {64, 64, 12}}}));
    return world;
}

// A vault over a floor. Where its two patches meet, their slabs are moved in opposite directions.
inline World world_with_vault() {
    World world = world_of({box_brush({-128, -128, -100}, {128, 128, -84})});
    for (const Patch& patch : vault()) {
        world.entities[0].patches.push_back(patch);
    }
    return world;
}

// tolerance: of facets [map units].
inline LevelData compiled(const World& world, double tolerance = 8) {
    return compiled_data(world, {.facet_tolerance = tolerance, .threads = 1});
}

// The sentences of verify.
inline std::vector<std::string> differences_of(const LevelData& data, const World& world) {
    const auto level = Level::from_data(data);
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        return {};
    }
    return verify(*level, world, {.threads = 1}).details;
}

// True if one of the sentences ends with the text.
inline bool has_end(const std::vector<std::string>& sentences, std::string_view text) {
    return std::any_of(sentences.begin(), sentences.end(), [&](const std::string& sentence) {
        return sentence.ends_with(text);
    });
}

}  // namespace halfspace::test
