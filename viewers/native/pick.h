// SPDX-License-Identifier: MIT
// Which face or which triangle of a surface lies under the mouse, and what is known of it.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/placed_level.h"

#include "surfaces.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace::viewer {

struct Pick {
    std::uint32_t face = 0;          // kNone: a triangle of a surface
    double distance = 0;             // from the eye
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

// The same, or the triangle of a surface that the ray meets before.
std::optional<Pick> pick_first(const Level& level,
                               std::span<const PlacedModel> models,
                               const Surfaces& surfaces,
                               const Vec3& eye,
                               const Vec3& direction);

}  // namespace halfspace::viewer
