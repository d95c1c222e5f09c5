// SPDX-License-Identifier: MIT
// All questions, the order of drawing and loading on one level; sight beside Embree's occluded ray
// where that is installed.
//
//     HALFSPACE_BENCH_MAP=level.map query_bench        (a generated scene without it)
//     HALFSPACE_BENCH_SEPARATE=1                       (bodies have trees of their own)
//
// Thread CPU time. Both sides of a ratio are measured in turns within one benchmark, so that a
// machine that changes its speed changes both.
#include "halfspace/query/order.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/visible_faces.h"

#include "bench_level.h"
#include "support/questions.h"
#include "support/random.h"
#ifdef HALFSPACE_BENCH_EMBREE
#include "embree_peer.h"
#endif

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

constexpr std::size_t kPoints = 1 << 16;
constexpr std::size_t kSegments = 1 << 14;

const Level& level() {
    static const Level kLevel = bench::compile_level(
        std::getenv("HALFSPACE_BENCH_SEPARATE") != nullptr ? Collision::Separate
                                                           : Collision::Onion);
    return kLevel;
}

// From a point in the open, within the level, in any direction.
std::vector<Segment> random_segments(std::size_t count, double shortest, double longest) {
    return bench::open_segments(level(), SpaceId(0), count, shortest, longest);
}

// The first body; the point in a level without bodies.
SpaceId body_space() {
    return SpaceId(level().spaces().size() > 1 ? 1 : 0);
}

// What the questions are asked about.
struct Things {
    std::vector<Vec3> points;
    std::vector<Segment> segments = bench::open_segments(level(), body_space(), kSegments, 4, 512);
    std::vector<Aabb> boxes;
    ConvexShape shape = *ConvexShape::box({16, 16, 28});
    PlacedShape body{shape, {}};

    Things() {
        test::Random random(1);
        for (std::size_t i = 0; i < kPoints; ++i) {
            const Vec3 at = bench::point_in_box(level().models()[0], random);
            points.push_back(at);
            boxes.push_back({at, at + Vec3{32, 32, 56}});
        }
    }
};

const Things& things() {
    static const Things kThings;
    return kThings;
}

// Each question of tests/support/questions.cpp, one by one and in its batch, about the world alone.
void bench_question(benchmark::State& state, const test::Question& question) {
    const test::Asked asked{
        things().points, things().segments, things().boxes, body_space(), &things().body};
    const std::size_t count = test::count_of(level(), question.subject, asked);
    const auto time_of = [&](const test::Way& way) {
        return bench::nanoseconds_each(count, [&] { way.ask(level(), asked, run_serially); });
    };
    const test::Way alone = question.one_by_one(count);
    const test::Way batch = question.all ? question.all(count) : test::Way{};
    double single_time = 0;
    double batch_time = 0;
    for ([[maybe_unused]] const auto _ : state) {
        single_time += time_of(alone);
        batch_time += question.all ? time_of(batch) : 0;
    }
    const auto rounds = static_cast<double>(state.iterations());
    state.counters["single_M/s"] = 1000 * rounds / single_time;
    if (question.all) {
        state.counters["batch_M/s"] = 1000 * rounds / batch_time;
        state.counters["batch_gain"] = single_time / batch_time;
    }
}

// Eyes in the open, within the level, and what they look at.
std::vector<Segment> random_eyes() {
    return random_segments(256, 64, 256);
}

// All faces that look to the eye.
void bench_order(benchmark::State& state) {
    const std::vector<Segment> eyes = random_eyes();
    double each = 0;
    std::size_t faces = 0;
    for ([[maybe_unused]] const auto _ : state) {
        faces = 0;
        each += bench::nanoseconds_each(1, [&] {
            for (const Segment& eye : eyes) {
                for_each_run(FaceOrder(level(), eye.from, DrawOrder::BackToFront),
                             [&](FaceRun run) { faces += run.count; });
            }
        });
        benchmark::DoNotOptimize(faces);
    }
    const auto rounds = static_cast<double>(state.iterations());
    state.counters["faces"] = static_cast<double>(faces) / static_cast<double>(eyes.size());
    state.counters["us_each_eye"] = each / rounds / static_cast<double>(eyes.size()) / 1000;
    state.counters["M_faces/s"] = static_cast<double>(faces) * 1000 / (each / rounds);
}
BENCHMARK(bench_order);

