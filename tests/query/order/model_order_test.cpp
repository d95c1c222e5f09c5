// SPDX-License-Identifier: MIT
#include "halfspace/query/model_order.h"

#include "halfspace/math/sin_cos.h"

#include "support/brushes.h"
#include "support/random.h"
#include "support/scene_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using test::box_brush;

// A room with a pillar and a pool, and five doors of different shapes.
World rooms() {
    World world = test::world_of({box_brush({-256, -256, -16}, {256, 256, 0}),
                                  box_brush({-256, -256, 128}, {256, 256, 144}),
                                  box_brush({-272, -256, 0}, {-256, 256, 128}),
                                  box_brush({256, -256, 0}, {272, 256, 128}),
                                  box_brush({-32, -32, 0}, {32, 32, 128}),
                                  box_brush({64, 64, 0}, {200, 200, 24}, Contents::Water)});
    const auto add = [&](std::vector<Brush> brushes) {
        world.entities.push_back(
            Entity{.keys = {{"classname", "func_door"}}, .brushes = std::move(brushes)});
    };
    add({box_brush({80, -64, 0}, {96, 64, 96})});
    add({box_brush({100, -64, 0}, {116, 64, 96}), box_brush({100, -16, 96}, {116, 16, 120})});
    add({test::turned_box({120, -40, 8}, {128, 40, 80}, 20, 3)});
    add({box_brush({-200, -200, 10}, {-100, -190, 100}),
         box_brush({-200, -200, 10}, {-190, -100, 100})});
    add({box_brush({70, 70, 8}, {90, 90, 60}, Contents::Detail)});
    return world;
}

Transform turned(double degrees, const Vec3& translation) {
    const SinCos turn = sin_cos(degrees);
    return {{turn.cosine, turn.sine, 0}, {-turn.sine, turn.cosine, 0}, {0, 0, 1}, translation};
}

// Places where models do not cut through one another.
std::vector<PlacedModel> places(const Level& level, test::Random& random) {
    std::vector<PlacedModel> placed;
    for (std::uint32_t m = 1; m < level.models().size(); ++m) {
        placed.push_back({ModelId(m), {}});
    }
    if (random.one_in(2)) {  // apart from each other in height, through the walls now and then
        for (std::size_t i = 0; i < placed.size(); ++i) {
            placed[i].transform = turned(
                random.real(0, 360),
                {random.real(-40, 40), random.real(-40, 40), static_cast<double>(i) * 130 - 200});
        }
    }
    return placed;
}

struct Drawn {
    std::uint32_t face;
    std::vector<FaceVertex> corners;
    bool is_piece;
    std::uint32_t placed;
};

std::vector<Drawn> drawn(const Level& level, const ModelOrder& order) {
    std::vector<Drawn> result;
    for (const DrawItem& item : order.items()) {
        if (item.piece != kNone) {
            const FacePiece& piece = order.pieces()[item.piece];
            const auto corners = order.vertices().subspan(piece.first_vertex, piece.vertex_count);
            result.push_back({piece.face, {corners.begin(), corners.end()}, true, piece.placed});
            continue;
        }
        for (std::uint32_t f = item.run.first; f < item.run.first + item.run.count; ++f) {
            Drawn face{f, {}, false, 0};
            const FaceRecord& record = level.faces()[f];
            for (std::uint32_t i = 0; i < record.vertex_count; ++i) {
                const VertexRecord& v =
                    level.vertices()[level.face_vertices()[record.first_vertex + i]];
                face.corners.push_back({{v.x, v.y, v.z}, 0, 0});
            }
            result.push_back(std::move(face));
        }
    }
    return result;
}

Vec3 vector_area(const std::vector<FaceVertex>& corners) {
    Vec3 sum;
    for (std::size_t i = 2; i < corners.size(); ++i) {
        sum = sum +
              cross(corners[i - 1].point - corners[0].point, corners[i].point - corners[0].point);
    }
    return sum * 0.5;
}

// In lengths of `way`; below 0 if the ray misses the polygon's inside.
double meet(const Drawn& polygon, const Vec3& eye, const Vec3& way) {
    const Vec3 area = vector_area(polygon.corners);
    const Vec3 normal = area * (1 / length(area));
    const double slope = dot(normal, way);
    if (std::abs(slope) < 1e-3) {
        return -1;
    }
    const double at = dot(normal, polygon.corners[0].point - eye) / slope;
    const Vec3 point = eye + way * at;
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
        const Vec3 from = polygon.corners[i].point;
        const Vec3 edge = polygon.corners[(i + 1) % polygon.corners.size()].point - from;
        if (dot(normal, cross(edge, point - from)) < 1e-2 * length(edge)) {
            return -1;
        }
    }
    return at;
}

