// SPDX-License-Identifier: MIT
#include "halfspace/world/describe.h"

#include "support/brushes.h"

#include <gtest/gtest.h>

namespace halfspace::test {
namespace {

TEST(Describe, NamesTheClassAndThePlace) {
    World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    world.entities[0].keys = {{"classname", "worldspawn"}};
    Entity door;
    door.keys = {{"classname", "func_door"}};
    door.brushes = {box_brush({128, 256, 0}, {192, 320, 1})};
    world.entities.push_back(door);
    EXPECT_EQ(describe_brush(world, 0, 0), "brush 0 of worldspawn near 32 32 32");
    EXPECT_EQ(describe_brush(world, 1, 0), "brush 0 of func_door (entity 1) near 160 288 0.5");
    EXPECT_EQ(describe_side(world, 1, 0, 5),
              "brush 0, side 5 of func_door (entity 1) near 160 288 0.5");
    world.entities[1].keys.clear();
    EXPECT_EQ(describe_brush(world, 1, 0), "brush 0 of entity 1 near 160 288 0.5");
}

TEST(Describe, FindsRoundedPlanesAndPatches) {
    World world = world_of({});
    Brush brush;
    const Vec3 normals[] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
    for (const Vec3& normal : normals) {
        BrushSide side;
        side.plane = Plane{normal, dot(normal, Vec3{8, 16, 24}) + 4};
        brush.sides.push_back(side);
    }
    world.entities[0].brushes = {brush};
    EXPECT_TRUE(describe_brush(world, 0, 0).ends_with(" near 8 16 24"));
    Patch patch;
    for (const std::int64_t x : {0, 10}) {
        PolygonCorner corner;
        corner.point = {decimal_from_integer(x), decimal_from_integer(4), decimal_from_integer(-x)};
        patch.controls.push_back(corner);
    }
    world.entities[0].patches = {patch};
    EXPECT_TRUE(describe_patch(world, 0, 0).ends_with(" near 5 4 -5"));
}

}  // namespace
}  // namespace halfspace::test
