// SPDX-License-Identifier: MIT
#include "halfspace/spatial/mesh_collide.h"

#include "spatial/bvh/pair_meshes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/small_stack.h"
#include "support/thin_meshes.h"
#include "support/triangle_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

namespace halfspace {
namespace {

// NOLINTNEXTLINE(google-build-using-namespace): helpers of these tests alone
using namespace test::pair_meshes;
using test::Random;
using test::repeats;

using Pairs = std::vector<TrianglePair>;

// All pairs of triangles whose boxes touch, one by one. Numbers below kMinPlace count as 0.
Pairs pairs_by_oracle(const Mesh& a, const Mesh& b, const Transform& b_to_a) {
    Pairs pairs;
    std::vector<Triangle> moved;
    for (std::size_t k = 0; k < b.view().size(); ++k) {
        moved.push_back(to_world(b_to_a, b.view().triangle(k)));
    }
    for (std::uint32_t i = 0; i < a.view().size(); ++i) {
        const Triangle of_a = a.view().triangle(i);
        for (std::uint32_t k = 0; k < moved.size(); ++k) {
            if (touch(grown(box_of(of_a), 2 * kMinPlace), box_of(moved[k])) &&
                test::share_point(of_a, moved[k])) {
                pairs.push_back(pair(i, k));
            }
        }
    }
    return pairs;
}

Pairs pairs_of(const TriangleBvh& a, const TriangleBvh& b, const Transform& b_to_a) {
    QueryScratch scratch;
    const auto pairs = all_pairs(a, b, b_to_a, scratch);
    EXPECT_TRUE(pairs);
    return {pairs->begin(), pairs->end()};
}

Pairs swapped(Pairs pairs) {
    for (TrianglePair& pair : pairs) {
        std::swap(pair.a, pair.b);
    }
    std::ranges::sort(pairs);
    return pairs;
}

TEST(AllPairs, AreThoseOfTheOracle) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < repeats(100); ++i) {
        Random random(i);
        const Mesh a = any_mesh(random);
        const Mesh b = any_mesh(random);
        Transform pose = i % 2 == 0 ? aimed_pose(random, a, b) : any_pose(random);
        if (i % 4 == 1) {
            pose = aimed(random, pose, a, b);
        }
        const Pairs truth = pairs_by_oracle(a, b, pose);
        found += truth.size();
        for (const BvhBuilder method : kMethods) {
            const TriangleBvh tree_a = tree_of(a, method);
            const TriangleBvh tree_b = tree_of(b, BvhBuilder::Ploc);
            ASSERT_EQ(pairs_of(tree_a, tree_b, pose), truth) << i;
            const auto first = first_pair(tree_a, tree_b, pose);
            ASSERT_EQ(first->has_value(), !truth.empty()) << i;
            ASSERT_TRUE(!*first || std::ranges::binary_search(truth, **first)) << i;
        }
    }
    EXPECT_GT(found, 10 * repeats(100));
}

// Sums of these numbers are exact, so that both ways give the same triangles.
TEST(AllPairs, AreTheSameForAllBuildersAndEitherOrderOnLargeMeshes) {
    Random random(1);
    const Mesh a = ball(random, 100);
    const Mesh b = ball(random, 80);
    for (const double away : {4.375, 4.0, 1.0, 0.0}) {
        const Transform pose = moved_by({away, 0.125, -0.25});
        const Transform back = moved_by({-away, -0.125, 0.25});
        std::vector<Pairs> answers;
        for (const BvhBuilder of_a : kMethods) {
            for (const BvhBuilder of_b : kMethods) {
                const TriangleBvh tree_a = tree_of(a, of_a);
                const TriangleBvh tree_b = tree_of(b, of_b);
                answers.push_back(pairs_of(tree_a, tree_b, pose));
                answers.push_back(swapped(pairs_of(tree_b, tree_a, back)));
            }
        }
        for (const Pairs& answer : answers) {
            EXPECT_EQ(answer, answers[0]);
        }
        EXPECT_EQ(answers[0].empty(), away == 4.375);
    }
}

