// SPDX-License-Identifier: MIT
// A straight line between two points. Sight lines and traces run along segments.
#pragma once

#include "halfspace/math/vec.h"

namespace halfspace {

// From `src` to `dest`, both included, map units.
struct Segment {
    Vec3 src;
    Vec3 dest;
};

}  // namespace halfspace
