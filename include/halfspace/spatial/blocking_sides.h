// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace halfspace {

// Which sides of triangles stop a body. The front is where the corners are counter-clockwise.
//
// Front: a triangle stops a body that touches it from the front, or from the side, at its rim. A
// body that comes from behind passes, and so does one that overlaps the triangle when it begins to
// move. So no body is stuck in a triangle whose front alone blocks. But nothing brings a body back
// that a teleport has put too low.
enum class BlockingSides : std::uint8_t { Both, Front };

}  // namespace halfspace
