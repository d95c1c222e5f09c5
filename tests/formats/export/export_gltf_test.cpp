// SPDX-License-Identifier: MIT
// What a .glb holds beside triangles: nodes, their keys, materials, pictures.
#include "halfspace/formats/export.h"
#include "halfspace/formats/image_file.h"

#include "formats/export/export_levels.h"
#include "formats/export/glb_check.h"
#include "support/scene_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

namespace halfspace {
namespace {

using nlohmann::json;

const std::string kNoCharacter = "\xef\xbf\xbd";

test::Glb exported(const LevelData& data, const GlbOptions& options = {}) {
    static std::vector<std::byte> bytes;  // the result points into it
    Result<ExportedGlb> done = export_glb(test::level_of(data), options);
    EXPECT_TRUE(done);
    bytes = std::move(done->bytes);
    return test::check_glb(bytes);
}

json names_of(const json& list) {
    json names = json::array();
    for (const json& record : list) {
        names.push_back(record.value("name", ""));
    }
    return names;
}

// The one material with this name and alpha mode.
json material_of(const test::Glb& glb, const std::string& name, const std::string& mode) {
    json found;
    for (const json& material : glb.json.at("materials")) {
        if (material.at("name") == name && material.value("alphaMode", "OPAQUE") == mode) {
            EXPECT_TRUE(found.is_null());
            found = material;
        }
    }
    return found;
}

TEST(ExportGlb, EveryEntityIsANodeOfTheScene) {
    const test::Glb glb = exported(test::small_level());
    EXPECT_EQ(names_of(glb.json["nodes"]),
              json({"worldspawn_0", "func_door_1", "info_player_start_2"}));
    EXPECT_EQ(glb.json["scene"], 0);
    EXPECT_EQ(glb.json["scenes"][0]["nodes"], json({0, 1, 2}));
    EXPECT_EQ(glb.json["meshes"].size(), 2u);
    EXPECT_EQ(glb.json["nodes"][1]["mesh"], 1);
    EXPECT_FALSE(glb.json["nodes"][2].contains("mesh"));
}

TEST(ExportGlb, AModelIsDrawnRelativeToItsOrigin) {
    const test::Glb glb = exported(test::small_level());
    // Around (36, 0, 0), in metres of 32 units, Y up: x 32 to 40, y -16 to 16, z 0 to 64.
    EXPECT_EQ(glb.json["nodes"][1]["translation"], json({1.125, 0.0, 0.0}));
    const json& primitive = glb.json["meshes"][1]["primitives"][0];
    const json& accessor = glb.json["accessors"][primitive["attributes"]["POSITION"].get<int>()];
    EXPECT_EQ(accessor["min"], json({-0.125, 0.0, -0.5}));
    EXPECT_EQ(accessor["max"], json({0.125, 2.0, 0.5}));
}

TEST(ExportGlb, APointEntityStandsAtItsOrigin) {
    LevelData data = test::small_level();
    test::add_entity(data, {{"classname", "light"}, {"origin", "32 -64 16"}});
    test::add_entity(data, {{"classname", "light"}, {"origin", "32 -64"}});
    test::add_entity(data, {{"classname", "light"}, {"origin", "1e39 0 1e300"}});
    const test::Glb glb = exported(data);
    EXPECT_EQ(glb.json["nodes"][3]["translation"], json({1.0, 0.5, 2.0}));
    EXPECT_FALSE(glb.json["nodes"][4].contains("translation"));
    EXPECT_FALSE(glb.json["nodes"][5].contains("translation"));
}

TEST(ExportGlb, NamesAreTargetnamesOrClassnamesAndNoTwoAreTheSame) {
    LevelData data = test::small_level();
    test::add_entity(data, {{"classname", "light"}, {"targetname", "lamp"}});
    test::add_entity(data, {{"classname", "light"}, {"targetname", "lamp"}});
    test::add_entity(data, {{"classname", "light"}});
    test::add_entity(data, {{"targetname", "light_5"}});
    test::add_entity(data, {{"message", "nameless"}});
    test::add_entity(data, {});
    const test::Glb glb = exported(data);
    const json names = names_of(glb.json["nodes"]);
    EXPECT_EQ(json(names.begin() + 3, names.end()),
              json({"lamp", "lamp_4", "light_5", "light_5_6", "entity_7", "entity_8"}));
    EXPECT_FALSE(glb.json["nodes"][8].contains("extras"));
}

TEST(ExportGlb, KeysAreExtras) {
    LevelData data = test::small_level();
    test::add_entity(data,
                     {{"classname", "info"},
                      {"message", "say \"hi\"\\n\tC:\\quake\\"},
                      {"", "no key"},
                      {"empty", ""},
                      {"a/b~c", "\x01\x1f\x7f"},
                      {"twice", "first"},
                      {"twice", "second"}});
    const json extras = exported(data).json["nodes"][3]["extras"];
    EXPECT_EQ(extras,
              json({{"classname", "info"},
                    {"message", "say \"hi\"\\n\tC:\\quake\\"},
                    {"", "no key"},
                    {"empty", ""},
                    {"a/b~c", "\x01\x1f\x7f"},
                    {"twice", "first"}}));
}

TEST(ExportGlb, BytesThatAreNoUtf8AreReplaced) {
    LevelData data = test::small_level();
    test::add_entity(data,
                     {{"targetname", "caf\xe9"}, {"k\xff", "\xc3\xa9 \xe9"}, {"k\xfe", "other"}});
    data.materials[0].name = test::add_text(data, "wall\x80");
    const test::Glb glb = exported(data);
    EXPECT_EQ(glb.json["nodes"][3]["name"], "caf" + kNoCharacter);
    EXPECT_EQ(glb.json["nodes"][3]["extras"],
              json({{"targetname", "caf" + kNoCharacter},
                    {"k" + kNoCharacter, "\xc3\xa9 " + kNoCharacter}}));
    EXPECT_FALSE(material_of(glb, "wall" + kNoCharacter, "OPAQUE").is_null());
}

TEST(ExportGlb, AllKeysOfTheExampleLevelsAreThere) {
    for (const char* name : {"keep", "station", "leak"}) {
        const Level level =
            test::compiled_map(test::project_file(std::string("examples/levels/") + name + ".map"))
                .value();
        const Result<ExportedGlb> done = export_glb(level);
        ASSERT_TRUE(done);
        const test::Glb glb = test::check_glb(done->bytes);
        ASSERT_EQ(glb.json["nodes"].size(), level.entities().size());
        for (std::size_t i = 0; i < level.entities().size(); ++i) {
            const EntityRecord& entity = level.entities()[i];
            json expected = json::object();
            for (const KeyRecord& key : level.keys().subspan(entity.first_key, entity.key_count)) {
                expected[std::string(level.string(key.key))] = level.string(key.value);
            }
            EXPECT_EQ(glb.json["nodes"][i]["extras"], expected);
        }
    }
}

TEST(ExportGlb, AMaterialHasAVariantForEachWayInWhichItIsDrawn) {
    const test::Glb glb = exported(test::decorated_level());
    EXPECT_EQ(names_of(glb.json["materials"]),
              json({"stone", "stone", "stone", "glass", "*water", "steel"}));
    const json water = material_of(glb, "*water", "BLEND");
    EXPECT_EQ(water["doubleSided"], true);
    EXPECT_EQ(water["pbrMetallicRoughness"]["baseColorFactor"][3], 128 / 255.0);
    EXPECT_EQ(water["pbrMetallicRoughness"]["metallicFactor"], 0.0);
    EXPECT_FALSE(material_of(glb, "glass", "MASK").is_null());
    EXPECT_EQ(material_of(glb, "stone", "BLEND")["pbrMetallicRoughness"]["baseColorFactor"][3],
              64 / 255.0);
    EXPECT_EQ(glb.json["materials"][2]["extras"], json({{"sky", true}}));
    EXPECT_FALSE(glb.json["materials"][1].contains("extras"));
}

TEST(ExportGlb, SkyMayBeLeftOut) {
    const Level level = test::level_of(test::decorated_level());
    const Result<ExportedGlb> with = export_glb(level);
    const Result<ExportedGlb> without = export_glb(level, {.sky = false});
    ASSERT_TRUE(with && without);
    EXPECT_EQ(with->counts.faces, 14u);
    EXPECT_EQ(without->counts.faces, 13u);
    EXPECT_EQ(without->counts.triangles, with->counts.triangles - 2);
    EXPECT_EQ(without->counts.materials, with->counts.materials - 1);
    const test::Glb glb = test::check_glb(without->bytes);
    EXPECT_EQ(names_of(glb.json["materials"]),
              json({"stone", "stone", "glass", "*water", "steel"}));
}

TEST(ExportGlb, ColoursComeFromNamesAndDiffer) {
    const test::Glb glb = exported(test::small_level());
    std::set<json> colours;
    for (const json& material : glb.json["materials"]) {
        const json& colour = material["pbrMetallicRoughness"]["baseColorFactor"];
        for (int i = 0; i < 3; ++i) {
            EXPECT_GT(colour[i].get<double>(), 0);
            EXPECT_LT(colour[i].get<double>(), 1);
        }
        colours.insert(colour);
    }
    EXPECT_EQ(colours.size(), 4u);
}

TEST(ExportGlb, PicturesAreEmbeddedAsPngAndRepeat) {
    const Image image{2, 1, {{255, 0, 0, 255}, {0, 128, 255, 10}}};
    std::vector<std::string> asked;
    GlbOptions options;
    options.image = [&](std::string_view name) {
        asked.emplace_back(name);
        return name == "stone" || name == "glass" ? std::optional(image) : std::nullopt;
    };
    const test::Glb glb = exported(test::decorated_level(), options);
    EXPECT_EQ(asked, (std::vector<std::string>{"stone", "glass", "*water", "steel"}));
    EXPECT_EQ(names_of(glb.json["images"]), json({"stone", "glass"}));
    EXPECT_EQ(glb.json["samplers"], json({{{"wrapS", 10497}, {"wrapT", 10497}}}));
    for (const json& material : glb.json["materials"]) {
        const json& surface = material["pbrMetallicRoughness"];
        const bool has_picture = material["name"] == "stone" || material["name"] == "glass";
        ASSERT_EQ(surface.contains("baseColorTexture"), has_picture);
        if (has_picture) {
            const int texture = surface["baseColorTexture"]["index"];
            const int source = glb.json["textures"][texture]["source"];
            EXPECT_EQ(glb.json["images"][source]["name"], material["name"]);
            const json colour = surface.value("baseColorFactor", json({1.0, 1.0, 1.0, 1.0}));
            EXPECT_EQ(json(colour.begin(), colour.begin() + 3), json({1.0, 1.0, 1.0}));
        }
    }
    for (const json& record : glb.json["images"]) {
        EXPECT_EQ(record["mimeType"], "image/png");
        const json& view = glb.json["bufferViews"][record["bufferView"].get<int>()];
        EXPECT_FALSE(view.contains("target"));
        const auto png = glb.binary.subspan(view.value("byteOffset", 0u), view["byteLength"]);
        const Result<Image> read = read_image(png, "embedded");
        ASSERT_TRUE(read);
        EXPECT_EQ(read->width, 2u);
        // Only the glass is masked.
        const std::uint8_t alpha = record["name"] == "glass" ? 10 : 255;
        EXPECT_EQ(read->pixels, (std::vector<Rgba>{{255, 0, 0, 255}, {0, 128, 255, alpha}}));
    }
}

TEST(ExportGlb, ALevelWithoutFacesIsNodesAlone) {
    LevelData data = test::small_level();
    data.faces.clear();
    data.face_vertices.clear();
    data.face_texcoords.clear();
    data.vertices.clear();
    for (ModelRecord& model : data.models) {
        model.first_face = model.face_count = 0;
    }
    derive(data);
    const test::Glb glb = exported(data);
    EXPECT_EQ(glb.json["nodes"].size(), 3u);
    EXPECT_TRUE(glb.binary.empty());
    EXPECT_FALSE(glb.json.contains("meshes"));
}

TEST(ExportGlb, FacesThatRoundingMadeLinesLeaveNoEmptyMeshes) {
    LevelData data = test::small_level();
    const ModelRecord& door = data.models[1];
    for (std::uint32_t i = door.first_face; i < door.first_face + door.face_count; ++i) {
        const FaceRecord& face = data.faces[i];
        for (std::uint32_t j = 0; j < face.vertex_count; ++j) {
            data.face_vertices[face.first_vertex + j] = data.face_vertices[face.first_vertex];
        }
    }
    derive(data);
    const test::Glb glb = exported(data);
    EXPECT_EQ(glb.json["meshes"].size(), 1u);
    EXPECT_FALSE(glb.json["nodes"][1].contains("mesh"));
}

TEST(ExportGlb, ManyCornersOfOneMaterialHaveLongIndices) {
    for (const std::uint32_t more : {16377u, 16378u}) {
        LevelData data = test::small_level();
        data.faces.insert(data.faces.begin(), more, data.faces.front());
        data.models[0].face_count += more;
        data.models[1].first_face += more;
        test::line_up_vertices(data);
        derive(data);
        const test::Glb glb = exported(data);
        const json& stone = glb.json["meshes"][0]["primitives"][0];
        const std::size_t corners =
            glb.json["accessors"][stone["attributes"]["POSITION"].get<int>()]["count"];
        EXPECT_EQ(corners, 4 * std::size_t{more} + 26);  // 26 without the additional walls
        const json& indices = glb.json["accessors"][stone["indices"].get<int>()];
        EXPECT_EQ(indices["componentType"], corners > 65535 ? 5125 : 5123);
    }
}

TEST(ExportGlb, EqualLevelsGiveEqualBytes) {
    const Result<ExportedGlb> a = export_glb(test::level_of(test::decorated_level()));
    const Result<ExportedGlb> b = export_glb(test::level_of(test::decorated_level()));
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->bytes, b->bytes);
}

TEST(ExportGlb, AScaleThatFloatsCannotHoldIsAnError) {
    LevelData data = test::small_level();
    data.units_per_metre = 1e-300;
    const Result<ExportedGlb> done = export_glb(test::level_of(data));
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::Range);
}

}  // namespace
}  // namespace halfspace
