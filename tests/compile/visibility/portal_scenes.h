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

}  // namespace halfspace::test
