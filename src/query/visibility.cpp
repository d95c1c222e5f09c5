// SPDX-License-Identifier: MIT
#include "halfspace/query/visibility.h"

#include "halfspace/level/portal_check.h"

#include "query/walk/descent.h"
#include "query/walk/leaf_visit.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

namespace halfspace {

std::optional<ClusterId> cluster_at(const Level& level, const Vec3& point) {
    assert(is_finite(point));
    if (level.cluster_walk_roots().empty() || !contains(level.tree_box(kWorldModel), point)) {
        return std::nullopt;
    }
    std::optional<ClusterId> found;
    visit_leaves_at(
        level,
        level.cluster_walk_roots().front(),
        [&](std::uint32_t node) {
            const Side side =
                node_side(level, level.walk_nodes()[node], point, level.filter_bound());
            return side == Side::On ? both_from(0) : only(side == Side::Front ? 0 : 1);
        },
        [&](WalkChild leaf) {
            const std::uint32_t cluster = cluster_of(leaf);
            found = cluster == kNone ? std::nullopt : std::optional(ClusterId(cluster));
            return cluster == kNone;
        });
    return found;
}

bool may_see(const Level& level, ClusterId from, ClusterId to) {
    assert(from.value < level.clusters().size() && to.value < level.clusters().size());
    const VisibilityRows rows = visibility_rows(level);
    return rows.starts.empty() ||
           is_visible(visibility_row(rows, from.value), rows.cluster_count, to.value);
}

PortalGraph portal_graph(const Level& level) {
    PortalGraph graph{.cluster_count = static_cast<std::uint32_t>(level.clusters().size()),
                      .portals = {level.portals().begin(), level.portals().end()},
                      .corners = {level.portal_corners().begin(), level.portal_corners().end()}};
    const auto is_veiled = [&](std::uint32_t cluster) {
        return any(Contents(level.clusters()[cluster].contents) & kSightBlockers);
    };
    std::erase_if(graph.portals, [&](const PortalRecord& portal) {
        return has_no_area(graph, portal) || std::ranges::any_of(portal.cluster, is_veiled);
    });
    return graph;
}

}  // namespace halfspace
