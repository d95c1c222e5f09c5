// SPDX-License-Identifier: MIT
// Where a point is among the clusters of a level, and which clusters see each other. The compiler
// divides the world into clusters (level/portal_records.h) and computes what they see, if the level
// is sealed.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/level/portal_records.h"
#include "halfspace/level/visibility_rows.h"

#include <cstdint>
#include <optional>
#include <span>

namespace halfspace {

using ClusterId = Id<struct ClusterTag>;  // an index in Level::clusters

// The cluster that contains the point, or touches it; of several the first one that the walk
// finds. nullopt in walls, in what is outside of a sealed level, beyond the box of the world, and
// in a level without clusters. Exact. point: map units. REQUIRES: is_finite(point). Cost: a walk
// down a tree, about 0.1 us.
std::optional<ClusterId> cluster_at(const Level& level, const Vec3& point);

// True if the level says which clusters see each other.
inline bool has_visibility(const Level& level) {
    return !level.visible_starts().empty();
}

// The rows of a level that has them (visibility_rows.h).
inline VisibilityRows visibility_rows(const Level& level) {
    return {static_cast<std::uint32_t>(level.clusters().size()),
            level.visible_starts(),
            std::as_bytes(level.visible_bytes())};
}

// False if no line of sight joins the two clusters. True may be wrong: it says that there may be
// one. Always true in a level without visibility, and for a cluster and itself. Symmetric. What
// moves does not count: doors are open. REQUIRES: both are clusters of the level. Cost: about 5 ns.
bool may_see(const Level& level, ClusterId from, ClusterId to);

// Calls visit(ClusterId) for each cluster that may be seen from this one, itself included, in
// ascending order. REQUIRES: it is a cluster of the level.
template <class Visit>
void for_each_visible_cluster(const Level& level, ClusterId from, Visit&& visit) {
    const VisibilityRows rows = visibility_rows(level);
    if (rows.starts.empty()) {
        for (std::uint32_t c = 0; c < rows.cluster_count; ++c) {
            visit(ClusterId(c));
        }
        return;
    }
    for_each_visible(visibility_row(rows, from.value), rows.cluster_count, [&](std::uint32_t c) {
        visit(ClusterId(c));
    });
}

// The clusters and the portals between them, as portal files hold them (formats/portal_file.h) and
// compute_visibility takes them: without portals of no area (has_no_area) and those of vis
// blockers, through which nobody sees. Allocates the result.
PortalGraph portal_graph(const Level& level);

}  // namespace halfspace
