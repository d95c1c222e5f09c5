// SPDX-License-Identifier: MIT
// Clusters of a structure: their numbers, their portals as records, and which of them a face
// borders.
#pragma once

#include "halfspace/level/portal_records.h"

#include "compile/structure/structure.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// For each leaf of the tree its cluster, as ClusterRecord numbers them; kNone for an opaque leaf.
std::vector<std::uint32_t> cluster_numbers(const BuiltTree& tree);

// For each cluster whether a vis blocker fills it. It is a cluster with portals, so that areas go
// on there, and nobody sees through them.
std::vector<bool> veiled_clusters(const BuiltTree& tree);

// The boxes of the clusters, rounded outwards to floats. Their contents are left empty.
std::vector<ClusterRecord> cluster_records(const StructureTree& parts, int grid_exponent);

// The portals between clusters.
PortalGraph portal_graph(const StructureTree& parts, int grid_exponent);

// Finds what a face borders. Threads need an object each.
class FaceClusters {
public:
    FaceClusters(const StructureTree& parts, Predicates& predicates)
        : tree_(&parts.tree), number_(cluster_numbers(parts.tree)), predicates_(&predicates) {}

    // The clusters that share an area with the polygon, on the side to which it looks; of a
    // two-sided one on both sides. In ascending order. Exact.
    std::vector<std::uint32_t> of(const Polygon& polygon, bool is_two_sided);

private:
    const BuiltTree* tree_;
    std::vector<std::uint32_t> number_;
    Predicates* predicates_;
};

}  // namespace halfspace
