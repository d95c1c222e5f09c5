// SPDX-License-Identifier: MIT
#include "halfspace/query/visibility.h"

#include "halfspace.h"
#include "handle.h"

#include <algorithm>
#include <optional>
#include <span>

using namespace halfspace;
using namespace halfspace::c;

uint32_t halfspace_cluster_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.clusters().size());
}

uint32_t halfspace_portal_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.portals().size());
}

size_t halfspace_portal_corner_count(const halfspace_level* level) {
    return level == nullptr ? 0 : level->level.portal_corners().size();
}

int32_t halfspace_has_visibility(const halfspace_level* level) {
    return level != nullptr && has_visibility(level->level) ? 1 : 0;
}

halfspace_status halfspace_cluster_at(const halfspace_level* level,
                                      const double point[3],
                                      uint32_t* cluster) {
    if (level == nullptr || !is_point(point) || cluster == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<ClusterId> found = cluster_at(level->level, vec3(point));
    if (!found) {
        return HALFSPACE_NOT_FOUND;
    }
    *cluster = found->value;
    return HALFSPACE_OK;
}

halfspace_status halfspace_may_see(const halfspace_level* level,
                                   uint32_t from,
                                   uint32_t to,
                                   int32_t* may_see) {
    if (std::max(from, to) >= halfspace_cluster_count(level) || may_see == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *may_see = halfspace::may_see(level->level, ClusterId(from), ClusterId(to)) ? 1 : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_visible_clusters(const halfspace_level* level,
                                            uint32_t cluster,
                                            uint32_t* found,
                                            size_t capacity,
                                            size_t* count) {
    if (cluster >= halfspace_cluster_count(level) || (found == nullptr && capacity > 0) ||
        count == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    size_t seen = 0;
    for_each_visible_cluster(level->level, ClusterId(cluster), [&](ClusterId other) {
        if (seen < capacity) {
            found[seen] = other.value;
        }
        ++seen;
    });
    *count = seen;
    return HALFSPACE_OK;
}

halfspace_status halfspace_get_portal(const halfspace_level* level,
                                      uint32_t portal,
                                      halfspace_portal* result) {
    if (portal >= halfspace_portal_count(level) || result == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const PortalRecord& record = level->level.portals()[portal];
    *result = {record.cluster[0], record.cluster[1], record.first_corner, record.corner_count};
    return HALFSPACE_OK;
}

halfspace_status halfspace_write_portal_corners(const halfspace_level* level,
                                                double* positions,
                                                size_t capacity) {
    if (level == nullptr || positions == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::span<const Vec3> corners = level->level.portal_corners();
    if (capacity < corners.size()) {
        return HALFSPACE_TOO_SMALL;
    }
    for (const Vec3& corner : corners) {
        store(corner, positions);
        positions += 3;
    }
    return HALFSPACE_OK;
}
