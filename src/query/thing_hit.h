// SPDX-License-Identifier: MIT
// What a motion meets first of obstacles and meshes.
#pragma once

#include "halfspace/query/trace.h"

#include <algorithm>

namespace halfspace {

struct ThingHit {
    // One of both.
    ObstacleId obstacle;
    MeshId mesh;
    TriangleId triangle;  // of the mesh
    // The part of the motion up to the touch, and up to the place where the body rests: the skin
    // before this thing and all others.
    double fraction = 0;
    double stop = 0;
    Vec3 normal;  // towards the body, length 1
    Contents contents = Contents::Empty;
    bool start_blocked = false;  // the other fields but the ids are then those of no motion
};

// The skin of a motion among things [units]. A skin of 0 would leave a shape no room for rounding.
inline double thing_skin(const TraceOptions& options) {
    return std::max(options.skin, 0x1p-10);
}

}  // namespace halfspace
