// SPDX-License-Identifier: MIT
#include "draw_list.h"

#include "halfspace/render/polygon_list.h"

#include "render/pictures.h"
#include "viewer/example_level.h"

#include <gtest/gtest.h>

#include <vector>

namespace halfspace::viewer {
namespace {

// The faces of the ranges in their order; a face that follows itself counts once.
std::vector<std::uint32_t> faces_of(const DrawList& list, const LevelMesh& mesh) {
    std::vector<std::uint32_t> faces;
    for (std::size_t i = 0; i < list.ranges().firsts.size(); ++i) {
        const auto first = static_cast<std::size_t>(list.ranges().firsts[i]);
        for (std::size_t v = first; v < first + static_cast<std::size_t>(list.ranges().counts[i]);
             ++v) {
            const MeshVertex& vertex = v < mesh.vertices.size()
                                           ? mesh.vertices[v]
                                           : list.pieces()[v - mesh.vertices.size()];
            if (faces.empty() || faces.back() != vertex.face) {
                faces.push_back(vertex.face);
            }
        }
    }
    return faces;
}

std::vector<std::uint32_t> faces_of(const PolygonList& list) {
    std::vector<std::uint32_t> faces;
    for (const PaintPolygon& polygon : list.polygons) {
        if (faces.empty() || faces.back() != polygon.face) {
            faces.push_back(polygon.face);
        }
    }
    return faces;
}

TEST(DrawList, HasTheOrderOfThePainter) {
    for (const char* const name : {"keep.map", "station.map"}) {
        const Level& level = example_level(name).level;
        const LevelMesh mesh = mesh_of(level);
        const std::vector<PlacedModel> models = models_at_rest(level);
        DrawList list;
        for (const View& view : test::random_views(level, 20, 3)) {
            for (const DrawOrder order : {DrawOrder::BackToFront, DrawOrder::FrontToBack}) {
                list.sort(level, mesh, models, view.eye, order, frustum_of(view));
                const PolygonList painted = visible_polygons(level, models, view, order);
                EXPECT_EQ(faces_of(list, mesh), faces_of(painted));
                EXPECT_EQ(list.ranges().polygons, painted.polygons.size());
            }
        }
    }
}

TEST(DrawList, JoinsRangesThatFollowOneAnother) {
    const Level& level = example_level("castle.grid").level;
    const LevelMesh mesh = mesh_of(level);
    DrawList list;
    const View view = test::random_views(level, 1, 1).front();
    list.sort(level, mesh, {}, view.eye, DrawOrder::BackToFront, frustum_of(view));
    EXPECT_LT(list.ranges().firsts.size(), list.ranges().polygons);
    for (std::size_t i = 1; i < list.ranges().firsts.size(); ++i) {
        EXPECT_NE(list.ranges().firsts[i - 1] + list.ranges().counts[i - 1],
                  list.ranges().firsts[i]);
    }
}

}  // namespace
}  // namespace halfspace::viewer
