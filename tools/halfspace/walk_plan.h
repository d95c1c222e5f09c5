// SPDX-License-Identifier: MIT
// The picture of a walk: a plan of the place with the path.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/query/collision_world.h"

#include "camera_input.h"
#include "walk_report.h"

#include <optional>
#include <string>

namespace halfspace::tool {

struct WalkPlan {
    std::string path;  // .svg or .png
    PictureSize size;
    // z of the slice [map units]; nullopt: the eye of the player at the start.
    std::optional<double> height;
};

// Shows all of the mesh with this id, if the world holds it. Errors: those of write_picture.
Result<void> write_plan(const WalkPlan& plan,
                        const CollisionWorld& world,
                        MeshId mesh,
                        const Walk& walk);

}  // namespace halfspace::tool
