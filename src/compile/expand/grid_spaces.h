// SPDX-License-Identifier: MIT
// The spaces of a level on its grid: one for each body, behind that of the point.
#pragma once

#include "halfspace/compile/bodies.h"
#include "halfspace/exact/polyhedron.h"

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// The level as one body meets it.
struct GridSpace {
    std::string name;
    GridBox body;  // around its position [grid steps]; without a size in space 0
};

// The space of the point and behind it one for each body. Errors: those of body_problem; Range for
// a box that is not on the grid, Geometry for a name that is taken, Limit for too many.
std::expected<std::vector<GridSpace>, std::vector<Error>> spaces_on_grid(
    std::span<const Body> bodies, int grid_exponent, const std::string& source);

// The farthest that the body of any space reaches along an axis [grid steps].
std::int64_t farthest_reach(std::span<const GridSpace> spaces);

// The box with all that the body of any space, placed in it, reaches [grid steps].
Aabb within_reach(Aabb box, std::span<const GridSpace> spaces);

}  // namespace halfspace
