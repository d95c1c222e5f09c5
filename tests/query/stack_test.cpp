// SPDX-License-Identifier: MIT
// Queries run on a small stack, for threads of games often have no more than 64 KB, and allocate
// nothing. A sort of models allocates, and may run out of memory.
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/model_order.h"
#include "halfspace/query/order.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"

#include "support/brushes.h"
#include "support/queries.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <new>
#include <vector>

namespace halfspace {
namespace {

// What the thread asks, made before and kept outside of its stack.
struct Work {
    const Level& level;
    std::vector<Vec3> points;
    std::vector<Segment> segments;
    std::vector<Segment> sweeps;
    std::span<const ConvexShape> bodies;
    std::vector<PlacedModel> models;
    std::vector<Contents> contents;
    std::vector<std::uint8_t> bits;
    std::vector<Contact> contacts;
    std::size_t answers = 0;
    std::size_t allocations = 0;
};

// Boxes of the size of a hand's breadth and smaller, on the point.
Aabb box_at(const Vec3& p, double size) {
    return {p, p + Vec3{size, size, size}};
}

void* ask(void* data) {
    Work& work = *static_cast<Work*>(data);
    const std::size_t before = test::allocations();
    const PlacedLevel here{work.level, work.models};
    point_contents_all(here, work.points, work.contents);
    is_free_all(here, SpaceId(1), work.points, work.bits);
    for (const Vec3& p : work.points) {
        work.answers += any(point_contents(here, p)) ? 1 : 0;
        work.answers += is_free(here, SpaceId(1), p) ? 1 : 0;
        work.answers += unstick(here, SpaceId(1), p, 24) ? 1 : 0;
        for (const double size : {8.0, 0x1p-40}) {
            const Aabb box = box_at(p, size);
            if (box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z) {
                work.answers += overlaps_box(here, box) ? 1 : 0;
            }
        }
    }
    line_of_sight_all(here, work.segments, work.bits);
    trace_all(here, SpaceId(1), work.segments, work.contacts);
    for (const Segment& segment : work.segments) {
        work.answers += line_of_sight(here, segment.src, segment.dest) ? 1 : 0;
        const Contact contact = trace(here, SpaceId(1), segment.src, segment.dest);
        work.answers += touched_surface(here, SpaceId(1), contact).is_sky ? 1 : 0;
    }
    for (const ConvexShape& shape : work.bodies) {
        const PlacedShape body{shape, turned_about({}, {.pitch = 30})};
        sweep_all(here, body, work.sweeps, std::span(work.contacts).first(work.sweeps.size()));
        for (const Segment& way : work.sweeps) {
            work.answers += sweep(here, body, way.src, way.dest).hit ? 1 : 0;
            work.answers += is_free(here, body, way.src) ? 1 : 0;
        }
    }
    work.allocations = test::allocations() - before;
    return nullptr;
}

TEST(Queries, RunOnAStackOf64KilobytesAndAllocateNothing) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers make frames larger";
#endif
    for (const test::SceneKind kind : test::kAllScenes) {
        World world = test::make_scene(kind, 40, 9, test::SceneContents::Mixed);
        world.entities.push_back(
            Entity{.keys = {{"classname", "func_door"}},
                   .brushes = test::make_scene(kind, 10, 4).entities[0].brushes});
        const auto level = test::compiled_level(world);
        ASSERT_TRUE(level) << to_string(level.error());
        const test::Oracle oracle(*level);
        const double half = std::sqrt(0.5);
        const Transform turned{{half, half, 0}, {-half, half, 0}, {0, 0, 1}, {}};
        const std::size_t before = test::allocations();
        Work work{*level,
                  test::make_points(oracle, 300, 1),
                  test::make_segments(oracle, 300, 2),
                  test::make_sweeps(oracle, 100, 3),
                  test::swept_bodies(),
                  {{ModelId(1), {}}, {ModelId(1), turned}},
                  std::vector<Contents>(300),
                  std::vector<std::uint8_t>(300),
                  std::vector<Contact>(300)};
        EXPECT_GT(test::allocations(), before);  // allocations are counted
        test::run_on_small_stack(64, ask, &work);
        EXPECT_GT(work.answers, 0u);
        EXPECT_EQ(work.allocations, 0u) << test::to_string(kind);
    }
}

// Sorts with the memory for `count` allocations. False if that was not enough.
bool sorts_within(std::size_t count,
                  ModelOrder& order,
                  const Level& level,
                  std::span<const PlacedModel> models,
                  const Vec3& eye) {
    bool is_done = true;
    test::allow_allocations(count);
    try {
        order.sort(level, models, eye, DrawOrder::BackToFront);
    } catch (const std::bad_alloc&) {
        is_done = false;
    }
    test::allow_allocations(std::numeric_limits<std::size_t>::max());
    return is_done;
}

TEST(ModelOrder, SortsFewerModelsAfterASortOfManyRanOutOfMemory) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    World world = test::world_of({test::box_brush({-512, -512, -64}, {512, 512, -32})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {test::box_brush({-16, -16, -16}, {16, 16, 16})}});
    const auto level = test::compiled_level(world);
    ASSERT_TRUE(level) << to_string(level.error());
    std::vector<PlacedModel> crates;
    for (int i = 0; i < 64; ++i) {
        crates.push_back({ModelId(1), moved_by({40.0 * i, 0, 0})});
    }
    const Vec3 eye{500, -300, 200};
    ModelOrder first;
    first.sort(*level, {crates.data(), 1}, eye, DrawOrder::BackToFront);
    int failures = 0;
    for (bool is_done = false; !is_done; ++failures) {
        ModelOrder order;
        is_done = sorts_within(static_cast<std::size_t>(failures), order, *level, crates, eye);
        order.sort(*level, {crates.data(), 1}, eye, DrawOrder::BackToFront);
        ASSERT_EQ(order.items().size(), first.items().size()) << failures;
        ASSERT_EQ(order.pieces().size(), first.pieces().size()) << failures;
    }
    EXPECT_GT(failures, 20);
}

}  // namespace
}  // namespace halfspace
