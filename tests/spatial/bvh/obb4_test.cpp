// SPDX-License-Identifier: MIT
#include "spatial/bvh/obb4.h"

#include "spatial/bvh/triangle_bvh_data.h"
#include "support/repeats.h"
#include "support/scan.h"
#include "support/thin_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

TriangleBvh tree_of(const test::Mesh& mesh) {
    return std::move(*TriangleBvh::build(TriangleMesh{mesh.positions, mesh.indices}));
}

Vec3 lane_of(const Points4& p, std::size_t lane) {
    const auto i = static_cast<int>(lane);
    return {p[0][i], p[1][i], p[2][i]};
}

// The largest of the three factors that lead from the middle of a box to the point: at most 1 if
// the box holds the point.
double largest_factor(const Obb4& boxes, std::size_t slot, const Vec3& p) {
    const Vec3 from = p - lane_of(boxes.middle, slot);
    double most = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 normal =
            cross(lane_of(boxes.edge[(i + 1) % 3], slot), lane_of(boxes.edge[(i + 2) % 3], slot));
        most =
            std::max(most, std::abs(dot(from, normal) / dot(lane_of(boxes.edge[i], slot), normal)));
    }
    return most;
}

// Checks all triangles below a child. Returns how many there are.
std::size_t check_below(const TriangleBvh::Data& data,
                        std::uint32_t child,
                        const Obb4& boxes,
                        std::size_t slot) {
    std::size_t count = 0;
    if ((child & kLeafBit) != 0) {
        for (const std::uint32_t id : data.blocks[child & ~kLeafBit].id) {
            if (id != kNone) {
                ++count;
                const Triangle t = data.mesh.triangle(id);
                for (const Vec3& p : {t.a, t.b, t.c}) {
                    EXPECT_LE(largest_factor(boxes, slot, data.tree.frame.to_tree(p)), 1);
                }
            }
        }
        return count;
    }
    for (const std::uint32_t below : data.tree.nodes[child].child) {
        count += below != kNone ? check_below(data, below, boxes, slot) : 0;
    }
    return count;
}

// How many triangles are in the OBBs of all nodes.
std::size_t check_all(const TriangleBvh& tree) {
    const TriangleBvh::Data& data = tree.data();
    std::size_t count = 0;
    for (const Bvh4Node& node : data.tree.nodes) {
        for (std::size_t slot = 0; node.obbs != kNone && slot < 4; ++slot) {
            if (node.child[slot] != kNone) {
                count += check_below(data, node.child[slot], data.obbs[node.obbs], slot);
            }
        }
    }
    return count;
}

TEST(FitObbs, HoldTheTrianglesBelow) {
    std::size_t checked = 0;
    for (std::size_t i = 0; i < test::repeats(10); ++i) {
        test::Random random(i);
        const double size = std::ldexp(1.0, static_cast<int>(random.integer(-60, 60)));
        const double away = random.one_in(2) ? 0 : size * std::ldexp(1.0, 12);
        test::Mesh mesh = test::random_rods(60, 10, random.real(1, 10), random.real(0, 0.1), i);
        for (float& value : mesh.positions) {
            value = static_cast<float>(value * size + away);
        }
        checked += check_all(tree_of(mesh));
    }
    EXPECT_GT(checked, 500 * test::repeats(10));
    EXPECT_GT(check_all(tree_of(test::mast(40, 1, 0.01))), 1000U);
    EXPECT_GT(check_all(tree_of(test::parallel_rods(20, 30, 0.001))), 1000U);
}

TEST(FitObbs, FollowARefit) {
    test::Mesh mesh = test::parallel_rods(10, 30, 0.01);
    TriangleBvh tree = tree_of(mesh);
    for (std::size_t i = 0; i < mesh.positions.size(); i += 3) {
        mesh.positions[i] = -0.5F * mesh.positions[i] + 3 * mesh.positions[i + 1];
    }
    ASSERT_TRUE(tree.refit());
    EXPECT_GT(check_all(tree), 1000U);
}

TEST(FitObbs, OfBarsAlongADiagonalAreThin) {
    const TriangleBvh tree = tree_of(test::mast(64, 1, 0.01));
    const TriangleBvh::Data& data = tree.data();
    ASSERT_NE(data.tree.nodes[0].obbs, kNone);
    const Obb4& top = data.obbs[data.tree.nodes[0].obbs];
    for (std::size_t slot = 0; slot < 4; ++slot) {
        EXPECT_GT(length(lane_of(top.edge[0], slot)), 3 * length(lane_of(top.edge[1], slot)));
    }
}

// Their boxes along the axes are the same. OBBs of leaves with triangles of both would not be thin.
TEST(FitObbs, OfDiagonalBarsThatCrossAreOfOneBarEach) {
    test::Mesh bars;
    test::add_bar(bars, {-9, -9, 0}, {9, 9, 0}, 0.1);
    test::add_bar(bars, {-9, 9, 0}, {9, -9, 0}, 0.1);
    const TriangleBvh tree = tree_of(bars);
    // The first four triangles of a bar are its ends.
    const auto is_long = [](std::uint32_t id) { return id != kNone && id % 12 >= 4; };
    for (const TriangleBlock& block : tree.data().blocks) {
        for (const std::uint32_t a : block.id) {
            for (const std::uint32_t b : block.id) {
                EXPECT_TRUE(!is_long(a) || !is_long(b) || a / 12 == b / 12);
            }
        }
    }
}

// They would cost memory and gain nothing.
TEST(FitObbs, AreFewOnABumpySurfaceAndOnBoxesAlongTheAxes) {
    const TriangleBvh scanned = tree_of(test::scan(60));
    EXPECT_LT(scanned.data().obbs.size(), scanned.data().tree.nodes.size() / 20);
    test::Mesh cubes;
    for (int i = 0; i < 500; ++i) {
        const int row = i / 10 % 10;
        const int layer = i / 100;
        const Vec3 from{i % 10 * 2.0, row * 2.0, layer * 2.0};
        test::add_bar(cubes, from, from + Vec3{1, 0, 0}, 1);
    }
    EXPECT_TRUE(tree_of(cubes).data().obbs.empty());
}

}  // namespace
}  // namespace halfspace
