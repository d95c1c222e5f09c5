// SPDX-License-Identifier: MIT
// The same work by each tree of the project and by a loop over everything: draw order, culling,
// rays, pairs, moves. docs/explanation/which_tree.md shows the results.
//
//     which_tree_bench
//
// Benchmarks that begin with level_ work on the faces of a level: rooms, as many along a side as
// the argument says, or with the arguments 0 and -1 the examples keep and castle. Those that begin
// with things_ work on boxes that move; the argument is the number of boxes. Thread CPU time, all
// sides in turns.
#include "halfspace/query/order.h"
#include "halfspace/spatial/aabb_bvh.h"
#include "halfspace/spatial/octree.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "crowd.h"
#include "draw_orders.h"
#include "level_scene.h"
#include "sides.h"

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using bench::Crowd;
using bench::first;
using bench::measure;
using bench::Orders;
using bench::required;
using bench::Scene;
using bench::Side;

// The sum of ask(question) over all questions.
template <class Questions, class Ask>
std::size_t total(const Questions& questions, const Ask& ask) {
    std::size_t found = 0;
    for (const auto& question : questions) {
        found += ask(question);
    }
    return found;
}

// The same as work to measure.
template <class Questions, class Ask>
std::function<std::size_t()> sum(const Questions& questions, Ask ask) {
    return [&questions, ask] { return total(questions, ask); };
}

// A loop over so many objects or triangles is asked at most so many questions, so that it takes no
// longer than the trees.
std::size_t few(std::size_t size) {
    return std::max<std::size_t>(20, (std::size_t{1} << 23U) / std::max<std::size_t>(size, 1));
}

// That of the benchmark's argument: so many rooms along a side, or an example of kExamples.
constexpr std::array<const char*, 2> kExamples{"keep", "castle"};

const Scene& scene_of(benchmark::State& state) {
    const std::int64_t number = state.range(0);
    const std::string name = number > 0 ? "rooms" + std::to_string(number)
                                        : kExamples[static_cast<std::size_t>(-number)];
    static std::map<std::string, std::unique_ptr<Scene>> scenes;
    std::unique_ptr<Scene>& scene = scenes[name];
    if (!scene) {
        scene = std::make_unique<Scene>(name);
    }
    state.SetLabel(name);
    state.counters["triangles"] = static_cast<double>(scene->faces.faces.size());
    return *scene;
}

std::size_t count_of(const benchmark::State& state) {
    return static_cast<std::size_t>(state.range(0));
}

// The first wall on the way, or whether there is one. The two questions are asked about different
// segments, so that neither finds in the cache what the other one has read.
void level_rays(benchmark::State& state) {
    const Scene& scene = scene_of(state);
    const std::vector<Segment> segments =
        bench::open_segments(scene.level, SpaceId(0), 4096, 256, 512);
    std::vector<Segment> others = bench::open_segments(scene.level, SpaceId(0), 8192, 256, 512);
    others.erase(others.begin(), others.begin() + 4096);
    const std::vector<Segment> some = first(segments, few(scene.faces.faces.size()));
    const bench::TriangleRows rows(scene.faces.mesh());
    const auto ray = [](const Segment& s) { return Ray{s.from, s.to - s.from, 1}; };
    measure(
        state,
        segments.size(),
        {{"world_any",
          sum(others,
              [&](const Segment& s) {
                  return line_of_sight(scene.level, s.from, s.to) ? 0U : 1U;
              })},
         {"world_first",
          sum(segments,
              [&](const Segment& s) {
                  return first_transition(scene.level, SpaceId(0), s.from, s.to, kSightBlockers)
                                     .kind == Transition::Kind::AllEmpty
                             ? 0U
                             : 1U;
              })},
         {"triangles_any",
          sum(others, [&](const Segment& s) { return scene.tree.any_hit(ray(s)) ? 1U : 0U; })},
         {"triangles_first",
          sum(segments, [&](const Segment& s) { return scene.tree.raycast(ray(s)) ? 1U : 0U; })},
         {"loop_first",
          sum(some, [&](const Segment& s) { return rows.first_hit(s) <= 1 ? 1U : 0U; }),
          some.size()}});
}

// The faces in view: of the world tree without those that look away, by boxes of faces else.
void level_view(benchmark::State& state) {
    const Scene& scene = scene_of(state);
    const Octree octree = bench::octree_of(scene.faces.boxes);
    QueryScratch scratch;
    bench::Rows rows(scene.faces.boxes);
    std::vector<std::size_t> eyes(scene.eyes.size());
    for (std::size_t i = 0; i < eyes.size(); ++i) {
        eyes[i] = i;
    }
    measure(
        state,
        eyes.size(),
        {{"world",
          sum(eyes,
              [&](std::size_t i) {
                  std::size_t found = 0;
                  for_each_run(
                      FaceOrder(
                          scene.level, scene.eyes[i], DrawOrder::BackToFront, &scene.views[i]),
                      [&](FaceRun run) { found += run.count; });
                  return found;
              })},
         {"octree",
          sum(eyes, [&](std::size_t i) { return octree.in_view(scene.views[i], scratch).size(); })},
         {"loop", sum(eyes, [&](std::size_t i) { return rows.in_view(scene.views[i]); })}});
}

