// SPDX-License-Identifier: MIT
// Sweeps against triangles, beside a linear programme: the least time at which a point of the
// triangle is in the moved box.
#include "halfspace/spatial/mesh_sweep.h"

#include "spatial/bvh/sweep_meshes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {
namespace {

using test::any_mesh;
using test::Counts;
using test::Random;
using test::whole;

// The least t from 0 to 1 with a point of the triangle in the closed box around middle + t *
// motion. A linear programme in (u, v, t), where a + u (b - a) + v (c - a) is the point; its
// solution is at a corner, where three of the constraints hold as equations. In long doubles.
std::optional<double> first_time(const Triangle& triangle,
                                 const Vec3& middle,
                                 const Vec3& motion,
                                 const Vec3& half) {
    using Real = long double;
    struct Row {  // x * u + y * v + z * t <= most
        Real x, y, z, most;
    };
    std::vector<Row> rows{{-1, 0, 0, 0}, {0, -1, 0, 0}, {1, 1, 0, 1}, {0, 0, -1, 0}, {0, 0, 1, 1}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Real from = Real{triangle.a[axis]} - middle[axis];
        const Real u = Real{triangle.b[axis]} - triangle.a[axis];
        const Real v = Real{triangle.c[axis]} - triangle.a[axis];
        const Real t = -Real{motion[axis]};
        rows.push_back({u, v, t, Real{half[axis]} - from});
        rows.push_back({-u, -v, -t, Real{half[axis]} + from});
    }
    std::optional<double> best;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            for (std::size_t k = 0; k < j; ++k) {
                const auto determinant = [&](auto of) {
                    const auto& p = of(rows[i]);
                    const auto& q = of(rows[j]);
                    const auto& r = of(rows[k]);
                    return p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) +
                           p[2] * (q[0] * r[1] - q[1] * r[0]);
                };
                using Three = std::array<Real, 3>;
                const Real all = determinant([](const Row& w) { return Three{w.x, w.y, w.z}; });
                if (std::abs(all) < 1e-15L) {
                    continue;
                }
                const Real u =
                    determinant([](const Row& w) { return Three{w.most, w.y, w.z}; }) / all;
                const Real v =
                    determinant([](const Row& w) { return Three{w.x, w.most, w.z}; }) / all;
                const Real t =
                    determinant([](const Row& w) { return Three{w.x, w.y, w.most}; }) / all;
                const bool holds = std::ranges::all_of(rows, [&](const Row& w) {
                    return w.x * u + w.y * v + w.z * t <= w.most + 1e-13L;
                });
                if (holds && (!best || static_cast<double>(t) < *best)) {
                    best = static_cast<double>(std::max(t, Real{0}));
                }
            }
        }
    }
    return best;
}

constexpr double kSlack = 1e-9;

// The least first_time of all triangles.
std::optional<double> first_of_all(const TriangleMesh& mesh,
                                   const Vec3& from,
                                   const Vec3& motion,
                                   const Vec3& half) {
    std::optional<double> best;
    for (std::uint32_t i = 0; i < mesh.size(); ++i) {
        const auto time = first_time(mesh.triangle(i), from, motion, half);
        best = time && (!best || *time < *best) ? time : best;
    }
    return best;
}

void check_box(const TriangleBvh& tree,
               const Vec3& half,
               const Vec3& from,
               const Vec3& motion,
               Counts& counts) {
    const ConvexShape box = *ConvexShape::box(half);
    const auto found = sweep(tree, {box, moved_by(from)}, motion, {.skin = 0});
    const Vec3 slack{kSlack, kSlack, kSlack};
    const auto sooner = first_of_all(tree.mesh(), from, motion, half + slack);
    const auto later = first_of_all(tree.mesh(), from, motion, half - slack);
    if (!found) {
        EXPECT_FALSE(later.has_value());
        ++counts.misses;
        return;
    }
    ASSERT_TRUE(sooner.has_value());
    EXPECT_GE(found->fraction, *sooner - kSlack);
    if (later) {
        EXPECT_LE(found->fraction, *later + kSlack);
    }
    if (found->start_blocked) {
        EXPECT_EQ(found->fraction, 0);
        EXPECT_TRUE(overlaps(tree, {box, moved_by(from)}));
        ++counts.blocked;
        return;
    }
    EXPECT_FALSE(overlaps(tree, {box, moved_by(from)}));
    const Vec3 end = from + motion * found->fraction;
    EXPECT_FALSE(overlaps(tree, {*ConvexShape::box(half - slack), moved_by(end)}));
    EXPECT_LT(dot(found->normal, motion), 0);
    EXPECT_NEAR(length(found->normal), 1, 1e-12);
    // The triangle lies behind the plane that the box touches, or the normal is that of its face.
    const Triangle t = tree.mesh().triangle(found->triangle.value);
    const double reach = dot(abs(found->normal), half);
    const Vec3 face = cross(t.b - t.a, t.c - t.a);
    const bool is_face = length(cross(face, found->normal)) <= 1e-9 * length(face);
    for (const Vec3& p : {t.a, t.b, t.c}) {
        EXPECT_TRUE(is_face || dot(found->normal, p - end) <= -reach + kSlack);
    }
    // The point is on the mesh and on the box.
    const auto nearest = tree.closest_point(found->point);
    ASSERT_TRUE(nearest.has_value());
    EXPECT_LE(nearest->distance, kSlack);
    EXPECT_LE(max_abs(max(abs(found->point - end) - half, Vec3{})), kSlack);
    ++counts.hits;
}