// Those in a view of 90 degrees. ask(eye, frustum): the number of faces.
template <class Ask>
void bench_views(benchmark::State& state, const Ask& ask) {
    const std::vector<Segment> eyes = random_eyes();
    std::vector<Frustum> frusta;
    for (const Segment& eye : eyes) {
        frusta.push_back(frustum_of(*look_at(eye.from, eye.to, 90, 16.0 / 9)));
    }
    std::vector<double> each(eyes.size());
    std::size_t faces = 0;
    for ([[maybe_unused]] const auto _ : state) {
        faces = 0;
        for (std::size_t i = 0; i < eyes.size(); ++i) {
            each[i] += bench::nanoseconds_each(1, [&] { faces += ask(eyes[i].from, frusta[i]); });
        }
        benchmark::DoNotOptimize(faces);
    }
    const auto rounds = static_cast<double>(state.iterations());
    std::sort(each.begin(), each.end());
    state.counters["faces"] = static_cast<double>(faces) / static_cast<double>(eyes.size());
    state.counters["us_median"] = each[each.size() / 2] / rounds / 1000;
    state.counters["us_90th"] = each[each.size() * 9 / 10] / rounds / 1000;
}

std::size_t count_faces(FaceOrder order) {
    std::size_t faces = 0;
    for_each_run(order, [&](FaceRun run) { faces += run.count; });
    return faces;
}

void bench_culling(benchmark::State& state) {
    bench_views(state, [](const Vec3& eye, const Frustum& frustum) {
        return count_faces(FaceOrder(level(), eye, DrawOrder::BackToFront, &frustum));
    });
}
BENCHMARK(bench_culling);

// The same without what the eye's cluster cannot see. Each eye is in another cluster than the eye
// before, so each marks its faces anew.
void bench_visible(benchmark::State& state) {
    VisibleFaces visible(level());
    bench_views(state, [&](const Vec3& eye, const Frustum& frustum) {
        visible.look_from(eye);
        return count_faces(
            FaceOrder(level(), eye, DrawOrder::BackToFront, &frustum, kWorldModel, &visible));
    });
}
BENCHMARK(bench_visible);

void bench_line_of_sight(benchmark::State& state) {
    const auto longest = static_cast<double>(state.range(0));
    const std::vector<Segment> segments =
        random_segments(kSegments, longest > 8 ? longest / 2 : longest, longest);
    double halfspace_time = 0;
    std::size_t clear = 0;
#ifdef HALFSPACE_BENCH_EMBREE
    const bench::EmbreeScene embree(level(), kSightBlockers);
    double embree_time = 0;
    std::size_t embree_clear = 0;
#endif
    for ([[maybe_unused]] const auto _ : state) {
        clear = 0;
        halfspace_time += bench::nanoseconds_each(segments.size(), [&] {
            for (const Segment& segment : segments) {
                clear += line_of_sight(level(), segment.from, segment.to) ? 1 : 0;
            }
        });
#ifdef HALFSPACE_BENCH_EMBREE
        embree_clear = 0;
        embree_time += bench::nanoseconds_each(segments.size(), [&] {
            for (const Segment& segment : segments) {
                embree_clear += embree.is_occluded(segment) ? 0 : 1;
            }
        });
#endif
    }
    const auto rounds = static_cast<double>(state.iterations());
    const auto all = static_cast<double>(segments.size());
    state.counters["ns"] = halfspace_time / rounds;
    state.counters["clear"] = static_cast<double>(clear) / all;
#ifdef HALFSPACE_BENCH_EMBREE
    state.counters["embree_ns"] = embree_time / rounds;
    state.counters["embree_clear"] = static_cast<double>(embree_clear) / all;
    state.counters["times_embree"] = halfspace_time / embree_time;
#endif
}
BENCHMARK(bench_line_of_sight)->Arg(512)->Arg(8);

// Reading and checking the level's bytes, without the copy that from_bytes takes over.
void bench_load(benchmark::State& state) {
    const std::span<const std::byte> bytes = level().bytes();
    double nanoseconds = 0;
    for ([[maybe_unused]] const auto _ : state) {
        std::vector<std::byte> copy(bytes.begin(), bytes.end());
        nanoseconds += bench::nanoseconds_each(1, [&] {
            benchmark::DoNotOptimize(bench::required(Level::from_bytes(std::move(copy))));
        });
    }
    state.counters["ms"] = nanoseconds / 1e6 / static_cast<double>(state.iterations());
}
BENCHMARK(bench_load);

}  // namespace
}  // namespace halfspace

int main(int argc, char** argv) {
#ifndef __clang_analyzer__  // it takes for a leak what the library keeps
    for (const halfspace::test::Question& question : halfspace::test::questions()) {
        benchmark::RegisterBenchmark(
            ("bench_" + question.name).c_str(),
            [&](benchmark::State& state) { halfspace::bench_question(state, question); });
    }
#endif
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