void level_order(benchmark::State& state) {
    const Scene& scene = scene_of(state);
    Orders orders(scene);
    const std::vector<Vec3> eyes =
        first(scene.eyes, std::max<std::size_t>(4, 400'000 / scene.faces.faces.size()));
    measure(state,
            eyes.size(),
            {{"world", sum(eyes, [&](const Vec3& eye) { return orders.by_world(eye); })},
             {"triangles", sum(eyes, [&](const Vec3& eye) { return orders.by_triangles(eye); })},
             {"sort", sum(eyes, [&](const Vec3& eye) { return orders.by_sort(eye); })}});
    if (scene.faces.faces.size() > 30'000) {
        return;  // the loop below takes too long
    }
    state.counters["world_wrong"] =
        bench::wrong_pixels(scene, [&](const Vec3& eye) { return orders.turns_by_world(eye); });
    state.counters["triangles_wrong"] =
        bench::wrong_pixels(scene, [&](const Vec3& eye) { return orders.turns_by_triangles(eye); });
    state.counters["sort_wrong"] =
        bench::wrong_pixels(scene, [&](const Vec3& eye) { return orders.turns_by_sort(eye); });
}

// The heap that is in use.
double heap_bytes() {
    const struct mallinfo2 heap = mallinfo2();
    return static_cast<double>(heap.uordblks + heap.hblkhd);
}

// The time to make something, and the heap that it takes, for each of `count` parts.
template <class Make>
void add_build(benchmark::State& state, const std::string& name, std::size_t count, Make make) {
    const double before = heap_bytes();
    std::optional<decltype(make())> made;
    double least = bench::nanoseconds_each(count, [&] { made.emplace(make()); });
    state.counters[name + "_bytes"] = (heap_bytes() - before) / static_cast<double>(count);
    for (int round = 0; round < 2; ++round) {
        made.reset();
        least = std::min(least, bench::nanoseconds_each(count, [&] { made.emplace(make()); }));
    }
    state.counters[name + "_ns"] = least;
}

void level_build(benchmark::State& state) {
    const Scene& scene = scene_of(state);
    const World world = bench::world_of(scene.name);
    const TriangleMesh mesh = scene.faces.mesh();
    for ([[maybe_unused]] const auto _ : state) {
        add_build(state, "world", mesh.size(), [&] { return bench::compiled(world); });
        add_build(
            state, "triangles", mesh.size(), [&] { return required(TriangleBvh::build(mesh)); });
        add_build(state, "clusters", mesh.size(), [&] {
            return required(TriangleBvh::build(mesh, {BvhBuilder::Ploc}));
        });
        add_build(state, "rows", mesh.size(), [&] { return bench::TriangleRows(mesh); });
    }
}

// Things.

Aabb around(const Vec3& centre, double half) {
    const Vec3 by{half, half, half};
    return {centre - by, centre + by};
}

std::size_t count_in(const AabbBvh& tree, const Aabb& box) {
    std::size_t found = 0;
    tree.in_box(box, [&](std::uint32_t /*object*/) {
        ++found;
        return true;
    });
    return found;
}

std::vector<Frustum> views_of(Crowd& crowd, double degrees) {
    std::vector<Frustum> views;
    while (views.size() < 50) {
        if (const auto view = look_at(crowd.place(), crowd.place(), degrees, 16.0 / 9)) {
            views.push_back(frustum_of(*view));
        }
    }
    return views;
}

// A wide view shows a seventh of all, a narrow one a fiftieth. The loop takes as long for both.
void things_view(benchmark::State& state) {
    const std::size_t count = count_of(state);
    Crowd crowd(count);
    const Octree octree = bench::octree_of(crowd.boxes);
    QueryScratch scratch;
    bench::Rows rows(crowd.boxes);
    const std::vector<Frustum> wide = views_of(crowd, 60);
    const std::vector<Frustum> narrow = views_of(crowd, 20);
    const std::vector<Frustum> some = first(wide, few(count));
    const auto in_octree = [&](const Frustum& f) { return octree.in_view(f, scratch).size(); };
    measure(state,
            wide.size(),
            {{"octree", sum(wide, in_octree)},
             {"narrow", sum(narrow, in_octree)},
             {"loop", sum(some, [&](const Frustum& f) { return rows.in_view(f); }), some.size()}});
}

// True if the ray meets the box: by slabs.
bool meets(const Ray& ray, const Aabb& box) {
    double enter = 0;
    double leave = ray.max_t;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double a = (box.min[axis] - ray.origin[axis]) / ray.direction[axis];
        const double b = (box.max[axis] - ray.origin[axis]) / ray.direction[axis];
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave;
}

void things_ray(benchmark::State& state) {
    const std::size_t count = count_of(state);
    Crowd crowd(count);
    const Octree octree = bench::octree_of(crowd.boxes);
    const AabbBvh boxes = required(AabbBvh::build(crowd.boxes));
    QueryScratch scratch;
    bench::Rows rows(crowd.boxes);
    std::vector<Segment> segments(500);
    for (Segment& segment : segments) {
        segment.from = crowd.place();
        segment.to = segment.from + normalized(crowd.place() - segment.from) * 32;
    }
    const std::vector<Segment> some = first(segments, few(count));
    measure(
        state,
        segments.size(),
        {{"octree",
          sum(segments,
              [&](const Segment& s) { return octree.on_segment(s.from, s.to, scratch).size(); })},
         {"boxes",
          sum(segments,
              [&](const Segment& s) {
                  std::size_t found = 0;
                  const Ray ray{s.from, s.to - s.from, 1};
                  boxes.on_ray(ray, [&](std::uint32_t object, double most) {
                      found += meets(ray, crowd.boxes[object]) ? 1 : 0;
                      return most;
                  });
                  return found;
              })},
         {"loop",
          sum(some, [&](const Segment& s) { return rows.on_segment(s.from, s.to); }),
          some.size()}});
}

void things_box(benchmark::State& state) {
    const std::size_t count = count_of(state);
    Crowd crowd(count);
    const Octree octree = bench::octree_of(crowd.boxes);
    const AabbBvh boxes = required(AabbBvh::build(crowd.boxes));
    QueryScratch scratch;
    bench::Rows rows(crowd.boxes);
    std::vector<Aabb> questions(500);
    for (Aabb& box : questions) {
        box = around(crowd.place(), 4);
    }
    const std::vector<Aabb> some = first(questions, few(count));
    measure(state,
            questions.size(),
            {{"octree",
              sum(questions, [&](const Aabb& b) { return octree.in_box(b, scratch).size(); })},
             {"boxes", sum(questions, [&](const Aabb& b) { return count_in(boxes, b); })},
             {"loop", sum(some, [&](const Aabb& b) { return rows.in_box(b); }), some.size()}});
}

// Pairs along one axis: the objects sorted by where they begin.
std::size_t sweep_pairs(std::span<const Aabb> boxes, std::vector<std::uint32_t>& order) {
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return boxes[i].min.x; });
    std::size_t found = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Aabb& box = boxes[order[i]];
        for (std::size_t k = i + 1; k < order.size() && boxes[order[k]].min.x <= box.max.x; ++k) {
            found += touch(box, boxes[order[k]]) ? 1 : 0;
        }
    }
    return found;
}