// At a corner or an edge of a triangle by a corner of the box, or anywhere.
Vec3 any_target(Random& random, const TriangleMesh& mesh, const Vec3& half, int far) {
    const auto number = random.integer(0, static_cast<std::int64_t>(mesh.size()) - 1);
    const Triangle aim = mesh.triangle(static_cast<std::size_t>(number));
    const Vec3 side{random.one_in(2) ? half.x : -half.x,
                    random.one_in(2) ? half.y : -half.y,
                    random.one_in(2) ? half.z : -half.z};
    return random.one_in(3)   ? aim.a + side
           : random.one_in(2) ? (aim.a + aim.b) * 0.5 + side
                              : whole(random, far);
}

// 25 questions about each mesh: 10,000 in all. Two of a hundred meshes have up to 1000 triangles.
TEST(MeshSweep, OfABoxAgreesWithALinearProgramme) {
    constexpr int kQuestions = 25;
    Counts counts;
    for (std::size_t i = 0; i < test::repeats(400); ++i) {
        Random random(i);
        const bool is_large = i % 50 == 7;
        const int spread = is_large ? 40 : 8;
        const auto triangles =
            static_cast<std::size_t>(is_large ? random.integer(300, 1000) : random.integer(1, 21));
        const test::Mesh mesh = any_mesh(random, triangles, spread);
        const TriangleBvh tree = *TriangleBvh::build({mesh.positions, mesh.indices});
        for (int question = 0; question < kQuestions; ++question) {
            const Vec3 half =
                random.one_in(2)
                    ? Vec3{0.5, 1, 1.5}
                    : Vec3{random.real(0.01, 2), random.real(0.01, 2), random.real(0.01, 2)};
            const Vec3 from = whole(random, spread + 4);
            const Vec3 to = any_target(random, tree.mesh(), half, spread + 4);
            check_box(tree, half, from, (to - from) * 1.5, counts);
        }
    }
    EXPECT_GT(counts.hits, kQuestions * test::repeats(400) / 4);
    EXPECT_GT(counts.misses, kQuestions * test::repeats(400) / 100);
    EXPECT_GT(counts.blocked, kQuestions * test::repeats(400) / 100);
}

// A box is a hull of its eight corners, too: both ways must agree.
TEST(MeshSweep, OfAHullAgreesWithABox) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < test::repeats(400); ++i) {
        Random random(i);
        const test::Mesh mesh = any_mesh(random, 20);
        const TriangleBvh tree = *TriangleBvh::build({mesh.positions, mesh.indices});
        const Vec3 half{random.real(0.1, 2), random.real(0.1, 2), random.real(0.1, 2)};
        std::vector<Vec3> corners;
        for (unsigned k = 0; k < 8; ++k) {
            corners.push_back({(k & 1U) != 0 ? half.x : -half.x,
                               (k & 2U) != 0 ? half.y : -half.y,
                               (k & 4U) != 0 ? half.z : -half.z});
        }
        const Vec3 from{random.real(-12, 12), random.real(-12, 12), random.real(-12, 12)};
        const Vec3 motion = -from * random.real(0.5, 2);
        const auto by_box = sweep(tree, {*ConvexShape::box(half), moved_by(from)}, motion);
        const auto by_hull = sweep(tree, {*ConvexShape::points(corners), moved_by(from)}, motion);
        ASSERT_EQ(by_box.has_value(), by_hull.has_value());
        if (by_box) {
            EXPECT_NEAR(by_box->fraction, by_hull->fraction, 1e-6);
            EXPECT_EQ(by_box->start_blocked, by_hull->start_blocked);
            ++hits;
        }
    }
    EXPECT_GT(hits, test::repeats(400) / 2);
}

