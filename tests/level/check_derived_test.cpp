// SPDX-License-Identifier: MIT
#include "halfspace/level/bodies.h"

#include "level/error_after.h"
#include "level/shared/derive.h"
#include "level/shared/record_fields.h"
#include "level/shared/walk_nodes.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>

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
              2);  // in the walk tree and in the hull tree
}

TEST(CheckDerived, RefusesHullTreesThatAreNotThoseOfTheNodesAndLeaves) {
    EXPECT_EQ(error_after([](LevelData& d) { d.hull_roots[1] = d.hull_roots[0]; }),
              "section 'hull_roots': record 1: it does not fit the nodes and leaves");
    EXPECT_EQ(error_after([](LevelData& d) { d.hull_roots.pop_back(); }),
              "section 'hull_roots': there are 1 records, which is not what the nodes and leaves "
              "give");
}

TEST(CheckDerived, RefusesMoreOrFewerHullsThanLeavesThatBlock) {
    ASSERT_EQ(small_level().hulls.size(), 8u);
    EXPECT_EQ(error_after([](LevelData& d) { d.hulls.pop_back(); }),
              "section 'hulls': there are 7, but the leaves give 8");
    EXPECT_EQ(error_after([](LevelData& d) { d.hulls.push_back(d.hulls.back()); }),
              "section 'hulls': there are 9, but the leaves give 8");
}

TEST(CheckDerived, RefusesHullsWhoseBoxIsNoBox) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::string message = "section 'hulls': record 0: its box is neither a box nor empty";
    ASSERT_EQ(small_level().hulls[1].first_corner, 0u);  // hull 0 is a box
    const auto with = [](double min, double max) {
        return error_after([&](LevelData& d) {
            d.hulls[0].min[1] = min;
            d.hulls[0].max[1] = max;
        });
    };
    EXPECT_EQ(with(-0x1p27, 0x1p27), "no error");
    EXPECT_EQ(with(3, 3), "no error");
    EXPECT_EQ(with(3, 2), message);
    EXPECT_EQ(with(-0x1.8p27, 0), message);
    EXPECT_EQ(with(0, 0x1.8p27), message);
    EXPECT_EQ(with(std::nan(""), 0), message);
    EXPECT_EQ(with(0, std::nan("")), message);
    EXPECT_EQ(with(kInfinity, -kInfinity), message);  // on one axis only
    const auto empty = [](LevelData& d) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            d.hulls[0].min[axis] = kInfinity;
            d.hulls[0].max[axis] = -kInfinity;
        }
    };
    EXPECT_EQ(error_after(empty), "no error");
    EXPECT_EQ(error_after([&](LevelData& d) {
                  empty(d);
                  d.hulls[0].max[2] = 1;
              }),
              message);
}

TEST(CheckDerived, RefusesHullsWithOtherContentsThanTheirLeaf) {
    EXPECT_EQ(error_after([](LevelData& d) { d.hulls[3].contents ^= 4; }),
              "section 'hulls': record 3: its contents are not those of its leaf");
}

TEST(CheckDerived, RefusesCornersOutsideOfTheBoxOfTheirHull) {
    ASSERT_FALSE(small_level().hull_corners.empty());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const double value : {-1e6, 1e6, std::nan("")}) {
            EXPECT_EQ(error_after([&](LevelData& d) { d.hull_corners.back()[axis] = value; }),
                      "section 'hull_corners': record " +
                          std::to_string(small_level().hull_corners.size() - 1) +
                          ": it lies outside of the box of its hull");
        }
    }
}

TEST(CheckDerived, RefusesPlanesOfHullsThatAreNotPlanes) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(error_after([&](LevelData& d) { d.hull_planes[0].n[axis] = 2; }),
                  "section 'hull_planes': record 0: its normal has not the length 1");
    }
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

// True if all records of the section follow from other sections.
bool is_derived(std::string_view section) {
    return std::ranges::all_of(kFields, [&](const Field& field) {
        return field.section.name() != section || field.meaning.is_derived;
    });
}

TEST(CheckDerived, RefusesAnyOtherNumberOfDerivedRecords) {
    int sections = 0;
    LevelData level = small_level();
    for_each_section(level, [&](const std::string& name, auto& records) {
        if constexpr (requires { records.resize(0); }) {
            if (!is_derived(name)) {
                return;
            }
            ++sections;
            const auto right = records;
            for (std::size_t count = 0; count < right.size() + 3; ++count) {
                using Record = std::ranges::range_value_t<decltype(records)>;
                records.resize(count, right.empty() ? Record{} : right.back());
                const std::string message = error_of(level);
                EXPECT_TRUE(count == right.size() ||
                            (message.starts_with("section '" + name + "': there are ") &&
                             message.find(" records, which is not what ") != std::string::npos))
                    << message;
                records = right;
            }
        }
    });
    EXPECT_EQ(sections, 8);
}

}  // namespace
}  // namespace halfspace::test
