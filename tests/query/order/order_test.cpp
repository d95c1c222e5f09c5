// SPDX-License-Identifier: MIT
#include "halfspace/query/order.h"

#include "exact/shared/predicates.h"
#include "level/shared/derive.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/small_level.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

const std::vector<std::pair<std::string, Level>>& subjects() {
    static const std::vector<std::pair<std::string, Level>> kSubjects = [] {
        std::vector<std::pair<std::string, Level>> made;
        made.emplace_back("small", *Level::from_data(test::small_level()));
        made.emplace_back("station",
                          *test::compiled_map(test::project_file("examples/levels/station.map")));
        for (const test::SceneKind kind :
             {test::SceneKind::RotatedBoxes, test::SceneKind::PieWedges}) {
            made.emplace_back("scene",
                              *test::compiled_level(test::make_scene(
                                  kind, test::scene_brushes(60), 5, test::SceneContents::Mixed)));
        }
        return made;
    }();
    return kSubjects;
}

std::vector<std::uint32_t> faces_of(FaceOrder order) {
    std::vector<std::uint32_t> faces;
    for (const FaceRun run : order) {
        EXPECT_GT(run.count, 0u);
        for (std::uint32_t i = 0; i < run.count; ++i) {
            faces.push_back(run.first + i);
        }
    }
    return faces;
}

Vec3 point_in(const ModelRecord& model, test::Random& random) {
    const auto within = [&](int axis) {
        const double size = model.max[axis] - model.min[axis];
        return random.real(model.min[axis] - size / 4, model.max[axis] + size / 4);
    };
    // On the grid of units now and then, so that eyes lie in planes.
    const Vec3 p{within(0), within(1), within(2)};
    return random.one_in(2) ? Vec3{std::round(p.x), std::round(p.y), std::round(p.z)} : p;
}

bool is_wanted(const Level& level, const FaceRecord& face, const Vec3& eye) {
    const Side side = halfspace::side(eye, level.plane(PlaneId{face.plane}), level.grid_exponent());
    return side == Side::Front || (side == Side::Back && (face.flags & kFaceTwoSided) != 0);
}

TEST(FaceOrder, HoldsExactlyTheFacesThatLookToTheEye) {
    test::Random random(1);
    for (const auto& [name, level] : subjects()) {
        for (int i = 0; i < 50; ++i) {
            const auto model = static_cast<std::uint32_t>(
                random.integer(0, static_cast<std::int64_t>(level.models().size()) - 1));
            const ModelRecord& record = level.models()[model];
            const Vec3 eye = point_in(record, random);
            std::vector<std::uint32_t> expected;
            for (std::uint32_t f = record.first_face; f < record.first_face + record.face_count;
                 ++f) {
                if (is_wanted(level, level.faces()[f], eye)) {
                    expected.push_back(f);
                }
            }
            for (const DrawOrder order : {DrawOrder::BackToFront, DrawOrder::FrontToBack}) {
                std::vector<std::uint32_t> faces =
                    faces_of(FaceOrder(level, eye, order, nullptr, ModelId(model)));
                std::sort(faces.begin(), faces.end());
                ASSERT_EQ(faces, expected) << name;
            }
        }
    }
}

Vec3 corner(const Level& level, const FaceRecord& face, std::uint32_t i) {
    const VertexRecord& v =
        level.vertices()[level.face_vertices()[face.first_vertex + i % face.vertex_count]];
    return {v.x, v.y, v.z};
}

// Where a ray meets the inside of a face, in lengths of `way`; below 0 if it does not, or nearly.
double meet(const Level& level, const FaceRecord& face, const Vec3& eye, const Vec3& way) {
    const Vec3 a = corner(level, face, 0);
    Vec3 normal;
    for (std::uint32_t i = 2; i < face.vertex_count; ++i) {
        normal = normal + cross(corner(level, face, i - 1) - a, corner(level, face, i) - a);
    }
    normal = normal * (1 / length(normal));
    const double slope = dot(normal, way);
    if (std::abs(slope) < 1e-3) {
        return -1;
    }
    const double at = dot(normal, a - eye) / slope;
    const Vec3 point = eye + way * at;
    for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
        const Vec3 from = corner(level, face, i);
        const Vec3 edge = corner(level, face, i + 1) - from;
        if (dot(normal, cross(edge, point - from)) < 1e-2 * length(edge)) {
            return -1;
        }
    }
    return at;
}

