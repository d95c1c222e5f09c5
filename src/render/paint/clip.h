// SPDX-License-Identifier: MIT
// Cuts polygons to the part that can be projected: in front of the eye and not very far beside the
// picture.
#pragma once

#include "render/paint/camera.h"

#include <cstdint>
#include <vector>

namespace halfspace {

struct ClipCorner {
    CameraPoint at;
    // From here to the next corner: true for an edge of the polygon, false for a cut.
    bool is_edge = true;
};

// The region: z >= near, |x| <= guard_x * z, |y| <= guard_y * z.
struct ClipRegion {
    double near = 0;
    double guard_x = 1;
    double guard_y = 1;
};

// Clips the polygon; it is empty if nothing is left. The cut of an edge depends on the edge only,
// not on its direction. So polygons that share an edge share the cut edge. scratch: reused by the
// caller to save allocations.
void clip(std::vector<ClipCorner>& polygon,
          std::vector<ClipCorner>& scratch,
          const ClipRegion& region);

}  // namespace halfspace
