// SPDX-License-Identifier: MIT
// A straight line between two points: what sight lines and traces go along.
#pragma once

#include "halfspace/math/vec.h"

namespace halfspace {

struct Segment {
    Vec3 src;
    Vec3 dest;
};

}  // namespace halfspace
