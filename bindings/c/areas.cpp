// SPDX-License-Identifier: MIT
#include "halfspace/query/areas.h"

#include "halfspace.h"
#include "handle.h"
#include "seen.h"

#include <algorithm>
#include <optional>
#include <span>

namespace halfspace::c {
namespace {

bool has_cluster(const halfspace_level* level, uint32_t cluster) {
    return cluster < halfspace_cluster_count(level);
}

bool has_portal(const halfspace_area_state* areas, uint32_t portal) {
    return areas != nullptr && portal < areas->areas.size();
}

halfspace_status store_area(const std::optional<AreaId>& found, uint32_t* area) {
    if (!found) {
        return HALFSPACE_NOT_FOUND;
    }
    *area = found->value;
    return HALFSPACE_OK;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

uint32_t halfspace_area_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(area_count(level->level));
}

uint32_t halfspace_area_portal_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.area_portals().size());
}

halfspace_status halfspace_get_area_portal(const halfspace_level* level,
                                           uint32_t portal,
                                           halfspace_area_portal* result) {
    if (portal >= halfspace_area_portal_count(level) || result == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const AreaPortalRecord& record = level->level.area_portals()[portal];
    *result = {{record.area[0], record.area[1]}, record.model, record.gate};
    return HALFSPACE_OK;
}

halfspace_status halfspace_area_of(const halfspace_level* level, uint32_t cluster, uint32_t* area) {
    return has_cluster(level, cluster) && area != nullptr
               ? store_area(area_of(level->level, ClusterId(cluster)), area)
               : halfspace_status{HALFSPACE_BAD_ARGUMENT};
}

halfspace_status halfspace_area_at(const halfspace_level* level,
                                   const double point[3],
                                   uint32_t* area) {
    return level != nullptr && is_point(point) && area != nullptr
               ? store_area(area_at(level->level, vec3(point)), area)
               : halfspace_status{HALFSPACE_BAD_ARGUMENT};
}

halfspace_status halfspace_gate_of(const halfspace_level* level,
                                   uint32_t cluster,
                                   uint32_t* first,
                                   uint32_t* count) {
    if (!has_cluster(level, cluster) || first == nullptr || count == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::span<const AreaPortalRecord> gate = gate_of(level->level, ClusterId(cluster));
    if (gate.empty()) {
        return HALFSPACE_NOT_FOUND;
    }
    *first = static_cast<uint32_t>(gate.data() - level->level.area_portals().data());
    *count = static_cast<uint32_t>(gate.size());
    return HALFSPACE_OK;
}

halfspace_area_state* halfspace_new_area_state(const halfspace_level* level) {
    return pointer_of([&]() -> halfspace_area_state* {
        return level == nullptr ? nullptr : new halfspace_area_state(level->level);
    });
}

void halfspace_free_area_state(halfspace_area_state* areas) {
    delete areas;
}

halfspace_status halfspace_open_area_portal(halfspace_area_state* areas,
                                            uint32_t portal,
                                            int32_t is_open) {
    if (!has_portal(areas, portal)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    areas->areas.set_open(AreaPortalId(portal), is_open != 0);
    return HALFSPACE_OK;
}

halfspace_status halfspace_is_area_portal_open(const halfspace_area_state* areas,
                                               uint32_t portal,
                                               int32_t* is_open) {
    if (!has_portal(areas, portal) || is_open == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *is_open = areas->areas.is_open(AreaPortalId(portal)) ? 1 : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_areas_connected(const halfspace_area_state* areas,
                                           uint32_t a,
                                           uint32_t b,
                                           int32_t* connected) {
    if (areas == nullptr || std::max(a, b) >= areas->areas.parts().size() || connected == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *connected = areas_connected(areas->areas, AreaId(a), AreaId(b)) ? 1 : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_clusters_connected(const halfspace_area_state* areas,
                                              uint32_t a,
                                              uint32_t b,
                                              int32_t* connected) {
    if (areas == nullptr || std::max(a, b) >= areas->level.clusters().size() ||
        connected == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *connected = areas_connected(areas->areas, ClusterId(a), ClusterId(b)) ? 1 : 0;
    return HALFSPACE_OK;
}
