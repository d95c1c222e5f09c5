// SPDX-License-Identifier: MIT
#include "halfspace/render/cut.h"

#include "halfspace/query/classify.h"

#include "render/colours.h"
#include "support/random.h"
#include "support/refit.h"
#include "support/scene_levels.h"
#include "support/small_level.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace halfspace::test {
namespace {

const Level& keep() {
    static const Level kLevel = *compiled_map(project_file("examples/levels/keep.map"));
    return kLevel;
}

double area(const CutCell& cell) {
    double sum = 0;
    for (std::size_t i = 0; i < cell.corners.size(); ++i) {
        const auto& p = cell.corners[i];
        const auto& q = cell.corners[(i + 1) % cell.corners.size()];
        sum += p[0] * q[1] - p[1] * q[0];
    }
    return sum / 2;
}

TEST(DrawnBox, IsAroundAllFaces) {
    Aabb box;
    for (std::uint32_t i = 0; i < keep().models().front().face_count; ++i) {
        const FaceRecord& face = keep().faces()[i];
        for (const std::uint32_t vertex :
             keep().face_vertices().subspan(face.first_vertex, face.vertex_count)) {
            const VertexRecord& p = keep().vertices()[vertex];
            box = united(box, Vec3{p.x, p.y, p.z});
        }
    }
    EXPECT_EQ(drawn_box(keep()), box);
    EXPECT_LT(keep().models().front().min[0], box.min.x);
}

TEST(DrawnBox, IsTheModelsIfNothingIsDrawn) {
    LevelData data;
    data.leaves = {{}, {}};
    data.strings = {'\0'};
    data.models.push_back(
        {-2, 0, 0, 0, {-1, -2, -3}, {4, 5, 6}, {-1, -2, -3}, {4, 5, 6}, {}, 0, 0});
    data.entities.push_back({0, 0, 0, 1});
    add_point_space(data);
    derive(data);
    const auto level = Level::from_data(data);
    ASSERT_TRUE(level) << to_string(level.error());
    EXPECT_EQ(drawn_box(*level), (Aabb{{-1, -2, -3}, {4, 5, 6}}));
}

TEST(CutCells, FillTheFrame) {
    const CutFrame frame = cut_frame(keep());
    const double whole = (frame.max[0] - frame.min[0]) * (frame.max[1] - frame.min[1]);
    for (const double height : {-40.0, 0.0, 31.5, 100.25}) {
        double sum = 0;
        for (const CutCell& cell : cut_cells(keep(), height)) {
            sum += area(cell);
        }
        EXPECT_NEAR(sum, whole, whole * 1e-9) << height;
    }
}

TEST(CutCells, AreOfTheLeafThatIsThere) {
    Random random(1);
    for (const double height : {-40.0, 0.0, 31.5, 100.25}) {
        for (const CutCell& cell : cut_cells(keep(), height)) {
            std::array<double, 2> p{};
            double total = 0;
            for (const auto& corner : cell.corners) {
                const double weight = random.real(0.1, 1);
                p[0] += corner[0] * weight;
                p[1] += corner[1] * weight;
                total += weight;
            }
            if (area(cell) > 1e-3) {
                EXPECT_EQ(find_leaf(keep(), {p[0] / total, p[1] / total, height}), cell.leaf);
            }
        }
    }
}

TEST(CutCells, AreNoneAboveAndBelowTheBox) {
    EXPECT_TRUE(cut_cells(keep(), 1e6).empty());
    EXPECT_TRUE(cut_cells(keep(), -1e6).empty());
}

TEST(PaintCut, HasTheColourOfTheContentsAtEachPixel) {
    const Level level = *Level::from_data(small_level());
    CutOptions options;
    options.height = 8;
    options.width = 80;
    options.rows = 40;
    options.threads = 1;
    const Image image = paint_cut(level, options);
    const CutFrame frame = cut_frame(level);
    // The height fills the picture; the rest is to both sides.
    const double step = (frame.max[1] - frame.min[1]) / 40;
    const auto count = [&](Contents contents) {
        return std::count(image.pixels.begin(), image.pixels.end(), contents_colour(contents));
    };
    EXPECT_GT(count(Contents::Water), 0);
    EXPECT_GT(count(Contents::Solid), 0);
    for (std::uint32_t y = 0; y < 40; ++y) {
        for (std::uint32_t x = 0; x < 80; ++x) {
            const Vec3 p{(frame.min[0] + frame.max[0]) / 2 + (x + 0.5 - 40) * step,
                         frame.max[1] - (y + 0.5) * step,
                         8};
            EXPECT_EQ(image.at(x, y), contents_colour(level.contents(find_leaf(level, p))));
        }
    }
    options.threads = 3;
    EXPECT_EQ(paint_cut(level, options).pixels, image.pixels);
}

TEST(CutSvg, HasAPathForEachKindOfContents) {
    const Level level = *Level::from_data(small_level());
    const std::string text = cut_svg(level, 8);
    EXPECT_TRUE(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    EXPECT_TRUE(text.ends_with("</svg>\n"));
    for (const char* const id : {"\"solid\"", "\"water\"", "\"fence\""}) {
        EXPECT_NE(text.find(std::string("<path id=") + id), std::string::npos) << id;
    }
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_NE(text.find("vector-effect"), std::string::npos);
    EXPECT_EQ(cut_svg(level, 8, CutOutlines::None).find("vector-effect"), std::string::npos);
}

}  // namespace
}  // namespace halfspace::test
