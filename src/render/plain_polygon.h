// SPDX-License-Identifier: MIT
// Polygons of pictures that are no faces: portals, navigation meshes, marks and lines.
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/math/vec.h"
#include "halfspace/render/polygon_list.h"

#include <cstdint>
#include <span>

namespace halfspace {

enum class Light : std::uint8_t { Lit, Glowing };

// Adds a flat convex polygon that is no face. Its front is the side of the eye.
void append_plain(PolygonList& list,
                  std::span<const Vec3> corners,
                  const Vec3& eye,
                  const Rgba& colour,
                  Light light);

}  // namespace halfspace