Vec3 some_eye(test::Random& random) {
    return {random.real(-250, 250), random.real(-250, 250), random.real(4, 124)};
}

// Along a ray the polygons that it meets come in the order of their distances. Returns how often
// a piece of a model followed something that is not of the same model.
int check_ray(const std::vector<Drawn>& all, const Vec3& eye, const Vec3& way, DrawOrder order) {
    const double sign = order == DrawOrder::BackToFront ? -1 : 1;
    double last = -1e30;
    const Drawn* before = nullptr;
    int mixed = 0;
    for (const Drawn& polygon : all) {
        const double at = meet(polygon, eye, way);
        if (at <= 1e-2) {
            continue;
        }
        EXPECT_GT(sign * at, last - 1e-2);
        const bool changes = before != nullptr && polygon.is_piece &&
                             (!before->is_piece || before->placed != polygon.placed);
        mixed += changes ? 1 : 0;
        last = sign * at;
        before = &polygon;
    }
    return mixed;
}

TEST(ModelOrder, NothingHidesWhatComesLater) {
    const Level level = *test::compiled_level(rooms());
    test::Random random(1);
    ModelOrder order;
    int mixed = 0;
    for (int i = 0; i < 120 && !HasFailure(); ++i) {
        const std::vector<PlacedModel> placed = places(level, random);
        const Vec3 eye = some_eye(random);
        const DrawOrder direction =
            random.one_in(2) ? DrawOrder::BackToFront : DrawOrder::FrontToBack;
        order.sort({level, placed}, eye, direction);
        const std::vector<Drawn> all = drawn(level, order);
        for (int ray = 0; ray < 200; ++ray) {
            const Vec3 way{random.real(-1, 1), random.real(-1, 1), random.real(-0.5, 0.5)};
            mixed += check_ray(all, eye, way * (1 / length(way)), direction);
        }
    }
    EXPECT_GT(mixed, 1000);
}

TEST(ModelOrder, KeepsTheAreaOfEveryFaceThatLooksToTheEye) {
    const Level level = *test::compiled_level(rooms());
    test::Random random(2);
    ModelOrder order;
    std::size_t cut = 0;
    for (int i = 0; i < 100; ++i) {
        const std::vector<PlacedModel> placed = places(level, random);
        const Vec3 eye = some_eye(random);
        order.sort({level, placed}, eye, DrawOrder::FrontToBack);
        std::map<std::pair<std::uint32_t, std::uint32_t>, double> areas;
        for (const Drawn& polygon : drawn(level, order)) {
            if (polygon.is_piece) {
                const Vec3 area = vector_area(polygon.corners);
                EXPECT_GT(dot(area, eye - polygon.corners[0].point), 0);
                areas[{polygon.placed, polygon.face}] += length(area);
                ++cut;
            }
        }
        cut -= areas.size();
        for (std::uint32_t p = 0; p < placed.size(); ++p) {
            const Vec3 local_eye = to_local(placed[p].transform, eye);
            FaceOrder faces(level, local_eye, DrawOrder::FrontToBack, nullptr, placed[p].model);
            for (const FaceRun run : faces) {
                for (std::uint32_t f = run.first; f < run.first + run.count; ++f) {
                    std::vector<FaceVertex> corners;
                    const FaceRecord& record = level.faces()[f];
                    for (std::uint32_t c = 0; c < record.vertex_count; ++c) {
                        const VertexRecord& v =
                            level.vertices()[level.face_vertices()[record.first_vertex + c]];
                        corners.push_back({{v.x, v.y, v.z}, 0, 0});
                    }
                    const double area = length(vector_area(corners));
                    EXPECT_NEAR((areas[{p, f}]), area, 1e-6 * area);
                    areas.erase({p, f});
                }
            }
        }
        EXPECT_TRUE(areas.empty());
    }
    EXPECT_GT(cut, 100u);
}

// Copies of all models in one place: every leaf is shared by many.
TEST(ModelOrder, GoesThroughLeavesThatManyModelsShare) {
    const Level level = *test::compiled_level(rooms());
    std::vector<PlacedModel> placed;
    for (int copy = 0; copy < 6; ++copy) {
        for (const PlacedModel& model : models_at_rest(level)) {
            placed.push_back(model);
            placed.back().transform = turned(copy * 3.0, {0, 0, copy * 1.0});
        }
    }
    ModelOrder order;
    const Vec3 eye{-100, 40, 60};
    order.sort({level, placed}, eye, DrawOrder::BackToFront);
    double area = 0;
    for (const Drawn& polygon : drawn(level, order)) {
        area += polygon.is_piece ? length(vector_area(polygon.corners)) : 0;
    }
    double expected = 0;
    for (const PlacedModel& model : placed) {
        order.sort({level, {&model, 1}}, eye, DrawOrder::BackToFront);
        for (const Drawn& polygon : drawn(level, order)) {
            expected += polygon.is_piece ? length(vector_area(polygon.corners)) : 0;
        }
    }
    EXPECT_NEAR(area, expected, 1e-6 * expected);
    EXPECT_GT(area, 1e5);
}

