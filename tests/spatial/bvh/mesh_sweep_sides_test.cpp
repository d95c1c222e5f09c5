// SPDX-License-Identifier: MIT
// Sweeps among triangles whose front alone blocks.
#include "halfspace/spatial/mesh_sweep.h"

#include "support/scan.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(MeshSweep, TheBackOfATriangleBlocksOnlyIfBothSidesDo) {
    const test::Mesh floor{{0, 0, 0, 64, 0, 0, 64, 64, 0}, {0, 1, 2}};
    const TriangleBvh tree = *TriangleBvh::build({floor.positions, floor.indices});
    for (const ConvexShape& shape : {*ConvexShape::box({1, 1, 1}), *ConvexShape::sphere(1)}) {
        const PlacedShape above{shape, moved_by({40, 20, 10})};
        const PlacedShape below{shape, moved_by({40, 20, -10})};
        const Vec3 down{0, 0, -20};
        EXPECT_TRUE(sweep(tree, above, down, {.sides = BlockingSides::Front}));
        EXPECT_TRUE(sweep(tree, below, -down, {.sides = BlockingSides::Both}));
        EXPECT_FALSE(sweep(tree, below, -down, {.sides = BlockingSides::Front}));
        // A body that overlaps it passes, on whichever side its middle is.
        for (const double z : {-0.5, 0.5, 1 - 1e-3}) {
            const PlacedShape across{shape, moved_by({40, 20, z})};
            EXPECT_TRUE(overlaps(tree, across));
            EXPECT_TRUE(sweep(tree, across, down)->start_blocked);
            EXPECT_FALSE(sweep(tree, across, down, {.sides = BlockingSides::Front}));
            EXPECT_FALSE(sweep(tree, across, -down, {.sides = BlockingSides::Front}));
        }
        // One that touches is stopped at once, and leaves.
        const PlacedShape on{shape, moved_by({40, 20, 1})};
        const auto met = sweep(tree, on, down, {.sides = BlockingSides::Front});
        ASSERT_TRUE(met.has_value());
        EXPECT_FALSE(met->start_blocked);
        EXPECT_NEAR(met->fraction, 0, 1e-8);
        EXPECT_EQ(met->normal, (Vec3{0, 0, 1}));
        EXPECT_FALSE(sweep(tree, on, -down, {.sides = BlockingSides::Front}));
        EXPECT_FALSE(sweep(tree, on, {9, 0, 0}, {.sides = BlockingSides::Front}));
        // The rim stops it, too.
        const PlacedShape beside{shape, moved_by({90, 20, 0.25})};
        const auto rim = sweep(tree, beside, {-50, 0, 0}, {.sides = BlockingSides::Front});
        ASSERT_TRUE(rim.has_value());
        EXPECT_GT(rim->normal.x, 0.9);
    }
}

// No part of the body is in front of both slopes of a roof.
TEST(MeshSweep, ARidgeOfFrontsStopsABody) {
    const test::Mesh roof{
        {-64, -64, -32, 0, -64, 0, 0, 64, 0, -64, 64, -32, 64, -64, -32, 64, 64, -32},
        {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2}};
    const TriangleBvh tree = *TriangleBvh::build({roof.positions, roof.indices});
    for (const ConvexShape& shape : {*ConvexShape::box({15, 15, 28}),
                                     *ConvexShape::sphere(28),
                                     *ConvexShape::capsule(14, 14),
                                     *ConvexShape::cylinder(28, 15)}) {
        for (const double x : {-3.0, 0.0, 7.0}) {
            const PlacedShape body{shape, moved_by({x, 1, 60})};
            const auto both = sweep(tree, body, {0, 0, -100});
            const auto front = sweep(tree, body, {0, 0, -100}, {.sides = BlockingSides::Front});
            ASSERT_TRUE(both && front);
            EXPECT_EQ(both->fraction, front->fraction);
            EXPECT_EQ(both->normal, front->normal);
            // From below it passes.
            const PlacedShape below{shape, moved_by({x, 1, -90})};
            EXPECT_FALSE(sweep(tree, below, {0, 0, 99}, {.sides = BlockingSides::Front}));
        }
    }
}

}  // namespace
}  // namespace halfspace
