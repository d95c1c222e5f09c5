// SPDX-License-Identifier: MIT
#include "halfspace/query/visible_faces.h"

#include "halfspace/level/level.h"
#include "halfspace/query/model_order.h"
#include "halfspace/query/sight.h"

#include "level/shared/record_box.h"
#include "level/shared/walk_nodes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

const std::filesystem::path kExamples = "examples/levels";

// Compiled once for all tests.
const Level& compiled_once(const std::filesystem::path& path) {
    static std::map<std::filesystem::path, Level> levels;
    const auto found = levels.find(path);
    return found != levels.end()
               ? found->second
               : levels.emplace(path, test::compiled_map(path).value()).first->second;
}

// A sealed level, by the name of its source.
class VisibleFacesOf : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        const std::string name = GetParam() + ".map";
        const bool is_example = GetParam().find('/') == std::string::npos;
        const auto path =
            is_example ? test::project_file(kExamples / name) : test::test_data("maps/" + name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        level_ = compiled_once(path);
        ASSERT_TRUE(has_visibility(level_));
    }

    // A point in a random cluster.
    Vec3 some_eye() {
        for (;;) {
            const auto last = static_cast<std::int64_t>(level_.clusters().size() - 1);
            const Aabb box =
                box_of(level_.clusters()[static_cast<std::size_t>(random_.integer(0, last))]);
            const Vec3 eye = some_point(box);
            if (cluster_at(level_, eye)) {
                return eye;
            }
        }
    }

    Vec3 some_point(const Aabb& box) {
        return {random_.real(box.min.x, box.max.x),
                random_.real(box.min.y, box.max.y),
                random_.real(box.min.z, box.max.z)};
    }

    Vec3 corner(const FaceRecord& face, std::uint32_t i) const {
        const VertexRecord& v =
            level_.vertices()[level_.face_vertices()[face.first_vertex + i % face.vertex_count]];
        return {v.x, v.y, v.z};
    }

    // A point of the face between a random edge and the first corner.
    Vec3 point_on(const FaceRecord& face) {
        const auto i = static_cast<std::uint32_t>(random_.integer(1, face.vertex_count - 2));
        const double a = random_.real(0, 1);
        const double b = random_.real(0, 1);
        const Vec3 along = corner(face, i) + (corner(face, i + 1) - corner(face, i)) * a;
        return corner(face, 0) + (along - corner(face, 0)) * b;
    }

    std::size_t world_faces() const { return level_.models()[0].face_count; }

    Level level_;
    test::Random random_{7};
};

std::vector<FaceRun> runs_of(FaceOrder order) {
    std::vector<FaceRun> runs;
    for_each_run(order, [&](FaceRun run) { runs.push_back(run); });
    return runs;
}

// What is left of the runs without unmarked faces.
std::vector<FaceRun> marked_parts(const std::vector<FaceRun>& runs, const VisibleFaces& visible) {
    std::vector<FaceRun> parts;
    for (const FaceRun& run : runs) {
        bool is_new = true;
        for (std::uint32_t f = run.first; f < run.first + run.count; ++f) {
            if (!visible.has_face(f)) {
                is_new = true;
            } else if (is_new) {
                parts.push_back({f, 1});
                is_new = false;
            } else {
                ++parts.back().count;
            }
        }
    }
    return parts;
}

TEST_P(VisibleFacesOf, AreTheFacesThatBorderAVisibleCluster) {
    VisibleFaces visible(level_);
    EXPECT_EQ(visible.count(), world_faces());
    std::size_t fewest = world_faces();
    for (std::size_t round = 0; round < test::repeats(50); ++round) {
        const Vec3 eye = some_eye();
        visible.look_from(eye);
        ASSERT_EQ(visible.cluster(), cluster_at(level_, eye));
        EXPECT_FALSE(visible.has_all());
        std::size_t count = 0;
        for (std::uint32_t f = 0; f < world_faces(); ++f) {
            bool is_seen = false;
            for (auto i = level_.face_cluster_starts()[f]; i < level_.face_cluster_starts()[f + 1];
                 ++i) {
                is_seen = is_seen ||
                          may_see(level_, *visible.cluster(), ClusterId(level_.face_clusters()[i]));
            }
            ASSERT_EQ(visible.has_face(f), is_seen) << f;
            count += is_seen ? 1 : 0;
        }
        EXPECT_EQ(visible.count(), count);
        fewest = std::min(fewest, count);
    }
    EXPECT_LT(fewest, world_faces());
}