// What a body touches where it stands does not hold it: it slides along, and leaves.
TEST(MeshSweep, ABodyOnAFloorSlidesOverAllEdges) {
    const test::Mesh floor{{0, 0, 0, 64, 0, 0, 64, 64, 0, 0, 64, 0}, {0, 1, 2, 0, 2, 3}};
    const TriangleBvh tree = *TriangleBvh::build({floor.positions, floor.indices});
    const ConvexShape box = *ConvexShape::box({4, 4, 8});
    const PlacedShape body{box, moved_by({8, 9, 8})};
    EXPECT_FALSE(sweep(tree, body, {40, 30, 0}));
    EXPECT_FALSE(sweep(tree, body, {0, 0, 5}));
    EXPECT_FALSE(overlaps(tree, body));
    const auto down = sweep(tree, body, {0, 0, -5});
    ASSERT_TRUE(down.has_value());
    EXPECT_EQ(down->fraction, 0);
    EXPECT_FALSE(down->start_blocked);
    EXPECT_EQ(down->normal, (Vec3{0, 0, 1}));
}

// A floor of many triangles in a plane that is turned, with T-junctions and cracks narrower than
// the skin. A body that falls on it at an angle meets the floor's normal everywhere.
TEST(MeshSweep, InnerEdgesAreNoObstacles) {
    for (std::size_t i = 0; i < test::repeats(300); ++i) {
        Random random(i);
        const Transform turn = turned_about({}, {random.real(-40, 40), random.real(-40, 40), 0});
        const double crack = random.one_in(2) ? 0 : 0.001;
        const double step = random.one_in(2) ? 0 : 0.001;
        test::Mesh mesh;
        const auto add = [&](const Vec3& p) {
            const Vec3 at = to_world(turn, p);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                mesh.positions.push_back(static_cast<float>(at[axis]));
            }
            mesh.indices.push_back(static_cast<std::uint32_t>(mesh.indices.size()));
        };
        for (int x = -5; x < 5; ++x) {
            // Odd columns are cut at other places: T-junctions.
            const double shift = x % 2 == 0 ? 0 : 0.37;
            const double height = x % 2 == 0 ? 0 : step;
            for (int y = -5; y < 5; ++y) {
                const double left = x + crack;
                const double low = y + shift;
                add({left, low, height});
                add({x + 1.0, low, height});
                add({x + 1.0, low + 1, height});
                add({left, low, height});
                add({x + 1.0, low + 1, height});
                add({left, low + 1, height});
            }
        }
        const TriangleBvh tree = *TriangleBvh::build({mesh.positions, mesh.indices});
        const Vec3 up = turn.z;
        const std::vector<ConvexShape> shapes{*ConvexShape::box({0.4, 0.4, 0.9}),
                                              *ConvexShape::sphere(0.4),
                                              *ConvexShape::capsule(0.5, 0.4),
                                              *ConvexShape::cylinder(0.9, 0.4)};
        // From above, or along the floor and hardly down.
        const bool is_low = random.one_in(2);
        const Vec3 from{random.real(-2, 2), random.real(-2, 2), 2};
        PlacedShape body{shapes[i % 4], moved_by(to_world(turn, from))};
        if (is_low) {
            const auto down = sweep(tree, body, up * -3);
            ASSERT_TRUE(down.has_value());
            body.transform.translation += up * (0.0005 - 3 * down->fraction);
        }
        const Vec3 motion =
            turn.x * random.real(-2, 2) + turn.y * random.real(-2, 2) - up * (is_low ? 0.01 : 3);
        const auto touch = sweep(tree, body, motion, {.skin = 1.0 / 64});
        ASSERT_TRUE(touch.has_value());
        // A round body meets the rim of a step with a normal between those of rim and floor.
        EXPECT_GE(dot(touch->normal, up), 1 - step / 0.4 - 1e-10) << i;
        EXPECT_NEAR(dot(touch->point, up), step / 2, step / 2 + 1e-6);
    }
}