// All pairs that touch, of objects that have all moved: what each way costs for an object, with
// what it does first to follow the moves. The loop and the tree of boxes find each pair twice and
// each object itself.
void things_frame(benchmark::State& state) {
    const std::size_t count = count_of(state);
    Crowd crowd(count);
    std::vector<ObjectId> ids;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < count; ++i) {
        ids.emplace_back(i);
        order.push_back(i);
    }
    Octree octree = bench::octree_of(crowd.boxes);
    QueryScratch scratch;
    AabbBvh refitted = required(AabbBvh::build(crowd.boxes));
    bench::Rows rows(crowd.boxes);
    const std::vector<std::size_t> some = crowd.any(std::min(count, few(count)));
    std::vector<Side> sides{
        {"octree",
         [&] {
             if (!octree.update_all(ids, crowd.boxes)) {
                 std::abort();
             }
             return octree.near_pairs(0, scratch).size();
         }},
        {"refit",
         [&] {
             if (!refitted.refit(crowd.boxes)) {
                 std::abort();
             }
             return total(crowd.boxes, [&](const Aabb& b) { return count_in(refitted, b); });
         }},
        {"rebuild",
         [&] {
             const AabbBvh boxes = required(AabbBvh::build(crowd.boxes));
             return total(crowd.boxes, [&](const Aabb& b) { return count_in(boxes, b); });
         }},
        {"loop",
         sum(some, [&](std::size_t i) { return rows.in_box(crowd.boxes[i]); }),
         some.size()}};
    if (count <= 100'000) {
        sides.push_back({"sweep", [&] { return sweep_pairs(crowd.boxes, order); }});
    }
    measure(state, count, std::move(sides), [&] {
        crowd.move_all();
        rows.update(crowd.boxes);
    });
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): the sides free their functions

