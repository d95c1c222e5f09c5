// SPDX-License-Identifier: MIT
// Where a player starts on objects of a file that says nothing about starts.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/aabb.h"
#include "halfspace/query/collision_world.h"

#include "viewpoint.h"

#include <optional>

namespace halfspace::viewer {

struct Floor {
    Vec3 position;  // of the body that stands there
    // True: the body stands on a solid or on the front of a triangle. False: on the back, as on the
    // ceiling of a room from above, or inside of a statue.
    bool is_front = false;
};

// The highest floor of a column where a body has room: where the body of this space rests when it
// comes from above, on a surface that a mover can stand on. Fronts come before backs. nullopt if
// there is none. REQUIRES: the space is in range.
std::optional<Floor> highest_floor(
    const CollisionWorld& world, SpaceId body, double x, double y, const Aabb& box);

// Looks for the highest floors of 49 columns in the middle part of the box. Takes the one from
// where the eye sees farthest towards the middle, and looks there; fronts come before backs.
// nullopt if nobody can stand in any column. eye_height: above the position of the body [units].
// REQUIRES: the space is in range.
std::optional<tool::Viewpoint> mesh_start(const CollisionWorld& world,
                                          SpaceId body,
                                          double eye_height,
                                          const Aabb& box);

// An eye above a corner of the box; the target is the middle.
tool::Viewpoint overview_of(const Aabb& box);

}  // namespace halfspace::viewer
