// SPDX-License-Identifier: MIT
// The contents of a uniform cell, from the volumes of the brushes.
#pragma once

#include "compile/expand/expand.h"

#include <span>

namespace halfspace {

// The contents of a leaf; see LeafRecord.
struct CellContents {
    Contents contents = Contents::Empty;  // of space 0
    std::uint64_t blockers = 0;           // of all spaces

    friend bool operator==(const CellContents&, const CellContents&) = default;
};

// The normalized contents, for each space, of the volumes that contain a point strictly inside the
// cell. A point on the face of a volume counts as inside the volume. REQUIRES: no boundary between
// different contents runs through the cell. Then every point strictly inside gives the same answer.
// One boundary may run through it, that of what is outside and Solid: such a cell is Solid.
CellContents contents_of_cell(const Polyhedron& cell,
                              std::span<const BodyVolume> volumes,
                              std::span<const std::uint32_t> candidates,
                              Predicates& predicates);

}  // namespace halfspace
