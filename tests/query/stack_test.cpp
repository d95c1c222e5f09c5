// SPDX-License-Identifier: MIT
// Queries run on a small stack, for threads of games often have no more than 64 KB, and allocate
// nothing. Each question keeps the promise of its header. A sort of models allocates, and may run
// out of memory.
#include "halfspace/query/model_order.h"

#include "support/brushes.h"
#include "support/queries.h"
#include "support/questions.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <new>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

void expect_promise_kept(const std::string& what,
                         const Way& way,
                         std::size_t kilobytes,
                         const PlacedLevel& here,
                         const Asked& asked,
                         std::size_t count) {
    const Taken taken = taken_by([&] { way.ask(here, asked, run_serially); });
    EXPECT_LE(taken.stack, kilobytes * 1024) << what;
    EXPECT_EQ(taken.allocations, 0u) << what;
    // Else the things that are asked about do not lead through the whole question.
    std::set<Answer> answers;
    for (std::size_t i = 0; i < count; ++i) {
        answers.insert(way.answer(i));
    }
    EXPECT_GE(answers.size(), 2u) << what << ": all answers are equal";
}

void expect_promises_kept(const Question& question,
                          const PlacedLevel& here,
                          const Asked& asked,
                          const std::string& scene) {
    const std::size_t count = count_of(here, question.subject, asked);
    ASSERT_GT(count, 0u) << question.name;
    const std::string what = question.name + " in " + scene;
    expect_promise_kept(what, question.one_by_one(count), question.kilobytes, here, asked, count);
    if (question.all) {
        expect_promise_kept(
            what, question.all(count), question.batch_kilobytes, here, asked, count);
    }
}

TEST(Queries, NeedNoMoreStackThanTheyPromiseAndAllocateNothing) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers make frames larger";
#endif
    for (const SceneKind kind : kAllScenes) {
        World world = make_scene(kind, 40, 9, SceneContents::Mixed);
        world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                        .brushes = make_scene(kind, 10, 4).entities[0].brushes});
        // A model that blocks nothing.
        Entity trigger{.keys = {{"classname", "trigger_once"}},
                       .brushes = make_scene(kind, 1, 4).entities[0].brushes};
        for (Brush& brush : trigger.brushes) {
            brush.contents = Contents::Trigger;
        }
        world.entities.push_back(std::move(trigger));
        const auto level = compiled_level(world);
        ASSERT_TRUE(level) << to_string(level.error());
        const Oracle oracle(*level);
        const double half = std::sqrt(0.5);
        const Transform turned{{half, half, 0}, {-half, half, 0}, {0, 0, 1}, {}};
        const std::vector<PlacedModel> models{{ModelId(1), {}}, {ModelId(1), turned}};
        const std::size_t before = allocations();
        const std::vector<Vec3> points = make_points(oracle, 300, 1);
        const std::vector<Segment> segments = make_segments(oracle, 300, 2);
        const std::vector<Segment> sweeps = make_sweeps(oracle, 100, 3);
        const std::vector<Aabb> boxes = boxes_at(points);
        EXPECT_GT(allocations(), before);  // allocations are counted
        Asked asked{points, segments, boxes, SpaceId(1)};
        for (const Question& question : questions()) {
            const bool is_of_shapes = question.subject == Subject::ShapeMotion;
            asked.segments = is_of_shapes ? sweeps : segments;
            const std::size_t shapes = is_of_shapes ? swept_bodies().size() : 1;
            for (const ConvexShape& shape : swept_bodies().first(shapes)) {
                const PlacedShape body{shape, turned_about({}, {.pitch = 30})};
                asked.body = &body;
                expect_promises_kept(question, {*level, models}, asked, to_string(kind));
            }
        }
    }
}

// Sorts with the memory for `count` allocations. False if that was not enough.
bool sorts_within(std::size_t count,
                  ModelOrder& order,
                  const Level& level,
                  std::span<const PlacedModel> models,
                  const Vec3& eye) {
    bool is_done = true;
    allow_allocations(count);
    try {
        order.sort({level, models}, eye, DrawOrder::BackToFront);
    } catch (const std::bad_alloc&) {
        is_done = false;
    }
    allow_allocations(std::numeric_limits<std::size_t>::max());
    return is_done;
}

TEST(ModelOrder, SortsFewerModelsAfterASortOfManyRanOutOfMemory) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    World world = world_of({box_brush({-512, -512, -64}, {512, 512, -32})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {box_brush({-16, -16, -16}, {16, 16, 16})}});
    const auto level = compiled_level(world);
    ASSERT_TRUE(level) << to_string(level.error());
    std::vector<PlacedModel> crates;
    for (int i = 0; i < 64; ++i) {
        crates.push_back({ModelId(1), moved_by({40.0 * i, 0, 0})});
    }
    const Vec3 eye{500, -300, 200};
    ModelOrder first;
    first.sort({*level, std::span(crates).first(1)}, eye, DrawOrder::BackToFront);
    int failures = 0;
    for (bool is_done = false; !is_done; ++failures) {
        ModelOrder order;
        is_done = sorts_within(static_cast<std::size_t>(failures), order, *level, crates, eye);
        order.sort({*level, std::span(crates).first(1)}, eye, DrawOrder::BackToFront);
        ASSERT_EQ(order.items().size(), first.items().size()) << failures;
        ASSERT_EQ(order.pieces().size(), first.pieces().size()) << failures;
    }
    EXPECT_GT(failures, 20);
}

}  // namespace
}  // namespace halfspace::test
