// SPDX-License-Identifier: MIT
// Traces of the point and of the player's box on one level, in one tree for all bodies (onion) and
// in trees of their own (separate), beside Embree's rays and Bullet's box sweeps where those are
// installed.
//
//     HALFSPACE_BENCH_MAP=level.map trace_bench        (a generated scene without it)
//     HALFSPACE_BENCH_SWEEPS=FOLDER/NAME               (its recorded segments, not our own)
//
// Sweeps of bodies of every shape are beside traces of the player's box on the same segments.
// Thread CPU time, medians over the rounds; all sides of a ratio take turns within one benchmark.
#include "halfspace/query/first_hit.h"
#include "halfspace/query/sweep.h"
#include "halfspace/spatial/mesh_sweep.h"

#include "bench_level.h"
#include "level_mesh.h"

#ifdef HALFSPACE_BENCH_EMBREE
#include "embree_peer.h"
#endif
#ifdef HALFSPACE_BENCH_BULLET
#include "bullet_peer.h"
#endif

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace halfspace {
namespace {

constexpr std::size_t kSegments = 1 << 13;
constexpr std::size_t kFew = 1 << 8;  // for peers that take a hundred times as long

const Level& onion() {
    static const Level kLevel = bench::compile_level(Collision::Onion);
    return kLevel;
}
const Level& separate() {
    static const Level kLevel = bench::compile_level(Collision::Separate);
    return kLevel;
}

class Median {
public:
    void add(double value) { values_.push_back(value); }
    double value() {
        std::nth_element(values_.begin(),
                         values_.begin() + static_cast<std::ptrdiff_t>(values_.size() / 2),
                         values_.end());
        return values_[values_.size() / 2];
    }

private:
    std::vector<double> values_;
};

struct Times {
    Median transition, trace, batch, hit, hit_batch;
    std::size_t hits = 0;

    void measure(const Level& level, SpaceId space, const std::vector<Segment>& segments) {
        std::vector<Contact> contacts(segments.size());
        std::size_t changes = 0;
        transition.add(bench::nanoseconds_each(segments.size(), [&] {
            for (const Segment& s : segments) {
                changes +=
                    first_transition(level, space, s.from, s.to).kind != Transition::Kind::AllEmpty
                        ? 1
                        : 0;
            }
        }));
        benchmark::DoNotOptimize(changes);
        trace.add(bench::nanoseconds_each(segments.size(), [&] {
            for (std::size_t i = 0; i < segments.size(); ++i) {
                contacts[i] = halfspace::trace(level, space, segments[i].from, segments[i].to);
            }
        }));
        batch.add(bench::nanoseconds_each(segments.size(),
                                          [&] { trace_all(level, space, segments, contacts); }));
        std::vector<TraceHit> small(segments.size());
        hit.add(bench::nanoseconds_each(segments.size(), [&] {
            for (std::size_t i = 0; i < segments.size(); ++i) {
                small[i] = first_hit(level, space, segments[i].from, segments[i].to);
            }
        }));
        hit_batch.add(bench::nanoseconds_each(
            segments.size(), [&] { first_hit_all(level, space, segments, small); }));
        hits = static_cast<std::size_t>(std::count_if(
            contacts.begin(), contacts.end(), [](const Contact& c) { return c.hit; }));
    }
};

void report(benchmark::State& state, const std::string& name, Times& times) {
    state.counters[name + "_change"] = times.transition.value();
    state.counters[name + "_trace"] = times.trace.value();
    state.counters[name + "_all"] = times.batch.value();
    state.counters[name + "_hit"] = times.hit.value();
    state.counters[name + "_hit_all"] = times.hit_batch.value();
}

std::vector<Segment> segments_of(SpaceId space, double longest, std::size_t count) {
    if (const char* const recorded = std::getenv("HALFSPACE_BENCH_SWEEPS")) {
        return bench::recorded_segments(std::string(recorded) +
                                            (space.value == 0 ? "_point" : "_player") +
                                            (longest > 8 ? "_len256-512" : "_len8") + ".sweeps",
                                        count);
    }
    return bench::open_segments(
        onion(), space, count, longest > 8 ? longest / 2 : longest, longest);
}

// Arguments: the space (0 the point, 1 the player), the longest segment.
void bench_trace(benchmark::State& state) {
    const SpaceId space(static_cast<std::uint32_t>(state.range(0)));
    const std::vector<Segment> segments =
        segments_of(space, static_cast<double>(state.range(1)), kSegments);
    Times in_onion;
    Times in_separate;
    for ([[maybe_unused]] const auto _ : state) {
        in_onion.measure(onion(), space, segments);
        in_separate.measure(separate(), space, segments);
    }
    report(state, "onion", in_onion);
    report(state, "separate", in_separate);
    state.counters["hits"] =
        static_cast<double>(in_onion.hits) / static_cast<double>(segments.size());
}
BENCHMARK(bench_trace)
    ->ArgNames({"space", "length"})
    ->ArgsProduct({{0, 1}, {512, 8}})
    ->Unit(benchmark::kMillisecond)
    ->MinTime(1);

// Around the player's position.
Aabb player_box() {
    const SpaceRecord& space = onion().spaces()[1];
    return {{space.min[0], space.min[1], space.min[2]}, {space.max[0], space.max[1], space.max[2]}};
}

// Bodies of the size of the player's box, whose position is at their middle.
std::vector<std::pair<std::string, ConvexShape>> swept_shapes(const Vec3& half) {
    std::array<Vec3, 8> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        corners[i] = {(i & 1) != 0 ? half.x : -half.x,
                      (i & 2) != 0 ? half.y : -half.y,
                      (i & 4) != 0 ? half.z : -half.z};
    }
    std::vector<std::pair<std::string, ConvexShape>> shapes;
    shapes.emplace_back("box", bench::required(ConvexShape::box(half)));
    shapes.emplace_back("sphere", bench::required(ConvexShape::sphere(half.x)));
    shapes.emplace_back("capsule", bench::required(ConvexShape::capsule(half.z - half.x, half.x)));
    shapes.emplace_back("cylinder", bench::required(ConvexShape::cylinder(half.z, half.x)));
    shapes.emplace_back("points8", bench::required(ConvexShape::points(corners)));
    return shapes;
}

struct Swept {
    Median time;
    std::size_t hits = 0;

    void measure(const Level& level,
                 const PlacedShape& body,
                 const std::vector<Segment>& segments) {
        const auto sweep_each = [&] {
            hits = 0;
            for (const Segment& s : segments) {
                hits += sweep(level, body, s.from, s.to).hit ? 1 : 0;
            }
        };
        // Traces find their tree in the caches, because first_transition went down it before.
        sweep_each();
        time.add(bench::nanoseconds_each(segments.size(), sweep_each));
    }
};

// Sweeps of the player's box and of other shapes, and traces of the player in both kinds of trees,
// in turns on the same segments.
void bench_sweep(benchmark::State& state) {
    const SpaceId player(1);
    const std::vector<Segment> segments =
        segments_of(player, static_cast<double>(state.range(0)), kSegments / 4);
    const Aabb box = player_box();
    const auto shapes = swept_shapes(half_of(box));
    const Transform stands = moved_by(centre_of(box));
    std::vector<Swept> in_onions(shapes.size());
    std::vector<Swept> in_separates(shapes.size());
    Times in_onion;
    Times in_separate;
    for ([[maybe_unused]] const auto _ : state) {
        in_onion.measure(onion(), player, segments);
        in_separate.measure(separate(), player, segments);
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const PlacedShape body{shapes[i].second, stands};
            in_onions[i].measure(onion(), body, segments);
            in_separates[i].measure(separate(), body, segments);
        }
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        state.counters[shapes[i].first + "_onion"] = in_onions[i].time.value();
        state.counters[shapes[i].first + "_separate"] = in_separates[i].time.value();
        state.counters[shapes[i].first + "_hits"] =
            static_cast<double>(in_onions[i].hits) / static_cast<double>(segments.size());
    }
    state.counters["trace_hits"] =
        static_cast<double>(in_onion.hits) / static_cast<double>(segments.size());
    state.counters["trace_onion"] = in_onion.trace.value();
    state.counters["trace_separate"] = in_separate.trace.value();
    // Of the player's box: its sweep in either tree beside its trace in either tree.
    const auto ratio = [&](const char* name, Swept& swept, Times& traced) {
        state.counters[name] = swept.time.value() / traced.trace.value();
    };
    ratio("onion/onion", in_onions[0], in_onion);
    ratio("onion/separate", in_onions[0], in_separate);
    ratio("separate/onion", in_separates[0], in_onion);
    ratio("separate/separate", in_separates[0], in_separate);
}
BENCHMARK(bench_sweep)
    ->ArgName("length")
    ->Arg(512)
    ->Arg(8)
    ->Unit(benchmark::kMillisecond)
    ->MinTime(1);

