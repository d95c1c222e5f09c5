// SPDX-License-Identifier: MIT
// Two bumpy spheres of 69,000 triangles: their first pair of triangles that touch, all pairs, and
// their distance; the same for meshes of thin diagonal rods and bars. Beside FCL where it is
// installed.
//
//     mesh_pairs_bench
//
// Thread CPU time. All sides are measured in turns within one benchmark, so that a machine that
// changes its speed changes all. Medians of the mean over all poses.
#include "halfspace/spatial/mesh_collide.h"

#include "support/random.h"
#include "support/scan.h"
#include "support/thin_meshes.h"
#include "thread_time.h"
#ifdef HALFSPACE_BENCH_FCL
#include "fcl_mesh_peer.h"
#include "support/triangle_oracle.h"
#endif

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

namespace halfspace {
namespace {

constexpr std::size_t kRings = 132;
constexpr std::size_t kPoses = 20;

TriangleMesh mesh() {
    static const test::Mesh kScan = test::scan(kRings);
    return {kScan.positions, kScan.indices};
}

const TriangleBvh& tree() {
    static const TriangleBvh kTree = *TriangleBvh::build(mesh());
    return kTree;
}

enum class Pose : std::int64_t { NearMiss, Graze, Shallow, Deep };

// The second sphere is turned at random, and stands in a random direction: where the spheres just
// touch, plus 0.01 (near miss), plus 0.0003 (graze), less 0.02 (shallow), or half as far away
// (deep).
std::vector<Transform> poses_of(Pose kind) {
    test::Random random(7);
    std::vector<Transform> poses;
    while (poses.size() < kPoses) {
        const Vec3 to{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
        if (length(to) > 1 || length(to) < 0.1) {
            continue;
        }
        Transform pose = turned_about(
            {}, {random.real(-180, 180), random.real(-180, 180), random.real(-180, 180)});
        double apart = 3;
        double touching = 1.2;
        while (apart - touching > 1e-6) {
            const double middle = (apart + touching) / 2;
            pose.translation = normalized(to) * middle;
            (first_pair(tree(), tree(), pose)->has_value() ? touching : apart) = middle;
        }
        const double away = kind == Pose::NearMiss  ? touching + 0.01
                            : kind == Pose::Graze   ? touching + 0.0003
                            : kind == Pose::Shallow ? touching - 0.02
                                                    : touching / 2;
        pose.translation = normalized(to) * away;
        poses.push_back(pose);
    }
    return poses;
}

// One side of a ratio.
struct Side {
    std::string name;
    std::function<std::size_t(const Transform&)> work;  // how many pairs it found
    std::vector<double> times = {};                     // of each round, for each pose [ns]
    std::size_t found = 0;
};

void measure(benchmark::State& state,
             const std::vector<Transform>& poses,
             std::vector<Side> sides) {
    for ([[maybe_unused]] const auto _ : state) {
        for (Side& side : sides) {
            side.found = 0;
            side.times.push_back(bench::nanoseconds_each(poses.size(), [&] {
                for (const Transform& pose : poses) {
                    side.found += side.work(pose);
                }
            }));
        }
    }
    for (Side& side : sides) {
        std::ranges::sort(side.times);
        state.counters[side.name + "_us"] = side.times[side.times.size() / 2] / 1000;
        state.counters[side.name + "_found"] =
            static_cast<double>(side.found) / static_cast<double>(poses.size());
    }
}

#ifdef HALFSPACE_BENCH_FCL
constexpr std::size_t kAllContacts = std::numeric_limits<int>::max();

template <class Real>
const bench::FclMesh<Real>& fcl_model() {
    static const bench::FclMesh<Real> kModel(mesh());
    return kModel;
}

template <class Real>
Side by_fcl(const std::string& name, std::size_t most) {
    return {name, [most](const Transform& pose) {
                return fcl_model<Real>().contacts(fcl_model<Real>(), pose, most).size();
            }};
}
#endif

// most: how many contacts FCL looks for.
void add_fcl([[maybe_unused]] std::vector<Side>& sides, [[maybe_unused]] std::size_t most) {
#ifdef HALFSPACE_BENCH_FCL
    sides.push_back(by_fcl<float>("fcl_float", most));
    sides.push_back(by_fcl<double>("fcl_double", most));
#endif
}

void bench_first_pair(benchmark::State& state) {
    std::vector<Side> sides{{"halfspace", [](const Transform& pose) {
                                 return std::size_t{first_pair(tree(), tree(), pose)->has_value()};
                             }}};
    add_fcl(sides, 1);
    measure(state, poses_of(static_cast<Pose>(state.range(0))), std::move(sides));
}
BENCHMARK(bench_first_pair)->DenseRange(0, 3)->Iterations(15);

void bench_all_pairs(benchmark::State& state) {
    QueryScratch scratch;
    std::vector<Side> sides{{"halfspace", [&scratch](const Transform& pose) {
                                 return all_pairs(tree(), tree(), pose, scratch)->size();
                             }}};
    add_fcl(sides, std::numeric_limits<int>::max());
    measure(state, poses_of(static_cast<Pose>(state.range(0))), std::move(sides));
}
BENCHMARK(bench_all_pairs)->DenseRange(0, 3)->Iterations(7);

void bench_distance(benchmark::State& state) {
    std::vector<Side> sides{{"halfspace", [](const Transform& pose) {
                                 return std::size_t{distance(tree(), tree(), pose)->has_value()};
                             }}};
#ifdef HALFSPACE_BENCH_FCL
    sides.push_back({"fcl_float", [](const Transform& pose) {
                         return std::size_t{fcl_model<float>().distance(fcl_model<float>(), pose) >
                                            0};
                     }});
#endif
    measure(state, poses_of(static_cast<Pose>(state.range(0))), std::move(sides));
}
BENCHMARK(bench_distance)->DenseRange(0, 1)->Iterations(5);

#ifdef HALFSPACE_BENCH_FCL
// The second sphere is not turned, and a vertex of it lies exactly on a vertex of the first.
std::vector<Transform> aimed_poses() {
    test::Random random(8);
    std::vector<Transform> poses;
    const auto any_vertex = [&random] {
        return mesh().vertex(static_cast<std::size_t>(
            random.integer(0, static_cast<std::int64_t>(mesh().vertex_count()) - 1)));
    };
    while (poses.size() < kPoses) {
        const Vec3 from = any_vertex();
        poses.push_back(moved_by(any_vertex() - from));
    }
    return poses;
}

// Pairs that only one side finds, and what whole numbers of any size say about them.
template <class Real>
void count_differences(benchmark::State& state,
                       const std::vector<Transform>& poses,
                       const std::string& name) {
    std::size_t fcl_invents = 0;
    std::size_t fcl_loses = 0;
    std::size_t halfspace_is_wrong = 0;
    for (const Transform& pose : poses) {
        QueryScratch scratch;
        const AnswerList<TrianglePair> own = *all_pairs(tree(), tree(), pose, scratch);
        std::vector<TrianglePair> others;
        for (const auto& contact :
             fcl_model<Real>().contacts(fcl_model<Real>(), pose, kAllContacts)) {
            others.push_back({TriangleId(static_cast<std::uint32_t>(contact.b1)),
                              TriangleId(static_cast<std::uint32_t>(contact.b2))});
        }
        std::ranges::sort(others);
        std::vector<TrianglePair> different;
        std::ranges::set_symmetric_difference(own, others, std::back_inserter(different));
        for (const TrianglePair& pair : different) {
            const bool is_own = std::ranges::binary_search(own, pair);
            const bool is_true =
                test::share_point(mesh().triangle(pair.a), to_world(pose, mesh().triangle(pair.b)));
            fcl_loses += is_true ? 1 : 0;
            fcl_invents += is_true ? 0 : 1;
            halfspace_is_wrong += is_true != is_own ? 1 : 0;
        }
    }
    state.counters[name + "_invents"] = static_cast<double>(fcl_invents);
    state.counters[name + "_loses"] = static_cast<double>(fcl_loses);
    state.counters["halfspace_is_wrong"] += static_cast<double>(halfspace_is_wrong);
}

// The argument is a Pose, or one more: aimed_poses.
void bench_differences(benchmark::State& state) {
    const std::vector<Transform> poses =
        state.range(0) < 4 ? poses_of(static_cast<Pose>(state.range(0))) : aimed_poses();
    for ([[maybe_unused]] const auto _ : state) {
        count_differences<float>(state, poses, "fcl_float");
        count_differences<double>(state, poses, "fcl_double");
    }
}
BENCHMARK(bench_differences)->DenseRange(0, 4)->Iterations(1);
#endif

enum class Thin : std::int64_t { Anywhere, Beside, Between, Masts, Lattices, Interleaved };

// Two meshes of bars: 8000 rods of length 10 in random directions in a cube of size 100, twice; 89
// times 89 parallel rods of length 100 at distance 1, beside one another; the same, one mesh
// between the rods of the other one; masts of 137 cells of size 100, 1000 apart; lattices of 22^3
// cells of size 200, 1000 apart; the same, one within the other.
struct ThinMeshes {
    test::Mesh mesh_a;
    test::Mesh mesh_b;
    Transform pose;

    TriangleMesh a() const { return {mesh_a.positions, mesh_a.indices}; }
    TriangleMesh b() const { return {mesh_b.positions, mesh_b.indices}; }
};

ThinMeshes thin_meshes(Thin kind) {
    if (kind == Thin::Anywhere) {
        return {test::random_rods(8000, 100, 10, 0.001, 1),
                test::random_rods(8000, 100, 10, 0.001, 2),
                {}};
    }
    if (kind == Thin::Masts) {
        const test::Mesh mast = test::mast(137, 100, 2);
        return {mast, mast, moved_by(test::diagonal(1000, 0, 0))};
    }
    if (kind == Thin::Lattices || kind == Thin::Interleaved) {
        const test::Mesh lattice = test::lattice(22, 200, 2);
        return {
            lattice,
            lattice,
            moved_by(kind == Thin::Lattices ? normalized(Vec3{1, 1, 0}) * 5400 : Vec3{33, 77, 51})};
    }
    const test::Mesh rods = test::parallel_rods(89, 100, 0.01);
    return {
        rods,
        rods,
        moved_by(kind == Thin::Beside ? test::diagonal(98, 0, 0) : test::diagonal(0.5, 0.5, 0))};
}

// First pair, all pairs, distance. FCL does not answer all of them in a minute.
void bench_thin(benchmark::State& state) {
    const auto kind = static_cast<Thin>(state.range(0));
    const ThinMeshes thin = thin_meshes(kind);
    const TriangleBvh a = *TriangleBvh::build(thin.a());
    const TriangleBvh b = *TriangleBvh::build(thin.b());
    QueryScratch scratch;
    std::vector<Side> sides{
        {"first_pair",
         [&](const Transform& pose) { return std::size_t{first_pair(a, b, pose)->has_value()}; }},
        {"all_pairs",
         [&](const Transform& pose) { return all_pairs(a, b, pose, scratch)->size(); }},
        {"build",
         [&](const Transform&) { return std::size_t{TriangleBvh::build(thin.a()).has_value()}; }}};
    if (kind != Thin::Between) {
        sides.push_back({"distance", [&](const Transform& pose) {
                             return std::size_t{distance(a, b, pose)->has_value()};
                         }});
    }
#ifdef HALFSPACE_BENCH_FCL
    const bench::FclMesh<float> fcl_a(thin.a());
    const bench::FclMesh<float> fcl_b(thin.b());
    if (kind != Thin::Between && kind != Thin::Interleaved) {
        sides.push_back({"fcl_first_pair", [&](const Transform& pose) {
                             return fcl_a.contacts(fcl_b, pose, 1).size();
                         }});
        sides.push_back({"fcl_distance", [&](const Transform& pose) {
                             return std::size_t{fcl_a.distance(fcl_b, pose) > 0};
                         }});
    }
#endif
    measure(state, {thin.pose}, std::move(sides));
    state.counters["bytes_per_triangle"] =
        static_cast<double>(a.statistics().bytes) / static_cast<double>(thin.a().size());
}
BENCHMARK(bench_thin)->DenseRange(0, 5)->Iterations(3);

Side by_build(const std::string& name, BvhBuilder method) {
    return {name, [method](const Transform&) {
                return std::size_t{TriangleBvh::build(mesh(), {method}).has_value()};
            }};
}

void bench_build(benchmark::State& state) {
    std::vector<Side> sides{by_build("area", BvhBuilder::Sah),
                            by_build("clusters", BvhBuilder::Ploc)};
#ifdef HALFSPACE_BENCH_FCL
    sides.push_back(
        {"fcl_float", [](const Transform&) { return bench::FclMesh<float>(mesh()).size(); }});
    sides.push_back(
        {"fcl_double", [](const Transform&) { return bench::FclMesh<double>(mesh()).size(); }});
#endif
    for ([[maybe_unused]] const auto _ : state) {
        for (Side& side : sides) {
            side.times.push_back(
                bench::nanoseconds_each(1, [&] { side.found = side.work(Transform{}); }));
        }
    }
    for (Side& side : sides) {
        std::ranges::sort(side.times);
        state.counters[side.name + "_ms"] = side.times[side.times.size() / 2] / 1e6;
    }
}
BENCHMARK(bench_build)->Iterations(5)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
