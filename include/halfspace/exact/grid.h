// SPDX-License-Identifier: MIT
// Grids. The points of a grid of exponent k have coordinates that are multiples of 2^-k map units;
// this length is a step of the grid.
#pragma once

#include "halfspace/math/aabb.h"

#include <string>

namespace halfspace {

// The two usual grids. The compiler takes the coarse one if it holds all input exactly, else the
// fine one.
inline constexpr int kCoarseGrid = 3;  // steps of 1/8 unit
inline constexpr int kFineGrid = 6;    // steps of 1/64 unit
// The finest grid that a level may have.
inline constexpr int kMaxGridExponent = 10;  // steps of 1/1024 unit

// The length of a step as text: "1/8" for exponent 3, "1" for 0. REQUIRES: 0 <= exponent < 31.
std::string grid_name(int exponent);

// True if all six numbers of the box are whole numbers of steps. box: map units.
bool is_on_grid(const Aabb& box, int exponent);

}  // namespace halfspace