TEST(AllPairs, OfATouchingGridAreItsNeighbours) {
    Mesh mesh;
    mesh.add({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    mesh.add({{4, 0, 0}, {5, 0, 0}, {4, 1, 0}});
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Ploc);
    EXPECT_EQ(pairs_of(tree, tree, {}), (Pairs{pair(0, 0), pair(1, 1)}));
    EXPECT_EQ(pairs_of(tree, tree, moved_by({-3, 0, 0})), (Pairs{pair(0, 1)}));
    EXPECT_EQ(pairs_of(tree, tree, moved_by({-3, 0, 1e-90})), (Pairs{}));
    EXPECT_EQ(pairs_of(tree, tree, moved_by({-3, 0, 1e-91})), (Pairs{pair(0, 1)}));
}

TEST(AllPairs, OfAThousandTrianglesAtOnePlaceAreAll) {
    // Fewer for the sanitizers.
    const auto count = static_cast<std::size_t>(1000 * std::min(1.0, test::repeat_factor() + 0.1));
    Mesh mesh;
    for (std::size_t i = 0; i < count; ++i) {
        mesh.add({{0.1, 0.2, 0.3}, {1.1, 0.2, 0.7}, {0.3, 1.9, 0.5}});
    }
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Ploc);
    EXPECT_EQ(pairs_of(tree, tree, {}).size(), count * count);
    EXPECT_EQ(pairs_of(tree, tree, moved_by({3, 0, 0})).size(), 0U);
}

TEST(AllPairs, OfAnEmptyMeshAreNone) {
    Mesh mesh;
    mesh.add({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    const TriangleBvh one = tree_of(mesh, BvhBuilder::Ploc);
    const TriangleBvh none = tree_of(Mesh{}, BvhBuilder::Ploc);
    EXPECT_TRUE(pairs_of(one, none, {}).empty());
    EXPECT_TRUE(pairs_of(none, one, {}).empty());
    EXPECT_FALSE(first_pair(none, none, {})->has_value());
    EXPECT_FALSE(distance(none, one, {})->has_value());
}

TEST(AllPairs, NeedATransformOfFiniteNumbersThatAreNotTooLarge) {
    Mesh mesh;
    mesh.add({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Ploc);
    QueryScratch scratch;
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(),
                             1e91}) {
        const Transform moved{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, bad, 0}};
        const Transform turned{{1, 0, 0}, {0, 1, 0}, {0, bad, 1}, {}};
        for (const Transform& pose : {moved, turned}) {
            EXPECT_EQ(all_pairs(tree, tree, pose, scratch).error().code, ErrorCode::Range);
            EXPECT_EQ(first_pair(tree, tree, pose).error().code, ErrorCode::Range);
            EXPECT_EQ(distance(tree, tree, pose).error().code, ErrorCode::Range);
        }
    }
    EXPECT_TRUE(pairs_of(tree, tree, moved_by({1e89, 0, 0})).empty());
}

// A mesh of any size against a mesh of any other size, far from the origin or not.
TEST(AllPairs, OfMeshesOfAllSizesAreThoseOfTheOracle) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < repeats(100); ++i) {
        Random random(i);
        Mesh a = soup(random, some(random, 60), false);
        const Mesh b = soup(random, some(random, 60), false);
        const double size = std::ldexp(1.0, static_cast<int>(random.integer(-312, 70)));
        const Vec3 away =
            place(random, random.one_in(2) ? 0 : 1) *
            std::ldexp(size, static_cast<int>(random.integer(random.one_in(2) ? 0 : 34, 44)));
        for (std::size_t k = 0; k < a.positions.size(); ++k) {
            a.positions[k] = a.positions[k] * size + away[k % 3];
        }
        Transform pose = any_pose(random);
        const double grow =
            std::ldexp(size, random.one_in(2) ? 0 : static_cast<int>(random.integer(-40, 40)));
        pose = {pose.x * grow, pose.y * grow, pose.z * grow, pose.translation * size + away};
        if (random.one_in(2)) {
            pose = aimed(random, pose, a, b);
        }
        const Pairs truth = pairs_by_oracle(a, b, pose);
        found += truth.size();
        ASSERT_EQ(pairs_of(tree_of(a, BvhBuilder::Ploc), tree_of(b, BvhBuilder::Sah), pose), truth)
            << i;
    }
    EXPECT_GE(found, repeats(100) / 20);
}

