// SPDX-License-Identifier: MIT
// Every answer about two convex shapes comes with a proof: points, and a direction. The tests check
// the proof by how far the shapes reach, which they compute by themselves.
#include "halfspace/spatial/convex.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// A shape that the test knows: the hull of these points, and all that is at most `radius` away from
// it; for cylinders the hull of two circles.
struct Known {
    ConvexShape::Kind kind = ConvexShape::Kind::Sphere;
    std::vector<Vec3> points;
    double radius = 0;
    Transform transform;

    double size() const {
        double most = radius;
        for (const Vec3& p : points) {
            most = std::max(most, length(p) + radius);
        }
        return most;
    }

    // How far the shape reaches along a direction of length 1, in the world.
    double reach(const Vec3& direction) const {
        const Vec3 d = direction_to_local(transform, direction);
        double most = -std::numeric_limits<double>::infinity();
        for (const Vec3& p : points) {
            most = std::max(most, dot(p, d));
        }
        const double round =
            kind == ConvexShape::Kind::Cylinder ? radius * std::hypot(d.x, d.y) : radius;
        return most + round + dot(transform.translation, direction);
    }

    // A shape for the library. It points into this object.
    ConvexShape shape() const {
        switch (kind) {
            case ConvexShape::Kind::Box:
                return *ConvexShape::box(points[7]);
            case ConvexShape::Kind::Sphere:
                return *ConvexShape::sphere(radius);
            case ConvexShape::Kind::Capsule:
                return *ConvexShape::capsule(points[1].z, radius);
            case ConvexShape::Kind::Cylinder:
                return *ConvexShape::cylinder(points[1].z, radius);
            case ConvexShape::Kind::Points:
                break;
        }
        return *ConvexShape::points(points);
    }
};

Vec3 random_vec(Random& random, double reach) {
    return {random.real(-reach, reach), random.real(-reach, reach), random.real(-reach, reach)};
}

Known random_known(Random& random) {
    Known known;
    known.kind = static_cast<ConvexShape::Kind>(random.integer(0, 4));
    const double half = random.one_in(8) ? 0 : random.real(1, 40);
    switch (known.kind) {
        case ConvexShape::Kind::Box: {
            const Vec3 size{random.real(1, 40), random.real(1, 40), half};
            for (int c = 0; c < 8; ++c) {
                known.points.push_back({(c & 1) != 0 ? size.x : -size.x,
                                        (c & 2) != 0 ? size.y : -size.y,
                                        (c & 4) != 0 ? size.z : -size.z});
            }
            break;
        }
        case ConvexShape::Kind::Sphere:
            known.points.push_back({});
            known.radius = half;
            break;
        case ConvexShape::Kind::Capsule:
        case ConvexShape::Kind::Cylinder:
            known.points = {{0, 0, -half}, {0, 0, half}};
            known.radius = random.real(1, 40);
            break;
        case ConvexShape::Kind::Points:
            for (std::int64_t i = random.integer(1, 40); i > 0; --i) {
                known.points.push_back(random_vec(random, 40));
            }
            break;
    }
    known.transform =
        moved_by(random_vec(random, 60)) * turned_about({},
                                                        {.pitch = random.real(-180, 180),
                                                         .yaw = random.real(-180, 180),
                                                         .roll = random.real(-180, 180)});
    if (random.one_in(4)) {  // in line with the axes, on whole numbers
        known.transform = moved_by({static_cast<double>(random.integer(-60, 60)),
                                    static_cast<double>(random.integer(-60, 60)),
                                    static_cast<double>(random.integer(-60, 60))});
    }
    return known;
}

// How far apart the shapes are along a direction of length 1 from b to a; negative if they overlap
// there.
double gap_along(const Known& a, const Known& b, const Vec3& direction) {
    return -a.reach(-direction) - b.reach(direction);
}

// True if no direction of many shows the point outside.
bool may_hold(const Known& known, const Vec3& point, double tolerance, Random& random) {
    for (int i = 0; i < 40; ++i) {
        const Vec3 direction = normalized(random_vec(random, 1) + Vec3{1e-9, 0, 0});
        if (dot(point, direction) > known.reach(direction) + tolerance) {
            return false;
        }
    }
    return true;
}

