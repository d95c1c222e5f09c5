// SPDX-License-Identifier: MIT
#include "level/error_after.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace::test {
namespace {

TEST(CheckDrawing, RefusesFacesOutOfOrder) {
    EXPECT_NE(error_after([](LevelData& d) {
                  d.faces[0].node = d.faces[3].node;
                  d.faces[0].plane = d.faces[3].plane;
              }).find("it breaks the order of faces by node and side"),
              std::string::npos);
}

TEST(CheckDrawing, RefusesCornersWithoutTexcoords) {
    const std::string corners = std::to_string(small_level().face_vertices.size());
    EXPECT_EQ(error_after([](LevelData& d) { d.face_texcoords.pop_back(); }),
              "section 'face_texcoords': there are " +
                  std::to_string(small_level().face_texcoords.size() - 1) +
                  ", but one is needed for each of the face_vertices: " + corners);
}

TEST(CheckSources, RefusesTexturesWithoutASize) {
    EXPECT_EQ(error_after([](LevelData& d) { d.materials[0].width = 0; }),
              "section 'materials': record 0: its texture has no size");
    EXPECT_EQ(error_after([](LevelData& d) { d.materials[0].height = 0; }),
              "section 'materials': record 0: its texture has no size");
}

TEST(CheckModels, RefusesCurvesInPlaceOfAModel) {
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].flags = kModelCurves; }),
              "section 'models': record 1: its entity 1 has a model of curves for its own");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[0].flags = kModelCurves; }),
              "section 'models': record 0: model 0, the world, is marked as a model of curves");
}

TEST(CheckSources, RefusesModelsOfAnotherEntity) {
    EXPECT_EQ(error_after([](LevelData& d) { d.entities[2].model = 1; }),
              "section 'entities': record 2: its model 1 has another entity");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[0].entity = 1; }),
              "section 'models': record 0: its entity 1 has another model");
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

TEST(CheckSources, RefusesTextsThatDoNotEnd) {
    EXPECT_EQ(error_after([](LevelData& d) { d.strings.back() = 'x'; }),
              "section 'strings': the last string does not end with a zero byte");
}

TEST(CheckSources, RefusesAStatisticThatIsNoDistance) {
    EXPECT_EQ(error_after([](LevelData& d) { d.statistics.largest_move = -1; }),
              "section 'statistics': largest_move is negative");
}

TEST(CheckSources, RefusesTolerancesThatNoLevelIsCompiledWith) {
    for (const double tolerance : {-1.0, 0.0, 4.5}) {
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.import_tolerance = tolerance; }),
                  "section 'statistics': import_tolerance is not above 0 and at most 4");
    }
    for (const double tolerance : {-1.0, 0.0, 65.0}) {
        const std::string expected =
            "section 'statistics': curve_tolerance or facet_tolerance is not above 0 and at most "
            "64";
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.curve_tolerance = tolerance; }),
                  expected);
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.facet_tolerance = tolerance; }),
                  expected);
    }
}

TEST(CheckDrawing, RefusesFacesWithoutAnArea) {
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.faces.back().vertex_count = 2;
                  d.face_vertices.resize(d.face_vertices.size() - 2);
                  d.face_texcoords.resize(d.face_texcoords.size() - 2);
              }),
              "section 'faces': record 13: it has 2 vertices, but a face has at least 3");
}

TEST(CheckDrawing, RefusesFacesThatMakeNoSense) {
    const auto after = [](auto FaceRecord::* member, std::uint32_t value) {
        return error_after([&](LevelData& d) { d.faces[5].*member = value; });
    };
    const std::string start = "section 'faces': record 5: ";
    EXPECT_EQ(after(&FaceRecord::side, 0), start + "side 0 does not belong to brush 1");
    EXPECT_EQ(after(&FaceRecord::side, 12), start + "side 12 does not belong to brush 1");
    EXPECT_EQ(after(&FaceRecord::node, 0).find(start + "it lies in plane"), 0u);
}

}  // namespace
}  // namespace halfspace::test
