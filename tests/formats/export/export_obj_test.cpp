// SPDX-License-Identifier: MIT
// The text of OBJ and MTL. That others read it: export_test.cpp.
#include "halfspace/formats/export.h"
#include "halfspace/render/texture_set.h"

#include "formats/export/export_levels.h"
#include "formats/export/glb_check.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <sstream>
#include <string>

namespace halfspace {
namespace {

std::vector<std::string> lines_with(const std::string& text, std::string_view keyword) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with(std::string(keyword) + " ")) {
            lines.push_back(line.substr(keyword.size() + 1));
        }
    }
    return lines;
}

ExportedObj exported(const LevelData& data, const ObjOptions& options = {}) {
    Result<ExportedObj> done = export_obj(test::level_of(data), options);
    EXPECT_TRUE(done);
    return std::move(*done);
}

using Lines = std::vector<std::string>;

TEST(ExportObj, EachEntityWithFacesIsAnObject) {
    const ExportedObj done = exported(test::small_level());
    EXPECT_EQ(lines_with(done.obj, "o"), (Lines{"worldspawn_0", "func_door_1"}));
    EXPECT_EQ(done.counts.objects, 2u);
    EXPECT_EQ(done.counts.faces, 14u);
    EXPECT_EQ(lines_with(done.obj, "f").size(), 14u);
    EXPECT_EQ(lines_with(done.obj, "mtllib"), Lines{"level.mtl"});
}

TEST(ExportObj, PositionsAreMetresWithYUpUnlessAskedOtherwise) {
    // The first corner of a face of the first material: (-64, -64, 32).
    EXPECT_EQ(lines_with(exported(test::small_level()).obj, "v").front(), "-2 1 2");
    const ObjOptions options{.up = UpAxis::Z, .scale = 1};
    EXPECT_EQ(lines_with(exported(test::small_level(), options).obj, "v").front(), "-64 -64 32");
    const ObjOptions half{.up = UpAxis::Y, .scale = 0.5};
    EXPECT_EQ(lines_with(exported(test::small_level(), half).obj, "v").front(), "-32 16 32");
}

TEST(ExportObj, VIsTurnedAroundAndNothingIsMinusZero) {
    const ExportedObj done = exported(test::small_level());
    // u = (x + z) / 64, v = y / 64 at (-64, -64, 32).
    EXPECT_EQ(lines_with(done.obj, "vt").front(), "-0.5 1");
    for (const char* keyword : {"v", "vt", "vn"}) {
        for (const std::string& line : lines_with(done.obj, keyword)) {
            EXPECT_EQ((" " + line + " ").find(" -0 "), std::string::npos) << line;
        }
    }
}

TEST(ExportObj, NumbersReadBackAsTheSameFloats) {
    LevelData data = test::small_level();
    data.vertices[0].x = 0.1F;
    data.vertices[0].y = -63.999996F;
    data.vertices[0].z = 1.0e-7F;
    const std::string line =
        lines_with(exported(data, {.up = UpAxis::Z, .scale = 1}).obj, "v").front();
    EXPECT_EQ(line, "0.1 -63.999996 1e-07");
}

TEST(ExportObj, NamesHaveNoBlanksAndStayApart) {
    LevelData data = test::small_level();
    data.materials[0].name = test::add_text(data, "old wall\\");
    data.materials[1].name = test::add_text(data, "old\twall\n");
    data.materials[2].name = test::add_text(data, "");
    test::set_keys(data, 0, {{"targetname", "a b"}});
    test::set_keys(data, 1, {{"targetname", "a_b"}});
    const ExportedObj done = exported(data);
    EXPECT_EQ(lines_with(done.obj, "o"), (Lines{"a_b", "a_b.2"}));
    EXPECT_EQ(lines_with(done.mtl, "newmtl"), (Lines{"old_wall_", "old_wall_.2", "_", "steel"}));
    for (const std::string& used : lines_with(done.obj, "usemtl")) {
        EXPECT_EQ(std::count(used.begin(), used.end(), ' '), 0);
    }
}

