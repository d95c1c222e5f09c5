// SPDX-License-Identifier: MIT
#include "level/error_after.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(CheckDrawing, RefusesFacesThatShareVertices) {
    EXPECT_EQ(error_after([](LevelData& d) { d.faces[1].first_vertex = 0; }),
              "section 'faces': record 1: its face_vertices begin at 0, not where those of the "
              "record before end: " +
                  std::to_string(small_level().faces[0].vertex_count));
    EXPECT_NE(error_after([](LevelData& d) {
                  d.face_vertices.push_back(0);
                  d.face_texcoords.push_back({});
              }).find("but the faces have"),
              std::string::npos);
}

TEST(CheckDrawing, RefusesFacesOutOfOrder) {
    EXPECT_NE(error_after([](LevelData& d) {
                  d.faces[0].node = d.faces[3].node;
                  d.faces[0].plane = d.faces[3].plane;
              }).find("it breaks the order of faces by node and side"),
              std::string::npos);
    EXPECT_NE(error_after([](LevelData& d) { d.face_texcoords[3].u = HUGE_VALF; }).find("finite"),
              std::string::npos);
    EXPECT_NE(error_after([](LevelData& d) { d.materials[0].width = 0; }).find("no size"),
              std::string::npos);
}

TEST(CheckModels, RefusesCurvesInPlaceOfAModel) {
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].flags = kModelCurves; }),
              "section 'models': record 1: its entity 1 has a model of curves for its own");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[0].flags = kModelCurves; }),
              "section 'models': record 0: model 0, the world, is marked as a model of curves");
}

TEST(CheckSources, RefusesEntitiesThatMakeNoSense) {
    EXPECT_EQ(error_after([](LevelData& d) { d.entities[2].key_count = 2; }),
              "section 'entities': record 2: 2 keys from 2 on, but there are 3");
    EXPECT_EQ(error_after([](LevelData& d) { d.entities[2].first_key = 0xffffffffu; }),
              "section 'entities': record 2: 1 keys from 4294967295 on, but there are 3");
    EXPECT_EQ(error_after([](LevelData& d) { d.entities[2].model = 2; }),
              "section 'entities': record 2: its model is 2, but there are 2");
    EXPECT_EQ(error_after([](LevelData& d) { d.entities[2].model = 1; }),
              "section 'entities': record 2: its model 1 has another entity");
}

TEST(CheckSources, RefusesLeftOutBrushesOfNoEntity) {
    EXPECT_EQ(error_after([](LevelData& d) { d.left_out[0].entity = 3; }),
              "section 'left_out': record 0: its entity is 3, but there are 3");
}

TEST(CheckSources, RefusesLeftOutBrushesTwiceOrOutOfOrder) {
    EXPECT_EQ(
        error_after([](LevelData& d) { d.left_out.push_back(d.left_out[0]); }),
        "section 'left_out': record 1: brush 1 of entity 1 does not stand in the order of the "
        "source");
    EXPECT_EQ(
        error_after([](LevelData& d) { d.left_out.push_back({1, 0, 0}); }),
        "section 'left_out': record 1: brush 0 of entity 1 does not stand in the order of the "
        "source");
    EXPECT_EQ(
        error_after([](LevelData& d) { d.left_out.push_back({0, 7, 0}); }),
        "section 'left_out': record 1: brush 7 of entity 0 does not stand in the order of the "
        "source");
    EXPECT_EQ(error_after([](LevelData& d) { d.left_out.push_back({2, 0, 0}); }), "no error");
}

TEST(CheckSources, RefusesTextsThatAreOutsideOrDoNotEnd) {
    const std::string size = std::to_string(small_level().strings.size());
    EXPECT_EQ(error_after([](LevelData& d) { d.strings.back() = 'x'; }),
              "section 'strings': the last string does not end with a zero byte");
    EXPECT_EQ(error_after([&](LevelData& d) {
                  d.keys[1].key = static_cast<std::uint32_t>(d.strings.size());
              }),
              "section 'keys': record 1: its key is at " + size + ", but there are " + size);
    EXPECT_EQ(error_after([](LevelData& d) { d.keys[1].value = kNone; }),
              "section 'keys': record 1: its value is at 4294967295, but there are " + size);
    EXPECT_EQ(error_after([](LevelData& d) { d.materials[0].name = kNone; }),
              "section 'materials': record 0: its name is at 4294967295, but there are " + size);
    EXPECT_EQ(error_after([](LevelData& d) { d.strings.clear(); }),
              "section 'keys': record 0: its key is at " +
                  std::to_string(small_level().keys[0].key) + ", but there are 0");
}

