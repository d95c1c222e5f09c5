// SPDX-License-Identifier: MIT
// Sweeps of points, flat and round bodies, over long ways and flat floors.
#include "halfspace/spatial/mesh_sweep.h"

#include "spatial/bvh/sweep_meshes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/round_oracle.h"
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

// The t of the first hit of the ray on a side that blocks. nullopt if the ray nearly lies in the
// plane of a triangle, so that doubles cannot tell the side.
std::optional<std::optional<double>> first_hit(const TriangleBvh& tree,
                                               const Ray& ray,
                                               BlockingSides sides) {
    QueryScratch scratch;
    std::optional<double> first;
    for (const RayHit& hit : tree.on_ray(ray, scratch)) {
        const Triangle t = tree.mesh().triangle(hit.triangle.value);
        const Vec3 face = cross(t.b - t.a, t.c - t.a);
        const double along = dot(face, ray.direction) / (length(face) * length(ray.direction));
        if (std::abs(along) < 1e-12) {
            return std::nullopt;
        }
        if (!first && (along < 0 || sides == BlockingSides::Both)) {
            first = hit.t;
        }
    }
    return first;
}

void check_point(const TriangleBvh& tree,
                 const PlacedShape& point,
                 const Ray& ray,
                 Counts& counts) {
    EXPECT_FALSE(overlaps(tree, point));
    EXPECT_FALSE(deepest_overlap(tree, point));
    for (const BlockingSides sides : {BlockingSides::Both, BlockingSides::Front}) {
        const auto expected = first_hit(tree, ray, sides);
        if (!expected) {
            continue;
        }
        const auto found = sweep(tree, point, ray.direction, {.sides = sides, .skin = 0});
        ASSERT_EQ(found.has_value(), expected->has_value());
        ++(found ? counts.hits : counts.misses);
        if (found) {
            EXPECT_EQ(found->fraction, **expected);
            EXPECT_FALSE(found->start_blocked);
            EXPECT_LT(dot(found->normal, ray.direction), 0);
            EXPECT_LE(distance(found->point, ray.origin + ray.direction * **expected), 1e-9);
            const Triangle t = tree.mesh().triangle(found->triangle.value);
            const Vec3 face = cross(t.b - t.a, t.c - t.a);
            EXPECT_LE(length(cross(face, found->normal)), 1e-9 * length(face));
            EXPECT_TRUE(sides == BlockingSides::Both || dot(face, found->normal) > 0);
        }
    }
}

// A point is a ray, whichever shape it is made of.
TEST(MeshSweep, OfAPointIsARaycast) {
    Counts counts;
    for (std::size_t i = 0; i < test::repeats(1000); ++i) {
        Random random(i);
        const test::Mesh mesh = any_mesh(random, 20);
        const TriangleBvh tree = *TriangleBvh::build({mesh.positions, mesh.indices});
        const Vec3 place = whole(random, 2);
        const std::array<Vec3, 2> points{place, place};
        const std::vector<ConvexShape> shapes{*ConvexShape::box({}),
                                              *ConvexShape::sphere(0),
                                              *ConvexShape::capsule(0, 0),
                                              *ConvexShape::cylinder(0, 0),
                                              *ConvexShape::points(points)};
        const bool is_hull = i % 5 == 4;
        // From anywhere, also from a triangle, through a corner, an edge or anywhere.
        const Triangle aim = tree.mesh().triangle(0);
        const Vec3 from = random.one_in(4) ? aim.b : whole(random, 12);
        const Vec3 to = random.one_in(3)   ? aim.a
                        : random.one_in(2) ? (aim.a + aim.b) * 0.5
                                           : whole(random, 12);
        const Vec3 motion = (to - from) * (random.one_in(9) ? 1e-40 : random.real(0.5, 2));
        check_point(tree,
                    {shapes[i % 5], moved_by(is_hull ? from - place : from)},
                    {from, motion, 1},
                    counts);
    }
    EXPECT_GT(counts.hits, test::repeats(150));
    EXPECT_GT(counts.misses, test::repeats(50));
}