TEST(Separation, IsProvenByItsPointsAndItsNormal) {
    Random random(1);
    std::size_t apart = 0;
    for (std::size_t i = 0; i < repeats(10'000); ++i) {
        const Known a = random_known(random);
        const Known b = random_known(random);
        const ConvexShape shape_a = a.shape();
        const ConvexShape shape_b = b.shape();
        const double tolerance = 1e-9 * (a.size() + b.size() + 1);
        const Separation found = separation({shape_a, a.transform}, {shape_b, b.transform});
        ASSERT_LE(found.error, tolerance) << i;
        if (found.distance > 0) {
            ++apart;
            ASSERT_NEAR(length(found.point_a - found.point_b), found.distance, tolerance) << i;
            ASSERT_TRUE(may_hold(a, found.point_a, tolerance, random)) << i;
            ASSERT_TRUE(may_hold(b, found.point_b, tolerance, random)) << i;
            ASSERT_GE(gap_along(a, b, found.normal), found.distance - found.error - tolerance) << i;
        } else {
            for (int d = 0; d < 40; ++d) {
                const Vec3 direction = normalized(random_vec(random, 1) + Vec3{1e-9, 0, 0});
                ASSERT_LE(gap_along(a, b, direction), tolerance) << i;
            }
        }
    }
    EXPECT_GT(apart, repeats(10'000) / 4);
}

TEST(Overlap, IsProvenByItsDepthAndItsPoint) {
    Random random(2);
    std::size_t deep = 0;
    for (std::size_t i = 0; i < repeats(10'000); ++i) {
        const Known a = random_known(random);
        const Known b = random_known(random);
        const ConvexShape shape_a = a.shape();
        const ConvexShape shape_b = b.shape();
        const double tolerance = 1e-9 * (a.size() + b.size() + 1);
        const auto found = overlap({shape_a, a.transform}, {shape_b, b.transform});
        const Separation apart = separation({shape_a, a.transform}, {shape_b, b.transform});
        if (!found) {
            ASSERT_GE(apart.distance, -tolerance);
            continue;
        }
        ++deep;
        ASSERT_EQ(apart.distance, 0) << i;
        ASSERT_NEAR(length(found->normal), 1, 1e-12) << i;
        ASSERT_GE(gap_along(a, b, found->normal) + found->depth, -tolerance) << i;
        ASSERT_TRUE(may_hold(a, found->point, tolerance, random)) << i;
        ASSERT_TRUE(may_hold(b, found->point, tolerance, random)) << i;
    }
    EXPECT_GT(deep, repeats(10'000) / 20);
}

TEST(Impact, IsNeitherTooEarlyNorTooLate) {
    Random random(3);
    std::size_t hits = 0;
    for (std::size_t i = 0; i < repeats(10'000); ++i) {
        const Known a = random_known(random);
        Known b = random_known(random);
        const ConvexShape shape_a = a.shape();
        const ConvexShape shape_b = b.shape();
        const Vec3 motion = random_vec(random, 200);
        const double tolerance = 1e-9 * (a.size() + b.size() + 1);
        const auto found = impact({shape_a, a.transform}, {shape_b, b.transform}, motion);
        const auto at = [&](double fraction) {
            Transform moved = a.transform;
            moved.translation += motion * fraction;
            return separation({shape_a, moved}, {shape_b, b.transform}).distance;
        };
        if (!found) {
            for (int s = 1; s <= 10; ++s) {
                ASSERT_GE(at(s / 10.0), 0);
            }
            ASSERT_GT(at(random.real(0, 1)) + tolerance, 0) << i;
            continue;
        }
        ++hits;
        if (found->fraction > 0) {
            ASSERT_LE(at(found->fraction), 1.0 / 1024 + tolerance) << i;
            ASSERT_GT(at(found->fraction * random.real(0, 0.999)), 0) << i;
        }
    }
    EXPECT_GT(hits, repeats(10'000) / 20);
}

}  // namespace
}  // namespace halfspace::test
