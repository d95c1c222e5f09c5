// SPDX-License-Identifier: MIT
// A thousand agents of three sizes on one floor with pillars: what a frame costs, for their
// steering and for their movers.
//
//     crowd_bench
//
// Thread CPU time. Each agent walks to a random place; who arrives gets another one. Two seconds
// are made before the time is taken.
#include "halfspace/agents/crowd.h"
#include "halfspace/compile/compile.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/space.h"

#include "support/brushes.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

constexpr std::int64_t kHalf = 2048;  // half the side of the floor
constexpr std::uint32_t kAgents = 1000;
constexpr std::array kBodies{"cat", "stand", "large"};

Level make_level() {
    std::vector<Brush> brushes{test::box_brush({-kHalf, -kHalf, -16}, {kHalf, kHalf, 0})};
    for (std::int64_t x = -kHalf + 256; x < kHalf; x += 512) {
        for (std::int64_t y = -kHalf + 256; y < kHalf; y += 512) {
            brushes.push_back(test::box_brush({x - 64, y - 32, 0}, {x + 64, y + 32, 128}));
        }
    }
    CompileOptions options;
    options.bodies.push_back({"cat", {-8, -8, 0}, {8, 8, 16}});
    LevelData data = compile(test::world_of(std::move(brushes)), options).value().level;
    set_navigation(data, build_navigation(Level::from_data(data).value()).value());
    return Level::from_data(data).value();
}

class Frames {
public:
    Frames() : level_(make_level()), world_(level_) {
        for (const char* const name : kBodies) {
            spaces_.push_back(*find_space(level_, name));
            meshes_.push_back(NavMesh::from_level(level_, spaces_.back()).value());
        }
        for (std::uint64_t seed = 1; crowd_.size() < kAgents; ++seed) {
            add(*random_place_on_island(mesh_of(crowd_.size()), 0, seed));
        }
        for (int i = 0; i < 128; ++i) {
            steer();
            move();
        }
    }

    void steer() {
        for (std::uint32_t i = 0; i < kAgents; ++i) {
            if (crowd_.follower(AgentId(i)).status() != FollowStatus::Following) {
                crowd_.go_to(AgentId(i), *random_place_on_island(mesh_of(i), 0, ++seed_));
            }
        }
        crowd_.step();
    }

    void move() {
        for (std::uint32_t i = 0; i < kAgents; ++i) {
            const ObstacleId me(i);
            const SpaceId space = spaces_[i % kBodies.size()];
            const MoverState state = step_mover({world_, {.obstacles = {&me, 1}}},
                                                {space, space},
                                                crowd_.state(AgentId(i)),
                                                crowd_.input(AgentId(i)))
                                         .state;
            crowd_.set_state(AgentId(i), state);
            world_.place(me, state.position);
        }
    }

private:
    const NavMesh& mesh_of(std::size_t agent) const { return meshes_[agent % kBodies.size()]; }

    // Unless somebody is too near.
    void add(const NavPlace& place) {
        const auto number = static_cast<std::uint32_t>(crowd_.size());
        for (std::uint32_t i = 0; i < number; ++i) {
            const Vec3 way = crowd_.state(AgentId(i)).position - place.position;
            if (std::abs(way.x) < 64 && std::abs(way.y) < 64) {
                return;
            }
        }
        const ShapeBody shape = shape_of(level_, spaces_[number % kBodies.size()]);
        const MoverState state = mover_at(place.position + Vec3{0, 0, 1.0 / 16});
        world_.place(ObstacleId(number), {.body = shape, .position = state.position});
        crowd_.add(mesh_of(number), shape, state);
    }

    Level level_;
    CollisionWorld world_;
    Crowd crowd_;
    std::vector<SpaceId> spaces_;
    std::vector<NavMesh> meshes_;
    std::uint64_t seed_ = 1'000'000;
};

void steering(benchmark::State& state) {
    Frames frames;
    for (auto _ : state) {
        frames.steer();
        state.PauseTiming();
        frames.move();
        state.ResumeTiming();
    }
}

void movers(benchmark::State& state) {
    Frames frames;
    for (auto _ : state) {
        state.PauseTiming();
        frames.steer();
        state.ResumeTiming();
        frames.move();
    }
}

BENCHMARK(steering)->Unit(benchmark::kMillisecond);
BENCHMARK(movers)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
