// SPDX-License-Identifier: MIT
// Cuts polygons to what can be projected: before the eye and not absurdly far beside the picture.
#pragma once

#include "render/camera.h"

#include <cstdint>
#include <vector>

namespace halfspace {

struct ClipCorner {
    CameraPoint at;
    bool is_edge = true;  // from here to the next corner: an edge of the polygon, no cut
};

// The region: z >= near, |x| <= guard_x * z, |y| <= guard_y * z.
struct ClipRegion {
    double near = 0;
    double guard_x = 1;
    double guard_y = 1;
};

// Clips in place; empty if nothing is left. The cut of an edge depends on the edge alone, not on
// its direction, so polygons that share an edge still do. `scratch` saves allocations.
void clip(std::vector<ClipCorner>& polygon,
          std::vector<ClipCorner>& scratch,
          const ClipRegion& region);

}  // namespace halfspace
