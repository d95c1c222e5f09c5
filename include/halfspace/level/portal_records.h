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
    // The number of its area; of a cluster of a gate kGateBit + the gate's first area portal.
    std::uint32_t area;
};
inline constexpr std::uint32_t kGateBit = 0x80000000;

// A convex polygon between two clusters.
struct PortalRecord {
    // Cluster 0 is in front of the polygon, cluster 1 behind it.
    std::uint32_t cluster[2];
    // Range in the portal corners, counter-clockwise seen from cluster 0.
    std::uint32_t first_corner;
    std::uint32_t corner_count;
};

// Two areas that a gate joins. Areas are clusters that portals join. A gate is a place between two
// or more areas that the designer has marked, usually in a door; its clusters belong to no area.
// A gate of areas a < b < c has the records {a, b} and {a, c}, one after the other.
struct AreaPortalRecord {
    std::uint32_t area[2];  // the lower one first
    std::uint32_t model;    // of the door that shuts the gate; kNone if the level does not say it
    std::uint32_t gate;     // gates count up from 0
};
static_assert(sizeof(ClusterRecord) == 32 && sizeof(PortalRecord) == 16 &&
              sizeof(AreaPortalRecord) == 16);

// All clusters and portals of a world.
struct PortalGraph {
    std::uint32_t cluster_count = 0;
    std::vector<PortalRecord> portals;
    std::vector<Vec3> corners;  // map units
};

}  // namespace halfspace
