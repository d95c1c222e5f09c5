// SPDX-License-Identifier: MIT
// The way up the draw trees. A level stores the way down only.
#pragma once

#include "halfspace/level/level.h"

#include "level/shared/walk_nodes.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// Sets the parent of each node of all draw trees; kNone for a root. The memory of `parents` is used
// again.
inline void find_draw_parents(const Level& level, std::vector<std::uint32_t>& parents) {
    parents.assign(level.draw_nodes().size(), kNone);
    for (std::uint32_t n = 0; n < parents.size(); ++n) {
        for (const WalkChild child : level.draw_nodes()[n].child) {
            if (!is_leaf(child)) {
                parents[node_index(child)] = n;
            }
        }
    }
}

}  // namespace halfspace
