// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace halfspace {

// Which sides of triangles stop a body. The front is where the corners are counter-clockwise.
enum class BlockingSides : std::uint8_t { Both, Front };

}  // namespace halfspace
