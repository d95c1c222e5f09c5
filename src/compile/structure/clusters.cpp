// SPDX-License-Identifier: MIT
#include "compile/structure/clusters.h"

#include "halfspace/level/walk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace halfspace {
namespace {

// The nearest float that is not above, or not below.
float rounded_down(double value) {
    const auto nearest = static_cast<float>(value);
    return nearest > value ? std::nextafter(nearest, -std::numeric_limits<float>::infinity())
                           : nearest;
}
float rounded_up(double value) {
    return -rounded_down(-value);
}

}  // namespace

std::vector<std::uint32_t> cluster_numbers(const BuiltTree& tree) {
    std::vector<std::uint32_t> numbers(tree.leaves.size(), kNone);
    std::uint32_t count = 0;
    const auto number = [&](std::int32_t child) {
        if (child < 0) {
            const std::uint32_t leaf = leaf_of(child).value;
            if (!any(tree.leaves[leaf].contents.contents & kOpaque)) {
                numbers[leaf] = count++;
            }
        }
    };
    number(tree.root);
    for (const BuiltTree::Node& node : tree.nodes) {
        number(node.child[0]);
        number(node.child[1]);
    }
    return numbers;
}

std::vector<bool> veiled_clusters(const BuiltTree& tree) {
    const std::vector<std::uint32_t> number = cluster_numbers(tree);
    std::vector<bool> is_veiled(number.size());
    for (std::size_t leaf = 0; leaf < number.size(); ++leaf) {
        if (number[leaf] != kNone) {
            is_veiled[number[leaf]] = any(tree.leaves[leaf].contents.contents & kSightBlockers);
        }
    }
    return is_veiled;
}

std::vector<ClusterRecord> cluster_records(const StructureTree& parts, int grid_exponent) {
    const std::vector<std::uint32_t> number = cluster_numbers(parts.tree);
    const auto opaque = static_cast<std::size_t>(std::ranges::count(number, std::uint32_t{kNone}));
    std::vector<ClusterRecord> records(number.size() - opaque);
    for (std::size_t leaf = 0; leaf < number.size(); ++leaf) {
        if (number[leaf] == kNone) {
            continue;
        }
        const Aabb box = bounds(parts.cells[leaf]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            records[number[leaf]].min[axis] =
                rounded_down(std::ldexp(box.min[axis], -grid_exponent));
            records[number[leaf]].max[axis] = rounded_up(std::ldexp(box.max[axis], -grid_exponent));
        }
    }
    return records;
}

PortalGraph portal_graph(const StructureTree& parts, int grid_exponent) {
    const std::vector<std::uint32_t> number = cluster_numbers(parts.tree);
    PortalGraph graph;
    for (const std::uint32_t cluster : number) {
        graph.cluster_count += cluster != kNone ? 1 : 0;
    }
    for (const LeafPortal& portal : parts.portals) {
        graph.portals.push_back({{number[portal.leaf[0]], number[portal.leaf[1]]},
                                 static_cast<std::uint32_t>(graph.corners.size()),
                                 static_cast<std::uint32_t>(portal.polygon.corners.size())});
        for (const Corner& corner : portal.polygon.corners) {
            graph.corners.push_back(corner.point.rounded * std::ldexp(1.0, -grid_exponent));
        }
    }
    return graph;
}

std::vector<std::uint32_t> FaceClusters::of(const Polygon& polygon, bool is_two_sided) {
    std::vector<std::uint32_t> clusters;
    for_each_leaf(
        std::span<const BuiltTree::Node>(tree_->nodes),
        tree_->root,
        polygon,
        [&](std::size_t node, Polygon&& whole) -> ChildStates<Polygon> {
            const PlaneId plane = tree_->nodes[node].plane;
            if (is_two_sided && whole.plane.pair() == plane.pair()) {
                return {whole, whole};
            }
            PolygonSplit parts = split(std::move(whole), plane, *predicates_);
            return {std::move(parts.front), std::move(parts.back)};
        },
        [&](LeafId leaf, Polygon&&) {
            if (number_[leaf.value] != kNone) {
                clusters.push_back(number_[leaf.value]);
            }
        });
    std::ranges::sort(clusters);
    const auto repeated = std::ranges::unique(clusters);
    clusters.erase(repeated.begin(), repeated.end());
    return clusters;
}

}  // namespace halfspace
