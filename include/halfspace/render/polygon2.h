// SPDX-License-Identifier: MIT
// Points and polygons of flat pictures.
#pragma once

#include <array>
#include <vector>

namespace halfspace {

using Point2 = std::array<double, 2>;  // x, y
using Polygon2 = std::vector<Point2>;

}  // namespace halfspace