// A peer and our trace in a tree of its own, in turns on the same segments.
template <class Peer>
void compare(benchmark::State& state,
             SpaceId space,
             const std::vector<Segment>& segments,
             const Peer& peer) {
    const Level& level = separate();  // compiled here, not while the first round is timed
    Median ours;
    Median theirs;
    std::size_t our_hits = 0;
    std::size_t their_hits = 0;
    for ([[maybe_unused]] const auto _ : state) {
        our_hits = their_hits = 0;
        ours.add(bench::nanoseconds_each(segments.size(), [&] {
            for (const Segment& s : segments) {
                our_hits += trace(level, space, s.from, s.to).hit ? 1 : 0;
            }
        }));
        theirs.add(bench::nanoseconds_each(segments.size(), [&] {
            for (const Segment& s : segments) {
                their_hits += peer(s) ? 1 : 0;
            }
        }));
    }
    const auto count = static_cast<double>(segments.size());
    state.counters["ours_ns"] = ours.value();
    state.counters["theirs_ns"] = theirs.value();
    state.counters["ratio"] = theirs.value() / ours.value();
    state.counters["our_hits"] = static_cast<double>(our_hits) / count;
    state.counters["their_hits"] = static_cast<double>(their_hits) / count;
}

// The player's box and other shapes against the triangles of the level's faces, without a level;
// beside the player's trace in the level, rays of Embree and the box sweeps of Bullet.
void bench_mesh_sweep(benchmark::State& state) {
    const SpaceId player(1);
    const std::vector<Segment> segments =
        segments_of(player, static_cast<double>(state.range(0)), kSegments / 4);
    const Aabb box = player_box();
    const auto shapes = swept_shapes(half_of(box));
    const bench::LevelMesh mesh(onion());
    const TriangleBvh tree = bench::required(TriangleBvh::build(mesh.mesh()));
    std::vector<Median> times(shapes.size());
    std::vector<std::size_t> hits(shapes.size());
    Times traced;
#ifdef HALFSPACE_BENCH_EMBREE
    const bench::EmbreeScene embree(onion(), kBodyBlockers);
    Median embree_ray;
    std::size_t embree_hits = 0;
#endif
#ifdef HALFSPACE_BENCH_BULLET
    const bench::BulletScene bullet(onion(), kBodyBlockers, onion().spaces()[1]);
    const std::size_t few = std::min(kFew, segments.size());
    Median bullet_sweep;
    std::size_t bullet_hits = 0;
#endif
    for ([[maybe_unused]] const auto _ : state) {
        traced.measure(separate(), player, segments);
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            hits[i] = 0;
            times[i].add(bench::nanoseconds_each(segments.size(), [&] {
                for (const Segment& s : segments) {
                    const Transform at = moved_by(centre_of(box) + s.from);
                    hits[i] += sweep(tree, {shapes[i].second, at}, s.to - s.from) ? 1 : 0;
                }
            }));
        }
#ifdef HALFSPACE_BENCH_EMBREE
        embree_ray.add(bench::nanoseconds_each(segments.size(), [&] {
            for (const Segment& s : segments) {
                embree_hits += embree.any_hit(s) ? 1 : 0;
            }
        }));
        benchmark::DoNotOptimize(embree_hits);
#endif
#ifdef HALFSPACE_BENCH_BULLET
        bullet_hits = 0;
        bullet_sweep.add(bench::nanoseconds_each(few, [&] {
            for (std::size_t i = 0; i < few; ++i) {
                bullet_hits += bullet.any_hit(segments[i]) ? 1 : 0;
            }
        }));
#endif
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        state.counters[shapes[i].first] = times[i].value();
        state.counters[shapes[i].first + "_hits"] =
            static_cast<double>(hits[i]) / static_cast<double>(segments.size());
    }
    state.counters["trace"] = traced.trace.value();
    state.counters["trace_hits"] =
        static_cast<double>(traced.hits) / static_cast<double>(segments.size());
