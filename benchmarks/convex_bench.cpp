// SPDX-License-Identifier: MIT
// Convex pairs: do they overlap, how deep, how far are they apart? Beside libccd, FCL and Bullet
// where these are installed. The argument is the number of points of each shape; 0 stands for
// boxes.
//
//     convex_bench
//
// Thread CPU time. All sides of a ratio are measured in turns within one benchmark, so that a
// machine that changes its speed changes all.
#include "halfspace/spatial/convex.h"

#include "convex_pairs.h"
#include "thread_time.h"
#ifdef HALFSPACE_BENCH_CCD
#include "ccd_peer.h"
#endif
#ifdef HALFSPACE_BENCH_FCL
#include "fcl_peer.h"
#endif
#ifdef HALFSPACE_BENCH_BULLET
#include "bullet_convex_peer.h"
#endif

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace halfspace {
namespace {

class Pairs {
public:
    explicit Pairs(std::size_t points) : made(bench::make_pairs(points)) {
        for (const bench::BenchShape& shape : made.shapes) {
            shapes_.push_back(shape.half ? *ConvexShape::box(*shape.half)
                                         : *ConvexShape::points(shape.points));
        }
        for (const bench::BenchPair& pair : made.pairs) {
            a.push_back({shapes_[pair.a], pair.a_to_world});
            b.push_back({shapes_[pair.b], pair.b_to_world});
        }
    }
    std::size_t size() const { return a.size(); }

    const bench::BenchPairs made;
    std::vector<PlacedShape> a;
    std::vector<PlacedShape> b;

private:
    std::vector<ConvexShape> shapes_;
};

// One side of a ratio.
struct Side {
    std::string name;
    std::function<bool(std::size_t)> ask;  // whether pair i overlaps
    std::vector<double> times = {};        // of each round, for each pair [ns]
    std::size_t yes = 0;                   // how many pairs overlap
};

// Medians of the time for each pair. `overlapping`: the share of pairs that overlap, for each side.
void measure(benchmark::State& state, std::size_t pairs, std::vector<Side> sides) {
    for ([[maybe_unused]] const auto _ : state) {
        for (Side& side : sides) {
            std::size_t yes = 0;
            side.times.push_back(bench::nanoseconds_each(pairs, [&] {
                for (std::size_t i = 0; i < pairs; ++i) {
                    yes += side.ask(i) ? 1 : 0;
                }
            }));
            side.yes = yes;
        }
    }
    for (Side& side : sides) {
        std::sort(side.times.begin(), side.times.end());
        state.counters[side.name + "_ns"] = side.times[side.times.size() / 2];
        state.counters[side.name + "_overlapping"] =
            static_cast<double>(side.yes) / static_cast<double>(pairs);
    }
}

void bench_overlaps(benchmark::State& state) {
    const Pairs pairs(static_cast<std::size_t>(state.range(0)));
    std::vector<Side> sides{
        {"halfspace", [&](std::size_t i) { return overlaps(pairs.a[i], pairs.b[i]); }}};
#ifdef HALFSPACE_BENCH_CCD
    const bench::CcdPairs ccd(pairs.made);
    sides.push_back({"ccd", [&](std::size_t i) { return ccd.overlaps(i); }});
#endif
#ifdef HALFSPACE_BENCH_FCL
    const bench::FclPairs fcl(pairs.made);
    sides.push_back({"fcl", [&](std::size_t i) { return fcl.overlaps(i); }});
#endif
    measure(state, pairs.size(), sides);
}
BENCHMARK(bench_overlaps)->Arg(0)->Arg(8)->Arg(16)->Arg(32)->Arg(64);

#ifdef HALFSPACE_BENCH_FCL
// The depths beside those of FCL: the mean of the ratios, and the share of pairs where FCL is less
// or more deep by a millionth. Where FCL is less deep, its own direction says how deep it is.
void compare_depths(benchmark::State& state, const Pairs& pairs, const bench::FclPairs& fcl) {
    double ratios = 0;
    double less = 0;
    double more = 0;
    double count = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto found = penetration(pairs.a[i], pairs.b[i]);
        const double depth = fcl.depth(i);
        if (found && depth > 0) {
            ++count;
            ratios += depth / found->depth;
            less += depth < found->depth * (1 - 1e-6) ? 1 : 0;
            more += depth > found->depth * (1 + 1e-6) ? 1 : 0;
        }
    }
    state.counters["fcl_depth"] = ratios / count;
    state.counters["fcl_less_deep"] = less / count;
    state.counters["fcl_deeper"] = more / count;
}
#endif

void bench_overlap(benchmark::State& state) {
    const Pairs pairs(static_cast<std::size_t>(state.range(0)));
    std::vector<Side> sides{{"halfspace", [&](std::size_t i) {
                                 const auto found = penetration(pairs.a[i], pairs.b[i]);
                                 benchmark::DoNotOptimize(found);
                                 return found.has_value();
                             }}};
#ifdef HALFSPACE_BENCH_CCD
    const bench::CcdPairs ccd(pairs.made);
    sides.push_back({"ccd", [&](std::size_t i) { return ccd.depth(i) >= 0; }});
#endif
#ifdef HALFSPACE_BENCH_BULLET
    bench::BulletPairs bullet(pairs.made);
    sides.push_back({"bullet", [&](std::size_t i) { return bullet.distance(i) < 0; }});
#endif
#ifdef HALFSPACE_BENCH_FCL
    const bench::FclPairs fcl(pairs.made);
    sides.push_back({"fcl", [&](std::size_t i) { return fcl.depth(i) >= 0; }});
    compare_depths(state, pairs, fcl);
#endif
    measure(state, pairs.size(), sides);
}
BENCHMARK(bench_overlap)->Arg(0)->Arg(8)->Arg(16)->Arg(32)->Arg(64);

void bench_separation(benchmark::State& state) {
    const Pairs pairs(static_cast<std::size_t>(state.range(0)));
    measure(state, pairs.size(), {{"halfspace", [&](std::size_t i) {
                                       return distance(pairs.a[i], pairs.b[i]).distance == 0;
                                   }}});
}
BENCHMARK(bench_separation)->Arg(0)->Arg(8)->Arg(16)->Arg(32)->Arg(64);

void bench_impact(benchmark::State& state) {
    const Pairs pairs(static_cast<std::size_t>(state.range(0)));
    measure(
        state, pairs.size(), {{"halfspace", [&](std::size_t i) {
                                   const Vec3 way = pairs.b[i].transform.translation -
                                                    pairs.a[i].transform.translation;
                                   return time_of_impact(pairs.a[i], pairs.b[i], way).has_value();
                               }}});
}
BENCHMARK(bench_impact)->Arg(0)->Arg(8)->Arg(16)->Arg(32)->Arg(64);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
