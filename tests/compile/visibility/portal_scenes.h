// SPDX-License-Identifier: MIT
// Graphs of portals for tests of visibility, and lines of sight through them. What is here shares
// no code with the compiler.
#pragma once

#include "halfspace/base/file.h"
#include "halfspace/compile/visibility.h"
#include "halfspace/formats/portal_file.h"
#include "halfspace/level/portal_records.h"

#include "support/test_data.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace halfspace::test {

// A rectangle across an axis, where this axis is `at`. Ranges are along the next axis and the one
// behind that (x, y, z, x, y).
struct Slit {
    std::size_t axis = 0;
    double at = 0;
    std::array<double, 2> low{};
    std::array<double, 2> high{};
};

// below: the cluster on the side of smaller coordinates.
inline void add_portal(PortalGraph& graph,
                       const Slit& slit,
                       std::uint32_t below,
                       std::uint32_t above) {
    graph.portals.push_back({{above, below}, static_cast<std::uint32_t>(graph.corners.size()), 4});
    for (const auto& [u, v] : {std::pair{slit.low[0], slit.low[1]},
                               std::pair{slit.high[0], slit.low[1]},
                               std::pair{slit.high[0], slit.high[1]},
                               std::pair{slit.low[0], slit.high[1]}}) {
        Vec3 corner;
        corner[slit.axis] = slit.at;
        corner[(slit.axis + 1) % 3] = u;
        corner[(slit.axis + 2) % 3] = v;
        graph.corners.push_back(corner);
    }
}

// Boxes in a row along x with one wide portal between neighbours: every box sees all.
inline PortalGraph row_of_boxes(std::uint32_t count) {
    PortalGraph graph{count, {}, {}};
    for (std::uint32_t i = 0; i + 1 < count; ++i) {
        add_portal(graph, {0, 16.0 * (i + 1), {0, 0}, {16, 16}}, i, i + 1);
    }
    return graph;
}

// A grid of boxes with 1 to 2 random slits of whole coordinates in some of the walls.
inline PortalGraph grid_of_boxes(std::uint32_t side, std::mt19937_64& random) {
    PortalGraph graph{side * side * side, {}, {}};
    const auto below = [&](std::uint32_t end) {
        return static_cast<std::uint32_t>(random() % end);
    };
    for (std::uint32_t i = 0; i < graph.cluster_count; ++i) {
        const std::array<std::uint32_t, 3> place{i % side, i / side % side, i / side / side};
        const std::array<std::uint32_t, 3> step{1, side, side * side};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (place[axis] + 1 == side || below(4) == 0) {
                continue;
            }
            const double middle = below(3) == 0 ? 3.0 + below(10) : 16;
            for (std::uint32_t part = 0; part < (middle < 16 ? 2u : 1u); ++part) {
                const double from = part == 0 ? 0 : middle + 1;
                const double to = part == 0 ? middle : 16;
                if (to - from < 2) {
                    continue;
                }
                Slit slit{axis, 16.0 * (place[axis] + 1), {}, {}};
                const double u = 16.0 * place[(axis + 1) % 3];
                const double v = 16.0 * place[(axis + 2) % 3];
                const double a = below(14);
                slit.low = {u + a, v + from};
                slit.high = {u + a + 1 + below(16 - static_cast<std::uint32_t>(a) - 1), v + to};
                add_portal(graph, slit, i, i + step[axis]);
            }
        }
    }
    return graph;
}

inline Visibility visibility_of(const PortalGraph& graph, const VisibilityOptions& options = {}) {
    const Result<Visibility> result = compute_visibility(graph, options);
    EXPECT_TRUE(result) << to_string(result.error());
    return result ? *result : Visibility{};
}

inline bool sees(const Visibility& visibility, std::uint32_t a, std::uint32_t b) {
    return is_visible(visibility_row(visibility.rows(), a), visibility.cluster_count, b);
}

// What holds for every result: good rows, symmetric, and their count.
inline void check_rows(const Visibility& visibility) {
    EXPECT_EQ(visibility_problem(visibility.rows()).value_or(""), "");
    std::uint64_t count = 0;
    for (std::uint32_t a = 0; a < visibility.cluster_count; ++a) {
        for_each_visible(
            visibility_row(visibility.rows(), a), visibility.cluster_count, [&](std::uint32_t b) {
                ++count;
                EXPECT_TRUE(sees(visibility, b, a)) << a << " " << b;
            });
    }
    EXPECT_EQ(count, visibility.visible);
}

inline PortalGraph graph_of_file(const std::filesystem::path& path) {
    const auto bytes = read_file(path.string());
    EXPECT_TRUE(bytes) << path;
    const Result<PortalGraph> graph =
        read_portals({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, path.string());
    EXPECT_TRUE(graph) << to_string(graph.error());
    return graph ? *graph : PortalGraph{};
}

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