#ifdef HALFSPACE_BENCH_EMBREE
    state.counters["embree"] = embree_ray.value();
    state.counters["box/embree"] = times[0].value() / embree_ray.value();
#endif
#ifdef HALFSPACE_BENCH_BULLET
    state.counters["bullet"] = bullet_sweep.value();
    state.counters["bullet_hits"] = static_cast<double>(bullet_hits) / static_cast<double>(few);
    state.counters["bullet/box"] = bullet_sweep.value() / times[0].value();
#endif
}
BENCHMARK(bench_mesh_sweep)
    ->ArgName("length")
    ->Arg(512)
    ->Arg(8)
    ->Unit(benchmark::kMillisecond)
    ->MinTime(1);

#ifdef HALFSPACE_BENCH_EMBREE
void bench_embree(benchmark::State& state) {
    const bench::EmbreeScene embree(onion(), kBodyBlockers);
    compare(state,
            SpaceId(0),
            segments_of(SpaceId(0), static_cast<double>(state.range(0)), kSegments),
            [&](const Segment& segment) { return embree.any_hit(segment); });
}
BENCHMARK(bench_embree)->ArgName("length")->Arg(512)->Arg(8)->MinTime(1);
#endif

#ifdef HALFSPACE_BENCH_BULLET
void bench_bullet(benchmark::State& state) {
    const bench::BulletScene bullet(onion(), kBodyBlockers, onion().spaces()[1]);
    compare(state,
            SpaceId(1),
            segments_of(SpaceId(1), static_cast<double>(state.range(0)), kFew),
            [&](const Segment& segment) { return bullet.any_hit(segment); });
}
BENCHMARK(bench_bullet)->ArgName("length")->Arg(512)->Arg(8)->MinTime(1);
#endif

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
