// SPDX-License-Identifier: MIT
#include "halfspace/spatial/mesh_collide.h"

#include "support/random.h"
#include "support/repeats.h"
#include "support/small_stack.h"
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

using test::Random;
using test::repeats;

using Pairs = std::vector<TrianglePair>;

struct Mesh {
    std::vector<double> positions;
    std::vector<std::uint32_t> indices;

    TriangleMesh view() const { return {positions, indices}; }

    void add(const Triangle& t) {
        for (const Vec3& p : {t.a, t.b, t.c}) {
            indices.push_back(static_cast<std::uint32_t>(positions.size() / 3));
            positions.insert(positions.end(), {p.x, p.y, p.z});
        }
    }
};

double whole(Random& random, int most) {
    return static_cast<double>(random.integer(-most, most));
}

Vec3 place(Random& random, double most) {
    return {random.real(-most, most), random.real(-most, most), random.real(-most, most)};
}

// A closed surface of 2 * steps * steps triangles; some of them have no area.
Mesh ball(Random& random, std::uint32_t steps) {
    constexpr double kPi = 3.14159265358979323846;
    Mesh mesh;
    for (std::uint32_t i = 0; i <= steps; ++i) {
        for (std::uint32_t j = 0; j < steps; ++j) {
            const double down = kPi * i / steps;
            const double around = 2 * kPi * j / steps;
            const double radius = random.real(2, 2.2);
            for (const double way : {std::sin(down) * std::cos(around),
                                     std::cos(down),
                                     std::sin(down) * std::sin(around)}) {
                mesh.positions.push_back(static_cast<float>(radius * way));
            }
        }
    }
    for (std::uint32_t i = 0; i < steps; ++i) {
        for (std::uint32_t j = 0; j < steps; ++j) {
            const std::uint32_t a = i * steps + j;
            const std::uint32_t b = i * steps + (j + 1) % steps;
            mesh.indices.insert(mesh.indices.end(), {a, a + steps, b, b, a + steps, b + steps});
        }
    }
    return mesh;
}

// The squares of a terrace of whole numbers: many faces in common planes.
Mesh terrace(Random& random, std::int64_t steps) {
    Mesh mesh;
    for (std::int64_t i = 0; i < steps; ++i) {
        for (std::int64_t j = 0; j < steps; ++j) {
            const double x = static_cast<double>(i) - 7;
            const double y = static_cast<double>(j) - 7;
            const double z = random.one_in(3) ? 1 : 0;
            mesh.add({{x, y, z}, {x + 1, y, z}, {x, y + 1, z}});
            mesh.add({{x + 1, y, z}, {x + 1, y + 1, z}, {x, y + 1, z}});
        }
    }
    return mesh;
}

// Triangles anywhere; needles, segments, points and repeated ones among them.
Mesh soup(Random& random, std::size_t count, bool is_whole) {
    const auto corner = [&] {
        return is_whole ? Vec3{whole(random, 2), whole(random, 2), whole(random, 2)}
                        : place(random, 2);
    };
    Mesh mesh;
    std::optional<Triangle> last;
    while (mesh.indices.size() < 3 * count) {
        const Vec3 base = corner();
        const double size = is_whole ? 1 : random.real(0.05, 0.6);
        Triangle made{base, base + corner() * size, base + corner() * size};
        made.c = random.one_in(10) ? made.b : made.c;
        made.b = random.one_in(10) ? lerp(made.a, made.c, 0.5) : made.b;
        made = last && random.one_in(8) ? *last : made;
        mesh.add(made);
        last = made;
    }
    return mesh;
}

// Often few.
std::size_t some(Random& random, std::int64_t most) {
    return static_cast<std::size_t>(random.integer(1, random.one_in(2) ? 3 : most));
}

Mesh any_mesh(Random& random) {
    switch (random.integer(0, 4)) {
        case 0:
            return soup(random, some(random, 500), false);
        case 1:
            return soup(random, static_cast<std::size_t>(random.integer(1, 40)), true);
        case 2:
            return terrace(random, random.integer(1, 15));
        default:
            return ball(random, static_cast<std::uint32_t>(random.integer(3, 15)));
    }
}

Vec3 any_vertex(Random& random, const Mesh& mesh) {
    const TriangleMesh view = mesh.view();
    return view.vertex(static_cast<std::size_t>(
        random.integer(0, static_cast<std::int64_t>(view.vertex_count()) - 1)));
}

// Moves b so that a vertex of it comes to a vertex of a, or to the middle between two of them.
Transform aimed(Random& random, Transform pose, const Mesh& a, const Mesh& b) {
    Vec3 to = any_vertex(random, a);
    if (random.one_in(3)) {
        to = lerp(to, any_vertex(random, a), 0.5);
    }
    pose.translation = {};
    pose.translation = to - to_world(pose, any_vertex(random, b));
    return pose;
}

// Axes become axes or their opposites: faces and edges that were parallel stay so.
Transform aimed_pose(Random& random, const Mesh& a, const Mesh& b) {
    std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    for (std::size_t i = 0; i < 3 && random.one_in(2); ++i) {
        std::swap(axes[i], axes[static_cast<std::size_t>(random.integer(0, 2))]);
        axes[i] = random.one_in(2) ? -axes[i] : axes[i];
    }
    return aimed(random, {axes[0], axes[1], axes[2], {}}, a, b);
}

Transform any_pose(Random& random) {
    Transform pose =
        turned_about({}, {random.real(-180, 180), random.real(-180, 180), random.real(-180, 180)});
    pose.translation = place(random, random.one_in(3) ? 1 : 4);
    switch (random.integer(0, 8)) {
        case 8:  // nearly onto a plane
            pose.z = pose.x + pose.y * std::ldexp(1.0, -static_cast<int>(random.integer(10, 60)));
            break;
        case 0:  // mirrored
            pose.x = -pose.x;
            break;
        case 1:  // sheared and scaled
            pose.x = pose.x * 2 + pose.y;
            break;
        case 2:  // onto a plane
            pose.z = pose.x + pose.y;
            break;
        case 3:  // onto a line or into a point
            pose.y = pose.z = random.one_in(2) ? pose.x : Vec3{};
            break;
        case 4:  // tiny or large
            pose.x = pose.x * 0.001;
            pose.y = pose.y * (random.one_in(2) ? 1000 : 0.001);
            break;
        default:
            break;
    }
    return pose;
}

TrianglePair pair(std::uint32_t a, std::uint32_t b) {
    return {TriangleId(a), TriangleId(b)};
}

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

TriangleBvh tree_of(const Mesh& mesh, BvhBuilder method) {
    return std::move(*TriangleBvh::build(mesh.view(), {.builder = method}));
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

constexpr std::array<BvhBuilder, 2> kMethods{BvhBuilder::Ploc, BvhBuilder::Sah};

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

TEST(Distance, IsTheLeastOfAllPairs) {
    std::size_t apart = 0;
    for (std::size_t i = 0; i < repeats(20); ++i) {
        Random random(i);
        const Mesh a = any_mesh(random);
        const Mesh b = any_mesh(random);
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
    EXPECT_GT(apart, repeats(20) / 4);
}

}  // namespace
}  // namespace halfspace
