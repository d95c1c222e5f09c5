// SPDX-License-Identifier: MIT
// The edges of a rebuilt solid, for the parts of verify that need its bevels.
#pragma once

#include "exact/shared/polyhedron.h"

#include <array>
#include <cstddef>
#include <vector>

namespace halfspace {

// The pairs of faces that meet in an edge, each once: indices a < b of faces. Two faces of a convex
// solid have a common edge if they share two points. Cost: all pairs of faces.
std::vector<std::array<std::size_t, 2>> edges_of(const Polyhedron& solid);

}  // namespace halfspace
