// SPDX-License-Identifier: MIT
// What a uniform cell is made of, from the volumes of the brushes.
#pragma once

#include "compile/brush_import.h"

#include <span>

namespace halfspace {

// The normalized contents of the brushes that contain a point strictly inside the cell.
// REQUIRES: no boundary between differing contents runs through the cell (then every such point
// gives the same answer, also one on the face of a brush, which counts as inside).
Contents contents_of_cell(const Polyhedron& cell,
                          std::span<const SolidBrush> brushes,
                          std::span<const std::uint32_t> candidates,
                          Predicates& predicates);

}  // namespace halfspace