TEST(ModelOrder, CutsTextureCoordinatesWithTheFaces) {
    const Level level = *test::compiled_level(rooms());
    test::Random random(3);
    ModelOrder order;
    for (int i = 0; i < 30; ++i) {
        const std::vector<PlacedModel> placed = places(level, random);
        order.sort({level, placed}, some_eye(random), DrawOrder::BackToFront);
        for (const FacePiece& piece : order.pieces()) {
            // u and v are affine on the face: found from three of its corners.
            const FaceRecord& record = level.faces()[piece.face];
            const auto at = [&](std::uint32_t c) {
                const VertexRecord& v =
                    level.vertices()[level.face_vertices()[record.first_vertex + c]];
                return to_world(placed[piece.placed].transform, {v.x, v.y, v.z});
            };
            const auto t = [&](std::uint32_t c) {
                return level.face_texcoords()[record.first_vertex + c];
            };
            const Vec3 a = at(0);
            const Vec3 e = at(1) - a;
            const Vec3 f = at(record.vertex_count - 1) - a;
            const Vec3 n = cross(e, f);
            for (const FaceVertex& v :
                 order.vertices().subspan(piece.first_vertex, piece.vertex_count)) {
                const Vec3 p = v.point - a;
                const double s = dot(cross(p, f), n) / dot(n, n);
                const double r = dot(cross(e, p), n) / dot(n, n);
                const TexcoordRecord last = t(record.vertex_count - 1);
                EXPECT_NEAR(v.u, t(0).u + s * (t(1).u - t(0).u) + r * (last.u - t(0).u), 1e-4);
                EXPECT_NEAR(v.v, t(0).v + s * (t(1).v - t(0).v) + r * (last.v - t(0).v), 1e-4);
            }
        }
    }
}

TEST(ModelOrder, WithoutModelsIsTheOrderOfTheWorld) {
    const Level level = *test::compiled_map(test::project_file("examples/levels/station.map"));
    test::Random random(4);
    ModelOrder order;
    for (int i = 0; i < 20; ++i) {
        const Vec3 eye = some_eye(random);
        const auto view = look_at(eye, some_eye(random), 90, 1.5);
        ASSERT_TRUE(view);
        const Frustum frustum = frustum_of(*view);
        order.sort(level, eye, DrawOrder::BackToFront, &frustum);
        std::vector<FaceRun> runs;
        for (const DrawItem& item : order.items()) {
            EXPECT_EQ(item.piece, kNone);
            runs.push_back(item.run);
        }
        std::vector<FaceRun> expected;
        for_each_run(FaceOrder(level, eye, DrawOrder::BackToFront, &frustum),
                     [&](FaceRun run) { expected.push_back(run); });
        EXPECT_EQ(runs, expected);
    }
}

TEST(ModelOrder, LeavesOutPiecesBeyondTheFrustumOnly) {
    const Level level = *test::compiled_level(rooms());
    test::Random random(5);
    ModelOrder order;
    std::size_t fewer = 0;
    for (int i = 0; i < 60; ++i) {
        const std::vector<PlacedModel> placed = places(level, random);
        const Vec3 eye = some_eye(random);
        const auto view = look_at(eye, some_eye(random), 80, 1.5);
        ASSERT_TRUE(view);
        const Frustum frustum = frustum_of(*view);
        const auto visible = [&] {
            std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
            std::size_t all = 0;
            for (const Drawn& polygon : drawn(level, order)) {
                ++all;
                for (const FaceVertex& v : polygon.corners) {
                    if (polygon.is_piece &&
                        std::all_of(
                            frustum.planes.begin(), frustum.planes.end(), [&](const Plane& plane) {
                                return dot(plane.n, v.point) > plane.d;
                            })) {
                        seen.insert({polygon.placed, polygon.face});
                    }
                }
            }
            return std::pair(seen, all);
        };
        order.sort({level, placed}, eye, DrawOrder::BackToFront, &frustum);
        const auto some = visible();
        order.sort({level, placed}, eye, DrawOrder::BackToFront);
        const auto all = visible();
        EXPECT_EQ(some.first, all.first);
        fewer += all.second - some.second;
    }
    EXPECT_GT(fewer, 100u);
}

}  // namespace
}  // namespace halfspace