// A body that is flat or a line is as thick as 2^-20 units, so it overlaps what it lies across.
TEST(MeshSweep, AFlatBodyIsNotAPoint) {
    const test::Mesh floor{{-9, -9, 0, 9, -9, 0, 0, 9, 0}, {0, 1, 2}};
    const TriangleBvh tree = *TriangleBvh::build({floor.positions, floor.indices});
    for (const ConvexShape& shape : {*ConvexShape::box({0.5, 0, 0}),
                                     *ConvexShape::box({0.5, 0.5, 0}),
                                     *ConvexShape::capsule(0.5, 0),
                                     *ConvexShape::cylinder(0, 0.5),
                                     *ConvexShape::sphere(0x1p-30)}) {
        EXPECT_TRUE(overlaps(tree, {shape}));
        const auto touch = sweep(tree, {shape, moved_by({0, 0, 2})}, {0, 0, -4});
        ASSERT_TRUE(touch.has_value());
        const double half = shape.bounds().max.z;
        EXPECT_NEAR(4 * touch->fraction, 2 - half, 0x1p-20);
        EXPECT_LE(4 * touch->fraction, 2 - half - 0x1p-22);
    }
}

// Triangles of up to 2^16 units, and a place that is far from them.
struct LongWay {
    test::Mesh mesh;
    Vec3 from;
    Vec3 motion;

    explicit LongWay(Random& random) {
        const auto any = [&](double reach) {
            return Vec3{
                random.real(-reach, reach), random.real(-reach, reach), random.real(-reach, reach)};
        };
        while (mesh.indices.size() < 30) {
            const Vec3 a = any(0x1p16);
            const Vec3 b = any(0x1p16);
            // Some are as thin as a beam.
            const Vec3 c = random.one_in(2) ? any(0x1p16) : lerp(a, b, random.real(0, 1)) + any(4);
            for (const Vec3& p : {a, b, c}) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    mesh.positions.push_back(static_cast<float>(p[axis]));
                }
                mesh.indices.push_back(static_cast<std::uint32_t>(mesh.indices.size()));
            }
        }
        const auto corner = [&](std::size_t i) {
            return Vec3{
                mesh.positions[3 * i], mesh.positions[3 * i + 1], mesh.positions[3 * i + 2]};
        };
        from = any(0x1p18);
        const Vec3 aim =
            lerp(corner(0), random.one_in(2) ? corner(1) : corner(2), random.real(0, 1));
        motion = (aim + any(20) - from) * random.real(0.5, 2);
    }
};

// Long doubles say that the body is at most 2^-24 units away at its touch, and nowhere deep before.
TEST(MeshSweep, OfRoundBodiesIsExactOnLongWays) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < test::repeats(100); ++i) {
        using test::real;
        using test::Real;
        using test::RealVec;
        Random random(i);
        const LongWay way(random);
        const TriangleBvh tree = *TriangleBvh::build({way.mesh.positions, way.mesh.indices});
        const double half = random.one_in(2) ? 0 : 24;
        const ConvexShape shape =
            half == 0 ? *ConvexShape::sphere(15) : *ConvexShape::capsule(half, 15);
        const auto touch = sweep(tree, {shape, moved_by(way.from)}, way.motion, {.skin = 0});
        const RealVec end = real(Vec3{0, 0, half});
        const RealVec free = real(way.motion) * (touch ? touch->fraction : 1);
        Real nearest = 1;
        for (std::size_t t = 0; t < tree.mesh().size(); ++t) {
            const Triangle triangle = tree.mesh().triangle(t);
            const RealVec p = real(way.from) - end;
            const RealVec q = real(way.from) + end;
            const Real gap = least_distance(p, q, free, triangle) - 15;
            EXPECT_GE(gap, -0x1p-24L - 0x1p-28L) << i;
            nearest = std::min(nearest, brute_distance(p + free, q + free, triangle) - 15);
        }
        if (touch && !touch->start_blocked) {
            ++hits;
            EXPECT_LE(nearest, 0x1p-24L + 0x1p-28L) << i;
        }
    }
    EXPECT_GT(hits, test::repeats(20));
}

