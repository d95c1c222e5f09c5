// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace halfspace {

// Which sides of triangles stop a body. The front is where the corners are counter-clockwise.
//
// Front: a triangle stops a body that is in front of its plane when it begins to move, with all its
// points but for 2^-20 units. A body that reaches behind the plane passes, and so does one that
// comes from behind. So no body overlaps a triangle whose front alone blocks, and none can be stuck
// in it. But nothing brings a body back that a teleport has put too low.
enum class BlockingSides : std::uint8_t { Both, Front };

}  // namespace halfspace
