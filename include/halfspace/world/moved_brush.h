// SPDX-License-Identifier: MIT
// A brush whose sides are not on the grid of the compiled level, and how far its surface moved. The
// compiler lists these brushes, and lint tells the designer.
#pragma once

#include <cstdint>

namespace halfspace {

struct MovedBrush {
    // Its entity in the World, and its number in the entity.
    std::uint32_t entity = 0;
    std::uint32_t brush = 0;
    // No part of its surface is farther from its surface as written [map units].
    double distance = 0;
};

}  // namespace halfspace
