// SPDX-License-Identifier: MIT
// The functions that compute the records which follow from other records. `derive` stores their
// results; the loader compares the file with them.
#pragma once

#include "halfspace/level/sections.h"

#include <vector>

namespace halfspace {

// All of node_faces. REQUIRES: as derive.
std::vector<NodeFacesRecord> derived_node_faces(const LevelView& level);

// Fields of NodeRecord::flags that derived_node sets.
inline constexpr std::uint32_t kDerivedFlags =
    kNodeAxisMask | 15u << kNodeSightShift | 3u << kNodeDrawnShift | kNodeTwoSided;

// Node n with the derived fields set; its other fields stay. REQUIRES: as derive; its children and
// node_faces are derived already.
NodeRecord derived_node(const LevelView& level, std::size_t n);

// The sight state of child 0 or 1 in these flags.
constexpr SightState sight_state(std::uint32_t flags, std::size_t child) {
    return flags >> (kNodeSightShift + 2 * child) & kNodeSightMask;
}

}  // namespace halfspace
