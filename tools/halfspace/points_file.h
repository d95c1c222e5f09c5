// SPDX-License-Identifier: MIT
// Reads a .pts file: the line of a leak, as `compile` writes it.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/vec.h"

#include <string>
#include <vector>

namespace halfspace::tool {

// One point on each line: "x y z". Errors: those of read_lines; Syntax with the line and column,
// also for a point out of reach and for a file with fewer than two points.
Result<std::vector<Vec3>> read_points(const std::string& path);

}  // namespace halfspace::tool
