// SPDX-License-Identifier: MIT
// Movers on one level: the cost of a step of one walker, and of a frame of a thousand.
//
//     HALFSPACE_BENCH_MAP=level.map move_bench        (a generated scene without it)
//
// Thread CPU time. All doors of the level are listed, at rest. Walkers have random inputs: they
// walk, jump and crouch. Their steps of one second are made before the time is taken.
#include "halfspace/move/mover.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/spatial/octree.h"

#include "bench_level.h"
#include "support/random.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace halfspace {
namespace {

const Level& level() {
    static const Level kLevel = bench::compile_level(Collision::Onion);
    return kLevel;
}

const std::vector<MovingModel>& models() {
    static const std::vector<MovingModel> kModels = [] {
        std::vector<MovingModel> list;
        for (const PlacedModel& placed : models_at_rest(level())) {
            list.emplace_back(level(), placed);
        }
        return list;
    }();
    return kModels;
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

    // Tells the octree where the walkers stand, and finds for each the others near it.
    void find_near() {
        near_.resize(walkers_.size());
        for (std::uint32_t i = 0; i < walkers_.size(); ++i) {
            const Aabb box = box_at(shape_, walkers_[i].state.position);
            if (i < octree_.size() ? !octree_.update(ObjectId(i), box) : !octree_.insert(box)) {
                std::abort();
            }
        }
        for (std::uint32_t i = 0; i < walkers_.size(); ++i) {
            near_[i].clear();
            for (const ObjectId k : octree_.in_box(grown(octree_.box(ObjectId(i)), 34), room_)) {
                if (k.value != i) {
                    near_[i].push_back(k.value);
                }
            }
        }
    }

    void make_steps() {
        for (std::size_t i = 0; i < walkers_.size(); ++i) {
            others_.clear();
            for (const std::uint32_t k : near_[i]) {
                others_.push_back({k, shape_, walkers_[k].state.position});
            }
            Walker& walker = walkers_[i];
            walker.state =
                step_mover({level(), models(), others_}, bodies_, walker.state, walker.input).state;
        }
    }

    void frame() {
        choose_inputs();
        find_near();
        make_steps();
    }

    double obstacles_each() const {
        std::size_t count = 0;
        for (const auto& list : near_) {
            count += list.size();
        }
        return static_cast<double>(count) / static_cast<double>(walkers_.size());
    }

private:
    test::Random random_{4};
    MoverBodies bodies_;
    ShapeBody shape_;
    std::vector<Walker> walkers_;
    Octree octree_ = *Octree::create();  // of their boxes, by their numbers
    OctreeRoom room_;
    std::vector<std::vector<std::uint32_t>> near_;
    std::vector<Obstacle> others_;
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
    state.counters["models"] = static_cast<double>(models().size());
}
BENCHMARK(bench_step);

// A frame of a thousand walkers, and before it the search for those near each.
void bench_crowd(benchmark::State& state) {
    constexpr std::size_t kWalkers = 1000;
    Crowd crowd(kWalkers);
    double nanoseconds = 0;
    double near_nanoseconds = 0;
    for ([[maybe_unused]] const auto _ : state) {
        crowd.choose_inputs();
        near_nanoseconds += bench::nanoseconds_each(1, [&] { crowd.find_near(); });
        nanoseconds += bench::nanoseconds_each(1, [&] { crowd.make_steps(); });
    }
    state.counters["near_ms"] = near_nanoseconds / 1e6 / static_cast<double>(state.iterations());
    state.counters["frame_ms"] = nanoseconds / 1e6 / static_cast<double>(state.iterations());
    state.counters["obstacles_each"] = crowd.obstacles_each();
}
BENCHMARK(bench_crowd);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
