// SPDX-License-Identifier: MIT
#include "formats/map/map_contents.h"
#include "formats/map/map_text.h"
#include "world/shared/texture.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace halfspace {
namespace {

using test::entity;
using test::read;

// A floor from a level of Quake III's kind, walked on from above: the first group of points runs
// along x, the groups follow each other against y.
constexpr std::string_view kFloor =
    "{\npatchDef2\n{\nbase_floor/clang\n( 3 5 0 0 0 )\n(\n"
    "( ( 0 64 8 0 1 ) ( 16 64 8 .25 1 ) ( 32 64 8 .5 1 ) ( 48 64 8 .75 1 ) ( 64 64 8 1 1 ) )\n"
    "( ( 0 32 8 0 2 ) ( 16 32 8 .25 2 ) ( 32 32 8 .5 2 ) ( 48 32 8 .75 2 ) ( 64 32 8 1 2 ) )\n"
    "( ( 0 0 8 0 3 ) ( 16 0 8 .25 3 ) ( 32 0 8 .5 3 ) ( 48 0 8 .75 3 ) ( 64 0 8 1 3 ) )\n"
    ")\n}\n}\n";

std::string patch(const std::string& kind,
                  const std::string& texture,
                  const std::string& size = "( 3 3 0 0 0 )",
                  const std::string& after = "") {
    const std::string column = "( ( 0 0 0 0 0 ) ( 1 0 0 0 0 ) ( 2 0 0 0 0 ) ) ";
    return "{ " + kind + " { " + texture + " " + size + " ( " + column + column + column + ") " +
           after + " } }\n";
}

Patch patch_in(const std::string& classname, const std::string& text) {
    const ReadWorld result = read(entity("worldspawn") + entity(classname, text));
    EXPECT_EQ(result.world.entities.back().patches.size(), 1u);
    return result.world.entities.back().patches.empty() ? Patch{}
                                                        : result.world.entities.back().patches[0];
}

TEST(ReadPatch, KeepsTheGridByRows) {
    const ReadWorld result = read(entity("worldspawn", std::string(kFloor)));
    ASSERT_EQ(result.world.entities[0].patches.size(), 1u);
    const Patch& patch = result.world.entities[0].patches[0];
    EXPECT_EQ(patch.width, 3u);
    EXPECT_EQ(patch.height, 5u);
    ASSERT_EQ(patch.controls.size(), 15u);
    // Row 2, column 1: the third point of the second group.
    const PolygonCorner& corner = patch.controls[2 * 3 + 1];
    EXPECT_EQ(corner.point[0], decimal_from_integer(32));
    EXPECT_EQ(corner.point[1], decimal_from_integer(32));
    EXPECT_EQ(corner.point[2], decimal_from_integer(8));
    EXPECT_EQ(corner.u, 0.5);
    EXPECT_EQ(corner.v, 2);
    EXPECT_EQ(result.world.materials[patch.material.value].name, "base_floor/clang");
    EXPECT_EQ(patch.contents, Contents::Detail);
    EXPECT_EQ(patch.surface, SurfaceKind::Drawn);
    EXPECT_EQ(patch.opacity, 1);
    EXPECT_EQ(patch.position.line, 3u);
}

TEST(ReadPatch, HasItsFrontWhereTheGameDrawsIt) {
    const ReadWorld result = read(entity("worldspawn", std::string(kFloor)));
    const Patch& patch = result.world.entities[0].patches[0];
    const auto at = [&](std::size_t row, std::size_t column) {
        return to_vec3(patch.controls[row * patch.width + column].point);
    };
    const Vec3 right = at(0, patch.width - 1) - at(0, 0);
    const Vec3 up = at(patch.height - 1, 0) - at(0, 0);
    EXPECT_GT(cross(right, up).z, 0);
}

TEST(ReadPatch, TakesItsKindredAndKeys) {
    EXPECT_EQ(patch_in("func_door", patch("patchDefWS", "a")).width, 3u);
    EXPECT_EQ(patch_in("func_door", patch("patchDef3", "\"a b\"", "( 3 3 4 4 0 0 0 )")).width, 3u);
    EXPECT_EQ(patch_in("func_door", patch("patchDef2", "a", "( 3 3 0 0 0 )", "\"k\" \"v\"")).width,
              3u);
}

TEST(ReadPatch, GetsItsContentsFromItsTextureAndEntity) {
    EXPECT_EQ(patch_in("func_door", patch("patchDef2", "a/stone")).contents, Contents::Detail);
    EXPECT_EQ(patch_in("func_door", patch("patchDef2", "{grate")).contents, Contents::Fence);
    EXPECT_EQ(patch_in("func_door", patch("patchDef2", "*water")).contents, Contents::Water);
    EXPECT_EQ(patch_in("func_door", patch("patchDef2", "*water")).opacity, map::kLiquidOpacity);
    EXPECT_EQ(patch_in("func_door", patch("patchDef2", "common/clip")).surface,
              SurfaceKind::NoDraw);
    EXPECT_EQ(patch_in("func_door", patch("patchDef2", "common/caulk")).surface,
              SurfaceKind::NoDraw);
    EXPECT_EQ(patch_in("func_door", patch("patchDef2", "common/caulk")).contents, Contents::Detail);
    EXPECT_EQ(patch_in("func_group", patch("patchDef2", "a")).contents, Contents::Detail);
    EXPECT_EQ(patch_in("func_detail_fence", patch("patchDef2", "a")).contents, Contents::Fence);
    EXPECT_EQ(patch_in("func_illusionary", patch("patchDef2", "a")).contents,
              Contents::Illusionary);
    EXPECT_EQ(patch_in("trigger_once", patch("patchDef2", "a")).surface, SurfaceKind::NoDraw);
    EXPECT_EQ(patch_in("func_door", "\"alpha\" \"0.5\"" + patch("patchDef2", "a")).opacity, 0.5);
}

TEST(ReadPatch, IsTakenOutsideOfEntitiesToo) {
    const ReadWorld result = read(entity("worldspawn") + patch("patchDef2", "a"));
    EXPECT_EQ(result.world.entities.size(), 1u);
    EXPECT_EQ(result.world.entities[0].patches.size(), 1u);
    EXPECT_EQ(result.diagnostics.size(), 1u);
}

TEST(ReadPrimitives, TurnTheirMatrixIntoAxes) {
    const ReadWorld result =
        read(entity("worldspawn",
                    "{\nbrushDef\n{\n\"key\" \"value\"\n"
                    "( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) ( ( 2 3 4 ) ( 5 6 7 ) ) a/b 134217728 0 0\n"
                    "( 0 0 0 ) ( 1 0 0 ) ( 0 0 1 ) ( ( 1 0 0 ) ( 0 1 0 ) ) c\n}\n}\n"));
    ASSERT_EQ(result.world.entities[0].brushes.size(), 1u);
    const Brush& brush = result.world.entities[0].brushes[0];
    EXPECT_EQ(brush.contents, Contents::Detail);
    ASSERT_EQ(brush.sides.size(), 2u);
    EXPECT_EQ(result.world.materials[brush.sides[0].material.value].name, "a/b");
    // A floor: clockwise from above. There X is (0 1 0) and Y is (1 0 0).
    const TextureProjection& floor = brush.sides[0].texture;
    EXPECT_EQ(floor.kind, TextureProjection::Kind::BrushPrimitives);
    EXPECT_EQ(floor.u_axis, (Vec3{3, 2, 0}));
    EXPECT_EQ(floor.v_axis, (Vec3{6, 5, 0}));
    EXPECT_EQ(floor.u_offset, 4);
    EXPECT_EQ(floor.v_offset, 7);
    // A wall: X along it, Y downwards.
    const TextureProjection& wall = brush.sides[1].texture;
    EXPECT_EQ(wall.u_axis.y, 0);
    EXPECT_EQ(wall.u_axis.z, 0);
    EXPECT_EQ(wall.v_axis, (Vec3{0, 0, -1}));
}

TEST(ReadPrimitives, MayStandInAPlainBrush) {
    const ReadWorld result = read(
        "{\"classname\"\"worldspawn\"{(0 0 0)(0 1 0)(1 0 0)((1 0 0)(0 1 0))a 0 0 0"
        "(0 0 0)(1 0 0)(0 0 1)(x 0 0 0 1 1}}");
    const Brush& brush = result.world.entities[0].brushes.at(0);
    EXPECT_EQ(brush.sides.at(0).texture.kind, TextureProjection::Kind::BrushPrimitives);
    EXPECT_EQ(result.world.materials[brush.sides.at(1).material.value].name, "(x");
}

TEST(RepairedTextures, AreToldOncePerBrush) {
    const std::string bad = "[ 0 0 0 0 ] [ 0 0 0 0 ] 0 1 1";
    const ReadWorld result = read(entity(
        "worldspawn",
        test::cube("a", bad) + test::cube("b", "[ 1 0 0 3 ] [ 1 0 0 4 ] 0 2 2") + test::cube("c")));
    ASSERT_EQ(result.diagnostics.size(), 2u);
    EXPECT_EQ(to_string(result.diagnostics[0]),
              "test.map:4:1: warning: no picture can lie along the texture axes of 6 sides of this "
              "brush, first this: it is laid straight");
    for (const Brush& brush : result.world.entities[0].brushes) {
        for (const BrushSide& side : brush.sides) {
            EXPECT_FALSE(is_degenerate(side.texture, normal_of(side)));
        }
    }
    const TextureProjection& kept = result.world.entities[0].brushes[1].sides[0].texture;
    EXPECT_EQ(kept.u_offset, 3);
    EXPECT_EQ(kept.v_scale, 2);
}

TEST(RepairedTextures, LoseOffsetsThatWereRepeats) {
    const ReadWorld result = read(entity(
        "worldspawn", "{ brushDef { ( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) ( ( 0 0 4 ) ( 0 0 7 ) ) a } }"));
    ASSERT_EQ(result.diagnostics.size(), 1u);
    const TextureProjection& texture = result.world.entities[0].brushes.at(0).sides.at(0).texture;
    EXPECT_EQ(texture.kind, TextureProjection::Kind::Valve220);
    EXPECT_EQ(texture.u_offset, 0);
    EXPECT_EQ(texture.v_offset, 0);
}

}  // namespace
}  // namespace halfspace
