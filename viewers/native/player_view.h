// SPDX-License-Identifier: MIT
// What the window shows of a player.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/move/player.h"
#include "halfspace/scene/camera.h"

#include "surfaces.h"

#include <string>
#include <string_view>
#include <vector>

namespace halfspace::viewer {

FirstPersonCamera camera_of(const Player& player);

// What the player does: walks, crouches, falls, swims, climbs or flies.
std::string_view mode_name(const Player& player);

// What hindered the last step.
MoverProblem problem_of(const Player& player);

// A surface that the player has touched.
struct TouchedPlace {
    // The middle of what touched the surface: a side, an edge or a corner of the body's box.
    Vec3 point;
    Vec3 normal;
    // Half the size of that side or edge; 0 along the other axes.
    Vec3 half;
};
std::vector<TouchedPlace> touched_places(const Level& level, const Player& player);

// True if nothing of the level can be around the point: the point is outside of the box of the
// world, or in its void.
bool is_outside(const Level& level, const Vec3& point);

// True if the point is below the box of all objects, or beside it. Above the box is a roof or a
// hill.
bool is_beside(const Aabb& mesh_box, const Vec3& point);

// The object of the surfaces that the player stands on, such as "object 'roof'"; empty if it stands
// on something else.
std::string ground_name(const Surfaces& surfaces, const Player& player);

}  // namespace halfspace::viewer
