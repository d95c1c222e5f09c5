// SPDX-License-Identifier: MIT
#include "import/brushes/plane_recovery.h"

#include "import/brushes/brush_import.h"
#include "support/brushes.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace halfspace::test {
namespace {

// As level compilers write it: all in float32.
Plane rounded_through(const std::array<Vec3, 3>& points) {
    const Vec3 n = cross(points[1] - points[0], points[2] - points[0]);
    const double size = length(n);
    const std::array<float, 3> unit{static_cast<float>(n.x / size),
                                    static_cast<float>(n.y / size),
                                    static_cast<float>(n.z / size)};
    const float d = static_cast<float>(points[0].x) * unit[0] +
                    static_cast<float>(points[0].y) * unit[1] +
                    static_cast<float>(points[0].z) * unit[2];
    return {{unit[0], unit[1], unit[2]}, d};
}

TEST(PlaneRecovery, GivesBackThePlanesOfEditorsPoints) {
    std::mt19937_64 random(1);
    PlaneRecovery recovery;
    int tried = 0;
    while (tried < 2000) {
        // Corners on every 8 units within 256 of each other, anywhere in a level.
        const auto number = [&](int reach) {
            return 8.0 * (static_cast<double>(random() % (2 * reach + 1)) - reach);
        };
        const Vec3 base{number(400), number(400), number(400)};
        std::array<Vec3, 3> points;
        std::array<GridPoint, 3> exact;
        for (std::size_t i = 0; i < 3; ++i) {
            points[i] = base + Vec3{number(16), number(16), number(16)};
            exact[i] = {std::llround(points[i].x * 8),
                        std::llround(points[i].y * 8),
                        std::llround(points[i].z * 8)};
        }
        PlaneTable table;
        const auto id = table.intern_through(exact[0], exact[1], exact[2]);
        if (!id) {
            continue;
        }
        ++tried;
        const auto found = recovery.recover(rounded_through(points), 3);
        ASSERT_TRUE(found.has_value());
        EXPECT_EQ(table.intern(*found), *id);
    }
}

TEST(PlaneRecovery, OppositePlanesStayOpposite) {
    PlaneRecovery recovery;
    const Plane plane = rounded_through({Vec3{0, 0, 5}, Vec3{8, 1, 7}, Vec3{-3, 8, 4}});
    const Plane opposite{-plane.n, -plane.d};
    EXPECT_EQ(flipped(*recovery.recover(plane, 3)), *recovery.recover(opposite, 3));
}

TEST(PlaneRecovery, PrefersRoundDistances) {
    PlaneRecovery recovery;
    // 1/4096 from a whole unit is what rounding does, 1/32 is not.
    EXPECT_EQ(recovery.recover({{0, 0, 1}, 100 + 0x1p-12}, 6), (ExactPlane{{0, 0, 1}, 6400}));
    EXPECT_EQ(recovery.recover({{0, 0, 1}, 100 + 0x1p-5}, 6), (ExactPlane{{0, 0, 1}, 6402}));
    EXPECT_EQ(recovery.recover({{0, 0, 1}, 100 + 0x1p-5}, 3), std::nullopt);
}

TEST(PlaneRecovery, WhatIsNoPlaneIsNotRecovered) {
    PlaneRecovery recovery;
    const double nan = std::nan("");
    EXPECT_FALSE(recovery.recover({{0, 0, 0}, 1}, 3));
    EXPECT_FALSE(recovery.recover({{nan, 0, 1}, 1}, 3));
    EXPECT_FALSE(recovery.recover({{0, 0, 1}, nan}, 3));
    EXPECT_FALSE(recovery.recover({{0, 0, 1}, 0x1p40}, 3));
    // No integers to 2^14 give this direction.
    EXPECT_FALSE(recovery.recover({{0.5345224, 0.80178373, 0.26726123 + 0x1p-18}, 1}, 3));
}

World with_rounded_planes(World world) {
    for (Entity& entity : world.entities) {
        for (Brush& brush : entity.brushes) {
            for (BrushSide& side : brush.sides) {
                side.plane = rounded_through(
                    {to_vec3(side.points[0]), to_vec3(side.points[1]), to_vec3(side.points[2])});
                side.points = {};
            }
        }
    }
    return world;
}

// A level of an editor and what a level compiler makes of it are one and the same.
TEST(PlaneRecovery, ARoundedLevelIsImportedAsTheOneBehindIt) {
    for (const char* name : {"keep.map", "leak.map"}) {
        const auto world = read_world(project_file(std::string("examples/levels/") + name));
        ASSERT_TRUE(world.has_value());
        const auto written = import_brushes(*world, {});
        const auto rounded = import_brushes(with_rounded_planes(*world), {});
        ASSERT_TRUE(written && rounded);
        EXPECT_EQ(rounded->grid_exponent, written->grid_exponent);
        ASSERT_EQ(rounded->brushes.size(), written->brushes.size());
        EXPECT_EQ(rounded->moved_planes, written->moved_planes);
        for (std::size_t b = 0; b < written->brushes.size(); ++b) {
            const SolidBrush& a = written->brushes[b];
            const SolidBrush& c = rounded->brushes[b];
            ASSERT_EQ(a.sides.size(), c.sides.size());
            for (std::size_t s = 0; s < a.sides.size(); ++s) {
                EXPECT_EQ(written->planes.plane(a.sides[s].plane),
                          rounded->planes.plane(c.sides[s].plane));
            }
        }
    }
}

Brush rounded_box() {
    World world = with_rounded_planes(world_of({box_brush({0, 0, 0}, {64, 64, 64})}));
    return world.entities[0].brushes[0];
}

TEST(PlaneRecovery, APlaneOffEveryGridMovesWithinTheToleranceAndIsCounted) {
    Brush brush = rounded_box();
    brush.sides[0].plane->d += 0.1;
    const auto world = import_brushes(world_of({brush}), {});
    ASSERT_TRUE(world.has_value());
    EXPECT_EQ(world->grid_exponent, 6);
    EXPECT_EQ(world->moved_planes, 1u);
    EXPECT_LE(world->largest_move, 0x1p-7);
}

TEST(PlaneRecovery, ARoundedSideWithoutAFaceTakesNoPart) {
    Brush brush = rounded_box();
    // Off the grid, and in reach of the corner once it is rounded.
    brush.sides.push_back(brush.sides[0]);
    brush.sides.back().plane = Plane{{0.6, 0.48, 0.64}, 64 * 1.72 + 1e-4};
    const auto world = import_brushes(world_of({brush}), {});
    ASSERT_TRUE(world.has_value());
    EXPECT_EQ(world->brushes[0].sides.size(), 6u);
    EXPECT_EQ(world->moved_planes, 0u);
}

TEST(PlaneRecovery, BadRoundedPlanesAreErrors) {
    Brush brush = rounded_box();
    brush.sides[2].plane->n = {};
    auto world = import_brushes(world_of({brush}), {});
    ASSERT_FALSE(world.has_value());
    EXPECT_EQ(world.error()[0].message,
              "brush 0, side 2 of worldspawn near 32 64 32: its plane has no normal");
    brush = rounded_box();
    brush.sides[2].plane->d = 1e9;
    world = import_brushes(world_of({brush}), {});
    ASSERT_FALSE(world.has_value());
    EXPECT_EQ(world.error()[0].code, ErrorCode::Range);
}

}  // namespace
}  // namespace halfspace::test
