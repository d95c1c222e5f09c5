// SPDX-License-Identifier: MIT
// Makes queries that are likely to be answered wrongly: at faces, edges and corners, in planes and
// on the grid; and some random ones.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/convex_shape.h"

#include "support/oracle.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace::test {

// Points: half of them within 0.01 units of a face, the others exactly in planes, at corners, or
// anywhere.
std::vector<Vec3> make_points(const Oracle& oracle, std::size_t count, std::uint64_t seed);

// Segments: random, axial, aligned to the grid, in the planes of faces, along edges, through
// corners, of length 0.
std::vector<Segment> make_segments(const Oracle& oracle, std::size_t count, std::uint64_t seed);

// The same segments without those that reach beyond kMaxSweepCoordinate.
std::vector<Segment> make_sweeps(const Oracle& oracle, std::size_t count, std::uint64_t seed);

// One body of each kind, 10 to 60 units high.
std::span<const ConvexShape> swept_bodies();

}  // namespace halfspace::test
