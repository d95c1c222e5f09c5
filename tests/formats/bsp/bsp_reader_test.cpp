// SPDX-License-Identifier: MIT
#include "formats/shared/bsp_reader.h"

#include "formats/bsp/bsp_bytes.h"
#include "support/random.h"
#include "world/shared/texture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <random>

namespace halfspace {
namespace {

using test::bsp_vertex;
using test::BspSource;
using test::kBspNoDraw;
using test::kBspSolid;
using test::kBspTranslucent;
using test::small_bsp;

ReadWorld read(const BspSource& source) {
    Result<ReadWorld> result = read_bsp(source.bytes(), "test.bsp");
    EXPECT_TRUE(result.has_value()) << (result ? "" : to_string(result.error()));
    return result ? std::move(*result) : ReadWorld{};
}

std::string error_of(const std::vector<std::byte>& bytes) {
    const Result<ReadWorld> result = read_bsp(bytes, "test.bsp");
    return result ? "none" : to_string(result.error());
}

std::string all_diagnostics(const ReadWorld& read) {
    std::string all;
    for (const Diagnostic& diagnostic : read.diagnostics) {
        all += to_string(diagnostic) + "\n";
    }
    return all;
}

TEST(ReadBsp, GivesTheWorldItsBrushesWithTheirFloats) {
    const ReadWorld level = read(small_bsp());
    ASSERT_EQ(level.world.entities.size(), 2u);
    const Entity& world = level.world.entities[0];
    EXPECT_EQ(world.value("classname"), "worldspawn");
    ASSERT_EQ(world.brushes.size(), 1u);
    EXPECT_EQ(world.brushes[0].contents, Contents::Solid);
    ASSERT_EQ(world.brushes[0].sides.size(), 6u);
    EXPECT_EQ(world.brushes[0].sides[1].plane, (Plane{{1, 0, 0}, 256}));
    EXPECT_EQ(world.brushes[0].sides[4].plane, (Plane{{0, 0, -1}, 8}));
    EXPECT_EQ(level.world.materials[0].name, "base/stone");
}

TEST(ReadBsp, MovesAModelByItsEntitysOrigin) {
    const ReadWorld level = read(small_bsp());
    const Entity& door = level.world.entities[1];
    EXPECT_EQ(door.origin, (Vec3{64, 32, 8}));
    ASSERT_EQ(door.brushes.size(), 1u);
    EXPECT_EQ(door.brushes[0].sides[1].plane, (Plane{{1, 0, 0}, 68}));
    EXPECT_EQ(door.brushes[0].sides[4].plane, (Plane{{0, 0, -1}, -8}));
}

TEST(ReadBsp, LaysTexturesAsTheDrawnTrianglesShow) {
    const ReadWorld level = read(small_bsp());
    const BrushSide& top = level.world.entities[0].brushes[0].sides[5];
    const TextureMapping mapping = texture_mapping(top.texture, normal_of(top), Material{});
    const TextureCoordinates at = texture_coordinates(mapping, {64, 192, 0});
    EXPECT_NEAR(at.u, 0.5, 1e-6);
    EXPECT_NEAR(at.v, -3, 1e-6);
    const BrushSide& bottom = level.world.entities[0].brushes[0].sides[4];
    EXPECT_EQ(bottom.texture.kind, TextureProjection::Kind::Standard);
}

TEST(ReadBsp, ATextureMovesWithItsModel) {
    BspSource source = small_bsp();
    source.add_surface(bsp::SurfaceType::Planar,
                       0,
                       {bsp_vertex({-4, -32, 96}, 0, 0),
                        bsp_vertex({4, -32, 96}, 1, 0),
                        bsp_vertex({4, 32, 96}, 1, 8)},
                       {0, 1, 2});
    const ReadWorld level = read(source);
    const BrushSide& top = level.world.entities[1].brushes[0].sides[5];
    const TextureCoordinates at = texture_coordinates(
        texture_mapping(top.texture, normal_of(top), Material{}), {60, 64, 104});
    EXPECT_NEAR(at.u, 0, 1e-6);
    EXPECT_NEAR(at.v, 8, 1e-6);
}

TEST(ReadBsp, APatchRunsAsItsPointsDo) {
    const ReadWorld level = read(small_bsp());
    ASSERT_EQ(level.world.entities[0].patches.size(), 1u);
    const Patch& patch = level.world.entities[0].patches[0];
    EXPECT_EQ(patch.width, 5u);
    EXPECT_EQ(patch.height, 3u);
    EXPECT_EQ(patch.contents, Contents::Detail);
    const PolygonCorner& corner = patch.controls[1 * 5 + 3];
    EXPECT_EQ(to_double(corner.point[0]), 48);
    EXPECT_NEAR(to_double(corner.point[1]), double{0.1F}, 1e-15);
    EXPECT_EQ(to_double(corner.point[2]), 16);
    EXPECT_EQ(corner.u, 3);
    EXPECT_EQ(corner.v, -1);
}

TEST(ReadBsp, CountsWhatItLeavesOut) {
    BspSource source = small_bsp();
    source.models.pop_back();  // its brush goes to the world
    source.entities = "{ \"classname\" \"worldspawn\" }";
    const std::int32_t fog = source.add_shader("textures/sfx/fog", 0x40, 0x4c00);
    const std::int32_t bots = source.add_shader("textures/common/botclip", 0x400000, kBspNoDraw);
    source.add_box({0, 0, 0}, {1, 1, 1}, fog);
    source.add_box({0, 0, 0}, {1, 1, 1}, bots);
    source.add_box({8, 0, 0}, {0, 1, 1}, 0);
    source.models[0].brush_count = 5;
    const ReadWorld level = read(source);
    EXPECT_EQ(level.world.entities[0].brushes.size(), 2u);
    EXPECT_EQ(all_diagnostics(level),
              "test.bsp: note: 3 brushes are left out: 1 of fog, 1 to guide bots, 1 without a "
              "volume\n"
              "test.bsp: note: 1 surface of loose triangles (models, decorations) left out: they "
              "block nothing\n");
}

Brush brush_with(std::uint32_t contents, std::uint32_t flags, std::string_view name = "a") {
    BspSource source;
    source.add_box({0, 0, 0}, {8, 8, 8}, source.add_shader(name, contents, flags));
    const ReadWorld level = read(source);
    const std::vector<Brush>& brushes = level.world.entities.at(0).brushes;
    return brushes.empty() ? Brush{Contents::Empty, {}, {}} : brushes[0];
}

TEST(ReadBsp, ContentsFollowFromTheShadersFlags) {
    EXPECT_EQ(brush_with(1, 0).contents, Contents::Solid);
    EXPECT_EQ(brush_with(1 | 1u << 27, 0).contents, Contents::Detail);
    EXPECT_EQ(brush_with(1 | kBspTranslucent, 0).contents, Contents::Fence);
    EXPECT_EQ(brush_with(1 | kBspTranslucent, kBspNoDraw).contents, Contents::Fence);
    EXPECT_EQ(brush_with(1, 4).contents, Contents::Sky);
    EXPECT_EQ(brush_with(1u << 16, kBspNoDraw).contents, Contents::PlayerClip);
    EXPECT_EQ(brush_with(1u << 16 | 1u << 17, kBspNoDraw).contents,
              Contents::PlayerClip | Contents::MonsterClip);
    EXPECT_EQ(brush_with(1u << 16, 0).contents, Contents::PlayerClip | Contents::Illusionary);
    EXPECT_EQ(brush_with(8 | 32 | 64, 0).contents, Contents::Lava);
    EXPECT_EQ(brush_with(16, 0).contents, Contents::Slime);
    EXPECT_EQ(brush_with(32 | kBspTranslucent, 0).contents, Contents::Water);
    EXPECT_EQ(brush_with(0x8000, kBspNoDraw).contents, Contents::AreaPortal);
    EXPECT_EQ(brush_with(1u << 30, kBspNoDraw).contents, Contents::Trigger);
    EXPECT_EQ(brush_with(0, kBspNoDraw | 8).contents, Contents::Ladder);
    EXPECT_EQ(brush_with(0, 0x4000).contents, Contents::Illusionary);
    EXPECT_EQ(brush_with(kBspTranslucent, kBspNoDraw).contents, Contents::Empty);
    EXPECT_EQ(brush_with(kBspTranslucent, kBspNoDraw | 0x100).contents, Contents::Hint);
}

TEST(ReadBsp, SidesFollowFromTheirOwnShaders) {
    EXPECT_EQ(brush_with(1, 4).sides[0].surface, SurfaceKind::Sky);
    EXPECT_EQ(brush_with(1, kBspNoDraw).sides[0].surface, SurfaceKind::NoDraw);
    EXPECT_EQ(brush_with(1, 0).sides[0].surface, SurfaceKind::Drawn);
    EXPECT_EQ(brush_with(0, kBspNoDraw | 0x100).sides[0].surface, SurfaceKind::Hint);
    EXPECT_EQ(brush_with(1, 0, "glass").sides[0].opacity, 1);
    EXPECT_LT(brush_with(1 | kBspTranslucent, 0, "glass").sides[0].opacity, 0.5);
    EXPECT_LT(brush_with(32 | kBspTranslucent, 0).sides[0].opacity, 1);
}

TEST(ReadBsp, AnEntitysClassDecidesOverTheFlags) {
    BspSource source = small_bsp();
    source.entities =
        "{\"classname\" \"worldspawn\"}{\"classname\" \"trigger_push\" \"model\" \"*1\"}";
    const ReadWorld level = read(source);
    ASSERT_EQ(level.world.entities[1].brushes.size(), 1u);
    EXPECT_EQ(level.world.entities[1].brushes[0].contents, Contents::Trigger);
    EXPECT_EQ(level.world.entities[1].brushes[0].sides[0].surface, SurfaceKind::NoDraw);
}

TEST(ReadBsp, APatchOfAShaderThatBlocksNothingIsAnIllusion) {
    BspSource source = small_bsp();
    const std::int32_t leaves = source.add_shader("leaves", 0, 0x4000);
    const std::int32_t grate = source.add_shader("grate", 1 | kBspTranslucent);
    source.surfaces[1].shader = leaves;
    EXPECT_EQ(read(source).world.entities[0].patches[0].contents, Contents::Illusionary);
    source.surfaces[1].shader = grate;
    EXPECT_EQ(read(source).world.entities[0].patches[0].contents, Contents::Fence);
    EXPECT_LT(read(source).world.entities[0].patches[0].opacity, 1);
}

// A box cut to a wedge keeps neither the sides that now touch it in an edge nor those that never
// did more.
TEST(ReadBsp, PlanesThatOnlyTouchABrushAreLeftOut) {
    BspSource source;
    const std::int32_t stone = source.add_shader("stone", 1);
    source.add_box({0, 0, 0}, {64, 64, 64}, stone);
    source.add_side({1, 0, 1}, 64, stone);  // leaves a wedge with an edge at x = 64
    source.add_side({1, 0, 0.5}, 64, stone);
    source.add_side({1, 0, 0.25}, 63.997, stone);  // cuts a sliver off, as rounding does
    source.add_side({0, 1, 1}, 126, stone);        // a true edge, beveled
    const ReadWorld level = read(source);
    const std::vector<BrushSide>& sides = level.world.entities[0].brushes.at(0).sides;
    ASSERT_EQ(sides.size(), 6u);
    EXPECT_EQ(sides[4].plane->d, double{static_cast<float>(64 / std::sqrt(2.0))});
    EXPECT_EQ(sides[5].plane->d, double{static_cast<float>(126 / std::sqrt(2.0))});
    for (const BrushSide& side : sides) {
        EXPECT_NE(side.plane->n, (Vec3{1, 0, 0}));  // only an edge of the wedge lies in it
    }
}

TEST(ReadBsp, ModelsGoToOneEntityEach) {
    BspSource source = small_bsp();
    source.entities =
        "{\"classname\" \"worldspawn\"}{\"classname\" \"a\" \"model\" \"*2\"}"
        "{\"classname\" \"b\" \"model\" \"models/x.md3\"}{\"classname\" \"c\" \"model\" \"*0\"}";
    EXPECT_NE(all_diagnostics(read(source)).find("1 model belongs to no entity"),
              std::string::npos);
    EXPECT_NE(all_diagnostics(read(source)).find("entity 1 ('a') has the model '*2'"),
              std::string::npos);
    EXPECT_NE(all_diagnostics(read(source)).find("entity 3 ('c') has the model '*0'"),
              std::string::npos);
    source.entities =
        "{\"classname\" \"worldspawn\"}{\"classname\" \"a\" \"model\" \"*1\"}"
        "{\"classname\" \"b\" \"model\" \"*1\" \"origin\" \"1 2\"}";
    const ReadWorld level = read(source);
    EXPECT_EQ(level.world.entities[1].brushes.size(), 1u);
    EXPECT_TRUE(level.world.entities[2].brushes.empty());
    EXPECT_NE(
        all_diagnostics(level).find("entity 2 ('b') has the model '*1', which an earlier entity"),
        std::string::npos);
}

TEST(ReadBspErrors, OtherFilesAreNamed) {
    const std::vector<std::byte> good = small_bsp().bytes();
    const auto beginning_with = [&](std::initializer_list<unsigned char> start) {
        std::vector<std::byte> bytes = good;
        std::transform(start.begin(), start.end(), bytes.begin(), [](unsigned char c) {
            return std::byte{c};
        });
        return error_of(bytes);
    };
    const std::string start = "test.bsp: error: ";
    const std::string supported = "; supported is version 46 (Quake III)";
    EXPECT_EQ(beginning_with({'{', '\n', '"', 'c'}),
              start + "this is no level of Quake III: it does not begin with \"IBSP\"");
    EXPECT_EQ(beginning_with({29, 0, 0, 0}), start + "a level of Quake (version 29)" + supported);
    EXPECT_EQ(beginning_with({30, 0, 0, 0}),
              start + "a level of Half-Life (version 30)" + supported);
    EXPECT_EQ(beginning_with({'V', 'B', 'S', 'P'}), start + "a level of Source (VBSP)" + supported);
    EXPECT_EQ(beginning_with({'I', 'B', 'S', 'P', 38}),
              start + "a level of Quake 2 (version 38)" + supported);
    EXPECT_EQ(beginning_with({'I', 'B', 'S', 'P', 47}),
              start + "a level of version 47" + supported);
}

TEST(ReadBspErrors, AHeaderThatIsCutIsMeasured) {
    std::vector<std::byte> bytes = small_bsp().bytes();
    for (const std::size_t size : {143, 100, 8, 7, 4, 3, 0}) {
        bytes.resize(size);
        EXPECT_EQ(
            error_of(bytes),
            "test.bsp: error: the file is " + std::to_string(size) + " bytes, a header takes 144");
    }
}

TEST(ReadBspErrors, NegativeNumbersOfLumpsAreNamed) {
    for (const bool is_length : {true, false}) {
        std::vector<std::byte> bytes = small_bsp().bytes();
        std::fill_n(bytes.begin() + 8 + 8 * 2 + (is_length ? 4 : 0), 4, std::byte{0xff});
        EXPECT_EQ(error_of(bytes),
                  std::string("test.bsp: error: the planes have a negative ") +
                      (is_length ? "length" : "place") + ", -1");
    }
}

// What each damage is answered with.
struct Damage {
    std::function<void(BspSource&)> damage;
    std::string message;
};

TEST(ReadBspErrors, EachReferenceIsChecked) {
    const std::vector<Damage> damages{
        {[](BspSource& s) { s.models.clear(); }, "there is no model, not even the world's"},
        {[](BspSource& s) { s.models[1].first_brush = 2; },
         "model 1 has 1 brushes from 2 on, but there are 2"},
        {[](BspSource& s) { s.models[1].brush_count = -1; },
         "model 1 has -1 brushes from 1 on, but there are 2"},
        {[](BspSource& s) { s.models[1].surface_count = 4; },
         "model 1 has 4 surfaces from 3 on, but there are 3"},
        {[](BspSource& s) { s.models[0].brush_count = 2; },
         "model 1 shares its brushes with others: the records up to this one use 3, but there are "
         "2"},
        {[](BspSource& s) { s.brushes[1].first_side = std::numeric_limits<int>::max(); },
         "brush 1 has 6 sides from 2147483647 on, but there are 12"},
        {[](BspSource& s) { s.brushes[1].side_count = 7; },
         "brush 1 has 7 sides from 6 on, but there are 12"},
        {[](BspSource& s) { s.brushes[0].side_count = 7; },
         "brush 1 shares its sides with others: the records up to this one use 13, but there are "
         "12"},
        {[](BspSource& s) { s.brushes[0].shader = 2; },
         "brush 0 has the shader 2, but there are 2"},
        {[](BspSource& s) { s.sides[3].plane = -1; },
         "brush side 3 has the plane -1, but there are 12"},
        {[](BspSource& s) { s.sides[3].shader = 9; },
         "brush side 3 has the shader 9, but there are 2"},
        {[](BspSource& s) { s.planes[2].normal = {0, 0, 0}; },
         "plane 2 of brush side 2 has no normal of length 1, or lies beyond 2^20 units"},
        {[](BspSource& s) { s.planes[2].distance = std::numeric_limits<float>::quiet_NaN(); },
         "plane 2 of brush side 2 has no normal of length 1, or lies beyond 2^20 units"},
        {[](BspSource& s) { s.surfaces[0].shader = 2; },
         "surface 0 has the shader 2, but there are 2"},
        {[](BspSource& s) { s.surfaces[0].type = static_cast<bsp::SurfaceType>(5); },
         "surface 0 is of type 5; there are 1 to 4"},
        {[](BspSource& s) { s.surfaces[0].vertex_count = 20; },
         "surface 0 has 20 vertices from 0 on, but there are 19"},
        {[](BspSource& s) { s.surfaces[0].vertex_count = 15; },
         "surface 1 shares its vertices with others: the records up to this one use 30, but there "
         "are 19"},
        {[](BspSource& s) { s.surfaces[0].index_count = 4; },
         "surface 0 has 4 vertex indices from 0 on, but there are 3"},
        {[](BspSource& s) { s.indices[2] = 3; }, "surface 0 has the vertex 3, but there are 3"},
        {[](BspSource& s) {
             s.indices.resize(37);
             s.surfaces[0].index_count = 37;
         },
         "surface 0 has 37 vertex indices for 3 vertices"},
        {[](BspSource& s) { s.vertices[1].place[0] = 2e6F; },
         "surface 0 has a vertex beyond 2^20 units"},
        {[](BspSource& s) { s.vertices[4].place[1] = std::numeric_limits<float>::infinity(); },
         "surface 1 has a vertex beyond 2^20 units"},
        {[](BspSource& s) { s.surfaces[1].patch_width = 4; },
         "surface 1 is a patch of 4 times 3 points; both have to be odd and from 3 to 129"},
        {[](BspSource& s) { s.surfaces[1].patch_height = 5; },
         "surface 1 is a patch of 5 times 5 points, but has 15"},
    };
    for (const Damage& damage : damages) {
        BspSource source = small_bsp();
        damage.damage(source);
        EXPECT_EQ(error_of(source.bytes()), "test.bsp: error: " + damage.message);
    }
}

// Levels in use have them, on faces that nobody sees.
TEST(ReadBsp, TakesTextureCoordinatesThatAreNoNumbers) {
    BspSource source = small_bsp();
    source.vertices[0].texture[0] = std::numeric_limits<float>::quiet_NaN();
    source.vertices[4].texture[1] = std::numeric_limits<float>::infinity();
    EXPECT_EQ(error_of(source.bytes()), "none");
}

TEST(ReadBspErrors, LumpsLieWithinTheFile) {
    std::vector<std::byte> bytes = small_bsp().bytes();
    for (std::size_t lump = 0; lump < 17; ++lump) {
        std::vector<std::byte> damaged = bytes;
        damaged[8 + 8 * lump + 3] = std::byte{0x7f};
        const std::string error = error_of(damaged);
        const bool is_read = lump < 3 || (lump >= 7 && lump <= 11) || lump == 13;
        EXPECT_EQ(error.find("lie beyond the end of the file") != std::string::npos, is_read)
            << lump << error;
    }
    std::vector<std::byte> damaged = bytes;
    ++reinterpret_cast<unsigned char&>(damaged[8 + 8 * 2 + 4]);
    EXPECT_EQ(error_of(damaged),
              "test.bsp: error: the planes take 193 bytes, which is no multiple of 16");
}

TEST(ReadBspErrors, EntitiesAreReadAsTheMapsAre) {
    BspSource source = small_bsp();
    source.entities = "{ \"classname\"";
    EXPECT_NE(error_of(source.bytes()).find("in the text of the level's entities: expected"),
              std::string::npos);
    source.entities =
        "{ \"classname\" \"worldspawn\" { ( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) a 0 0 0 1 1 } }";
    EXPECT_NE(error_of(source.bytes()).find("contains a brush, which a .bsp does not allow"),
              std::string::npos);
}

// Whatever is damaged, the answer is a level or an error with words.
TEST(ReadBspErrors, NoDamageIsTooMuch) {
    const std::vector<std::byte> bytes = small_bsp().bytes();
    std::mt19937_64 random(46);
    std::size_t refused = 0;
    for (int i = 0; i < 4000; ++i) {
        std::vector<std::byte> damaged = bytes;
        for (std::uint64_t flips = 1 + random() % 3; flips > 0; --flips) {
            damaged[random() % damaged.size()] ^= static_cast<std::byte>(1u << random() % 8);
        }
        if (i % 2 == 0) {
            damaged.resize(random() % damaged.size());
        }
        const Result<ReadWorld> result = read_bsp(damaged, "test.bsp");
        refused += result ? 0 : 1;
        if (!result) {
            EXPECT_FALSE(result.error().message.empty());
        }
    }
    EXPECT_GT(refused, 2000u);
    EXPECT_LT(refused, 4000u);
}

}  // namespace
}  // namespace halfspace
