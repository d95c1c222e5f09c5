// SPDX-License-Identifier: MIT
// The grids that exact coordinates lie on. A grid of exponent k has steps of 2^-k map units.
#pragma once

#include "halfspace/math/aabb.h"

#include <string>

namespace halfspace {

// The two usual grids: one of them is taken where nobody asks for another.
inline constexpr int kCoarseGrid = 3;  // steps of 1/8 unit
inline constexpr int kFineGrid = 6;    // steps of 1/64 unit
// The finest one that levels may have.
inline constexpr int kFinestGrid = 10;  // steps of 1/1024 unit

// The length of a step in words: "1/8" for 3, "1" for 0. REQUIRES: 0 <= exponent < 31.
std::string grid_name(int exponent);

// True if the corners of the box [map units] are whole numbers of steps.
bool is_on_grid(const Aabb& box, int exponent);

}  // namespace halfspace
