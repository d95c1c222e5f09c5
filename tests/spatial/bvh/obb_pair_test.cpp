// SPDX-License-Identifier: MIT
#include "spatial/bvh/obb_pair.h"

#include "support/random.h"
#include "support/repeats.h"
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

using test::Random;

TriangleBvh tree_of(const test::Mesh& mesh) {
    return std::move(*TriangleBvh::build(TriangleMesh{mesh.positions, mesh.indices}));
}

test::Mesh one_bar(Random& random) {
    test::Mesh mesh;
    const auto place = [&](double most) {
        return Vec3{random.real(-most, most), random.real(-most, most), random.real(-most, most)};
    };
    const Vec3 from = place(4);
    test::add_bar(mesh, from, from + place(5), random.real(0.001, 0.3));
    return mesh;
}

Transform any_pose(Random& random) {
    Transform pose =
        turned_about({}, {random.real(-180, 180), random.real(-180, 180), random.real(-180, 180)});
    pose.x = random.one_in(3) ? -pose.x : pose.x;
    pose.y = random.one_in(3) ? pose.y + pose.x * 0.5 : pose.y;
    pose.z = random.one_in(8) ? pose.x - pose.y : pose.z;
    return pose;
}

// Adds the corners of the triangles below a child.
void add_corners(const TriangleBvh& tree, std::uint32_t child, std::vector<Vec3>& corners) {
    if ((child & kLeafBit) == 0) {
        for (const std::uint32_t below : tree.data().tree.nodes[child].child) {
            if (below != kNone) {
                add_corners(tree, below, corners);
            }
        }
        return;
    }
    for (const std::uint32_t id : tree.data().blocks[child & ~kLeafBit].id) {
        if (id != kNone) {
            const Triangle t = tree.mesh().triangle(id);
            corners.insert(corners.end(), {t.a, t.b, t.c});
        }
    }
}

std::vector<Vec3> corners_of(const TriangleBvh& tree, std::size_t slot) {
    std::vector<Vec3> corners;
    add_corners(tree, tree.data().tree.nodes[0].child[slot], corners);
    return corners;
}

struct Counts {
    std::size_t parted = 0;
    std::size_t all = 0;
};

// Compares the boxes of the children of two roots with the corners below, which are nowhere nearer
// than the boxes.
void check_roots(const TriangleBvh& a,
                 const TriangleBvh& b,
                 const Transform& pose,
                 Counts& counts) {
    const auto frame = PairFrame::create(a.data().tree.frame, b.data().tree.frame, pose);
    ASSERT_TRUE(frame);
    const Bvh4Node& root_a = a.data().tree.nodes[0];
    const Bvh4Node& root_b = b.data().tree.nodes[0];
    const ObbShape of_a = obbs_of_a(*frame, a.data(), root_a);
    const ObbShape of_b = obbs_of_b(*frame, b.data(), root_b);
    for (std::size_t k = 0; k < 4 && root_b.child[k] != kNone; ++k) {
        const auto lane = static_cast<int>(k);
        const std::uint32_t bits = may_overlap(*frame, of_a, of_b, lane);
        const Points4 along{all_lanes(0.6F), all_lanes(0), all_lanes(-0.8F)};
        const Float4 square = square_of_least_distance(
            *frame, of_a, of_b, lane, along, std::numeric_limits<float>::infinity());
        constexpr float kEnough = 0.01F;
        const Float4 short_cut = square_of_least_distance(*frame, of_a, of_b, lane, along, kEnough);
        for (std::size_t i = 0; i < 4 && root_a.child[i] != kNone; ++i) {
            double nearest = 1e30;
            for (const Vec3& p : corners_of(a, i)) {
                for (const Vec3& q : corners_of(b, k)) {
                    nearest = std::min(nearest, length(to_world(pose, q) - p));
                }
            }
            const float of_pair = square[static_cast<int>(i)];
            EXPECT_LE(std::sqrt(double{of_pair}) * frame->unit(), nearest);
            EXPECT_LE(short_cut[static_cast<int>(i)], of_pair);
            EXPECT_TRUE(short_cut[static_cast<int>(i)] == of_pair || of_pair > kEnough);
            EXPECT_TRUE(nearest > 1e-12 || (bits & 1U << i) != 0);
            counts.parted += (bits & 1U << i) == 0 ? 1 : 0;
            ++counts.all;
        }
    }
}

TEST(LeastDistance, IsNoMoreThanBetweenCorners) {
    Counts counts;
    for (std::size_t i = 0; i < test::repeats(2000); ++i) {
        Random random(i);
        const test::Mesh mesh_a = one_bar(random);
        const test::Mesh mesh_b = one_bar(random);
        const TriangleBvh a = tree_of(mesh_a);
        const TriangleBvh b = tree_of(mesh_b);
        Transform pose = any_pose(random);
        if (random.one_in(2)) {  // a corner on a corner
            pose.translation = a.mesh().vertex(0) - to_world(pose, b.mesh().vertex(5));
        }
        check_roots(a, b, pose, counts);
    }
    EXPECT_GT(counts.parted, counts.all / 3);
    EXPECT_LT(counts.parted, counts.all);
}

// No face of one of them parts two rods that cross at a small distance.
TEST(MayOverlap, IsFalseForRodsThatCrossAtASmallDistance) {
    Random random(1);
    std::size_t parted = 0;
    const std::size_t count = test::repeats(200);
    for (std::size_t i = 0; i < count; ++i) {
        test::Mesh mesh_a;
        test::Mesh mesh_b;
        test::add_bar(mesh_a, {-3, -4, -5}, {3, 4, 5}, 0.01);
        const Vec3 to{random.real(-5, -1), random.real(1, 5), random.real(-5, 5)};
        test::add_bar(mesh_b, -to, to, 0.01);
        const TriangleBvh a = tree_of(mesh_a);
        const TriangleBvh b = tree_of(mesh_b);
        const Vec3 away = normalized(cross(to, Vec3{3, 4, 5})) * 0.1;
        const auto frame =
            PairFrame::create(a.data().tree.frame, b.data().tree.frame, moved_by(away));
        const ObbShape of_a = obbs_of_a(*frame, a.data(), a.data().tree.nodes[0]);
        const ObbShape of_b = obbs_of_b(*frame, b.data(), b.data().tree.nodes[0]);
        std::uint32_t bits = 0;
        for (int k = 0; k < 4 && b.data().tree.nodes[0].child[static_cast<std::size_t>(k)] != kNone;
             ++k) {
            bits |= may_overlap(*frame, of_a, of_b, k);
        }
        std::uint32_t slots = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            slots |= a.data().tree.nodes[0].child[k] != kNone ? 1U << k : 0;
        }
        parted += (bits & slots) == 0 ? 1 : 0;
    }
    EXPECT_EQ(parted, count);
}

}  // namespace
}  // namespace halfspace
