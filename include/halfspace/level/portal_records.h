// SPDX-License-Identifier: MIT
// Clusters and the portals between them. Clusters are convex cells without what hides: the empty
// leaves of a tree of structural faces alone. A portal is the polygon that two neighbours share.
// Sight goes from cluster to cluster through portals (Teller & Sequin 1991).
#pragma once

#include "halfspace/math/vec.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// A cluster. The cluster tree divides the world's box; each of its leaves without opaque contents
// is a cluster. Clusters are numbered node after node, child 0 before child 1.
struct ClusterRecord {
    float min[3];            // the lowest corner of a box around the cell, map units
    float max[3];            // the highest corner
    std::uint32_t contents;  // bits of halfspace::Contents; detail is left out
    std::uint32_t reserved;
};

// A convex polygon between two clusters.
struct PortalRecord {
    // Cluster 0 is in front of the polygon, cluster 1 behind it.
    std::uint32_t cluster[2];
    // Range in the portal corners, counter-clockwise seen from cluster 0.
    std::uint32_t first_corner;
    std::uint32_t corner_count;
};
static_assert(sizeof(ClusterRecord) == 32 && sizeof(PortalRecord) == 16);

// All clusters and portals of a world.
struct PortalGraph {
    std::uint32_t cluster_count = 0;
    std::vector<PortalRecord> portals;
    std::vector<Vec3> corners;  // map units
};

}  // namespace halfspace