// Bars of two meshes: touching, crossing, along one another, turned by 45 degrees, mirrored,
// sheared and flattened, tiny and huge.
TEST(AllPairs, OfThinDiagonalBarsAreThoseOfTheOracle) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < repeats(200); ++i) {
        Random random(i);
        Mesh a = bars(random);
        const Mesh b = bars(random);
        const double size =
            random.one_in(2) ? 1 : std::ldexp(1.0, static_cast<int>(random.integer(-100, 60)));
        for (double& value : a.positions) {
            value *= size;
        }
        Transform pose = i % 3 == 0   ? aimed_pose(random, a, b)
                         : i % 3 == 1 ? turned_about({}, {45, random.one_in(2) ? 45.0 : 0, 0})
                                      : any_pose(random);
        pose = {pose.x * size, pose.y * size, pose.z * size, pose.translation * size};
        if (i % 3 != 2 || random.one_in(2)) {
            pose = aimed(random, pose, a, b);
        }
        const Pairs truth = pairs_by_oracle(a, b, pose);
        found += truth.size();
        const TriangleBvh tree_a = tree_of(a, kMethods[i % 2]);
        const TriangleBvh tree_b = tree_of(b, BvhBuilder::Sah);
        ASSERT_EQ(pairs_of(tree_a, tree_b, pose), truth) << i;
        const auto first = first_pair(tree_a, tree_b, pose);
        ASSERT_EQ(first->has_value(), !truth.empty()) << i;
    }
    EXPECT_GT(found, 10 * repeats(200));
}

// Before there were oriented boxes, each rod met each other rod: this took minutes.
TEST(FirstPair, OfThousandsOfDiagonalRodsBesideOneAnotherDoesNotTryEachWithEach) {
    const auto side = static_cast<std::size_t>(89 * std::min(1.0, test::repeat_factor() + 0.1));
    const Mesh rods = with_doubles(test::parallel_rods(side, 100, 0.01));
    const TriangleBvh tree = tree_of(rods, BvhBuilder::Sah);
    EXPECT_FALSE(*first_pair(tree, tree, moved_by(test::diagonal(0.5, 0.5, 0))));
    EXPECT_FALSE(*first_pair(tree, tree, moved_by(test::diagonal(0.5, 0.5, 99))));
    EXPECT_TRUE(*first_pair(tree, tree, moved_by(test::diagonal(1.005, 1, 30))));
    EXPECT_TRUE(pairs_of(tree, tree, moved_by(test::diagonal(-0.25, 3.5, 0))).empty());
}

TEST(AllPairs, AllocateNothingOnceTheScratchIsLargeEnough) {
    Random random(3);
    const Mesh mesh = ball(random, 12);
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Ploc);
    const Transform pose = moved_by({1, 0, 0});
    QueryScratch scratch;
    const std::size_t count = all_pairs(tree, tree, pose, scratch)->size();
    const std::size_t before = test::allocations();
    EXPECT_EQ(all_pairs(tree, tree, pose, scratch)->size(), count);
    EXPECT_TRUE(first_pair(tree, tree, pose));
    EXPECT_TRUE(distance(tree, tree, moved_by({9, 0, 0})));
    std::size_t calls = 0;
    EXPECT_TRUE(visit_pairs(tree, tree, pose, [&](const TrianglePair&) { return ++calls > 0; }));
    EXPECT_EQ(test::allocations(), before);
    EXPECT_EQ(calls, count);
}

TEST(VisitPairs, GivesEachPairOnceAndStopsWhenAsked) {
    Random random(3);
    const Mesh mesh = ball(random, 12);
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Ploc);
    const Transform pose = moved_by({1, 0, 0});
    Pairs given;
    EXPECT_TRUE(visit_pairs(tree, tree, pose, [&](const TrianglePair& pair) {
        given.push_back(pair);
        return true;
    }));
    std::ranges::sort(given);
    EXPECT_EQ(given, pairs_of(tree, tree, pose));
    ASSERT_GT(given.size(), 5U);
    std::size_t calls = 0;
    EXPECT_TRUE(visit_pairs(tree, tree, pose, [&](const TrianglePair&) { return ++calls < 5; }));
    EXPECT_EQ(calls, 5U);
}

}  // namespace
}  // namespace halfspace