TEST(MeshSweep, OfAHullAgreesWithABoxOnLongWays) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < test::repeats(100); ++i) {
        Random random(i);
        const LongWay way(random);
        const TriangleBvh tree = *TriangleBvh::build({way.mesh.positions, way.mesh.indices});
        const Vec3 half{15, 15, 28};
        std::vector<Vec3> corners;
        for (unsigned k = 0; k < 8; ++k) {
            corners.push_back({(k & 1U) != 0 ? half.x : -half.x,
                               (k & 2U) != 0 ? half.y : -half.y,
                               (k & 4U) != 0 ? half.z : -half.z});
        }
        const Transform at = moved_by(way.from);
        const auto by_box = sweep(tree, {*ConvexShape::box(half), at}, way.motion, {.skin = 0});
        const auto by_hull =
            sweep(tree, {*ConvexShape::points(corners), at}, way.motion, {.skin = 0});
        ASSERT_EQ(by_box.has_value(), by_hull.has_value());
        if (by_box && !by_box->start_blocked) {
            ++hits;
            const Transform end = moved_by(way.from + way.motion * by_hull->fraction);
            const Vec3 slack = Vec3{1, 1, 1} * (0x1p-24 + 0x1p-26);
            EXPECT_TRUE(overlaps(tree, {*ConvexShape::box(half + slack), end})) << i;
            EXPECT_FALSE(overlaps(tree, {*ConvexShape::box(half - slack), end})) << i;
        }
    }
    EXPECT_GT(hits, test::repeats(20));
}

// The same for all bodies, on a floor of many triangles that is steep.
TEST(MeshSweep, BodiesSlideOverAllEdgesOfASlope) {
    for (std::size_t i = 0; i < test::repeats(100); ++i) {
        Random random(i);
        const Transform turn = turned_about({}, {random.real(-60, 60), random.real(-60, 60), 0});
        std::vector<double> positions;
        std::vector<std::uint32_t> indices;
        for (int x = -6; x < 6; ++x) {
            for (int y = -6; y < 6; ++y) {
                for (const Vec3& p :
                     {Vec3{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}}) {
                    const Vec3 at = to_world(turn, p + Vec3{x * 1.0, y * 1.0, 0});
                    positions.insert(positions.end(), {at.x, at.y, at.z});
                    indices.push_back(static_cast<std::uint32_t>(indices.size()));
                }
            }
        }
        const TriangleBvh tree = *TriangleBvh::build({positions, indices});
        const std::vector<ConvexShape> shapes{*ConvexShape::sphere(0.4),
                                              *ConvexShape::capsule(0.5, 0.4),
                                              *ConvexShape::cylinder(0.5, 0.4)};
        PlacedShape body{shapes[i % 3],
                         moved_by(to_world(turn, Vec3{random.real(-2, 2), random.real(-2, 2), 3}))};
        const auto down = sweep(tree, body, turn.z * -4);
        ASSERT_TRUE(down.has_value());
        EXPECT_GT(dot(down->normal, turn.z), 1 - 1e-9);
        body.transform.translation -= turn.z * (4 * down->fraction);
        const Vec3 way = turn.x * random.real(-2, 2) + turn.y * random.real(-2, 2);
        EXPECT_FALSE(sweep(tree, body, way)) << i;
        EXPECT_FALSE(sweep(tree, body, way + turn.z)) << i;
        EXPECT_TRUE(sweep(tree, body, way - turn.z * 1e-3)) << i;
    }
}

// The same triangles, the last one first.
test::Mesh in_reverse(const test::Mesh& mesh) {
    test::Mesh other = mesh;
    const std::size_t count = mesh.indices.size() / 3;
    for (std::size_t t = 0; t < count; ++t) {
        for (std::size_t c = 0; c < 3; ++c) {
            other.indices[3 * t + c] = mesh.indices[3 * (count - 1 - t) + c];
        }
    }
    return other;
}

