// SPDX-License-Identifier: MIT
// Checks of the structure of the world. check_fields has checked that all indices are in range.
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
    return check_starts(
        "visible_starts", level.visible_starts.size(), level.clusters.size(), "clusters");
}

}  // namespace

Result<void> check_clusters(const LevelView& level) {
    return first_failure(
        level, check_belongs, check_portals, check_face_clusters, check_visible_rows);
}

}  // namespace halfspace
