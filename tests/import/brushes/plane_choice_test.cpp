// SPDX-License-Identifier: MIT
#include "import/brushes/plane_choice.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace halfspace::test {
namespace {

using Wanted = PlaneChooser::Wanted;

// A square of the size around a point, in the plane with the normal.
Wanted square(Vec3 normal, const Vec3& centre, double size, double tolerance = 0.5) {
    normal = normal * (1 / length(normal));
    const Vec3 other = std::abs(normal.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    Vec3 u = cross(other, normal);
    u = u * (size / 2 / length(u));
    const Vec3 v = cross(normal, u);
    return {{normal, dot(normal, centre)},
            {centre - u - v, centre + u - v, centre + u + v, centre - u + v},
            tolerance};
}

TEST(PlaneChooser, KeepsWithinTheToleranceAndFacesAsWritten) {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        PlaneTable table;
        PlaneChooser chooser(table);
        const Vec3 normal{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
        const Vec3 centre{random.real(-60'000, 60'000),
                          random.real(-60'000, 60'000),
                          random.real(-60'000, 60'000)};
        const Wanted written = square(normal, centre, random.real(1, 20'000));
        const auto choice = chooser.choose(written);
        ASSERT_TRUE(choice);
        const ExactPlane plane = table.plane(choice->plane);
        EXPECT_LE(deviation(plane, written.corners), 0.5);
        EXPECT_EQ(deviation(plane, written.corners), choice->moved);
        EXPECT_GT(static_cast<double>(plane.n[0]) * normal.x +
                      static_cast<double>(plane.n[1]) * normal.y +
                      static_cast<double>(plane.n[2]) * normal.z,
                  0);
    }
}

TEST(PlaneChooser, TakesAnAxialPlaneForOneThatIsNearlyAxial) {
    PlaneTable table;
    PlaneChooser chooser(table);
    const Wanted written = square({1e-5, -1e-5, 1}, {0, 0, 99.7}, 1000);
    const auto choice = chooser.choose(written);
    ASSERT_TRUE(choice);
    EXPECT_EQ(table.plane(choice->plane), (ExactPlane{{0, 0, 1}, 100}));
    EXPECT_NEAR(choice->moved, 0.3, 0.02);
}

TEST(PlaneChooser, PrefersAnAxialPlaneOfTheTableToANearerNewOne) {
    PlaneTable table;
    const PlaneId known = table.intern({{0, 0, 1}, 99});
    PlaneChooser chooser(table);
    const Wanted near = square({0, 0, 1}, {0, 0, 99.5}, 100);
    EXPECT_EQ(chooser.choose(near)->plane, known);
    const Wanted far = square({0, 0, -1}, {0, 0, 99.7}, 100);
    EXPECT_EQ(table.plane(chooser.choose(far)->plane), (ExactPlane{{0, 0, -1}, -100}));
}

TEST(PlaneChooser, SharesASlopeOfTheTableInBothDirections) {
    PlaneTable table;
    const PlaneId known = table.intern({{3, 4, 12}, 1000});
    PlaneChooser chooser(table);
    const Vec3 normal{3, 4, 12};
    const Vec3 foot = normal * (1000.0 / 169);
    const Wanted same = square(normal, foot + normal * (0.3 / 13), 200);
    EXPECT_EQ(chooser.choose(same)->plane, known);
    const Wanted opposite = square(normal * -1, foot + normal * (0.3 / 13), 200);
    EXPECT_EQ(chooser.choose(opposite)->plane, known.flipped());
    const Wanted apart = square(normal, foot + normal * (0.9 / 13), 200);
    EXPECT_NE(chooser.choose(apart)->plane, known);
}

TEST(PlaneChooser, OfSeveralKnownPlanesTakesTheNearest) {
    PlaneTable table;
    const PlaneId low = table.intern({{1, 1, 0}, 1000});
    const PlaneId high = table.intern({{1, 1, 0}, 1001});
    PlaneChooser chooser(table);
    const Vec3 normal{1, 1, 0};
    const Wanted nearer_low = square(normal, normal * 500.2, 100);
    EXPECT_EQ(chooser.choose(nearer_low)->plane, low);
    const Wanted nearer_high = square(normal, normal * 500.4, 100);
    EXPECT_EQ(chooser.choose(nearer_high)->plane, high);
}

TEST(PlaneChooser, LeavesALargePlaneWithoutOneIfTheToleranceIsTooSmall) {
    PlaneTable table;
    PlaneChooser chooser(table);
    const Wanted written = square({1, 1.4142135, 0.57721}, {1e6, 2e6, 3e6}, 1e7, 1e-12);
    EXPECT_FALSE(chooser.choose(written));
    EXPECT_EQ(table.pair_count(), 0u);
}

}  // namespace
}  // namespace halfspace::test
