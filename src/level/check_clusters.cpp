// SPDX-License-Identifier: MIT
// Checks of the structure of the world. check_fields has checked that all indices are in range.
#include "halfspace/level/visibility_rows.h"

#include "level/check_level.h"

#include <string>

namespace halfspace {
namespace {

// Sections that have one record for each of some others, and one more that ends the last.
Result<void> check_starts(SectionId section, std::size_t count, std::size_t of, const char* what) {
    if (count == 0 || count == of + 1) {
        return {};
    }
    return damaged(section,
                   "there are " + std::to_string(count) + " records, but " + std::to_string(of) +
                       " " + what + " need one more than that, or none");
}

Result<void> check_belongs(const LevelView& level) {
    const bool has_tree = !level.cluster_roots.empty();
    if (!has_tree && !level.face_cluster_starts.empty()) {
        return damaged("face_cluster_starts", "there is no cluster tree");
    }
    if (!has_tree && !level.visible_starts.empty()) {
        return damaged("visible_starts", "there is no cluster tree");
    }
    if (!has_tree && !level.area_portals.empty()) {
        return damaged("area_portals", "there is no cluster tree");
    }
    return {};
}

Result<void> check_portals(const LevelView& level) {
    return check_each("portals", level.portals, [](const PortalRecord& portal) -> Problem {
        if (portal.cluster[0] == portal.cluster[1]) {
            return "it leads from a cluster to the same cluster";
        }
        return portal.corner_count < 3 ? Problem("it has fewer than three corners") : std::nullopt;
    });
}

// True if the record is the first one of its gate.
bool begins_gate(std::span<const AreaPortalRecord> portals, std::size_t i) {
    return i == 0 || portals[i].gate != portals[i - 1].gate;
}

Result<void> check_areas(const LevelView& level) {
    const std::span<const AreaPortalRecord> portals = level.area_portals;
    std::uint32_t count = 0;  // of areas
    const Result<void> right = check_each("clusters", level.clusters, [&](const auto& cluster) {
        const std::uint32_t gate = cluster.area & ~kGateBit;
        if (gate != cluster.area) {
            const bool is_first = gate < portals.size() && begins_gate(portals, gate);
            return is_first ? std::nullopt : Problem("it is in a gate without area portals");
        }
        count += cluster.area == count ? 1 : 0;
        return cluster.area < count ? std::nullopt : Problem("areas are not numbered in order");
    });
    if (!right) {
        return right;
    }
    for (std::size_t i = 0; i < portals.size(); ++i) {
        const auto& [area, model, gate] = portals[i];
        if (area[0] >= area[1] || area[1] >= count) {
            return damaged("area_portals", i, "it does not join two areas, the lower one first");
        }
        const bool begins = begins_gate(portals, i);
        if (begins ? gate != (i == 0 ? 0 : portals[i - 1].gate + 1)
                   : area[0] != portals[i - 1].area[0] || area[1] <= portals[i - 1].area[1]) {
            return damaged("area_portals", i, "the area portals of gates are not in order");
        }
    }
    return {};
}

Result<void> check_face_clusters(const LevelView& level) {
    const std::span<const std::uint32_t> starts = level.face_cluster_starts;
    const Result<void> right =
        check_starts("face_cluster_starts", starts.size(), level.faces.size(), "faces");
    if (!right) {
        return right;
    }
    for (std::size_t f = 0; f + 1 < starts.size(); ++f) {
        for (std::size_t i = starts[f] + std::size_t{1}; i < starts[f + 1]; ++i) {
            if (level.face_clusters[i - 1] >= level.face_clusters[i]) {
                return damaged("face_clusters", i, "the clusters of a face are not in order");
            }
        }
    }
    return {};
}

Result<void> check_visible_rows(const LevelView& level) {
    const Result<void> right = check_starts(
        "visible_starts", level.visible_starts.size(), level.clusters.size(), "clusters");
    if (!right || level.visible_starts.empty()) {
        return right;
    }
    const std::optional<std::string> problem =
        visibility_problem({static_cast<std::uint32_t>(level.clusters.size()),
                            level.visible_starts,
                            std::as_bytes(level.visible_bytes)});
    return problem ? Result<void>(damaged("visible_bytes", *problem)) : right;
}

}  // namespace

Result<void> check_clusters(const LevelView& level) {
    return first_failure(
        level, check_belongs, check_portals, check_areas, check_face_clusters, check_visible_rows);
}

}  // namespace halfspace
