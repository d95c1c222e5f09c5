// SPDX-License-Identifier: MIT
#include "halfspace/level/derive.h"

#include "halfspace/base/contents.h"
#include "halfspace/compile/compile.h"
#include "halfspace/level/bodies.h"
#include "halfspace/level/level.h"
#include "halfspace/level/walk.h"

#include "support/small_level.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

namespace halfspace::test {
namespace {

LevelData compiled(const char* level) {
    const auto world = read_world(project_file(std::string("examples/levels/") + level));
    EXPECT_TRUE(world) << level;
    return compile(*world)->level;
}

TEST(Derive, MakesWhatTheCompilerWroteAgain) {
    for (const char* name : {"keep.map", "station.map"}) {
        const LevelData written = compiled(name);
        LevelData emptied = written;
        emptied.node_faces.clear();
        for (NodeRecord& node : emptied.nodes) {
            std::fill(node.n, node.n + 3, 7.0);
            node.d = 7;
            node.flags = 511;
            node.body_states[0] = node.body_states[1] = 0x55555555;
        }
        for (LeafRecord& leaf : emptied.leaves) {
            leaf.blockers ^= leaf.blockers & kBlockerMask;
        }
        derive(emptied);
        EXPECT_EQ(write_level(emptied), write_level(written)) << name;
    }
}

// True if `holds(leaf)` for all leaves below the child.
bool all_below(const LevelData& level,
               std::int32_t child,
               const std::function<bool(const LeafRecord&)>& holds) {
    if (child < 0) {
        return holds(level.leaves[static_cast<std::size_t>(-1 - child)]);
    }
    const NodeRecord& node = level.nodes[static_cast<std::size_t>(child)];
    return all_below(level, node.child[0], holds) && all_below(level, node.child[1], holds);
}

SightState sight_by_definition(const LevelData& level, std::int32_t child) {
    const auto blocks = [](const LeafRecord& leaf) {
        return any(static_cast<Contents>(leaf.contents) & kSightBlockers);
    };
    if (all_below(level, child, blocks)) {
        return kSightBlocked;
    }
    return all_below(level, child, std::not_fn(blocks)) ? kSightClear : kSightMixed;
}

BodyState body_by_definition(const LevelData& level, std::int32_t child, std::uint32_t space) {
    const auto bits = [space](const LeafRecord& leaf) { return leaf.blockers >> (4 * space) & 15; };
    if (all_below(level, child, [&](const LeafRecord& leaf) { return bits(leaf) == 0; })) {
        return kBodyFree;
    }
    const bool is_solid = all_below(
        level, child, [&](const LeafRecord& leaf) { return (bits(leaf) & kBlockerSolid) != 0; });
    return is_solid ? kBodySolid : kBodyMixed;
}

// The nodes at the child and below it.
void add_nodes(const LevelData& level, std::int32_t child, std::vector<bool>& nodes) {
    if (child >= 0) {
        const auto node = static_cast<std::size_t>(child);
        nodes[node] = true;
        add_nodes(level, level.nodes[node].child[0], nodes);
        add_nodes(level, level.nodes[node].child[1], nodes);
    }
}

bool is_drawn_by_definition(const LevelData& level, std::int32_t child) {
    std::vector<bool> below(level.nodes.size());
    add_nodes(level, child, below);
    return std::any_of(level.faces.begin(), level.faces.end(), [&](const FaceRecord& face) {
        return below[face.node];
    });
}

TEST(Derive, SaysWhatAllLeavesAndFacesBelowAChildHaveInCommon) {
    const LevelData level = compiled("keep.map");
    const auto spaces = static_cast<std::uint32_t>(level.spaces.size());
    ASSERT_EQ(spaces, 4u);
    for (std::size_t n = 0; n < level.nodes.size(); ++n) {
        const NodeRecord& node = level.nodes[n];
        for (std::size_t c = 0; c < 2; ++c) {
            ASSERT_EQ(node.flags >> (kNodeSightShift + 2 * c) & kNodeSightMask,
                      sight_by_definition(level, node.child[c]))
                << n;
            ASSERT_EQ((node.flags >> (kNodeDrawnShift + c) & 1) != 0,
                      is_drawn_by_definition(level, node.child[c]))
                << n;
            for (std::uint32_t s = 0; s < spaces; ++s) {
                ASSERT_EQ(body_state(node, c, SpaceId(s)),
                          body_by_definition(level, node.child[c], s))
                    << n;
            }
        }
    }
}

TEST(Derive, BoxesTheFacesBelowEachNode) {
    const LevelData level = compiled("keep.map");
    ASSERT_EQ(level.node_faces.size(), level.nodes.size() + 1);
    for (std::size_t n = 0; n < level.nodes.size(); n += 7) {
        std::vector<bool> below(level.nodes.size());
        add_nodes(level, static_cast<std::int32_t>(n), below);
        Aabb box;
        for (const FaceRecord& face : level.faces) {
            for (std::uint32_t i = 0; below[face.node] && i < face.vertex_count; ++i) {
                const VertexRecord& v = level.vertices[level.face_vertices[face.first_vertex + i]];
                box = united(box, Vec3{v.x, v.y, v.z});
            }
        }
        const NodeFacesRecord& record = level.node_faces[n];
        EXPECT_EQ((Aabb{{record.min[0], record.min[1], record.min[2]},
                        {record.max[0], record.max[1], record.max[2]}}),
                  box)
            << n;
    }
}

}  // namespace
}  // namespace halfspace::test
