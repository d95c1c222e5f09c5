// SPDX-License-Identifier: MIT
#include "halfspace/level/bodies.h"

#include "level/error_after.h"
#include "level/shared/derive.h"
#include "level/shared/walk_nodes.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>

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

TEST(CheckDerived, RefusesCornersAndPlanesOfNoHull) {
    const std::string message = "section 'hulls': corners or planes belong to no hull";
    EXPECT_EQ(error_after([](LevelData& d) { d.hulls[0].first_corner = 1; }), message);
    EXPECT_EQ(error_after([](LevelData& d) { d.hulls[0].first_plane = 1; }), message);
    // A level without hulls.
    const auto clear = [](LevelData& d) {
        for (LeafRecord& leaf : d.leaves) {
            leaf.contents = 0;
        }
        derive(d);
        EXPECT_TRUE(d.hulls.empty());
    };
    EXPECT_EQ(error_after(clear), "no error");
    EXPECT_EQ(error_after([&](LevelData& d) {
                  clear(d);
                  d.hull_corners.push_back({});
              }),
              message);
    EXPECT_EQ(error_after([&](LevelData& d) {
                  clear(d);
                  d.hull_planes.push_back({{1, 0, 0}, 0});
              }),
              message);
}

TEST(CheckDerived, RefusesHullsWhoseCornersOrPlanesAreNotInOrder) {
    const std::string before =
        "section 'hulls': record 7: its corners or planes begin before those of the hull before";
    const std::string behind =
        "section 'hulls': record 7: its corners or planes begin behind the last one";
    EXPECT_EQ(error_after([](LevelData& d) {
                  std::ranges::fill(d.hulls[5].min, -1000);  // corner 0 becomes a corner of hull 5
                  std::ranges::fill(d.hulls[5].max, 1000);
                  d.hulls[6].first_corner = 1;
                  d.hulls[7].first_corner = 0;
              }),
              before);
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.hulls[6].first_plane = 1;
                  d.hulls[7].first_plane = 0;
              }),
              before);
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.hulls[7].first_corner = static_cast<std::uint32_t>(d.hull_corners.size() + 1);
              }),
              behind);
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.hulls[7].first_plane = static_cast<std::uint32_t>(d.hull_planes.size() + 1);
              }),
              behind);
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
    const std::string message =
        "section 'hull_planes': record 0: its normal has not the length 1, or its distance is not "
        "finite";
    for (const double value : {2.0, std::nan("")}) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(error_after([&](LevelData& d) { d.hull_planes[0].n[axis] = value; }),
                      message);
        }
    }
    for (const double value : {std::numeric_limits<double>::infinity(), std::nan("")}) {
        EXPECT_EQ(error_after([&](LevelData& d) { d.hull_planes[0].d = value; }), message);
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

// Calls check(name, section) for each section whose records all follow from other sections.
// section(level): its array.
template <class Check>
void for_each_derived(const Check& check) {
    check("scaled_planes", [](LevelData& d) -> auto& { return d.scaled_planes; });
    check("walk_nodes", [](LevelData& d) -> auto& { return d.walk_nodes; });
    check("walk_sources", [](LevelData& d) -> auto& { return d.walk_sources; });
    check("walk_roots", [](LevelData& d) -> auto& { return d.walk_roots; });
    check("hull_roots", [](LevelData& d) -> auto& { return d.hull_roots; });
    check("draw_nodes", [](LevelData& d) -> auto& { return d.draw_nodes; });
    check("node_faces", [](LevelData& d) -> auto& { return d.node_faces; });
}

// The loader compares record by record, some sections from the end on. No record may be left out.
TEST(CheckDerived, RefusesEveryOtherByteOfEveryDerivedRecord) {
    for_each_derived([](const std::string& name, const auto& section) {
        LevelData level = small_level();
        const std::size_t size = std::as_bytes(std::span(section(level))).size();
        const std::size_t record_size = size / section(level).size();
        ASSERT_GT(size, 0u);
        for (std::size_t i = 0; i < size; ++i) {
            const std::string message = error_after([&](LevelData& d) {
                std::as_writable_bytes(std::span(section(d)))[i] ^= std::byte{1};
            });
            EXPECT_EQ(message.find("section '" + name + "': record " +
                                   std::to_string(i / record_size) + ": it does not fit"),
                      0u)
                << "byte " << i << ": " << message;
        }
    });
}

TEST(CheckDerived, RefusesAnyOtherNumberOfDerivedRecords) {
    const auto refuses = [](const std::string& name, const std::string& message) {
        EXPECT_EQ(message.find("section '" + name + "': there are "), 0u) << message;
        EXPECT_NE(message.find(" records, which is not what "), std::string::npos) << message;
    };
    for_each_derived([&](const std::string& name, const auto& section) {
        LevelData level = small_level();
        for (std::size_t count = 0; count < section(level).size(); ++count) {
            refuses(name, error_after([&](LevelData& d) { section(d).resize(count); }));
        }
        for (const std::size_t more : {1u, 2u, 100u}) {
            refuses(name, error_after([&](LevelData& d) {
                        section(d).resize(section(d).size() + more, section(d).back());
                    }));
        }
    });
}

}  // namespace
}  // namespace halfspace::test
