// SPDX-License-Identifier: MIT
// Batches for simulations, asked from C and from C++: the answers have the same bits. The argument
// is a level.
#include "halfspace/level/level.h"
#include "halfspace/move/step_movers.h"
#include "halfspace/query/beams.h"
#include "halfspace/query/space.h"

#include "check.h"
#include "halfspace_compile.h"
#include "halfspace_move.h"
#include "halfspace_spatial.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): a test of both interfaces

constexpr std::uint32_t kMovers = 50;

struct Setting {
    explicit Setting(const char* path)
        : c_level(halfspace_map_file(path, nullptr, 0)),
          level(load_level(path).value()),
          c_world(halfspace_new_collision_world(c_level)),
          world(level) {
        const double half[3] = {10, 10, 20};
        shape = halfspace_new_box(half);
        for (std::uint32_t i = 0; i < kMovers; ++i) {
            const Vec3 at{64.0 + 40 * (i % 10), 200.0 + 30 * (i / 10), 60};
            states.push_back(mover_at(at));
            states.back().velocity = {i * 3.0, -7.0, 0};
            inputs.push_back(quantised({.view = {.yaw = i * 7.0}, .forward = 1}));
            themselves.push_back(i % 3 == 0 ? kNone : i);
            if (i % 3 != 0) {
                halfspace_obstacle obstacle{};
                obstacle.id = i;
                obstacle.body.shape = shape;
                std::memcpy(obstacle.position, &at, sizeof(Vec3));
                CHECK(halfspace_place_obstacle(c_world, &obstacle) == HALFSPACE_OK);
                world.place(ObstacleId(i), {{*ConvexShape::box({10, 10, 20}), {}}, at});
            }
        }
    }
    ~Setting() {
        halfspace_free_collision_world(c_world);
        halfspace_free_shape(shape);
        halfspace_free_level(c_level);
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

    std::span<const ObstacleId> ids() const {
        return {reinterpret_cast<const ObstacleId*>(themselves.data()), themselves.size()};
    }

    halfspace_level* c_level;
    Level level;
    halfspace_collision_world* c_world;
    CollisionWorld world;
    halfspace_shape* shape = nullptr;
    std::vector<MoverState> states;
    std::vector<MoverInput> inputs;
    std::vector<std::uint32_t> themselves;
};

void movers_step_alike(const Setting& all) {
    std::uint32_t stand = 0;
    std::uint32_t crouch = 0;
    halfspace_find_space(all.c_level, "stand", &stand);
    halfspace_find_space(all.c_level, "crouch", &crouch);
    const halfspace_mover_body c_stand{stand, 0, nullptr, {0, 0, 0}};
    const halfspace_mover_body c_crouch{crouch, 0, nullptr, {0, 0, 0}};
    const MoverBodies bodies{SpaceId(stand), SpaceId(crouch)};
    std::vector<MoverState> now = all.states;
    std::vector<MoverState> c_now = all.states;
    std::vector<MoverProblem> problems(kMovers);
    std::vector<std::uint8_t> c_problems(kMovers);
    auto* const c_states = reinterpret_cast<halfspace_mover_state*>(c_now.data());
    const auto* const c_inputs = reinterpret_cast<const halfspace_mover_input*>(all.inputs.data());
    for (int step = 0; step < 50; ++step) {
        step_movers(all.world, bodies, {now, all.inputs, all.ids()}, now, problems);
        CHECK(halfspace_step_movers(all.c_world,
                                    nullptr,
                                    &c_stand,
                                    &c_crouch,
                                    c_states,
                                    c_inputs,
                                    all.themselves.data(),
                                    kMovers,
                                    nullptr,
                                    c_states,
                                    c_problems.data()) == HALFSPACE_OK);
        CHECK(std::memcmp(now.data(), c_now.data(), kMovers * sizeof(MoverState)) == 0);
        CHECK(std::memcmp(problems.data(), c_problems.data(), kMovers) == 0);
    }
    CHECK(std::memcmp(now.data(), all.states.data(), kMovers * sizeof(MoverState)) != 0);
    CHECK(halfspace_step_movers(all.c_world,
                                nullptr,
                                &c_stand,
                                &c_crouch,
                                nullptr,
                                nullptr,
                                nullptr,
                                0,
                                nullptr,
                                nullptr,
                                nullptr) == HALFSPACE_OK);
    CHECK(halfspace_step_movers(all.c_world,
                                nullptr,
                                &c_stand,
                                &c_crouch,
                                c_states,
                                nullptr,
                                nullptr,
                                kMovers,
                                nullptr,
                                c_states,
                                nullptr) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_movers(all.c_world,
                                nullptr,
                                &c_crouch,
                                &c_stand,
                                c_states,
                                c_inputs,
                                nullptr,
                                kMovers,
                                nullptr,
                                c_states,
                                nullptr) == HALFSPACE_BAD_ARGUMENT);  // the bodies are exchanged
}

void beams_are_alike(const Setting& all) {
    std::vector<Transform> poses;
    std::vector<halfspace_placement> c_poses;
    for (const MoverState& state : all.states) {
        poses.push_back(moved_by(state.position));
        c_poses.push_back(halfspace_placement_at_rest(0));
        std::memcpy(c_poses.back().translation, &state.position, sizeof(Vec3));
    }
    std::vector<Vec3> directions;
    for (int i = 0; i < 100; ++i) {
        directions.push_back({std::sqrt(2.0) - i / 40.0, i / 50.0 - 1, (i % 7) / 7.0 - 0.5});
    }
    std::vector<double> distances(poses.size() * directions.size());
    std::vector<double> c_distances(distances.size());
    beam_distances(all.world, SpaceId(0), {poses, directions, 900, all.ids()}, distances);
    halfspace_beams beams{c_poses.data(),
                          c_poses.size(),
                          &directions[0].x,
                          directions.size(),
                          900,
                          all.themselves.data()};
    CHECK(halfspace_beam_distances(all.c_world, nullptr, 0, &beams, nullptr, c_distances.data()) ==
          HALFSPACE_OK);
    CHECK(distances == c_distances);
    beams.range = std::numeric_limits<double>::infinity();
    CHECK(halfspace_beam_distances(all.c_world, nullptr, 0, &beams, nullptr, c_distances.data()) ==
          HALFSPACE_BAD_ARGUMENT);
    beams.range = 1;
    c_poses[3].x[0] = 2;
    CHECK(halfspace_beam_distances(all.c_world, nullptr, 0, &beams, nullptr, c_distances.data()) ==
          HALFSPACE_BAD_ARGUMENT);
}

// Works off its parts from the last to the first, and counts them.
void backwards(void* context, std::size_t count, void (*body)(void*, std::size_t), void* argument) {
    *static_cast<std::size_t*>(context) += count;
    for (std::size_t i = count; i-- > 0;) {
        body(argument, i);
    }
}

void executors_get_the_parts_of_batches(const Setting& all) {
    std::vector<double> segments;
    for (int i = 0; i < 6000; ++i) {
        const double from[6] = {
            i * 0.1, 256, 60, i * 0.1 + 100.0 * (i % 9 - 4), 256.0 - i % 300, 10};
        segments.insert(segments.end(), from, from + 6);
    }
    const auto traced = [&] {
        std::vector<halfspace_contact> contacts(6000);
        CHECK(halfspace_trace_all(
                  all.c_world, nullptr, 1, segments.data(), 6000, nullptr, contacts.data()) ==
              HALFSPACE_OK);
        return contacts;
    };
    const std::vector<halfspace_contact> alone = traced();
    const auto are_alike = [&](const std::vector<halfspace_contact>& contacts) {
        return std::memcmp(alone.data(), contacts.data(), 6000 * sizeof(halfspace_contact)) == 0;
    };
    std::size_t count = 0;
    const halfspace_executor executor{backwards, &count};
    halfspace_set_executor(&executor);
    CHECK(are_alike(traced()) && count == 3);
    halfspace_set_executor(nullptr);
    CHECK(are_alike(traced()) && count == 3);
    for (const std::uint32_t threads : {2u, 0u, 1u}) {
        halfspace_set_executor(&executor);
        halfspace_set_threads(threads);  // takes its place
        CHECK(are_alike(traced()) && count == 3);
    }
}

void a_mapped_level_is_the_loaded_one(const Setting& all, const char* path) {
    std::size_t size = 0;
    const void* const bytes = halfspace_level_bytes(all.c_level, &size);
    CHECK(size == all.level.bytes().size());
    CHECK(std::memcmp(bytes, all.level.bytes().data(), size) == 0);
    CHECK(halfspace_level_checksum(all.c_level) == all.level.checksum());
    CHECK(halfspace_level_checksum(nullptr) == 0);
    char error[200] = "";
    CHECK(halfspace_map_file((std::string(path) + ".none").c_str(), error, sizeof error) ==
          nullptr);
    CHECK(std::string(error).find("No such file") != std::string::npos);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "expected one argument: a level\n");
        return 1;
    }
    const Setting all(argv[1]);
    movers_step_alike(all);
    beams_are_alike(all);
    executors_get_the_parts_of_batches(all);
    a_mapped_level_is_the_loaded_one(all, argv[1]);
    return failures == 0 ? 0 : 1;
}
