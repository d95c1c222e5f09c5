// SPDX-License-Identifier: MIT
#include "level_mesh.h"

#include "halfspace/render/polygon_list.h"

#include "viewer/example_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace halfspace::viewer {
namespace {

Vec3 place_of(const MeshVertex& vertex) {
    return {vertex.position[0], vertex.position[1], vertex.position[2]};
}

// The length of all sides that are shown as edges, of triangles wider than a 64th of a unit. Others
// are where corners of a face lie in one line: they show no pixel.
double length_of_edges(std::span<const MeshVertex> vertices) {
    double sum = 0;
    for (std::size_t v = 0; v < vertices.size(); v += 3) {
        const std::array<Vec3, 3> corners{
            place_of(vertices[v]), place_of(vertices[v + 1]), place_of(vertices[v + 2])};
        double longest = 0;
        for (std::size_t side = 0; side < 3; ++side) {
            longest = std::max(longest, length(corners[(side + 1) % 3] - corners[side]));
        }
        const double area = length(cross(corners[1] - corners[0], corners[2] - corners[0]));
        if (64 * area <= longest) {
            continue;
        }
        for (std::size_t side = 0; side < 3; ++side) {
            // The corners of an edge have the distance 0 from it.
            const std::size_t from = (side + 1) % 3;
            const std::size_t to = (side + 2) % 3;
            const auto distance = [&](std::size_t corner) {
                return vertices[v + corner].light_and_sides >> 9 >> side & 1u;
            };
            if (distance(from) == 0 && distance(to) == 0) {
                sum += length(corners[to] - corners[from]);
            }
        }
    }
    return sum;
}

double length_around(std::span<const FaceVertex> corners) {
    double sum = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        sum += length(corners[(i + 1) % corners.size()].point - corners[i].point);
    }
    return sum;
}

// Wherever the fan begins, also beside corners within an edge.
TEST(AppendPiece, ShowsEachEdgeOfAFaceWithCornersInOneLine) {
    std::vector<FaceVertex> corners{{{0, 0, 0}},
                                    {{10, 0, 0}},
                                    {{25, 0, 0}},
                                    {{64, 0, 0}},
                                    {{64, 32, 0}},
                                    {{64, 64, 0}},
                                    {{0, 64, 0}},
                                    {{0, 8, 0}}};
    for (std::size_t first = 0; first < corners.size(); ++first) {
        std::vector<MeshVertex> vertices;
        append_piece(vertices, 0, {{0, 0, 1}, 0}, corners);
        EXPECT_EQ(vertices.size(), 3 * (corners.size() - 2));
        EXPECT_DOUBLE_EQ(length_of_edges(vertices), 256) << first;
        std::rotate(corners.begin(), corners.begin() + 1, corners.end());
    }
}

TEST(MeshOf, ShowsEachEdgeOfEachFace) {
    for (const char* const name : {"keep.map", "station.map"}) {
        const Level& level = example_level(name).level;
        const LevelMesh mesh = mesh_of(level);
        for (std::uint32_t f = 0; f < level.faces().size(); ++f) {
            PolygonList face;
            append_face(face, level, f);
            const double around = length_around(face.vertices);
            const std::size_t begin = mesh.first_of_face[f];
            const auto triangles =
                std::span(mesh.vertices).subspan(begin, mesh.first_of_face[f + 1] - begin);
            EXPECT_NEAR(length_of_edges(triangles), around, 1e-3 * around)
                << name << ", face " << f;
            EXPECT_TRUE(std::ranges::all_of(
                triangles, [&](const MeshVertex& vertex) { return vertex.face == f; }));
        }
    }
}

}  // namespace
}  // namespace halfspace::viewer
