// SPDX-License-Identifier: MIT
#include "halfspace/move/mover.h"
#include "halfspace/query/space.h"

#include "halfspace_move.h"
#include "handle.h"
#include "motion.h"
#include "shape.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

using halfspace::Aabb;
using halfspace::Contents;
using halfspace::Controls;
using halfspace::kMostMoverPlace;
using halfspace::kNoObstacle;
using halfspace::Level;
using halfspace::MoverBodies;
using halfspace::MoverBody;
using halfspace::MoverContact;
using halfspace::MoverInput;
using halfspace::MoverOptions;
using halfspace::MoverState;
using halfspace::MoverStep;
using halfspace::MovingModel;
using halfspace::Obstacle;
using halfspace::ShapeBody;
using halfspace::Slide;
using halfspace::SpaceId;
using halfspace::Surroundings;
using halfspace::TraceOptions;
using halfspace::Transform;
using halfspace::Vec3;
using halfspace::c::are_within;
using halfspace::c::has_space;
using halfspace::c::is_distance;
using halfspace::c::is_point;
using halfspace::c::placed_model;
using halfspace::c::status_of;
using halfspace::c::store;
using halfspace::c::store_contact;
using halfspace::c::trace_options;
using halfspace::c::vec3;

static_assert(sizeof(halfspace_mover_state) == sizeof(MoverState));
static_assert(offsetof(halfspace_mover_state, flags) == offsetof(MoverState, flags));
static_assert(offsetof(halfspace_mover_state, ground_model) == offsetof(MoverState, ground_model));
static_assert(offsetof(halfspace_mover_state, position) == offsetof(MoverState, position));
static_assert(offsetof(halfspace_mover_state, ground_normal) ==
              offsetof(MoverState, ground_normal));
static_assert(sizeof(halfspace_mover_input) == sizeof(MoverInput));
static_assert(offsetof(halfspace_mover_input, buttons) == offsetof(MoverInput, buttons));
static_assert(HALFSPACE_MOST_SLIDE_PLANES == halfspace::kMostSlidePlanes);
static_assert(HALFSPACE_JUMP_BUTTON == halfspace::kJumpButton);
static_assert(HALFSPACE_CROUCH_BUTTON == halfspace::kCrouchButton);
static_assert(HALFSPACE_NONE == kNoObstacle);

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
    copy(c.most_speed, cpp.most_speed);
    copy(c.skin, cpp.skin);
    copy(c.unstick, cpp.unstick);
}

// nullopt if an option is out of its range.
std::optional<MoverOptions> mover_options(const halfspace_mover_options* given) {
    MoverOptions options;
    if (given == nullptr) {
        return options;
    }
    copy_options(*given, options, [](const double& from, double& to) { to = from; });
    options.mask = static_cast<Contents>(given->mask);
    return bad_option(options) ? std::nullopt : std::optional(options);
}

// nullopt if it is neither a body of the level nor a shape near its position. A hull of points is
// copied, which throws bad_alloc without memory.
std::optional<MoverBody> mover_body(const halfspace_level* level,
                                    const halfspace_mover_body* body) {
    if (body == nullptr || level == nullptr) {
        return std::nullopt;
    }
    if (body->shape == nullptr) {
        return has_space(level, body->space) ? std::optional<MoverBody>(SpaceId(body->space))
                                             : std::nullopt;
    }
    return is_point(body->offset) && are_within(body->offset, 1, kMostMoverPlace)
               ? std::optional<MoverBody>(ShapeBody{body->shape->shape, vec3(body->offset)})
               : std::nullopt;
}

// nullopt if one of the bodies is wrong, or if the crouching one does not fit.
std::optional<MoverBodies> mover_bodies(const halfspace_level* level,
                                        const halfspace_mover_body* stand,
                                        const halfspace_mover_body* crouch) {
    const auto standing = mover_body(level, stand);
    const auto crouching = mover_body(level, crouch);
    if (!standing || !crouching) {
        return std::nullopt;
    }
    const Aabb large = box_at(shape_of(level->level, *standing), {});
    const Aabb small = box_at(shape_of(level->level, *crouching), {});
    for (size_t i = 0; i < 3; ++i) {
        if (small.min[i] < large.min[i] || small.max[i] > large.max[i]) {
            return std::nullopt;
        }
    }
    return MoverBodies{*standing, *crouching};
}

bool occurs_twice(std::vector<uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    return std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end();
}

// The place of one end of a model's way.
std::optional<Transform> end_of_way(const Level& level, const halfspace_placement& placement) {
    const auto placed = placed_model(level, placement);
    return placed && are_within(placement.translation, 1, kMostMoverPlace)
               ? std::optional(placed->transform)
               : std::nullopt;
}

// nullopt if one of the models is wrong.
std::optional<std::vector<MovingModel>> moving_models(const Level& level,
                                                      const halfspace_surroundings& around) {
    if (around.models == nullptr && around.model_count > 0) {
        return std::nullopt;
    }
    std::vector<MovingModel> models;
    std::vector<uint32_t> numbers;
    for (size_t i = 0; i < around.model_count; ++i) {
        const halfspace_moving_model& given = around.models[i];
        const auto from = end_of_way(level, given.from);
        const auto to = end_of_way(level, given.to);
        if (!from || !to || given.from.model != given.to.model) {
            return std::nullopt;
        }
        models.emplace_back(level, halfspace::ModelId(given.from.model), *from, *to);
        numbers.push_back(given.from.model);
    }
    return occurs_twice(numbers) ? std::nullopt : std::optional(std::move(models));
}

