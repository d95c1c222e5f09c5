// SPDX-License-Identifier: MIT
// The spaces of a level on its grid: first the space of the point, then one for each body.
#pragma once

#include "halfspace/compile/bodies.h"

#include "exact/shared/polyhedron.h"

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// One space: the level as one body meets it.
struct GridSpace {
    std::string name;
    GridBox body;  // around the position [grid steps]; space 0: all numbers are 0
};

// The space of the point, then one for each body. Errors: those of body_problem; Range for a box
// off the grid; Geometry for a name that occurs twice; Limit for too many bodies.
std::expected<std::vector<GridSpace>, std::vector<Error>> spaces_on_grid(
    std::span<const Body> bodies, int grid_exponent, const std::string& source);

// The farthest that the body of any space reaches along an axis [grid steps].
std::int64_t farthest_reach(std::span<const GridSpace> spaces);

// The box enlarged by the reach of all bodies [grid steps]: it contains every body whose position
// lies in the box.
Aabb within_reach(Aabb box, std::span<const GridSpace> spaces);

// The box around a brush in this box and what the brush becomes when it is grown by the bodies
// [grid steps].
Aabb grown_by_bodies(Aabb box, std::span<const GridSpace> spaces);

}  // namespace halfspace
