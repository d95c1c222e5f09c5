// SPDX-License-Identifier: MIT
// The part of verify that cuts the cell of every leaf out of the box of its tree. It compares the
// leaf with the volumes or polygons that reach into the cell, and the hull of the leaf with the
// cell.
#pragma once

#include "halfspace/verify/verify.h"

#include "level/shared/walk_nodes.h"
#include "verify/verify_bodies.h"
#include "verify/verify_surfaces.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// A child of a node, its cell, and the volumes or polygons that may reach into the cell.
struct TreeTask {
    std::int32_t child = 0;
    Polyhedron cell;
    std::uint32_t spaces = 0;  // a bit for each space that the tree serves
    // The place in the hull tree that belongs to the child: a node, or a leaf at the child or
    // above it. nullopt in a tree that has no hull tree.
    std::optional<WalkChild> hull;
    std::vector<std::uint32_t> volumes;  // in the order of their spaces
    const RebuiltSurface* surface = nullptr;
    std::vector<std::uint32_t> polygons;
    bool is_structure = false;  // the cluster tree: a leaf in which nothing seals may be Void
    int depth = 0;              // nodes above
};

struct CellCheck {
    std::uint64_t leaves = 0;   // leaves that were checked
    std::uint64_t volumes = 0;  // volumes that reach into cells, counted once for each cell
    Differences differences;
};

// Checks all leaves of these trees, in parallel. REQUIRES: `planes` contains the planes of the
// level, the volumes and the polygons; planes.predicate_bits() <= kMaxPredicateBits.
CellCheck check_cells(const Level& level,
                      const LevelPlanes& planes,
                      std::span<const RebuiltVolume> volumes,
                      std::vector<TreeTask> roots,
                      const VerifyOptions& options);

}  // namespace halfspace