TEST(MeshSweep, TheOrderOfTrianglesChangesOnlyTheirNumbers) {
    for (std::size_t i = 0; i < test::repeats(200); ++i) {
        Random random(i);
        const test::Mesh mesh = any_mesh(random, 30);
        const test::Mesh other = in_reverse(mesh);
        const TriangleBvh a = *TriangleBvh::build({mesh.positions, mesh.indices});
        const TriangleBvh b = *TriangleBvh::build({other.positions, other.indices});
        const Vec3 from = whole(random, 12);
        const std::vector<ConvexShape> shapes{*ConvexShape::box({1, 1, 1}),
                                              *ConvexShape::sphere(1),
                                              *ConvexShape::capsule(1, 0.5),
                                              *ConvexShape::cylinder(1, 1)};
        const PlacedShape body{shapes[i % 4], moved_by(from)};
        const auto in_a = sweep(a, body, -from * 2);
        const auto in_b = sweep(b, body, -from * 2);
        ASSERT_EQ(in_a.has_value(), in_b.has_value());
        if (in_a) {
            EXPECT_EQ(in_a->fraction, in_b->fraction);
            EXPECT_EQ(in_a->normal, in_b->normal);
            EXPECT_EQ(in_a->point, in_b->point);
        }
    }
}

// A round body that falls on a floor of many triangles touches all of them at one fraction, up to
// rounding. Which of them counts must not depend on their order.
TEST(MeshSweep, TheOrderOfFlatTrianglesChangesNothing) {
    for (std::size_t i = 0; i < test::repeats(200); ++i) {
        Random random(i);
        test::Mesh mesh;
        for (int k = 0; k < 40; ++k) {
            const Vec3 at = whole(random, 3);
            for (const Vec3& p : {at, at + whole(random, 4), at + whole(random, 4)}) {
                for (const double x : {p.x, p.y, 0.1}) {
                    mesh.positions.push_back(static_cast<float>(x));
                }
                mesh.indices.push_back(static_cast<std::uint32_t>(mesh.indices.size()));
            }
        }
        const test::Mesh other = in_reverse(mesh);
        const TriangleBvh a = *TriangleBvh::build({mesh.positions, mesh.indices});
        const TriangleBvh b = *TriangleBvh::build({other.positions, other.indices});
        const std::vector<ConvexShape> shapes{
            *ConvexShape::capsule(1, 0.5), *ConvexShape::sphere(1), *ConvexShape::cylinder(1, 1)};
        const PlacedShape body{shapes[i % 3],
                               moved_by({random.real(-2, 2), random.real(-2, 2), 6})};
        const Vec3 motion{random.real(-1, 1), random.real(-1, 1), -7};
        const auto in_a = sweep(a, body, motion, {.skin = 0});
        const auto in_b = sweep(b, body, motion, {.skin = 0});
        ASSERT_EQ(in_a.has_value(), in_b.has_value());
        if (in_a) {
            EXPECT_EQ(in_a->fraction, in_b->fraction) << i;
        }
    }
}

// A box that falls onto a ridge rests on it, and does not slide down one of its sides.
TEST(MeshSweep, ARidgeIsARidgeWithAndWithoutASkin) {
    Random random(11);
    const std::array bodies{*ConvexShape::box({15, 15, 28}),
                            *ConvexShape::sphere(15),
                            *ConvexShape::capsule(14, 14),
                            *ConvexShape::cylinder(28, 15)};
    for (std::size_t i = 0; i < 400; ++i) {
        const Vec3 at{random.real(-900, 900), random.real(-900, 900), random.real(-90, 90)};
        const double drop = random.real(20, 200);
        const std::array<double, 18> positions{at.x,
                                               at.y - 300,
                                               at.z,
                                               at.x,
                                               at.y + 300,
                                               at.z,
                                               at.x - 200,
                                               at.y + 300,
                                               at.z - drop,
                                               at.x - 200,
                                               at.y - 300,
                                               at.z - drop,
                                               at.x + 200,
                                               at.y - 300,
                                               at.z - drop,
                                               at.x + 200,
                                               at.y + 300,
                                               at.z - drop};
        const std::array<std::uint32_t, 12> indices{0, 1, 2, 0, 2, 3, 1, 0, 4, 1, 4, 5};
        const TriangleBvh roof = *TriangleBvh::build({positions, indices});
        const ConvexShape& body = bodies[i % bodies.size()];
        const Vec3 above = at + Vec3{0, random.real(-200, 200), 100};
        for (const double skin : {0.0, 1.0 / 32}) {
            const auto touch = sweep(roof, {body, moved_by(above)}, {0, 0, -200}, {.skin = skin});
            ASSERT_TRUE(touch);
            EXPECT_GT(touch->normal.z, 1 - 1e-9) << i << " skin " << skin;
        }
    }
}

}  // namespace
}  // namespace halfspace
