// SPDX-License-Identifier: MIT
#include "compile/source/import_source.h"

#include "support/brushes.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace::test {
namespace {

PolygonCorner corner_at(std::int64_t x, std::int64_t y, std::int64_t z) {
    return {{rounded_decimal(static_cast<double>(x), 0),
             rounded_decimal(static_cast<double>(y), 0),
             rounded_decimal(static_cast<double>(z), 0)}};
}

// An entity with a tetrahedron of polygons, and a flat patch beside it.
World polygons_and_patch(Contents contents) {
    World world = world_of({});
    world.entities.push_back({.keys = {{"classname", "func_wall"}}});
    Entity& entity = world.entities[1];
    const PolygonCorner o = corner_at(0, 0, 0);
    const PolygonCorner x = corner_at(64, 0, 0);
    const PolygonCorner y = corner_at(0, 64, 0);
    const PolygonCorner z = corner_at(0, 0, 64);
    for (const std::array<PolygonCorner, 3>& side :
         {std::array{o, y, x}, std::array{o, x, z}, std::array{o, z, y}, std::array{x, y, z}}) {
        SurfacePolygon& polygon = entity.polygons.emplace_back();
        polygon.corners.assign(side.begin(), side.end());
        polygon.material = MaterialId(0);
    }
    Patch& patch = entity.patches.emplace_back();
    patch.width = patch.height = 3;
    patch.material = MaterialId(0);
    patch.contents = contents;
    for (std::int64_t i = 0; i < 9; ++i) {
        patch.controls.push_back(corner_at(i % 3 * 32 + 128, i / 3 * 32, 0));
    }
    return world;
}

TEST(ImportSource, TheFacetsOfAnEntityWithPolygonsAreNotDroppedSilently) {
    const auto source = import_source(polygons_and_patch(Contents::Solid), {});
    ASSERT_FALSE(source);
    ASSERT_EQ(source.error().size(), 1u);
    EXPECT_EQ(source.error()[0].code, ErrorCode::Unsupported);
    EXPECT_EQ(source.error()[0].message,
              "func_wall (entity 1) has polygons and patches that block; move the polygons into "
              "an entity of their own");
}

TEST(ImportSource, NamesShapesWithUnknownBitsOfContents) {
    World world = polygons_and_patch(static_cast<Contents>(0x8000'0001u));
    world.entities[0].brushes = {box_brush({0, 0, 0}, {8, 8, 8}, static_cast<Contents>(1u << 30)),
                                 box_brush({0, 0, 0}, {8, 8, 8}, kLeafContents | Contents::Hint)};
    const auto source = import_source(world, {});
    ASSERT_FALSE(source);
    ASSERT_EQ(source.error().size(), 2u);
    EXPECT_EQ(source.error()[0].code, ErrorCode::Unsupported);
    EXPECT_EQ(
        source.error()[0].message,
        "brush 0 of worldspawn near 4 4 4 has contents with unknown bits: 1073741824; use only "
        "bits of Contents");
    EXPECT_EQ(source.error()[1].message,
              "patch 0 of func_wall (entity 1) near 160 32 0 has contents with unknown bits: "
              "2147483648; use only bits of Contents");
}

TEST(ImportSource, PatchesThatDoNotBlockMayLieInAnEntityWithPolygons) {
    const auto source = import_source(polygons_and_patch(Contents::Illusionary), {});
    ASSERT_TRUE(source) << to_string(source.error()[0]);
    EXPECT_EQ(source->surfaces.polygons.size(), 4u);
    EXPECT_EQ(source->curves.polygons.size(), 1u);
    EXPECT_TRUE(source->solids.brushes.empty());
}

}  // namespace
}  // namespace halfspace::test
