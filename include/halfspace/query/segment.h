// SPDX-License-Identifier: MIT
// A straight line between two points. Sight lines and traces run along segments.
#pragma once

#include "halfspace/math/vec.h"

namespace halfspace {

// From `from` to `to`, both included, map units.
struct Segment {
    Vec3 from;
    Vec3 to;
};

}  // namespace halfspace
