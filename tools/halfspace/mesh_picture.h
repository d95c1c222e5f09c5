// SPDX-License-Identifier: MIT
// A picture of the meshes of a world and of what is wrong with them.
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/world/world.h"

#include "camera_input.h"

#include <span>

namespace halfspace::tool {

// Paints all meshes from above a corner of their box: grey what compile takes, orange what it
// refuses; open edges are red bars, also where something is before them. checks: of the world, from
// check_meshes. REQUIRES: there is a mesh with triangles; the size has sides of [1,
// kMaxPictureSize].
Image mesh_picture(const World& world, std::span<const MeshCheck> checks, const PictureSize& size);

}  // namespace halfspace::tool
