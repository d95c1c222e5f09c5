// SPDX-License-Identifier: MIT
// The convex hull of points with whole coordinates, exactly.
#pragma once

#include "exact/shared/plane_table.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A triangle of the surface of a hull, counter-clockwise seen from outside.
struct HullTriangle {
    std::array<std::uint32_t, 3> corners;  // indices of points
    std::uint32_t facet = 0;               // triangles in one plane have equal numbers, from 0
};

// The triangles of the hull's surface; empty if all points lie in a plane. A point in the interior
// of a facet may be no corner of any triangle. REQUIRES: two points differ by less than 2^39 in
// each coordinate, so that all signs fit 128 bits. Cost: about n log n. (Barber, Dobkin, Huhdanpaa:
// The Quickhull Algorithm for Convex Hulls, 1996. Coplanar points count as not visible.)
std::vector<HullTriangle> convex_hull(std::span<const GridPoint> points);

}  // namespace halfspace
