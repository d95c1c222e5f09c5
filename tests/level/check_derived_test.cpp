// SPDX-License-Identifier: MIT
#include "halfspace/level/derive.h"
#include "halfspace/level/walk_nodes.h"

#include "level/error_after.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

namespace halfspace::test {
namespace {

TEST(CheckDerived, RefusesWalkTreesThatAreNotThoseOfTheNodesAndLeaves) {
    EXPECT_EQ(error_after([](LevelData& d) { d.walk_nodes[2].child[1] ^= kWalkLeaf; }),
              "section 'walk_nodes': record 2: it does not fit the nodes and leaves");
    EXPECT_EQ(error_after([](LevelData& d) { d.walk_nodes[0].plane ^= 1; }),
              "section 'walk_nodes': record 0: it does not fit the nodes and leaves");
    EXPECT_EQ(error_after([](LevelData& d) { d.walk_sources[1] = 1000; }),
              "section 'walk_sources': record 1: it does not fit the nodes and leaves");
    EXPECT_EQ(error_after([](LevelData& d) { d.walk_roots[1] = 0; }),
              "section 'walk_roots': record 1: it does not fit the nodes and leaves");
    const auto one_more = [](LevelData& d) { d.walk_roots.push_back(d.walk_roots[0]); };
    EXPECT_EQ(
        error_after(one_more),
        "section 'walk_roots': there are 3 records, which is not what the nodes and leaves give");
    EXPECT_NE(
        error_after([](LevelData& d) { d.walk_nodes.pop_back(); }).find("records, which is not"),
        std::string::npos);
}

TEST(CheckDerived, RefusesEveryOtherBitOfANode) {
    for (std::size_t i = 0; i < small_level().walk_nodes.size(); ++i) {
        const std::string message =
            "section 'walk_nodes': record " + std::to_string(i) + ": it does not fit";
        for (std::size_t child = 0; child < 2; ++child) {
            for (int bit = 0; bit < 32; ++bit) {
                EXPECT_EQ(error_after([&](LevelData& d) {
                              d.walk_nodes[i].child[child] ^= 1u << bit;
                          }).find(message),
                          0u);
            }
        }
    }
}

TEST(CheckDerived, RefusesALeafThatTurnsSolidWithoutItsWalkTree) {
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.leaves[kSmallRoom.value].contents = 1;
                  d.leaves[kSmallRoom.value].blockers = kBlockerSolid;
              }).find("section 'walk_nodes'"),
              0u);
}

TEST(CheckDerived, CallsATwofoldAxisNoAxis) {
    // 2x = 1 lies between two grid steps: its scaled normal is that of x = 0, its distance is not.
    LevelData data = small_level();
    data.planes.push_back({{2, 0, 0}, 1, 0});
    const auto plane = static_cast<std::uint32_t>(data.planes.size() - 1);
    data.nodes.back().plane = plane;
    const std::size_t vertices = data.faces.back().first_vertex;
    data.faces.pop_back();  // it lay in the node's plane
    data.face_vertices.resize(vertices);
    data.face_texcoords.resize(vertices);
    --data.models[1].face_count;
    derive(data);
    const Result<Level> level = Level::from_data(data);
    ASSERT_TRUE(level) << level.error().message;
    const std::span<const WalkNodeRecord> nodes = level->walk_nodes();
    EXPECT_EQ(std::ranges::count_if(nodes,
                                    [&](const WalkNodeRecord& node) {
                                        return walk_axis(node) == 3 && node.plane == plane;
                                    }),
              1);
}

TEST(CheckDerived, RefusesDrawTreesThatAreNotThoseOfTheNodesAndTheirFaces) {
    EXPECT_EQ(error_after([](LevelData& d) { d.draw_nodes[2].child[1] ^= kWalkLeaf; }),
              "section 'draw_nodes': record 2: it does not fit the nodes and their faces");
    EXPECT_EQ(error_after([](LevelData& d) { d.node_faces[2].max[1] += 1; }),
              "section 'node_faces': record 2: it does not fit the nodes and their faces");
    EXPECT_EQ(error_after([](LevelData& d) { d.node_faces[0].first_opposite ^= kFacesTwoSided; }),
              "section 'node_faces': record 0: it does not fit the nodes and their faces");
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.node_faces.pop_back();
              }).find("section 'node_faces': there are"),
              0u);
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].draw_root = kWalkLeaf; }),
              "section 'models': record 1: its draw_root does not fit the nodes and their faces");
}

TEST(CheckDerived, RefusesScaledPlanesThatAreNotThoseOfThePlanes) {
    EXPECT_EQ(error_after([](LevelData& d) { d.scaled_planes[3].d += 1; }),
              "section 'scaled_planes': record 3: it does not fit the planes");
    EXPECT_EQ(
        error_after([](LevelData& d) {
            d.scaled_planes.clear();
        }).find("section 'scaled_planes': there are 0 records, which is not what the planes give"),
        0u);
}

}  // namespace
}  // namespace halfspace::test
