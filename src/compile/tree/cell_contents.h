// SPDX-License-Identifier: MIT
// What a uniform cell is made of, from the volumes of the brushes.
#pragma once

#include "compile/expand/expand.h"

#include <span>

namespace halfspace {

// What a leaf says: see LeafRecord.
struct CellContents {
    Contents contents = Contents::Empty;  // of space 0
    std::uint64_t blockers = 0;           // of all spaces

    friend bool operator==(const CellContents&, const CellContents&) = default;
};

// The normalized contents, for each space, of the volumes that contain a point strictly inside the
// cell. REQUIRES: no boundary between differing contents runs through the cell (then every such
// point gives the same answer, also one on the face of a volume, which counts as inside).
CellContents contents_of_cell(const Polyhedron& cell,
                              std::span<const BodyVolume> volumes,
                              std::span<const std::uint32_t> candidates,
                              Predicates& predicates);

}  // namespace halfspace