// At a ridge the normal is that of the ridge, not of one of its sides.
TEST(MeshSweep, ARidgeIsAnEdge) {
    const test::Mesh roof{{-4, -4, 0, 4, -4, 0, 4, 0, 4, -4, 0, 4, -4, 4, 0, 4, 4, 0},
                          {0, 1, 2, 0, 2, 3, 3, 2, 5, 3, 5, 4}};
    const TriangleBvh tree = *TriangleBvh::build({roof.positions, roof.indices});
    for (const ConvexShape& shape : {*ConvexShape::box({1, 1, 1}), *ConvexShape::sphere(1)}) {
        const auto touch = sweep(tree, {shape, moved_by({0.3, 0.2, 8})}, {0, -0.1, -6});
        ASSERT_TRUE(touch.has_value());
        EXPECT_NEAR(touch->point.z, 4, 1e-6);
        EXPECT_GT(touch->normal.z, 0.95);
    }
    // The rim of a sheet.
    const auto rim = sweep(tree, {*ConvexShape::box({1, 1, 1}), moved_by({8, -3, 1})}, {-6, 0, 0});
    ASSERT_TRUE(rim.has_value());
    EXPECT_EQ(rim->normal, (Vec3{1, 0, 0}));
}

// The positions of the mesh after the transform, in doubles.
std::vector<double> positions_at(const test::Mesh& mesh, const Transform& transform) {
    std::vector<double> positions;
    for (std::size_t i = 0; i < mesh.positions.size(); i += 3) {
        const Vec3 p = to_world(
            transform, Vec3{mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]});
        positions.insert(positions.end(), {p.x, p.y, p.z});
    }
    return positions;
}

TEST(MeshSweep, AnInstanceIsAsAMeshThatIsThere) {
    Counts counts;
    for (std::size_t i = 0; i < test::repeats(400); ++i) {
        Random random(i);
        const test::Mesh mesh = any_mesh(random, 30);
        const Vec3 place = random.one_in(2) ? whole(random, 1 << 19) : whole(random, 8);
        Transform stands = moved_by(place);
        if (!random.one_in(3)) {
            stands = stands * turned_about({}, {random.real(0, 360), random.real(0, 360), 45});
        }
        const std::vector<double> positions = positions_at(mesh, stands);
        const TriangleBvh its_own = *TriangleBvh::build({mesh.positions, mesh.indices});
        const TriangleBvh there = *TriangleBvh::build({positions, mesh.indices});
        const ConvexShape shape =
            random.one_in(2) ? *ConvexShape::box({1, 1, 1}) : *ConvexShape::capsule(1, 0.5);
        const Vec3 from = whole(random, 12);
        const PlacedShape body{shape, moved_by(place + from)};
        const auto expected = sweep(there, body, -from * 2, {.skin = 1e-3});
        const auto found = sweep({its_own, stands}, body, -from * 2, {.skin = 1e-3});
        ASSERT_EQ(found.has_value(), expected.has_value());
        EXPECT_EQ(overlaps({its_own, stands}, body), overlaps(there, body));
        if (!found) {
            ++counts.misses;
            continue;
        }
        EXPECT_EQ(found->fraction, expected->fraction);
        EXPECT_EQ(found->start_blocked, expected->start_blocked);
        EXPECT_LE(distance(found->normal, expected->normal), 1e-9);
        EXPECT_LE(distance(found->point, expected->point), 1e-6);
        ++(found->start_blocked ? counts.blocked : counts.hits);
    }
    EXPECT_GT(counts.hits, test::repeats(40));
    EXPECT_GT(counts.misses, test::repeats(10));
}

TEST(MeshSweep, ManyAtOnceAreAsOneAtATime) {
    Random random(1);
    const test::Mesh mesh = any_mesh(random, 200);
    const TriangleBvh tree = *TriangleBvh::build({mesh.positions, mesh.indices});
    const PlacedShape body{*ConvexShape::capsule(0.5, 0.3), moved_by({0, 0, 1})};
    std::vector<BodyMotion> motions;
    for (std::size_t i = 0; i < 3000; ++i) {
        motions.push_back({whole(random, 12), whole(random, 12)});
    }
    std::vector<std::optional<MeshTouch>> touches(motions.size());
    sweep_all(tree, body, motions, touches);
    std::size_t hits = 0;
    for (std::size_t i = 0; i < motions.size(); ++i) {
        PlacedShape there = body;
        there.transform.translation += motions[i].from;
        EXPECT_EQ(touches[i], sweep(tree, there, motions[i].motion));
        hits += touches[i] ? 1 : 0;
    }
    EXPECT_GT(hits, 100U);
    EXPECT_LT(hits, 2900U);
}

