// SPDX-License-Identifier: MIT
#include "halfspace/move/mover.h"
#include "halfspace/move/step_movers.h"
#include "halfspace/query/space.h"

#include "halfspace_move.h"
#include "handle.h"
#include "motion.h"

#include <bit>
#include <cmath>
#include <optional>
#include <span>

namespace halfspace::c {

static_assert(sizeof(halfspace_mover_state) == sizeof(MoverState));
static_assert(offsetof(halfspace_mover_state, flags) == offsetof(MoverState, flags));
static_assert(offsetof(halfspace_mover_state, ground_model) == offsetof(MoverState, ground_model));
static_assert(offsetof(halfspace_mover_state, ground_mesh) == offsetof(MoverState, ground_mesh));
static_assert(offsetof(halfspace_mover_state, position) == offsetof(MoverState, position));
static_assert(offsetof(halfspace_mover_state, ground_normal) ==
              offsetof(MoverState, ground_normal));
static_assert(sizeof(halfspace_mover_input) == sizeof(MoverInput));
static_assert(offsetof(halfspace_mover_input, buttons) == offsetof(MoverInput, buttons));
static_assert(HALFSPACE_MAX_SLIDE_PLANES == kMaxSlidePlanes);
static_assert(HALFSPACE_JUMP_BUTTON == kJumpButton);
static_assert(HALFSPACE_CROUCH_BUTTON == kCrouchButton);
static_assert(HALFSPACE_NONE == ObstacleId().value);
static_assert(HALFSPACE_MOVER_TOO_MANY_NEAR == static_cast<uint32_t>(MoverProblem::TooManyNear));

namespace {

// Both ways between the options for C and for C++: copy(a, b) is called for each pair of fields.
template <class Copy>
void copy_options(auto& c, auto& cpp, const Copy& copy) {
    copy(c.seconds, cpp.seconds);
    copy(c.walk_speed, cpp.walk_speed);
    copy(c.crouch_speed, cpp.crouch_speed);
    copy(c.ground_acceleration, cpp.ground_acceleration);
    copy(c.friction, cpp.friction);
    copy(c.stop_speed, cpp.stop_speed);
    copy(c.gravity, cpp.gravity);
    copy(c.jump_speed, cpp.jump_speed);
    copy(c.air_acceleration, cpp.air_acceleration);
    copy(c.air_speed, cpp.air_speed);
    copy(c.step_height, cpp.step_height);
    copy(c.floor_normal, cpp.floor_normal);
    copy(c.swim_speed, cpp.swim_speed);
    copy(c.swim_acceleration, cpp.swim_acceleration);
    copy(c.swim_friction, cpp.swim_friction);
    copy(c.sink_speed, cpp.sink_speed);
    copy(c.climb_out_speed, cpp.climb_out_speed);
    copy(c.ladder_speed, cpp.ladder_speed);
    copy(c.max_speed, cpp.max_speed);
    copy(c.skin, cpp.skin);
    copy(c.unstick, cpp.unstick);
}

// The rest of the array stays zero.
void store_contacts(std::span<const Contact> from, halfspace_contact* to) {
    for (size_t i = 0; i < from.size(); ++i) {
        store_contact(from[i], to[i]);
    }
}

}  // namespace

std::optional<MoverOptions> mover_options(const halfspace_mover_options* given) {
    MoverOptions options;
    if (given == nullptr) {
        return options;
    }
    copy_options(*given, options, [](const double& from, double& to) { to = from; });
    options.mask = static_cast<Contents>(given->mask);
    return bad_option(options) ? std::nullopt : std::optional(options);
}

std::optional<MoverState> mover_state(const halfspace_mover_state* given) {
    if (given == nullptr) {
        return std::nullopt;
    }
    const auto state = std::bit_cast<MoverState>(*given);
    return is_valid(state) ? std::optional(state) : std::nullopt;
}

std::optional<MoverBodies> mover_bodies(const Level& level,
                                        const halfspace_mover_body* stand,
                                        const halfspace_mover_body* crouch) {
    const auto standing = mover_body(level, stand);
    const auto crouching = mover_body(level, crouch);
    if (!standing || !crouching) {
        return std::nullopt;
    }
    const MoverBodies bodies{*standing, *crouching};
    return fits(level, bodies) ? std::optional(bodies) : std::nullopt;
}

bool can_move_in(const halfspace_collision_world* world, const halfspace_leave_out* without) {
    return are_given(world, without) && world->base == kWorldModel;
}

halfspace_mover_step stored(const MoverStep& from) {
    halfspace_mover_step to{};
    to.state = std::bit_cast<halfspace_mover_state>(from.state);
    to.problem = static_cast<uint32_t>(from.problem);
    to.was_freed = from.was_freed ? 1 : 0;
    to.jumped = from.jumped ? 1 : 0;
    to.landed = from.landed ? 1 : 0;
    to.landing_speed = from.landing_speed;
    to.stepped = from.stepped;
    to.liquid = static_cast<uint32_t>(from.liquid);
    to.liquid_depth = from.liquid_depth;
    to.has_ground = from.ground ? 1 : 0;
    if (from.ground) {
        store_contact(*from.ground, to.ground);
    }
    to.wall_count = static_cast<uint32_t>(from.wall_count);
    store_contacts(from.walls(), to.walls);
    to.is_crushed = from.crush ? 1 : 0;
    to.crush_model = from.crush ? from.crush->model.value : HALFSPACE_NONE;
    to.crush_obstacle = from.crush ? from.crush->obstacle.value : HALFSPACE_NONE;
    to.crush_mesh = from.crush ? from.crush->mesh.value : HALFSPACE_NONE;
    to.crush_fraction = from.crush ? from.crush->fraction : 0;
    return to;
}

namespace {

halfspace_slide stored(const Slide& from) {
    halfspace_slide to{};
    store(from.position, to.position);
    store(from.velocity, to.velocity);
    store_contacts(from.touched(), to.contacts);
    to.contact_count = static_cast<uint32_t>(from.contact_count);
    to.start_blocked = from.start_blocked ? 1 : 0;
    to.too_many_near = from.too_many_near ? 1 : 0;
    return to;
}

bool can_slide_to(const Vec3& position) {
    return std::abs(position.x) <= kMaxMoverPlace && std::abs(position.y) <= kMaxMoverPlace &&
           std::abs(position.z) <= kMaxMoverPlace;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_status halfspace_mover_at(const double position[3], halfspace_mover_state* state) {
    if (!is_point(position) || state == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const MoverState made = mover_at(vec3(position));
    if (!is_valid(made)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *state = std::bit_cast<halfspace_mover_state>(made);
    return HALFSPACE_OK;
}

halfspace_status halfspace_pushed(const halfspace_mover_state* state,
                                  const double push[3],
                                  halfspace_mover_state* after) {
    if (state == nullptr || !is_point(push) || after == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const MoverState before = std::bit_cast<MoverState>(*state);
    *after = std::bit_cast<halfspace_mover_state>(pushed(before, vec3(push)));
    return HALFSPACE_OK;
}

halfspace_status halfspace_moved_to(const halfspace_mover_state* state,
                                    const double place[3],
                                    halfspace_mover_state* after) {
    if (state == nullptr || !is_point(place) || !is_valid(mover_at(vec3(place))) ||
        after == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const MoverState before = std::bit_cast<MoverState>(*state);
    *after = std::bit_cast<halfspace_mover_state>(moved_to(before, vec3(place)));
    return HALFSPACE_OK;
}

halfspace_status halfspace_quantised(const double angles[3],
                                     const double wish[3],
                                     uint32_t buttons,
                                     halfspace_mover_input* input) {
    if (!is_point(angles) || !is_point(wish) || input == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Controls controls{.view = {angles[0], angles[1], angles[2]},
                            .forward = wish[0],
                            .left = wish[1],
                            .up = wish[2],
                            .jump = (buttons & HALFSPACE_JUMP_BUTTON) != 0,
                            .crouch = (buttons & HALFSPACE_CROUCH_BUTTON) != 0};
    *input = std::bit_cast<halfspace_mover_input>(quantised(controls));
    return HALFSPACE_OK;
}

halfspace_mover_options halfspace_default_mover_options(void) {
    const MoverOptions options;
    halfspace_mover_options made{};
    copy_options(made, options, [](double& to, const double& from) { to = from; });
    made.mask = static_cast<uint32_t>(options.mask);
    return made;
}

halfspace_status halfspace_step_mover(const halfspace_collision_world* world,
                                      const halfspace_leave_out* without,
                                      const halfspace_mover_body* stand,
                                      const halfspace_mover_body* crouch,
                                      const halfspace_mover_state* state,
                                      const halfspace_mover_input* input,
                                      const halfspace_mover_options* options,
                                      halfspace_mover_step* step) {
    if (!can_move_in(world, without) || state == nullptr || input == nullptr || step == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<MoverBodies> bodies = mover_bodies(world->world.level(), stand, crouch);
    const std::optional<MoverOptions> how = mover_options(options);
    if (!bodies || !how) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        *step = stored(step_mover(placed_level(world, without),
                                  *bodies,
                                  std::bit_cast<MoverState>(*state),
                                  std::bit_cast<MoverInput>(*input),
                                  *how));
    });
}

halfspace_status halfspace_step_movers(const halfspace_collision_world* world,
                                       const halfspace_leave_out* without,
                                       const halfspace_mover_body* stand,
                                       const halfspace_mover_body* crouch,
                                       const halfspace_mover_state* states,
                                       const halfspace_mover_input* inputs,
                                       const uint32_t* themselves,
                                       size_t count,
                                       const halfspace_mover_options* options,
                                       halfspace_mover_state* after,
                                       uint8_t* problems) {
    if (!can_move_in(world, without) || !are_records(states, count) ||
        !are_records(inputs, count) || !are_records(after, count)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<MoverBodies> bodies = mover_bodies(world->world.level(), stand, crouch);
    const std::optional<MoverOptions> how = mover_options(options);
    if (!bodies || !how) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        step_movers(
            placed_level(world, without),
            *bodies,
            {std::span(reinterpret_cast<const MoverState*>(states), count),
             std::span(reinterpret_cast<const MoverInput*>(inputs), count),
             obstacle_ids(themselves, count)},
            std::span(reinterpret_cast<MoverState*>(after), count),
            std::span(reinterpret_cast<MoverProblem*>(problems), problems == nullptr ? 0 : count),
            *how,
            batch_executor());
    });
}

halfspace_status halfspace_move_and_slide(const halfspace_collision_world* world,
                                          const halfspace_leave_out* without,
                                          const halfspace_mover_body* body,
                                          const double position[3],
                                          const double velocity[3],
                                          double seconds,
                                          const halfspace_trace_options* options,
                                          halfspace_slide* slide) {
    const std::optional<TraceOptions> how = trace_options(options);
    if (!can_move_in(world, without) || !is_point(position) || !is_point(velocity) ||
        !is_distance(seconds) || !how || slide == nullptr || !can_slide_to(vec3(position)) ||
        !can_slide_to(vec3(position) + vec3(velocity) * seconds)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<MoverBody> moved = mover_body(world->world.level(), body);
    if (!moved) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        *slide = stored(move_and_slide(
            placed_level(world, without), *moved, vec3(position), vec3(velocity), seconds, *how));
    });
}