// What it costs to follow the moves, for each object of the crowd.
void things_move(benchmark::State& state) {
    const std::size_t count = count_of(state);
    Crowd crowd(count);
    std::vector<ObjectId> ids;
    for (std::uint32_t i = 0; i < count; ++i) {
        ids.emplace_back(i);
    }
    std::vector<ObjectId> tenth;
    std::vector<Aabb> tenth_boxes;
    for (const std::size_t i : crowd.any(count / 10)) {
        tenth.emplace_back(static_cast<std::uint32_t>(i));
    }
    Octree octree = bench::octree_of(crowd.boxes);
    Octree slow = octree;
    AabbBvh refitted = required(AabbBvh::build(crowd.boxes));
    const auto checked = [](bool is_right) {
        if (!is_right) {
            std::abort();
        }
        return std::size_t{0};
    };
    measure(
        state,
        count,
        {{"octree", [&] { return checked(octree.update_all(ids, crowd.boxes).has_value()); }},
         {"octree_tenth", [&] { return checked(slow.update_all(tenth, tenth_boxes).has_value()); }},
         {"refit", [&] { return checked(refitted.refit(crowd.boxes).has_value()); }},
         {"rebuild", [&] { return checked(AabbBvh::build(crowd.boxes).has_value()); }}},
        [&] {
            crowd.move_all();
            tenth_boxes.clear();
            for (const ObjectId id : tenth) {
                tenth_boxes.push_back(crowd.boxes[id.value]);
            }
        });
}

// A box question after so many frames in which all of 10,000 boxes have moved.
void things_aging(benchmark::State& state) {
    const std::size_t frames = count_of(state);
    Crowd crowd(10'000);
    std::vector<ObjectId> ids;
    for (std::uint32_t i = 0; i < crowd.boxes.size(); ++i) {
        ids.emplace_back(i);
    }
    Octree octree = bench::octree_of(crowd.boxes);
    AabbBvh refitted = required(AabbBvh::build(crowd.boxes));
    for (std::size_t i = 0; i < frames; ++i) {
        crowd.move_all();
        if (!octree.update_all(ids, crowd.boxes)) {
            std::abort();
        }
    }
    if (!refitted.refit(crowd.boxes)) {
        std::abort();
    }
    const AabbBvh built = required(AabbBvh::build(crowd.boxes));
    QueryScratch scratch;
    std::vector<Aabb> questions(2000);
    for (Aabb& box : questions) {
        box = around(crowd.place(), 4);
    }
    measure(state,
            questions.size(),
            {{"octree",
              sum(questions, [&](const Aabb& b) { return octree.in_box(b, scratch).size(); })},
             {"refit", sum(questions, [&](const Aabb& b) { return count_in(refitted, b); })},
             {"rebuild", sum(questions, [&](const Aabb& b) { return count_in(built, b); })}});
}

void things_build(benchmark::State& state) {
    const std::size_t count = count_of(state);
    const Crowd crowd(count);
    for ([[maybe_unused]] const auto _ : state) {
        add_build(state, "octree", count, [&] { return bench::octree_of(crowd.boxes); });
        add_build(state, "boxes", count, [&] { return required(AabbBvh::build(crowd.boxes)); });
        add_build(state, "rows", count, [&] { return bench::Rows(crowd.boxes); });
    }
}

void each_scene(benchmark::internal::Benchmark* benchmark) {
    benchmark->Arg(0)->Arg(-1)->RangeMultiplier(2)->Range(1, 32)->Iterations(7);
}
BENCHMARK(level_order)->Apply(each_scene);
BENCHMARK(level_view)->Apply(each_scene);
BENCHMARK(level_rays)->Apply(each_scene);
BENCHMARK(level_build)->Arg(0)->Arg(-1)->RangeMultiplier(2)->Range(1, 32)->Iterations(1);

void each_count(benchmark::internal::Benchmark* benchmark) {
    benchmark->RangeMultiplier(10)->Range(100, 1'000'000)->Iterations(5);
}
BENCHMARK(things_view)->Apply(each_count);
BENCHMARK(things_ray)->Apply(each_count);
BENCHMARK(things_box)->Apply(each_count);
BENCHMARK(things_frame)->Apply(each_count);
BENCHMARK(things_move)->Apply(each_count);
BENCHMARK(things_build)->RangeMultiplier(10)->Range(100, 1'000'000)->Iterations(1);
BENCHMARK(things_aging)->RangeMultiplier(10)->Range(1, 10'000)->Iterations(7);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