// Children come after their parents, so one way backwards collects what is below each node.
TEST_P(VisibleFacesOf, HaveTheNodesWithAMarkedFaceAtOrBelow) {
    VisibleFaces visible(level_);
    for (std::size_t round = 0; round < test::repeats(50); ++round) {
        visible.look_from(some_eye());
        const auto nodes = level_.draw_nodes();
        std::vector<bool> is_marked(nodes.size());
        for (std::size_t n = nodes.size(); n-- > 0;) {
            for (auto f = level_.node_faces()[n].first_face;
                 f < level_.node_faces()[n + 1].first_face;
                 ++f) {
                is_marked[n] = is_marked[n] || visible.has_face(f);
            }
            for (const WalkChild child : nodes[n].child) {
                is_marked[n] = is_marked[n] || (!is_leaf(child) && is_marked[node_index(child)]);
            }
            ASSERT_EQ(visible.has_node(static_cast<std::uint32_t>(n)), is_marked[n]) << n;
        }
    }
}

TEST_P(VisibleFacesOf, AreDrawnInTheOrderOfAllFaces) {
    VisibleFaces visible(level_);
    std::size_t left_out = 0;
    for (std::size_t round = 0; round < test::repeats(50); ++round) {
        // Now and then the marks of another eye, as when they are frozen.
        const Vec3 eye = some_eye();
        visible.look_from(random_.one_in(3) ? some_eye() : eye);
        const Vec3 target = some_eye();
        const auto view = look_at(eye, target, 90, 1.5);
        ASSERT_TRUE(view);
        const Frustum frustum = frustum_of(*view);
        for (const Frustum* const in_view : {static_cast<const Frustum*>(nullptr), &frustum}) {
            for (const DrawOrder order : {DrawOrder::BackToFront, DrawOrder::FrontToBack}) {
                const auto all = runs_of(FaceOrder(level_, eye, order, in_view));
                const auto some =
                    runs_of(FaceOrder(level_, eye, order, in_view, kWorldModel, &visible));
                ASSERT_EQ(some, marked_parts(all, visible));
                left_out += all.size() - some.size();
            }
        }
    }
    EXPECT_GT(left_out, test::repeats(50));
}

TEST_P(VisibleFacesOf, AreDrawnWithTheModelsThatMayBeSeen) {
    using PieceFace = std::pair<std::uint32_t, std::uint32_t>;
    const std::vector<PlacedModel> models = models_at_rest(level_);
    VisibleFaces visible(level_);
    ModelOrder order;
    const auto world_runs = [&] {
        std::vector<FaceRun> runs;
        for (const DrawItem& item : order.items()) {
            if (item.piece == kNone) {
                runs.push_back(item.run);
            }
        }
        return runs;
    };
    const auto model_faces = [&](const auto& is_wanted) {
        std::set<PieceFace> faces;
        for (const DrawItem& item : order.items()) {
            if (item.piece != kNone) {
                const FacePiece& piece = order.pieces()[item.piece];
                if (is_wanted(models[piece.placed])) {
                    faces.insert({piece.placed, piece.face});
                }
            }
        }
        return faces;
    };
    for (std::size_t round = 0; round < test::repeats(20); ++round) {
        const Vec3 eye = some_eye();
        visible.look_from(eye);
        order.sort({level_, models}, eye, DrawOrder::BackToFront);
        const auto expected_runs = marked_parts(world_runs(), visible);
        const auto expected_faces = model_faces([&](const PlacedModel& model) {
            const ModelRecord& record = level_.models()[model.model.value];
            return !is_leaf(record.draw_root) &&
                   visible.may_see_box(box_of(level_.node_faces()[node_index(record.draw_root)]));
        });
        order.sort({level_, models}, eye, DrawOrder::BackToFront, nullptr, &visible);
        ASSERT_EQ(world_runs(), expected_runs);
        ASSERT_EQ(model_faces([](const PlacedModel&) { return true; }), expected_faces);
    }
}

// Points of faces that a line of sight joins with the eye. They are moved a hair to the front of
// the face, so that rounding puts none of them into the wall.
TEST_P(VisibleFacesOf, MissNoFaceOnALineOfSight) {
    constexpr double kHair = 0x1p-6;  // map units
    VisibleFaces visible(level_);
    std::size_t joined = 0;
    for (std::size_t round = 0; round < test::repeats(100); ++round) {
        const Vec3 eye = some_eye();
        visible.look_from(eye);
        for (std::uint32_t f = 0; f < world_faces(); ++f) {
            if (visible.has_face(f)) {
                continue;
            }
            const FaceRecord& face = level_.faces()[f];
            const Plane plane = with_unit_normal(level_.scaled_plane(face.plane / 2));
            const Vec3 to_front = (face.plane & 1) != 0 ? -plane.n : plane.n;
            const Vec3 point = point_on(face) + to_front * kHair;
            const Vec3 at_wall = point - to_front * (kHair * 0.9);
            ASSERT_FALSE(line_of_sight(level_, eye, point) &&
                         line_of_sight(level_, point, at_wall) && cluster_at(level_, point))
                << "face " << f << ", eye " << eye.x << " " << eye.y << " " << eye.z;
        }
        for (int i = 0; i < 100; ++i) {  // the same rule finds faces that are seen
            const auto f = static_cast<std::uint32_t>(
                random_.integer(0, static_cast<std::int64_t>(world_faces()) - 1));
            joined += visible.has_face(f) && line_of_sight(level_, eye, point_on(level_.faces()[f]))
                          ? 1
                          : 0;
        }
    }
    EXPECT_GT(joined, test::repeats(100) / 4);
}