// Along every ray the faces that it meets come in the order of their distances.
TEST(FaceOrder, NoFaceHidesOneThatComesLater) {
    test::Random random(2);
    std::size_t pairs = 0;
    for (const auto& [name, level] : subjects()) {
        for (int i = 0; i < 20; ++i) {
            const Vec3 eye = point_in(level.models()[0], random);
            const auto faces = faces_of(FaceOrder(level, eye, DrawOrder::BackToFront));
            const auto reversed = faces_of(FaceOrder(level, eye, DrawOrder::FrontToBack));
            for (int ray = 0; ray < 40; ++ray) {
                Vec3 way{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
                way = way * (1 / length(way));
                const auto check = [&](const std::vector<std::uint32_t>& order, double sign) {
                    double last = sign * 1e30;
                    for (const std::uint32_t f : order) {
                        const double at = meet(level, level.faces()[f], eye, way);
                        if (at > 1e-2) {
                            ASSERT_LT(sign * at, sign * last + 1e-2) << name;
                            pairs += last == sign * 1e30 ? 0 : 1;
                            last = at;
                        }
                    }
                };
                check(faces, 1);
                check(reversed, -1);
            }
        }
    }
    EXPECT_GT(pairs, test::repeats(1000));
}

TEST(FaceOrder, LeavesOutOnlyWhatAFrustumDoesNotSee) {
    test::Random random(3);
    std::size_t culled = 0;
    std::size_t seen = 0;
    for (const auto& [name, level] : subjects()) {
        for (int i = 0; i < 50; ++i) {
            const Vec3 eye = point_in(level.models()[0], random);
            const auto view =
                look_at(eye, point_in(level.models()[0], random), random.real(20, 120), 1.5);
            ASSERT_TRUE(view);
            const Frustum frustum = frustum_of(*view);
            const auto all = faces_of(FaceOrder(level, eye, DrawOrder::BackToFront));
            const auto some = faces_of(FaceOrder(level, eye, DrawOrder::BackToFront, &frustum));
            auto next = some.begin();
            for (const std::uint32_t f : all) {
                if (next != some.end() && *next == f) {
                    ++next;
                    continue;
                }
                ++culled;
                const FaceRecord& face = level.faces()[f];
                for (std::uint32_t c = 0; c < face.vertex_count; ++c) {
                    const Vec3 p = corner(level, face, c);
                    const bool is_seen =
                        std::all_of(frustum.planes.begin(), frustum.planes.end(), [&](auto& plane) {
                            return dot(plane.n, p) > plane.d;
                        });
                    ASSERT_FALSE(is_seen) << name;
                }
            }
            ASSERT_EQ(next, some.end()) << name << ": a subsequence";
            seen += some.size();
        }
    }
    EXPECT_GT(culled, 1000u);
    EXPECT_GT(seen, 1000u);
}

TEST(FaceOrder, ShowsSurfacesOfWaterFromBelow) {
    LevelData data = test::small_level();
    const auto surface = std::find_if(data.faces.begin(), data.faces.end(), [&](const auto& f) {
        return data.brushes[f.brush].contents == static_cast<std::uint32_t>(Contents::Water);
    });
    ASSERT_NE(surface, data.faces.end());
    surface->flags |= kFaceTwoSided;
    const auto number = static_cast<std::uint32_t>(surface - data.faces.begin());
    derive(data);
    const auto level = Level::from_data(data);
    ASSERT_TRUE(level) << to_string(level.error());
    for (const double z : {8.0, 100.0}) {
        const auto faces = faces_of(FaceOrder(*level, {0, 0, z}, DrawOrder::BackToFront));
        EXPECT_EQ(std::count(faces.begin(), faces.end(), number), 1) << z;
    }
    const auto faces = faces_of(FaceOrder(*level, {0, 0, 16}, DrawOrder::BackToFront));
    EXPECT_EQ(std::count(faces.begin(), faces.end(), number), 0) << "edge on";
}

TEST(FaceOrder, CallsBackForTheSameRuns) {
    const Level& level = subjects()[1].second;
    const Vec3 eye{10, 20, 30};
    std::vector<FaceRun> visited;
    for_each_run(FaceOrder(level, eye, DrawOrder::FrontToBack),
                 [&](FaceRun run) { visited.push_back(run); });
    std::vector<FaceRun> ranged;
    FaceOrder order(level, eye, DrawOrder::FrontToBack);
    for (const FaceRun run : order) {
        ranged.push_back(run);
    }
    EXPECT_EQ(visited, ranged);
    EXPECT_FALSE(visited.empty());
    EXPECT_FALSE(order.next()) << "stays at its end";
}

TEST(WriteTriangles, FansEachFaceInOrder) {
    const Level& level = subjects()[1].second;
    const FaceOrder order(level, {10, 20, 30}, DrawOrder::BackToFront);
    std::vector<std::uint32_t> indices(3 * level.face_vertices().size());
    indices.resize(write_triangles(level, order, indices));
    std::size_t at = 0;
    for (const std::uint32_t f : faces_of(order)) {
        const FaceRecord& face = level.faces()[f];
        for (std::uint32_t i = 2; i < face.vertex_count; ++i) {
            ASSERT_LT(at + 2, indices.size());
            EXPECT_EQ(indices[at], face.first_vertex);
            EXPECT_EQ(indices[at + 1] + 1, indices[at + 2]);
            EXPECT_EQ(indices[at + 2], face.first_vertex + i);
            at += 3;
        }
    }
    EXPECT_EQ(at, indices.size());
    EXPECT_GT(at, 0u);
}

}  // namespace
}  // namespace halfspace
