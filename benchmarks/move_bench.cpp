// SPDX-License-Identifier: MIT
// Movers on one level: the cost of a step of one walker, and of a frame of a thousand.
//
//     HALFSPACE_BENCH_MAP=level.map move_bench        (a generated scene without it)
//
// Thread CPU time. All doors of the level are placed, at rest. Walkers have random inputs: they
// walk, jump and crouch. Their steps of one second are made before the time is taken. The same
// walks on the triangles of the level's faces, without the level, tell what a mesh as it is costs.
#include "halfspace/move/mover.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "bench_level.h"
#include "level_mesh.h"
#include "support/random.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

const Level& level() {
    static const Level kLevel = bench::compile_level(Collision::Onion);
    return kLevel;
}

CollisionWorld world_at_rest() {
    CollisionWorld world(level());
    world.place_models_at_rest();
    return world;
}

struct Walker {
    MoverState state;
    MoverInput input;
};

MoverBodies spaces() {
    return {*find_space(level(), "stand"), *find_space(level(), "crouch")};
}

class Crowd {
public:
    // Walkers in the open of the level, none of them in another. They walk in the world with these
    // bodies.
    explicit Crowd(std::size_t count,
                   CollisionWorld world = world_at_rest(),
                   const MoverBodies& bodies = spaces())
        : bodies_(bodies), shape_(shape_of(level(), bodies.stand)), world_(std::move(world)) {
        while (walkers_.size() < count) {
            const Vec3 at = bench::point_in_box(level().models()[0], random_);
            const bool is_apart =
                std::none_of(walkers_.begin(), walkers_.end(), [&](const Walker& other) {
                    const Vec3 way = other.state.position - at;
                    return std::abs(way.x) < 31 && std::abs(way.y) < 31 && std::abs(way.z) < 57;
                });
            if (is_apart && is_free(level(), std::get<SpaceId>(spaces().stand), at) &&
                bench::is_enclosed(level(), at)) {
                walkers_.push_back({mover_at(at), {}});
            }
        }
        for (std::uint32_t i = 0; i < walkers_.size(); ++i) {
            world_.place(ObstacleId(i), {.body = shape_, .position = walkers_[i].state.position});
        }
        for (int i = 0; i < 64; ++i) {
            frame();
        }
    }

    void choose_inputs() {
        for (Walker& walker : walkers_) {
            if (random_.one_in(32)) {
                walker.input = quantised({.view = {.yaw = random_.real(0, 360)},
                                          .forward = 1,
                                          .jump = random_.one_in(4),
                                          .crouch = random_.one_in(4)});
            }
        }
    }

    // Each leaves itself out.
    void make_steps() {
        for (std::uint32_t i = 0; i < walkers_.size(); ++i) {
            const ObstacleId itself(i);
            Walker& walker = walkers_[i];
            walker.state =
                step_mover(
                    {world_, {.obstacles = {&itself, 1}}}, bodies_, walker.state, walker.input)
                    .state;
            world_.place(itself, walker.state.position);
        }
    }

    void frame() {
        choose_inputs();
        make_steps();
    }

    const CollisionWorld& world() const { return world_; }

private:
    test::Random random_{4};
    MoverBodies bodies_;
    ShapeBody shape_;
    std::vector<Walker> walkers_;
    CollisionWorld world_;
};

// Nanoseconds for each of 4096 steps of one walker.
double step_time(Crowd& one) {
    constexpr std::size_t kSteps = 4096;
    return bench::nanoseconds_each(kSteps, [&] {
        for (std::size_t i = 0; i < kSteps; ++i) {
            one.choose_inputs();
            one.make_steps();
        }
    });
}

void bench_step(benchmark::State& state) {
    Crowd one(1);
    double nanoseconds = 0;
    for ([[maybe_unused]] const auto _ : state) {
        nanoseconds += step_time(one);
    }
    state.counters["step_ns"] = nanoseconds / static_cast<double>(state.iterations());
    state.counters["models"] = static_cast<double>(one.world().model_count());
}
BENCHMARK(bench_step);

// A body as high and wide as the level's body.
ShapeBody capsule_like(const ShapeBody& body) {
    const Vec3 half = half_of(body.shape.bounds());
    const double radius = std::min({half.x, half.y, half.z});
    return {*ConvexShape::capsule(half.z - radius, radius), body.offset};
}

// The same walker in the level, without its doors, and on the triangles of its faces alone.
void bench_mesh_step(benchmark::State& state) {
    const bench::LevelMesh mesh(level(), kBodyBlockers);
    const TriangleBvh tree = bench::required(TriangleBvh::build(mesh.mesh()));
    CollisionWorld triangles;
    triangles.place(MeshId(0), {.triangles = &tree});
    const MoverBodies boxes{shape_of(level(), spaces().stand), shape_of(level(), spaces().crouch)};
    const MoverBodies capsules{capsule_like(std::get<ShapeBody>(boxes.stand)),
                               capsule_like(std::get<ShapeBody>(boxes.crouch))};
    Crowd in_level(1, CollisionWorld(level()));
    Crowd box_in_level(1, CollisionWorld(level()), boxes);
    Crowd box(1, triangles, boxes);
    Crowd capsule(1, triangles, capsules);
    std::array<double, 4> times{};
    for ([[maybe_unused]] const auto _ : state) {
        times[0] += step_time(in_level);
        times[1] += step_time(box_in_level);
        times[2] += step_time(box);
        times[3] += step_time(capsule);
    }
    const auto count = static_cast<double>(state.iterations());
    state.counters["triangles"] = static_cast<double>(tree.mesh().size());
    state.counters["space_ns"] = times[0] / count;
    state.counters["swept_box_ns"] = times[1] / count;
    state.counters["box_on_mesh_ns"] = times[2] / count;
    state.counters["capsule_on_mesh_ns"] = times[3] / count;
    state.counters["box_on_mesh/space"] = times[2] / times[0];
}
BENCHMARK(bench_mesh_step)->Unit(benchmark::kMillisecond)->MinTime(1);

// A frame of a thousand walkers.
void bench_crowd(benchmark::State& state) {
    constexpr std::size_t kWalkers = 1000;
    Crowd crowd(kWalkers);
    double nanoseconds = 0;
    for ([[maybe_unused]] const auto _ : state) {
        crowd.choose_inputs();
        nanoseconds += bench::nanoseconds_each(1, [&] { crowd.make_steps(); });
    }
    state.counters["frame_ms"] = nanoseconds / 1e6 / static_cast<double>(state.iterations());
}
BENCHMARK(bench_crowd);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