TEST(ExportObj, OpacityIsD) {
    const ExportedObj done = exported(test::decorated_level());
    EXPECT_EQ(lines_with(done.mtl, "newmtl"),
              (Lines{"stone", "stone.2", "stone.3", "glass", "*water", "steel"}));
    EXPECT_EQ(lines_with(done.mtl, "d"), (Lines{"0.2509804", "1", "1", "1", "0.5019608", "1"}));
    EXPECT_TRUE(lines_with(done.mtl, "map_Kd").empty());
}

TEST(ExportObj, PicturesAreNamedWhereTheyAreKnown) {
    ObjOptions options;
    options.mtl_name = "other.mtl";
    std::vector<std::string> asked;
    const LevelData data = test::decorated_level();
    const Level level = Level::from_data(data).value();
    options.image_file = [&](MaterialId material) {
        const std::string_view name = level.material_name(material);
        asked.emplace_back(name);
        return name == "stone" ? std::string("textures/stone.png") : std::string();
    };
    const ExportedObj done = exported(data, options);
    EXPECT_EQ(lines_with(done.obj, "mtllib"), Lines{"other.mtl"});
    EXPECT_EQ(lines_with(done.mtl, "map_Kd"), Lines(3, "textures/stone.png"));
    EXPECT_EQ(lines_with(done.mtl, "Kd").front(), "1 1 1");
    EXPECT_EQ(done.counts.images, 1u);
    EXPECT_EQ(asked, (Lines{"stone", "glass", "*water", "steel"}));
}

TEST(ExportObj, SkyMayBeLeftOut) {
    const ExportedObj done = exported(test::decorated_level(), {.sky = false});
    EXPECT_EQ(lines_with(done.obj, "f").size(), 13u);
    EXPECT_EQ(lines_with(done.mtl, "newmtl").size(), 5u);
}

TEST(ExportObj, AScaleThatFloatsCannotHoldIsAnError) {
    const Result<ExportedObj> done =
        export_obj(test::level_of(test::small_level()), {.scale = 1e38});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::Range);
}

// The middle of what the painter shows of it, 0 to 255 each.
std::array<double, 3> painted_colour(const std::string& name) {
    const Image image = default_texture(name, 64, 64);
    std::array<double, 3> sum{};
    for (std::uint32_t y = 2; y < 64; ++y) {
        for (std::uint32_t x = 2; x < 64; ++x) {
            const Rgba& texel = image.at(x, y);
            sum = {sum[0] + texel.r, sum[1] + texel.g, sum[2] + texel.b};
        }
    }
    return {sum[0] / (62 * 62), sum[1] / (62 * 62), sum[2] / (62 * 62)};
}

TEST(Exports, AMaterialWithoutAPictureHadAnotherColourThanRenderGivesIt) {
    LevelData data = test::small_level();
    for (MaterialRecord& material : data.materials) {
        material.flags = 0;
        material.picture = kNone;
    }
    const Level level = test::level_of(data);
    const ExportedObj obj = exported(data);
    const Lines names = lines_with(obj.mtl, "newmtl");
    const Lines colours = lines_with(obj.mtl, "Kd");
    ASSERT_EQ(names.size(), colours.size());
    const test::Glb glb = test::check_glb(export_glb(level).value().bytes);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::array<double, 3> painted = painted_colour(names[i]);
        std::istringstream line(colours[i]);
        for (std::size_t c = 0; c < 3; ++c) {
            double screen = 0;
            line >> screen;
            EXPECT_NEAR(screen * 255, painted[c], 3) << names[i];
            // The definition of sRGB.
            const double light =
                screen <= 0.04045 ? screen / 12.92 : std::pow((screen + 0.055) / 1.055, 2.4);
            const double factor =
                glb.json["materials"][i]["pbrMetallicRoughness"]["baseColorFactor"][c];
            EXPECT_NEAR(factor, light, 1.0 / 255) << names[i];
        }
    }
}

}  // namespace
}  // namespace halfspace
