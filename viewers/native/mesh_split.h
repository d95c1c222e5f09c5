// SPDX-License-Identifier: MIT
// Parts the objects of a file with meshes: those that can be solid are compiled, the others are
// walked on as they are.
#pragma once

#include "halfspace/compile/options.h"
#include "halfspace/world/world.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::viewer {

// Which objects are walked on as they are. Bad: those that compile refuses. All: nothing of them is
// compiled, so a large file is soon on the screen. None: each must be solid, as compile demands.
enum class WalkOn : std::uint8_t { Bad, All, None };

// What was taken out of a world.
struct TakenMeshes {
    std::vector<Mesh> meshes;
    std::vector<Diagnostic> diagnostics;  // which, and why
};

// Takes those objects out of the world that are walked on as they are. Objects that cannot be shown
// at all are left out, with a warning for each: an index beyond the vertices, a coordinate that is
// no number or farther away than kMaxMoverPlace. Errors: if nothing else is left; with WalkOn::None
// nothing is taken or left out. options: those that the rest is compiled with.
std::expected<TakenMeshes, std::vector<Error>> take_meshes(World& world,
                                                           WalkOn which,
                                                           const CompileOptions& options);

// The box around all meshes of the world; nullopt if it has none.
std::optional<Aabb> box_of_meshes(const World& world);

// The smallest size of all objects together that a person walks through: 4 metres [map units].
inline constexpr double kSmallSize = 128;

// True if the box is smaller on all axes.
bool is_small(const Aabb& box);

// What to do about objects that are together much smaller or larger than what a person walks
// through: their size, and scales that would be better. nullopt if they are not.
std::optional<std::string> size_advice(const World& world, const Aabb& box);

}  // namespace halfspace::viewer