// nullopt if one of the obstacles is wrong.
std::optional<std::vector<Obstacle>> obstacles_of(const halfspace_level* level,
                                                  const halfspace_surroundings& around) {
    if (around.obstacles == nullptr && around.obstacle_count > 0) {
        return std::nullopt;
    }
    std::vector<Obstacle> obstacles;
    std::vector<uint32_t> ids;
    for (size_t i = 0; i < around.obstacle_count; ++i) {
        const halfspace_obstacle& given = around.obstacles[i];
        const auto body = mover_body(level, &given.body);
        if (!body || given.id == kNoObstacle || !is_point(given.position) ||
            !is_point(given.motion) || !are_within(given.position, 1, kMostMoverPlace) ||
            !are_within(given.motion, 1, kMostMoverPlace)) {
            return std::nullopt;
        }
        obstacles.push_back(
            {given.id, shape_of(level->level, *body), vec3(given.position), vec3(given.motion)});
        ids.push_back(given.id);
    }
    return occurs_twice(ids) ? std::nullopt : std::optional(std::move(obstacles));
}

// Calls move(surroundings). BAD_ARGUMENT if they are wrong. Throws bad_alloc.
template <class Move>
halfspace_status move_among(const halfspace_level* level,
                            const halfspace_surroundings* around,
                            const Move& move) {
    const halfspace_surroundings given =
        around == nullptr ? halfspace_surroundings{nullptr, 0, nullptr, 0} : *around;
    const auto models = moving_models(level->level, given);
    const auto obstacles = obstacles_of(level, given);
    if (!models || !obstacles) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    move(Surroundings(level->level, *models, *obstacles));
    return HALFSPACE_OK;
}

halfspace_mover_contact mover_contact(const MoverContact& from) {
    halfspace_mover_contact to{};
    store_contact(from.contact, to.contact);
    to.obstacle = from.obstacle;
    return to;
}

// The rest of the array stays zero.
void store_contacts(std::span<const MoverContact> from, halfspace_mover_contact* to) {
    for (size_t i = 0; i < from.size(); ++i) {
        to[i] = mover_contact(from[i]);
    }
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
        to.ground = mover_contact(*from.ground);
    }
    to.wall_count = static_cast<uint32_t>(from.wall_count);
    store_contacts(from.walls(), to.walls);
    to.is_crushed = from.crush ? 1 : 0;
    to.crush_model = from.crush ? from.crush->model.value : HALFSPACE_NONE;
    to.crush_obstacle = from.crush ? from.crush->obstacle : HALFSPACE_NONE;
    to.crush_fraction = from.crush ? from.crush->fraction : 0;
    return to;
}

halfspace_slide stored(const Slide& from) {
    halfspace_slide to{};
    store(from.position, to.position);
    store(from.velocity, to.velocity);
    store_contacts(from.touched(), to.contacts);
    to.contact_count = static_cast<uint32_t>(from.contact_count);
    to.start_blocked = from.start_blocked ? 1 : 0;
    to.too_many_models = from.too_many_models ? 1 : 0;
    return to;
}

bool can_slide_to(const Vec3& position) {
    return std::abs(position.x) <= kMostMoverPlace && std::abs(position.y) <= kMostMoverPlace &&
           std::abs(position.z) <= kMostMoverPlace;
}

}  // namespace

halfspace_status halfspace_mover_at(const double position[3], halfspace_mover_state* state) {
    if (!is_point(position) || state == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const MoverState made = halfspace::mover_at(vec3(position));
    if (!is_valid(made)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *state = std::bit_cast<halfspace_mover_state>(made);
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

halfspace_status halfspace_step_mover(const halfspace_level* level,
                                      const halfspace_mover_body* stand,
                                      const halfspace_mover_body* crouch,
                                      const halfspace_surroundings* around,
                                      const halfspace_mover_state* state,
                                      const halfspace_mover_input* input,
                                      const halfspace_mover_options* options,
                                      halfspace_mover_step* step) {
    return status_of([&] {
        const std::optional<MoverBodies> bodies = mover_bodies(level, stand, crouch);
        const std::optional<MoverOptions> how = mover_options(options);
        if (!bodies || !how || state == nullptr || input == nullptr || step == nullptr) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        return move_among(level, around, [&](const Surroundings& here) {
            *step = stored(step_mover(here,
                                      *bodies,
                                      std::bit_cast<MoverState>(*state),
                                      std::bit_cast<MoverInput>(*input),
                                      *how));
        });
    });
}

halfspace_status halfspace_move_and_slide(const halfspace_level* level,
                                          const halfspace_mover_body* body,
                                          const halfspace_surroundings* around,
                                          const double position[3],
                                          const double velocity[3],
                                          double seconds,
                                          const halfspace_trace_options* options,
                                          halfspace_slide* slide) {
    return status_of([&] {
        const std::optional<TraceOptions> how = trace_options(options);
        const std::optional<MoverBody> moved = mover_body(level, body);
        if (!moved || !is_point(position) || !is_point(velocity) || !is_distance(seconds) || !how ||
            slide == nullptr || !can_slide_to(vec3(position)) ||
            !can_slide_to(vec3(position) + vec3(velocity) * seconds)) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        return move_among(level, around, [&](const Surroundings& here) {
            *slide =
                stored(move_and_slide(here, *moved, vec3(position), vec3(velocity), seconds, *how));
        });
    });
}
