// SPDX-License-Identifier: MIT
// Queries run on a small stack, for threads of games often have no more than 64 KB, and allocate
// nothing. Each question keeps the promise of its header. A sort of models allocates, and may run
// out of memory.
#include "halfspace/query/classify.h"
#include "halfspace/query/first_hit.h"
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
#include <string>
#include <vector>

namespace halfspace {
namespace {

// What is asked, and room for the answers.
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
    std::vector<TraceHit> hits;
    std::size_t answers = 0;

    PlacedLevel here() const { return {level, models}; }
};

// A question with the stack that its header promises.
struct Question {
    std::string name;
    std::size_t kilobytes;
    void (*ask)(Work& work);
};

constexpr SpaceId kBody(1);

// Boxes of the size of a hand's breadth and smaller, on the point.
void ask_boxes(Work& work) {
    for (const Vec3& p : work.points) {
        for (const double size : {8.0, 0x1p-40}) {
            const Aabb box{p, p + Vec3{size, size, size}};
            if (box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z) {
                work.answers += overlaps_box(work.here(), box) ? 1 : 0;
            }
        }
    }
}

template <class Ask>
void ask_points(Work& work, const Ask& ask) {
    const PlacedLevel here = work.here();
    for (const Vec3& p : work.points) {
        work.answers += ask(here, p) ? 1 : 0;
    }
}

template <class Ask>
void ask_segments(Work& work, const Ask& ask) {
    const PlacedLevel here = work.here();
    for (const Segment& way : work.segments) {
        work.answers += ask(here, way) ? 1 : 0;
    }
}

template <class Ask>
void ask_bodies(Work& work, const Ask& ask) {
    const PlacedLevel here = work.here();
    for (const ConvexShape& shape : work.bodies) {
        const PlacedShape body{shape, turned_about({}, {.pitch = 30})};
        for (const Segment& way : work.sweeps) {
            work.answers += ask(here, body, way) ? 1 : 0;
        }
    }
}

std::vector<Question> questions_about_places() {
    return {
        {"point_contents",
         10,
         [](Work& work) {
             ask_points(work, [](auto& here, auto& p) { return any(point_contents(here, p)); });
         }},
        {"point_contents_all",
         50,
         [](Work& work) { point_contents_all(work.here(), work.points, work.contents); }},
        {"is_free",
         10,
         [](Work& work) {
             ask_points(work, [](auto& here, auto& p) { return is_free(here, kBody, p); });
         }},
        {"is_free_all",
         50,
         [](Work& work) { is_free_all(work.here(), kBody, work.points, work.bits); }},
        {"unstick",
         45,
         [](Work& work) {
             ask_points(
                 work, [](auto& here, auto& p) { return unstick(here, kBody, p, 24).has_value(); });
         }},
        {"overlaps_box", 60, ask_boxes},
    };
}

std::vector<Question> questions_about_motions() {
    return {
        {"line_of_sight",
         40,
         [](Work& work) {
             ask_segments(
                 work, [](auto& here, auto& way) { return line_of_sight(here, way.from, way.to); });
         }},
        {"line_of_sight_all",
         80,
         [](Work& work) { line_of_sight_all(work.here(), work.segments, work.bits); }},
        {"trace",
         40,
         [](Work& work) {
             ask_segments(work, [](auto& here, auto& way) {
                 const Contact contact = trace(here, kBody, way.from, way.to);
                 return touched_surface(here, kBody, contact).is_sky || contact.hit;
             });
         }},
        {"trace_all",
         80,
         [](Work& work) { trace_all(work.here(), kBody, work.segments, work.contacts); }},
        {"first_hit",
         45,
         [](Work& work) {
             ask_segments(work, [](auto& here, auto& way) {
                 return first_hit(here, kBody, way.from, way.to).hit;
             });
         }},
        {"first_hit_all",
         80,
         [](Work& work) { first_hit_all(work.here(), kBody, work.segments, work.hits); }},
        {"contact_at",
         45,
         [](Work& work) {
             ask_segments(work, [](auto& here, auto& way) {
                 const TraceHit hit = first_hit(here, kBody, way.from, way.to);
                 return contact_at(here, kBody, way.from, way.to, hit).hit;
             });
         }},
        {"sweep",
         60,
         [](Work& work) {
             ask_bodies(work, [](auto& here, auto& body, auto& way) {
                 return sweep(here, body, way.from, way.to).hit;
             });
         }},
        {"sweep_all",
         60,
         [](Work& work) {
             const PlacedShape body{work.bodies.back(), turned_about({}, {.pitch = 30})};
             sweep_all(work.here(),
                       body,
                       work.sweeps,
                       std::span(work.contacts).first(work.sweeps.size()));
         }},
        {"is_free of a shape",
         60,
         [](Work& work) {
             ask_bodies(work, [](auto& here, auto& body, auto& way) {
                 return is_free(here, body, way.from);
             });
         }},
    };
}

void expect_promises_kept(const std::vector<Question>& questions,
                          Work& work,
                          const std::string& scene) {
    for (const Question& question : questions) {
        const test::Taken taken = test::taken_by([&] { question.ask(work); });
        EXPECT_LE(taken.stack, question.kilobytes * 1024) << question.name << " in " << scene;
        EXPECT_EQ(taken.allocations, 0u) << question.name << " in " << scene;
    }
}

TEST(Queries, NeedNoMoreStackThanTheyPromiseAndAllocateNothing) {
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
                  std::vector<Contact>(300),
                  std::vector<TraceHit>(300)};
        EXPECT_GT(test::allocations(), before);  // allocations are counted
        expect_promises_kept(questions_about_places(), work, test::to_string(kind));
        expect_promises_kept(questions_about_motions(), work, test::to_string(kind));
        EXPECT_GT(work.answers, 0u);
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
        order.sort({level, models}, eye, DrawOrder::BackToFront);
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
}  // namespace halfspace