TEST(CheckSources, RefusesBrushesAndSidesThatMakeNoSense) {
    const std::string sides = std::to_string(small_level().sides.size());
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[2].entity = 3; }),
              "section 'brushes': record 2: its entity is 3, but there are 3");
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[8].side_count = 7; }),
              "section 'brushes': record 8: 7 sides from 47 on, but there are " + sides);
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[2].contents = 1u << 31; }),
              "section 'brushes': record 2: unknown contents 2147483648");
    EXPECT_EQ(error_after([](LevelData& d) { d.sides[4].material = 4; }),
              "section 'sides': record 4: its material is 4, but there are 4");
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.sides[4].plane = 2 * static_cast<std::uint32_t>(d.planes.size());
              }),
              "section 'sides': record 4: its plane is " +
                  std::to_string(2 * small_level().planes.size()) + ", but there are " +
                  std::to_string(2 * small_level().planes.size()));
}

TEST(CheckSources, RefusesEntitiesThatShareKeys) {
    EXPECT_EQ(error_after([](LevelData& d) { d.entities[1].first_key = 0; }),
              "section 'entities': record 1: its keys begin at 0, not where those of the record "
              "before end: 1");
    EXPECT_EQ(error_after([](LevelData& d) { d.keys.push_back(d.keys[0]); }),
              "section 'keys': there are 4, but the entities have 3");
}

TEST(CheckSources, RefusesBrushesThatShareSides) {
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[1].first_side = 0; }),
              "section 'brushes': record 1: its sides begin at 0, not where those of the record "
              "before end: 6");
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[1].first_side = 7; }),
              "section 'brushes': record 1: its sides begin at 7, not where those of the record "
              "before end: 6");
    const std::size_t sides = small_level().sides.size();
    EXPECT_EQ(error_after([](LevelData& d) { d.sides.push_back(d.sides[0]); }),
              "section 'sides': there are " + std::to_string(sides + 1) +
                  ", but the brushes have " + std::to_string(sides));
}

TEST(CheckSources, RefusesAStatisticThatIsNoDistance) {
    for (const double move : {-1.0, kInfinity, std::nan("")}) {
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.largest_move = move; }),
                  "section 'statistics': largest_move is negative or not finite");
    }
}

TEST(CheckSources, RefusesTolerancesThatNoLevelIsCompiledWith) {
    for (const double tolerance : {-1.0, 0.0, 4.5, kInfinity, std::nan("")}) {
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.import_tolerance = tolerance; }),
                  "section 'statistics': import_tolerance is not above 0 and at most 4");
    }
    for (const double tolerance : {-1.0, 0.0, 65.0, kInfinity, std::nan("")}) {
        const std::string expected =
            "section 'statistics': curve_tolerance or facet_tolerance is not above 0 and at most "
            "64";
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.curve_tolerance = tolerance; }),
                  expected);
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.facet_tolerance = tolerance; }),
                  expected);
    }
}

TEST(CheckDrawing, RefusesFacesThatMakeNoSense) {
    const auto after = [](auto FaceRecord::* member, std::uint32_t value) {
        return error_after([&](LevelData& d) { d.faces[5].*member = value; });
    };
    const std::string start = "section 'faces': record 5: ";
    const std::string planes = std::to_string(2 * small_level().planes.size());
    EXPECT_EQ(after(&FaceRecord::plane, 5000),
              start + "its plane is 5000, but there are " + planes);
    EXPECT_EQ(after(&FaceRecord::first_vertex, 55),
              start + "4 vertices from 55 on, but there are 58");
    EXPECT_EQ(after(&FaceRecord::vertex_count, 0xffffffffu),
              start + "4294967295 vertices from 22 on, but there are 58");
    EXPECT_EQ(after(&FaceRecord::vertex_count, 2),
              start + "it has 2 vertices, but a face has at least 3");
    EXPECT_EQ(after(&FaceRecord::brush, 9), start + "its brush is 9, but there are 9");
    EXPECT_EQ(after(&FaceRecord::side, 0), start + "side 0 does not belong to brush 1");
    EXPECT_EQ(after(&FaceRecord::side, 12), start + "side 12 does not belong to brush 1");
    EXPECT_EQ(after(&FaceRecord::material, 4), start + "its material is 4, but there are 4");
    EXPECT_EQ(after(&FaceRecord::node, 14), start + "its node is 14, but there are 14");
    EXPECT_EQ(after(&FaceRecord::node, 0).find(start + "it lies in plane"), 0u);
}

TEST(CheckDrawing, RefusesVerticesThatAreOutsideOrNoNumbers) {
    EXPECT_EQ(error_after([](LevelData& d) { d.face_vertices[7] = 58; }),
              "section 'face_vertices': record 7: vertex 58, but there are 58");
    EXPECT_EQ(error_after([](LevelData& d) { d.vertices[9].y = std::nanf(""); }),
              "section 'vertices': record 9: it is not finite");
    EXPECT_EQ(error_after([](LevelData& d) { d.vertices[9].z = HUGE_VALF; }),
              "section 'vertices': record 9: it is not finite");
}

}  // namespace
}  // namespace halfspace::test
