// SPDX-License-Identifier: MIT
// Which face lies under the mouse, and what the level knows of it.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/placed_level.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace::viewer {

struct Pick {
    std::uint32_t face = 0;
    Vec3 point;                      // in the world
    std::vector<Vec3> corners;       // of the face or of a piece of it, in the world
    std::vector<std::string> words;  // lines of text: brush, line in the source, texture, leaf
};

// The first visible face that the ray from `eye` meets; nullopt if there is none. direction: of any
// length but 0.
std::optional<Pick> pick_face(const Level& level,
                              std::span<const PlacedModel> models,
                              const Vec3& eye,
                              const Vec3& direction);

}  // namespace halfspace::viewer
