// SPDX-License-Identifier: MIT
// What a CollisionWorld costs beside the level alone: questions about one level, with all of its
// models placed where the editor put them.
//
//     HALFSPACE_BENCH_MAP=level.map world_bench        (a generated scene with doors without it)
//
// Thread CPU time. All sides of a row are measured in turns within one benchmark. "far" are the
// questions whose box, grown by 64 units, meets the box of no model. "list" asks with a list of all
// models, as every question was asked before there was a CollisionWorld.
#include "halfspace/query/collision_world.h"
#include "halfspace/query/first_hit.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"

#include "bench_level.h"
#include "support/random.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace halfspace {
namespace {

constexpr std::size_t kSegments = 1 << 13;
constexpr double kShortest = 64;
constexpr double kLongest = 512;
constexpr double kFar = 64;

const CollisionWorld& world() {
    static const CollisionWorld kWorld = [] {
        CollisionWorld world(bench::compile_level(Collision::Onion));
        world.place_models_at_rest();
        return world;
    }();
    return kWorld;
}

bool is_far(const Segment& segment) {
    const Aabb box = grown(merge(Aabb{segment.from, segment.from}, segment.to), kFar);
    return world().models_in(box, {}) == 0;
}

// ask(here, segment) is one question.
template <class Ask>
void compare(benchmark::State& state, SpaceId space, const Ask& ask) {
    const Level& level = world().level();
    const std::vector<PlacedModel> models = models_at_rest(level);
    const std::vector<Segment> all =
        bench::open_segments(level, space, kSegments, kShortest, kLongest);
    std::vector<Segment> far;
    std::ranges::copy_if(all, std::back_inserter(far), is_far);
    const auto time = [&](const PlacedLevel& here, const std::vector<Segment>& segments) {
        std::size_t found = 0;
        const double each = bench::nanoseconds_each(segments.size(), [&] {
            for (const Segment& segment : segments) {
                found += ask(here, segment) ? 1 : 0;
            }
        });
        benchmark::DoNotOptimize(found);
        return each;
    };
    // The least of the rounds: other work on the machine only adds.
    double alone = std::numeric_limits<double>::infinity();
    double placed = alone;
    double list = alone;
    double far_alone = alone;
    double far_placed = alone;
    for ([[maybe_unused]] const auto _ : state) {
        alone = std::min(alone, time(level, all));
        placed = std::min(placed, time(world(), all));
        list = std::min(list, time({level, models}, all));
        far_alone = std::min(far_alone, time(level, far));
        far_placed = std::min(far_placed, time(world(), far));
    }
    state.counters["models"] = static_cast<double>(models.size());
    state.counters["far_part"] = static_cast<double>(far.size()) / static_cast<double>(all.size());
    state.counters["alone_ns"] = alone;
    state.counters["world_ns"] = placed;
    state.counters["list_ns"] = list;
    state.counters["far_alone_ns"] = far_alone;
    state.counters["far_world_ns"] = far_placed;
    state.counters["far_ratio"] = far_placed / far_alone;
}

void bench_trace(benchmark::State& state) {
    const SpaceId stand = find_space(world().level(), "stand").value();
    compare(state, stand, [&](const PlacedLevel& here, const Segment& s) {
        return trace(here, stand, s.from, s.to).hit;
    });
}
BENCHMARK(bench_trace)->Iterations(20);

void bench_point_trace(benchmark::State& state) {
    compare(state, SpaceId(0), [](const PlacedLevel& here, const Segment& s) {
        return trace(here, SpaceId(0), s.from, s.to).hit;
    });
}
BENCHMARK(bench_point_trace)->Iterations(20);

void bench_first_hit(benchmark::State& state) {
    compare(state, SpaceId(0), [](const PlacedLevel& here, const Segment& s) {
        return first_hit(here, SpaceId(0), s.from, s.to).hit;
    });
}
BENCHMARK(bench_first_hit)->Iterations(20);

void bench_sight(benchmark::State& state) {
    compare(state, SpaceId(0), [](const PlacedLevel& here, const Segment& s) {
        return line_of_sight(here, s.from, s.to);
    });
}
BENCHMARK(bench_sight)->Iterations(20);

void bench_sphere_sweep(benchmark::State& state) {
    const ConvexShape sphere = *ConvexShape::sphere(16);
    compare(state, SpaceId(0), [&](const PlacedLevel& here, const Segment& s) {
        return sweep(here, {sphere}, s.from, s.from + (s.to - s.from) * 0.05).hit;
    });
}
BENCHMARK(bench_sphere_sweep)->Iterations(20);

void bench_is_free(benchmark::State& state) {
    const SpaceId stand = find_space(world().level(), "stand").value();
    compare(state, stand, [&](const PlacedLevel& here, const Segment& s) {
        return is_free(here, stand, s.to);
    });
}
BENCHMARK(bench_is_free)->Iterations(20);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
