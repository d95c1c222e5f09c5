// SPDX-License-Identifier: MIT
#include "halfspace/render/cut.h"

#include "halfspace/query/classify.h"

#include "support/random.h"
#include "support/refit.h"
#include "support/scene_levels.h"
#include "support/small_level.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace halfspace::test {
namespace {

const Level& keep() {
    static const Level kLevel = *compiled_brushes(project_file("examples/levels/keep.map"));
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
            box = merge(box, Vec3{p.x, p.y, p.z});
        }
    }
    EXPECT_EQ(keep().drawn_box(kWorldModel), box);
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
    EXPECT_EQ(level->drawn_box(kWorldModel), (Aabb{{-1, -2, -3}, {4, 5, 6}}));
}

constexpr CutFrame kFrame{{-100, -50}, {1300, 600}};

double length(const Point2& from, const Point2& to) {
    return std::hypot(to[0] - from[0], to[1] - from[1]);
}

TEST(CutLevel, FillsTheFrameWithCells) {
    const double whole = (kFrame.max[0] - kFrame.min[0]) * (kFrame.max[1] - kFrame.min[1]);
    for (const double height : {-40.0, 0.0, 31.5, 100.25}) {
        double sum = 0;
        for (const CutCell& cell : cut_level(keep(), height, kFrame).cells) {
            sum += area(cell);
        }
        EXPECT_NEAR(sum, whole, whole * 1e-9) << height;
    }
}

TEST(CutLevel, HasTheCellOfTheLeafThatIsThere) {
    Random random(1);
    for (const double height : {-40.0, 0.0, 31.5, 100.25}) {
        for (const CutCell& cell : cut_level(keep(), height, kFrame).cells) {
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

TEST(CutLevel, HasAnEdgeBetweenTheTwoLeavesBesideIt) {
    for (const double height : {-40.0, 0.0, 31.5, 100.25}) {
        const Cut cut = cut_level(keep(), height, kFrame);
        EXPECT_GT(cut.edges.size(), 100u);
        for (const auto& [leaves, ends] : cut.edges) {
            const double share = 0.01 / length(ends[0], ends[1]);
            const Point2 middle{(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2};
            const double x = -(ends[1][1] - ends[0][1]) * share;
            const double y = (ends[1][0] - ends[0][0]) * share;
            if (length(ends[0], ends[1]) > 0.2) {
                EXPECT_EQ(find_leaf(keep(), {middle[0] + x, middle[1] + y, height}), leaves[0]);
                EXPECT_EQ(find_leaf(keep(), {middle[0] - x, middle[1] - y, height}), leaves[1]);
            }
        }
    }
}

TEST(CutLevel, HasAllEdgesOfTheCells) {
    const double frame = 2 * (kFrame.max[0] - kFrame.min[0] + kFrame.max[1] - kFrame.min[1]);
    for (const double height : {-40.0, 31.5, 100.25}) {
        const Cut cut = cut_level(keep(), height, kFrame);
        double around = 0;
        for (const CutCell& cell : cut.cells) {
            for (std::size_t i = 0; i < cell.corners.size(); ++i) {
                around += length(cell.corners[i], cell.corners[(i + 1) % cell.corners.size()]);
            }
        }
        double edges = 0;
        for (const CutEdge& edge : cut.edges) {
            edges += length(edge.ends[0], edge.ends[1]);
        }
        EXPECT_NEAR(around, frame + 2 * edges, around * 1e-4);
    }
}

TEST(CutLevel, KnowsTheLeavesAlongTheBorder) {
    const Cut cut = cut_level(keep(), 31.5, kFrame);
    for (const Point2& p : {Point2{-99.9, -20}, Point2{1299.9, 599.9}, Point2{300, -49.9}}) {
        const LeafId leaf = find_leaf(keep(), {p[0], p[1], 31.5});
        EXPECT_NE(std::ranges::find(cut.border, leaf), cut.border.end()) << p[0];
    }
    const LeafId start = find_leaf(keep(), {64, 256, 31.5});
    EXPECT_EQ(std::ranges::find(cut.border, start), cut.border.end());
}

TEST(CutLevel, IsEmptyAboveAndBelowTheBox) {
    EXPECT_TRUE(cut_level(keep(), 1e6, kFrame).cells.empty());
    EXPECT_TRUE(cut_level(keep(), -1e6, kFrame).cells.empty());
    EXPECT_TRUE(cut_level(keep(), 40, {{1e6, 0}, {2e6, 10}}).cells.empty());
}

}  // namespace
}  // namespace halfspace::test
