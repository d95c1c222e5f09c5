// SPDX-License-Identifier: MIT
#include "halfspace/level/portal_check.h"

#include <gtest/gtest.h>

#include <limits>

namespace halfspace::test {
namespace {

// A square of x = 64, counter-clockwise seen from larger x.
PortalGraph square() {
    return {2, {{{1, 0}, 0, 4}}, {{64, 0, 0}, {64, 8, 0}, {64, 8, 8}, {64, 0, 8}}};
}

std::string problem_with(const auto& change) {
    PortalGraph graph = square();
    change(graph);
    const std::optional<Error> problem = graph_problem(graph);
    return problem ? problem->message : "";
}

TEST(PortalPlane, ItsFrontIsCluster0) {
    const PortalGraph graph = square();
    EXPECT_EQ(portal_plane(graph, graph.portals[0]), (Plane{{1, 0, 0}, 64}));
}

TEST(GraphProblem, WhatIsRoundedIsGoodAndWhatIsWrongIsNamed) {
    EXPECT_EQ(problem_with([](PortalGraph&) {}), "");
    EXPECT_EQ(problem_with([](PortalGraph& g) { g.corners[1].x += 0.01; }), "");
    EXPECT_EQ(problem_with([](PortalGraph& g) { g.corners[1].x += 0.1; }),
              "portal 0: the portal is not flat");
    EXPECT_EQ(problem_with([](PortalGraph& g) { g.corners[1] = {64, 3, 3}; }), "");
    EXPECT_EQ(problem_with([](PortalGraph& g) { g.corners[1] = {64, 3, 5}; }),
              "portal 0: the portal is not convex");
    EXPECT_EQ(problem_with([](PortalGraph& g) { g.portals[0].corner_count = 2; }),
              "portal 0: the portal has 2 corners; it needs 3 to 256");
    EXPECT_EQ(problem_with([](PortalGraph& g) { g.portals[0].first_corner = 1; }),
              "portal 0: the portal has corners that do not exist");
    EXPECT_EQ(problem_with([](PortalGraph& g) {
                  g.corners[2].z = std::numeric_limits<double>::quiet_NaN();
              }),
              "portal 0: a coordinate is no number or is above 1048576 map units");
    EXPECT_EQ(problem_with([](PortalGraph& g) { g.cluster_count = 1; }),
              "portal 0: cluster 1 does not exist; there are 1, counted from 0");
    EXPECT_EQ(problem_with([](PortalGraph& g) { g.cluster_count = kMaxClusters + 1; }),
              "there are more than 65536 clusters");
}

}  // namespace
}  // namespace halfspace::test
