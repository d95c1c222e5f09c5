// SPDX-License-Identifier: MIT
// Movers on one level: the cost of a step of one walker, and of a frame of a thousand.
//
//     HALFSPACE_BENCH_MAP=level.map move_bench        (a generated scene without it)
//
// Thread CPU time. All doors of the level are placed, at rest. Walkers have random inputs: they
// walk, jump and crouch. Their steps of one second are made before the time is taken.
#include "halfspace/move/mover.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"

#include "bench_level.h"
#include "support/random.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
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

class Crowd {
public:
    // Walkers in the open, none of them in another.
    explicit Crowd(std::size_t count)
        : bodies_{*find_space(level(), "stand"), *find_space(level(), "crouch")},
          shape_(shape_of(level(), bodies_.stand)) {
        while (walkers_.size() < count) {
            const Vec3 at = bench::point_in_box(level().models()[0], random_);
            const bool is_apart =
                std::none_of(walkers_.begin(), walkers_.end(), [&](const Walker& other) {
                    const Vec3 way = other.state.position - at;
                    return std::abs(way.x) < 31 && std::abs(way.y) < 31 && std::abs(way.z) < 57;
                });
            if (is_apart && is_free(level(), std::get<SpaceId>(bodies_.stand), at) &&
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
    CollisionWorld world_ = world_at_rest();
};

// One walker for 4096 steps.
void bench_step(benchmark::State& state) {
    constexpr std::size_t kSteps = 4096;
    Crowd one(1);
    double nanoseconds = 0;
    for ([[maybe_unused]] const auto _ : state) {
        nanoseconds += bench::nanoseconds_each(kSteps, [&] {
            for (std::size_t i = 0; i < kSteps; ++i) {
                one.choose_inputs();
                one.make_steps();
            }
        });
    }
    state.counters["step_ns"] = nanoseconds / static_cast<double>(state.iterations());
    state.counters["models"] = static_cast<double>(one.world().model_count());
}
BENCHMARK(bench_step);

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
