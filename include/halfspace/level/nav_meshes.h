// SPDX-License-Identifier: MIT
// Which bodies of a level have a navigation mesh.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"

#include <cstddef>
#include <optional>

namespace halfspace {

// The number of the navigation mesh of this space in Level::nav_meshes; nullopt if it has none.
// Cost: linear in the meshes.
std::optional<std::size_t> find_nav_mesh(const Level& level, SpaceId space);

// An Error (Unsupported) for a user who asked for a mesh that find_nav_mesh does not find. Its
// message names the bodies that have one, or says how to get one. Cost: linear in the meshes.
// REQUIRES: space in range.
Error no_nav_mesh(const Level& level, SpaceId space);

}  // namespace halfspace
