// SPDX-License-Identifier: MIT
// Areas: the parts of a level that closed doors keep apart. A designer marks the doorways: by
// entities func_areaportal (Quake II) or by a texture (Quake III). Such a doorway is a gate; an
// area is what is left between gates (level/portal_records.h). A game asks for sound and for sight.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/query/visibility.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

using AreaId = Id<struct AreaTag>;              // counts up from 0
using AreaPortalId = Id<struct AreaPortalTag>;  // an index in Level::area_portals()

// The number of areas. 0 in a level without clusters. Cost: linear in the clusters.
std::size_t area_count(const Level& level);

// The area of a cluster; nullopt for a cluster of a gate. REQUIRES: a cluster of the level.
std::optional<AreaId> area_of(const Level& level, ClusterId cluster);

// The area portals of the gate in which the cluster is; empty for a cluster of an area. REQUIRES: a
// cluster of the level.
std::span<const AreaPortalRecord> gate_of(const Level& level, ClusterId cluster);

// The area of the cluster at the point; nullopt in a gate and in no cluster. point: map units.
// REQUIRES: is_finite(point). Cost: as of cluster_at.
std::optional<AreaId> area_at(const Level& level, const Vec3& point);

// Which area portals of a level are open. The level never changes; each player, server or step of a
// game may have a state of its own. The state also knows which areas open portals join, so that
// questions cost nothing.
class AreaState {
public:
    // All are open. REQUIRES: the level outlives the state. Cost: linear in clusters.
    explicit AreaState(const Level& level);

    const Level& level() const { return *level_; }
    // The number of area portals.
    std::size_t size() const { return is_open_.size(); }
    // REQUIRES: portal.value < size().
    bool is_open(AreaPortalId portal) const { return is_open_[portal.value] != 0; }
    // A gate of three areas has two area portals; a door opens both. Nothing is allocated. Cost:
    // linear in areas and area portals if the portal changes. REQUIRES: portal.value < size().
    void set_open(AreaPortalId portal, bool is_open);

    // For each area the lowest area from which a way of open area portals leads to it.
    std::span<const std::uint32_t> parts() const { return parts_; }

    // States of one level are equal if the same area portals are open.
    friend bool operator==(const AreaState& a, const AreaState& b) {
        return a.is_open_ == b.is_open_;
    }

private:
    void find_parts();

    const Level* level_;
    std::vector<std::uint8_t> is_open_;
    std::vector<std::uint32_t> parts_;
};

// True if a way of open area portals leads from one area to the other: a sound may be heard. False:
// closed doors are on every way. Symmetric; true for an area and itself. REQUIRES: both are areas
// of the state's level. Cost: about 1 ns.
bool areas_connected(const AreaState& state, AreaId a, AreaId b);

// The same for clusters. A gate belongs to each area that it touches, whether it is open or not.
// REQUIRES: both are clusters of the state's level. Cost: a few ns; at a gate, linear in its areas.
bool areas_connected(const AreaState& state, ClusterId a, ClusterId b);

}  // namespace halfspace
