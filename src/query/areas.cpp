// SPDX-License-Identifier: MIT
#include "halfspace/query/areas.h"

#include "base/shared/union_find.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace halfspace {
namespace {

// Calls visit(area) for the area of the cluster, or for each area that its gate touches, until it
// returns true. Returns whether it did.
template <class Visit>
bool any_area(const Level& level, ClusterId cluster, const Visit& visit) {
    assert(cluster.value < level.clusters().size());
    const std::span<const AreaPortalRecord> gate = gate_of(level, cluster);
    if (gate.empty()) {
        return visit(level.clusters()[cluster.value].area);
    }
    return visit(gate.front().area[0]) ||
           std::ranges::any_of(gate, [&](const auto& portal) { return visit(portal.area[1]); });
}

}  // namespace

std::size_t area_count(const Level& level) {
    std::size_t count = 0;
    for (const ClusterRecord& cluster : level.clusters()) {
        count += cluster.area == count ? 1 : 0;  // each area is 1 above those before, or known
    }
    return count;
}

std::optional<AreaId> area_of(const Level& level, ClusterId cluster) {
    assert(cluster.value < level.clusters().size());
    const std::uint32_t area = level.clusters()[cluster.value].area;
    return (area & kGateBit) != 0 ? std::nullopt : std::optional(AreaId(area));
}

std::span<const AreaPortalRecord> gate_of(const Level& level, ClusterId cluster) {
    assert(cluster.value < level.clusters().size());
    const std::uint32_t area = level.clusters()[cluster.value].area;
    if ((area & kGateBit) == 0) {
        return {};
    }
    const auto from_here = level.area_portals().subspan(area & ~kGateBit);
    std::size_t count = 1;
    while (count < from_here.size() && from_here[count].gate == from_here[0].gate) {
        ++count;
    }
    return from_here.first(count);
}

std::optional<AreaId> area_at(const Level& level, const Vec3& point) {
    const std::optional<ClusterId> cluster = cluster_at(level, point);
    return cluster ? area_of(level, *cluster) : std::nullopt;
}

AreaState::AreaState(const Level& level)
    : level_(&level), is_open_(level.area_portals().size(), 1), parts_(area_count(level)) {
    find_parts();
}

void AreaState::set_open(AreaPortalId portal, bool is_open) {
    assert(portal.value < size());
    if (this->is_open(portal) != is_open) {
        is_open_[portal.value] = is_open ? 1 : 0;
        find_parts();
    }
}

void AreaState::find_parts() {
    std::iota(parts_.begin(), parts_.end(), 0u);
    for (std::size_t p = 0; p < size(); ++p) {
        if (is_open_[p] != 0) {
            const AreaPortalRecord& portal = level_->area_portals()[p];
            join_sets(parts_, portal.area[0], portal.area[1]);
        }
    }
    for (std::uint32_t area = 0; area < parts_.size(); ++area) {
        parts_[area] = root_of(parts_, area);
    }
}

bool areas_connected(const AreaState& state, AreaId a, AreaId b) {
    assert(a.value < state.parts().size() && b.value < state.parts().size());
    return state.parts()[a.value] == state.parts()[b.value];
}

bool areas_connected(const AreaState& state, ClusterId a, ClusterId b) {
    return any_area(state.level(), a, [&](std::uint32_t one) {
        return any_area(state.level(), b, [&](std::uint32_t other) {
            return areas_connected(state, AreaId(one), AreaId(other));
        });
    });
}

}  // namespace halfspace
