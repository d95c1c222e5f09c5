// SPDX-License-Identifier: MIT
#include "halfspace/spatial/mesh_collide.h"

#include "spatial/bvh/pair_meshes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/thin_meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace halfspace {
namespace {

// NOLINTNEXTLINE(google-build-using-namespace): helpers of these tests alone
using namespace test::pair_meshes;
using test::Random;
using test::repeats;

// Each number of a square is farther from the origin than the tree's floats tell apart.
TEST(Distance, IsExactForSmallMeshesThatAreFarApart) {
    Random random(4);
    const Mesh mesh = ball(random, 40);
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Ploc);
    double reach = 0;
    for (std::size_t i = 0; i < mesh.positions.size(); i += 3) {
        reach = std::max(reach, mesh.positions[i]);
    }
    double back = 0;
    for (std::size_t i = 0; i < mesh.positions.size(); i += 3) {
        back = std::min(back, mesh.positions[i]);
    }
    const double away = 0x1p30;
    const auto found = distance(tree, tree, moved_by({away, 0, 0}));
    EXPECT_NEAR((*found)->distance, away + back - reach, 1e-5);
}

// The rods of two masts beside one another have nearly the same distance at all places. Only the
// pair itself proves that it is the least.
TEST(Distance, OfTwoDiagonalMastsIsThatOfTheirNearestBars) {
    const Mesh mast = with_doubles(test::mast(137, 100, 2));
    const TriangleBvh tree = tree_of(mast, BvhBuilder::Sah);
    const auto found = distance(tree, tree, moved_by(test::diagonal(1000, 0, 0)));
    ASSERT_TRUE(found->has_value());
    EXPECT_GT((*found)->distance, 897);
    EXPECT_LT((*found)->distance, 899);
    const auto turned = distance(tree, tree, moved_by(test::diagonal(0, -1000, 7000)));
    EXPECT_GT((*turned)->distance, 897);
    EXPECT_LT((*turned)->distance, 899);
}

TEST(Distance, IsTheLeastOfAllPairs) {
    std::size_t apart = 0;
    for (std::size_t i = 0; i < repeats(40); ++i) {
        Random random(i);
        const Mesh a = i % 2 == 0 ? bars(random) : any_mesh(random);
        const Mesh b = i % 2 == 0 ? bars(random) : any_mesh(random);
        Transform pose = i % 4 == 0 ? aimed_pose(random, a, b) : any_pose(random);
        pose.translation.x += random.one_in(4) ? 0 : 6;
        std::optional<NearestTriangles> least;
        for (std::uint32_t m = 0; m < a.view().size(); ++m) {
            for (std::uint32_t n = 0; n < b.view().size(); ++n) {
                const TriangleDistance found =
                    distance(a.view().triangle(m), to_world(pose, b.view().triangle(n)));
                if (!least || found.distance < least->distance) {
                    least =
                        NearestTriangles{pair(m, n), found.distance, found.point_a, found.point_b};
                }
            }
        }
        for (const BvhBuilder method : kMethods) {
            const TriangleBvh tree_a = tree_of(a, method);
            const TriangleBvh tree_b = tree_of(b, BvhBuilder::Ploc);
            const auto found = distance(tree_a, tree_b, pose);
            ASSERT_TRUE(found->has_value()) << i;
            const NearestTriangles& nearest = **found;
            ASSERT_EQ(nearest.distance, least->distance) << i;
            if (nearest.distance > 0) {
                ++apart;
                ASSERT_EQ(nearest.triangles, least->triangles) << i;
                ASSERT_EQ(nearest.point_a, least->point_a) << i;
                ASSERT_EQ(nearest.point_b, least->point_b) << i;
                ASSERT_TRUE(*distance(tree_a, tree_b, pose, nearest.distance)) << i;
                const double less = std::nextafter(nearest.distance, 0.0);
                ASSERT_FALSE(*distance(tree_a, tree_b, pose, less)) << i;
            }
        }
    }
    EXPECT_GT(apart, repeats(40) / 4);
}

}  // namespace
}  // namespace halfspace
