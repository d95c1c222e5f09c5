// SPDX-License-Identifier: MIT
// Lines of sight through graphs of portals. What is here shares no code with the compiler.
#pragma once

#include "halfspace/level/portal_records.h"

#include "compile/visibility/portal_scenes.h"

#include <cmath>
#include <random>
#include <vector>

namespace halfspace::test {

// Follows straight lines from cluster to cluster. A line counts only where it is farther than
// kMargin from all edges and far from parallel to the portals, so that rounding does not matter.
class LineWalker {
public:
    static constexpr double kMargin = 1e-4;

    explicit LineWalker(const PortalGraph& graph) : graph_(graph), portals_(graph.cluster_count) {
        for (std::uint32_t i = 0; i < graph.portals.size(); ++i) {
            portals_[graph.portals[i].cluster[0]].push_back(i);
            portals_[graph.portals[i].cluster[1]].push_back(i);
        }
    }

    // The clusters from `start` on along the ray, by portals that are farther along each time.
    std::vector<std::uint32_t> walk(std::uint32_t start,
                                    const Vec3& from,
                                    const Vec3& direction) const {
        std::vector<std::uint32_t> clusters{start};
        double reached = -1e-9;
        std::uint32_t entered_by = static_cast<std::uint32_t>(graph_.portals.size());
        for (bool is_through = true; is_through;) {
            is_through = false;
            for (const std::uint32_t i : portals_[clusters.back()]) {
                const double t =
                    i == entered_by ? -1 : crossing(graph_.portals[i], from, direction);
                if (t > reached) {
                    const PortalRecord& portal = graph_.portals[i];
                    clusters.push_back(
                        portal.cluster[portal.cluster[0] == clusters.back() ? 1 : 0]);
                    reached = t;
                    entered_by = i;
                    is_through = true;
                    break;
                }
            }
        }
        return clusters;
    }

    // A point of the portal, farther than kMargin from its edges, for most random numbers.
    Vec3 point_of(const PortalRecord& portal, std::mt19937_64& random) const {
        Vec3 sum;
        double weights = 0;
        for (std::uint32_t i = 0; i < portal.corner_count; ++i) {
            const double weight = static_cast<double>(random() >> 11) * 0x1p-53 + 1e-3;
            sum += graph_.corners[portal.first_corner + i] * (weight * weight);
            weights += weight * weight;
        }
        return sum / weights;
    }

private:
    // Where the ray passes the portal; -1 if it does not, or not clearly.
    double crossing(const PortalRecord& portal, const Vec3& from, const Vec3& direction) const {
        const Vec3* const corners = graph_.corners.data() + portal.first_corner;
        Vec3 normal;
        for (std::uint32_t i = 1; i + 1 < portal.corner_count; ++i) {
            normal += cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
        }
        normal = normalized(normal);
        const double sine = dot(normal, direction) / length(direction);
        if (std::abs(sine) < 1e-2) {
            return -1;
        }
        const double t = dot(normal, corners[0] - from) / dot(normal, direction);
        const Vec3 point = from + direction * t;
        for (std::uint32_t i = 0; i < portal.corner_count; ++i) {
            const Vec3 edge = corners[(i + 1) % portal.corner_count] - corners[i];
            if (dot(cross(normal, edge), point - corners[i]) <= kMargin * length(edge)) {
                return -1;
            }
        }
        return t;
    }

    const PortalGraph& graph_;
    std::vector<std::vector<std::uint32_t>> portals_;  // of each cluster
};

// How many pairs of clusters along random lines are hidden; lines: how many lines are tried. Each
// line runs between two portals of the graph that are close in the file in half of the cases.
inline std::size_t hidden_pairs_on_lines(const PortalGraph& graph,
                                         const Visibility& visibility,
                                         std::size_t lines,
                                         std::uint64_t seed) {
    const LineWalker walker(graph);
    std::mt19937_64 random(seed);
    std::size_t hidden = 0;
    for (std::size_t i = 0; i < lines; ++i) {
        const std::size_t a = random() % graph.portals.size();
        const std::size_t b = i % 2 == 0 ? random() % graph.portals.size()
                                         : (a + 1 + random() % 64) % graph.portals.size();
        const Vec3 from = walker.point_of(graph.portals[a], random);
        const Vec3 direction = walker.point_of(graph.portals[b], random) - from;
        if (length(direction) < 1e-3) {
            continue;
        }
        for (const std::uint32_t start : graph.portals[a].cluster) {
            const std::vector<std::uint32_t> along = walker.walk(start, from, direction);
            for (const std::uint32_t cluster : along) {
                hidden += sees(visibility, start, cluster) ? 0 : 1;
            }
            hidden += sees(visibility, along.back(), along[along.size() / 2]) ? 0 : 1;
        }
    }
    return hidden;
}

}  // namespace halfspace::test