TEST_P(VisibleFacesOf, TellWhichBoxesAreHidden) {
    VisibleFaces visible(level_);
    std::size_t hidden = 0;
    for (std::size_t round = 0; round < test::repeats(300); ++round) {
        visible.look_from(some_eye());
        const Vec3 middle = some_eye();
        const Vec3 half = {random_.real(0, 64), random_.real(0, 64), random_.real(0, 64)};
        const Aabb box =
            random_.one_in(4) ? Aabb{middle, middle} : Aabb{middle - half, middle + half};
        const bool may_see_it = visible.may_see_box(box);
        bool touches_box_of_cluster = false;
        for (std::uint32_t c = 0; c < level_.clusters().size(); ++c) {
            touches_box_of_cluster =
                touches_box_of_cluster ||
                (visible.has_cluster(ClusterId(c)) && touch(box, box_of(level_.clusters()[c])));
        }
        EXPECT_LE(may_see_it, touches_box_of_cluster);
        for (int i = 0; i < 50; ++i) {
            const auto there = cluster_at(level_, some_point(box));
            ASSERT_TRUE(may_see_it || !there || !visible.has_cluster(*there));
        }
        hidden += may_see_it ? 0 : 1;
    }
    EXPECT_GT(hidden, 0u);
    const Vec3 far = level_.tree_box(kWorldModel).max + Vec3{10, 10, 10};
    EXPECT_FALSE(visible.may_see_box({far, far}));
}

TEST_P(VisibleFacesOf, AreAllForAnEyeInNoCluster) {
    VisibleFaces visible(level_);
    visible.look_from(some_eye());
    ASSERT_FALSE(visible.has_all());
    const Vec3 far = level_.tree_box(kWorldModel).max + Vec3{10, 10, 10};
    visible.look_from(far);
    EXPECT_TRUE(visible.has_all());
    EXPECT_EQ(visible.cluster(), std::nullopt);
    EXPECT_EQ(visible.count(), world_faces());
    EXPECT_TRUE(visible.may_see_box({far, far}));
    EXPECT_EQ(
        runs_of(FaceOrder(level_, far, DrawOrder::BackToFront)),
        runs_of(FaceOrder(level_, far, DrawOrder::BackToFront, nullptr, kWorldModel, &visible)));
}

INSTANTIATE_TEST_SUITE_P(
    SealedLevels,
    VisibleFacesOf,
    testing::Values("station", "keep", "cistern", "id1/e1m1", "librequake/lq_e1m1"),
    [](const auto& about) { return about.param.substr(about.param.find('/') + 1); });

TEST(VisibleFaces, AreAllInALevelWithoutVisibility) {
    const Level level = *test::compiled_map(test::project_file(kExamples / "leak.map"));
    ASSERT_FALSE(has_visibility(level));
    VisibleFaces visible(level);
    visible.look_from({0, 0, 64});
    EXPECT_TRUE(visible.has_all());
    EXPECT_EQ(visible.count(), level.models()[0].face_count);
    EXPECT_TRUE(visible.may_see_box({{0, 0, 0}, {1, 1, 1}}));
    EXPECT_EQ(runs_of(FaceOrder(level, {0, 0, 64}, DrawOrder::BackToFront)),
              runs_of(FaceOrder(
                  level, {0, 0, 64}, DrawOrder::BackToFront, nullptr, kWorldModel, &visible)));
}

TEST(VisibleFaces, FindRunsInAnyRange) {
    const Level level = *test::compiled_map(test::project_file(kExamples / "keep.map"));
    VisibleFaces visible(level);
    const Aabb box = box_of(level.clusters().front());
    visible.look_from(centre_of(box));
    ASSERT_TRUE(visible.cluster());
    const std::uint32_t count = level.models()[0].face_count;
    ASSERT_GT(count, 130u);  // more than two words of bits
    for (std::uint32_t first = 0; first <= count; first += 7) {
        for (std::uint32_t end = first; end <= count; end += 11) {
            FaceRun expected{first, 0};
            while (expected.first < end && !visible.has_face(expected.first)) {
                ++expected.first;
            }
            while (expected.first + expected.count < end &&
                   visible.has_face(expected.first + expected.count)) {
                ++expected.count;
            }
            ASSERT_EQ(visible.first_run(first, end), expected);
        }
    }
}

}  // namespace
}  // namespace halfspace