// A body moved out of the deepest triangle overlaps it no more; what it is moved by less overlaps.
TEST(DeepestOverlap, PartsTheBodyFromTheTriangle) {
    std::size_t overlapping = 0;
    for (std::size_t i = 0; i < test::repeats(400); ++i) {
        Random random(i);
        const test::Mesh mesh =
            any_mesh(random, 1 + static_cast<std::size_t>(random.integer(0, 5)));
        const TriangleBvh tree = *TriangleBvh::build({mesh.positions, mesh.indices});
        const std::vector<ConvexShape> shapes{*ConvexShape::box({1, 0.5, 2}),
                                              *ConvexShape::sphere(1.5),
                                              *ConvexShape::capsule(1, 0.5),
                                              *ConvexShape::cylinder(1, 1)};
        const Triangle aim = tree.mesh().triangle(0);
        const PlacedShape body{shapes[i % 4], moved_by(aim.a + whole(random, 1))};
        const auto found = deepest_overlap(tree, body);
        ASSERT_EQ(found.has_value(), overlaps(tree, body));
        if (!found) {
            continue;
        }
        ++overlapping;
        EXPECT_GT(found->depth, 0);
        const Triangle t = tree.mesh().triangle(found->triangle.value);
        const test::Mesh one{{static_cast<float>(t.a.x),
                              static_cast<float>(t.a.y),
                              static_cast<float>(t.a.z),
                              static_cast<float>(t.b.x),
                              static_cast<float>(t.b.y),
                              static_cast<float>(t.b.z),
                              static_cast<float>(t.c.x),
                              static_cast<float>(t.c.y),
                              static_cast<float>(t.c.z)},
                             {0, 1, 2}};
        const TriangleBvh alone = *TriangleBvh::build({one.positions, one.indices});
        const auto at = [&](double part) {
            PlacedShape there = body;
            there.transform.translation += found->normal * (found->depth * part);
            return there;
        };
        EXPECT_FALSE(overlaps(alone, at(1 + 1e-5)));
        // Less than 2^-24 units counts as touching.
        EXPECT_TRUE(found->depth < 1e-5 || overlaps(alone, at(1 - 1e-4 - 1e-6 / found->depth)));
        EXPECT_LE(alone.closest_point(found->point)->distance, 1e-6);
    }
    EXPECT_GT(overlapping, test::repeats(400) / 3);
}

TEST(Unstick, BringsABodyOutOfACorner) {
    // A floor and two walls.
    const test::Mesh corner{{-8, -8, 0, 8, -8, 0, 8, 8, 0, -8, 8, 0, -8, 8, 8, -8, -8, 8, 8, -8, 8},
                            {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6, 0, 6, 1}};
    const TriangleBvh tree = *TriangleBvh::build({corner.positions, corner.indices});
    for (const ConvexShape& shape : {*ConvexShape::box({1, 1, 1}), *ConvexShape::sphere(1)}) {
        const PlacedShape body{shape, moved_by({-7.5, -7.25, 0.75})};
        ASSERT_TRUE(overlaps(tree, body));
        const auto moved = unstick(tree, body, 2);
        ASSERT_TRUE(moved.has_value());
        PlacedShape there = body;
        there.transform.translation += *moved;
        EXPECT_FALSE(overlaps(tree, there));
        EXPECT_LT(length(*moved), 1.1);
        EXPECT_FALSE(unstick(tree, body, 0.1).has_value());
    }
    EXPECT_EQ(unstick(tree, {*ConvexShape::sphere(1), moved_by({0, 0, 4})}, 1), Vec3{});
}

// Amid a crowd of triangles there is an answer, and no hang.
TEST(Unstick, EndsAmidACrowd) {
    Random random(5);
    const test::Mesh mesh = any_mesh(random, 2000);
    const TriangleBvh tree = *TriangleBvh::build({mesh.positions, mesh.indices});
    for (std::size_t i = 0; i < test::repeats(20); ++i) {
        const PlacedShape body{*ConvexShape::sphere(random.real(0.1, 4)),
                               moved_by(whole(random, 8))};
        if (const auto moved = unstick(tree, body, 100)) {
            PlacedShape there = body;
            there.transform.translation += *moved;
            EXPECT_FALSE(overlaps(tree, there));
        }
    }
}

}  // namespace
}  // namespace halfspace
