// SPDX-License-Identifier: MIT
#include "move/stepper.h"

#include "halfspace/level/tree_records.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"

#include "move/carry.h"

#include <algorithm>
#include <array>

namespace halfspace {
namespace {

// The lowest and the highest place where a liquid is looked for lie so far within the body [units].
constexpr double kDepthInset = 1;
// How far beside the body a ladder may be [units].
constexpr double kLadderReach = 2;
// A body whose distance from the ground differs from the skin by less than this part of the skin
// stays at its height. So a body that stands does not tremble, and a body that walks on a level
// floor keeps its height to the last bit.
constexpr double kLoose = 0.25;

Vec3 horizontal(const Vec3& v) {
    return {v.x, v.y, 0};
}

}  // namespace

Stepper::Stepper(const Surroundings& around,
                 const MoverBodies& bodies,
                 const MoverState& state,
                 const MoverInput& input,
                 const MoverOptions& options,
                 NearModels& near)
    : around_(around),
      stand_(around.level, bodies.stand),
      crouch_(around.level, bodies.crouch),
      input_(input),
      options_(options),
      wish_(wish_of(input)),
      near_(near),
      state_(state) {}

Aabb Stepper::reach_of(const ShapeBody& body,
                       const MoverState& state,
                       const MoverOptions& options) {
    // The speed at the start, and what a step can add.
    const double speed = length(state.velocity) + options.walk_speed + options.swim_speed +
                         options.ladder_speed + options.jump_speed + options.climb_out_speed +
                         options.gravity * options.seconds;
    const double way = speed * options.seconds + 2 * options.step_height + kLadderReach;
    return grown(box_at(body, state.position), std::max(way, options.unstick) + 4 * options.skin);
}

MoverStep Stepper::run() {
    TraceOptions trace_options;
    trace_options.mask = options_.mask;
    trace_options.skin = options_.skin;
    blockers_ = blockers_among(around_, near_, 0, trace_options);
    be_carried();
    near_.place_all_at_the_end();
    blockers_.obstacles.moved_below = kNoObstacle;
    if (!result_.crush && make_room()) {
        measure_depth();
        choose_body();
        choose_mode();
        switch (state_.mode) {
            case MoverMode::Ground:
                move_on_ground();
                break;
            case MoverMode::Air:
                fall();
                break;
            case MoverMode::Swim:
                swim();
                break;
            case MoverMode::Ladder:
                climb();
                break;
        }
    }
    set_flag(MoverFlags::JumpHeld, is_jump_pressed());
    result_.state = state_;
    return result_;
}

const MovedBody& Stepper::body() const {
    return has(state_.flags, MoverFlags::Crouched) ? crouch_ : stand_;
}

void Stepper::set_flag(MoverFlags flag, bool is_set) {
    const auto bits = static_cast<unsigned>(state_.flags);
    const auto bit = static_cast<unsigned>(flag);
    state_.flags = static_cast<MoverFlags>(is_set ? bits | bit : bits & ~bit);
}

// --- Before the mover moves by itself.

void Stepper::be_carried() {
    forget_far_ground();
    if (state_.mode == MoverMode::Ground) {
        carried_at_ = ground_velocity();
    }
    const bool is_pushed =
        std::any_of(around_.obstacles.begin(), around_.obstacles.end(), [](const Obstacle& other) {
            return other.motion != Vec3{};
        });
    if (!near_.does_one_move() && !is_pushed) {
        return;
    }
    const Carried carried = carry(around_, near_, blockers_, body(), state_);
    state_.position = carried.position;
    result_.crush = carried.crush;
    for (std::size_t i = 0; i < near_.size(); ++i) {
        const MovingModel& moving = near_.moving(i);
        if (state_.mode == MoverMode::Ground && moving.model() == state_.ground_model) {
            turn_with(moving.from(), near_.placed()[i].transform);
        }
    }
}

// An obstacle out of the mover's reach does not carry the mover, whether the list has it or not.
// The game has placed it elsewhere since the last step.
void Stepper::forget_far_ground() {
    const Aabb reach = reach_of(stand_.shape(), state_, options_);
    const auto& others = around_.obstacles;
    const bool is_near = std::any_of(others.begin(), others.end(), [&](const Obstacle& other) {
        return other.id == state_.ground_obstacle &&
               touch(box_at(other.body, other.position), reach);
    });
    state_.ground_obstacle = is_near ? state_.ground_obstacle : kNoObstacle;
}

// The ground has turned from one placement to the other, and so do the directions of the state.
void Stepper::turn_with(const Transform& from, const Transform& to) {
    const auto turned = [&](const Vec3& direction) {
        return direction_to_world(to, direction_to_local(from, direction));
    };
    state_.velocity = horizontal(turned(state_.velocity));
    state_.ground_normal = turned(state_.ground_normal);
    if (state_.ground_normal.z <= 0) {
        leave_ground(state_.velocity + carried_at_);
    }
}

// The velocity of the point of the model or obstacle on which the mover stands now.
Vec3 Stepper::ground_velocity() const {
    for (std::size_t i = 0; i < near_.size(); ++i) {
        const MovingModel& moving = near_.moving(i);
        if (moving.model() == state_.ground_model) {
            const Vec3 at = to_local(near_.placed()[i].transform, state_.position);
            return (to_world(moving.to(), at) - to_world(moving.from(), at)) / options_.seconds;
        }
    }
    if (state_.ground_obstacle != kNoObstacle) {
        for (const Obstacle& obstacle : around_.obstacles) {
            if (obstacle.id == state_.ground_obstacle) {
                return obstacle.motion / options_.seconds;
            }
        }
    }
    return {};
}

bool Stepper::make_room() {
    if (has_room_in_level(blockers_, body(), state_.position)) {
        return true;
    }
    if (has_room_in_level(blockers_, crouch_, state_.position)) {
        set_flag(MoverFlags::Crouched, true);
        return true;
    }
    const auto place = room_near(blockers_, body(), state_.position, options_.unstick);
    if (!place) {
        result_.problem = MoverProblem::Stuck;
        state_.velocity = {};
        return false;
    }
    state_.position = *place;
    result_.was_freed = true;
    leave_ground(state_.velocity);
    return true;
}

void Stepper::measure_depth() {
    const Aabb box = box_at(body().shape(), state_.position);
    const Vec3 middle = (box.min + box.max) * 0.5;
    const PlacedLevel here(around_.level, near_.placed());
    const std::array<double, 3> heights{box.min.z + kDepthInset, middle.z, box.max.z - kDepthInset};
    for (const double z : heights) {
        const Contents found = point_contents(here, {middle.x, middle.y, z}) & kLiquids;
        if (!any(found)) {
            break;
        }
        ++result_.liquid_depth;
        result_.liquid = found;
    }
}

void Stepper::choose_body() {
    if (is_crouch_pressed()) {
        set_flag(MoverFlags::Crouched, true);
    } else if (has(state_.flags, MoverFlags::Crouched)) {
        const bool has_head_room =
            has_room_in_level(blockers_, stand_, state_.position) &&
            overlapped_obstacle(blockers_.obstacles, stand_.shape(), state_.position) ==
                kNoObstacle;
        set_flag(MoverFlags::Crouched, !has_head_room);
    }
}

bool Stepper::is_at_ladder() const {
    Aabb box = box_at(body().shape(), state_.position);
    box.min -= Vec3{kLadderReach, kLadderReach, 0};
    box.max += Vec3{kLadderReach, kLadderReach, 0};
    const bool has_volume = box.min.z < box.max.z;
    return options_.ladder_speed > 0 && has_volume &&
           overlaps_box({around_.level, near_.placed()}, box, Contents::Ladder);
}

// After a motion: true if the mover now holds a ladder.
bool Stepper::takes_ladder() {
    const auto walls = result_.walls();
    const bool is_against_wall =
        std::any_of(walls.begin(), walls.end(), [&](const MoverContact& wall) {
            return dot(wish_.level, wall.contact.normal) < 0;
        });
    if (!is_against_wall || wish_.climb <= 0 || has(state_.flags, MoverFlags::LeftLadder) ||
        !is_at_ladder()) {
        return false;
    }
    leave_ground({});
    state_.mode = MoverMode::Ladder;
    return true;
}

void Stepper::choose_mode() {
    const bool is_deep = result_.liquid_depth >= 2;
    if (!is_deep || state_.velocity.z <= 0) {
        set_flag(MoverFlags::ClimbsOut, false);
    }
    // Whoever holds a ladder stays there. Others take one by moving against the wall behind it:
    // see takes_ladder.
    const bool left_ladder = has(state_.flags, MoverFlags::LeftLadder);
    const bool holds_ladder = (state_.mode == MoverMode::Ladder || left_ladder) && is_at_ladder();
    if (!holds_ladder) {
        set_flag(MoverFlags::LeftLadder, false);
    }
    if (holds_ladder && !left_ladder) {
        leave_ground(state_.velocity);
        state_.mode = MoverMode::Ladder;
    } else if (is_deep && !has(state_.flags, MoverFlags::ClimbsOut)) {
        leave_ground(state_.velocity);
        state_.mode = MoverMode::Swim;
    } else if (state_.mode == MoverMode::Swim || state_.mode == MoverMode::Ladder) {
        // A swimmer does not leap out of the liquid, and a climber hardly over the top.
        const double most = state_.mode == MoverMode::Swim ? 0 : options_.ladder_speed / 2;
        state_.mode = MoverMode::Air;
        state_.velocity.z = std::min(state_.velocity.z, most);
    }
    const bool is_on_world =
        !state_.ground_model.is_valid() && state_.ground_obstacle == kNoObstacle;
    if (state_.mode == MoverMode::Ground && !is_on_world) {
        // The ground may have gone away.
        settle();
    }
    const bool is_new_press = is_jump_pressed() && !has(state_.flags, MoverFlags::JumpHeld);
    if (is_new_press && state_.mode == MoverMode::Ground) {
        jump();
    } else if (is_new_press && state_.mode == MoverMode::Ladder) {
        // It lets go.
        set_flag(MoverFlags::LeftLadder, true);
        leave_ground(wish_.level * options_.walk_speed);
    }
}

// --- The ways to move.

void Stepper::jump() {
    const Vec3 velocity = horizontal(state_.velocity) + Vec3{0, 0, options_.jump_speed};
    leave_ground(velocity + carried_at_);
    result_.jumped = true;
}

void Stepper::move_on_ground() {
    const double speed =
        has(state_.flags, MoverFlags::Crouched) ? options_.crouch_speed : options_.walk_speed;
    const Vec3 slower =
        slowed(state_.velocity, options_.friction, options_.stop_speed, options_.seconds);
    const Vec3 faster = accelerated(
        slower, wish_.level, speed, speed, options_.ground_acceleration, options_.seconds);
    // Without this limit, a mover that walks into a wall at an angle would run along it faster than
    // anywhere else: the wall takes the speed along the wish, and each step would give it anew.
    const double most = std::max(length(slower), speed);
    state_.velocity = limited(faster, std::min(most, options_.most_speed));
    if (state_.velocity != Vec3{}) {
        const SlideRules rules{state_.ground_normal, options_.floor_normal};
        const Walk walked = walk(blockers_,
                                 body(),
                                 state_.position,
                                 state_.velocity,
                                 options_.seconds,
                                 rules,
                                 options_.step_height,
                                 options_.floor_normal);
        result_.stepped = walked.stepped;
        take(walked.outcome);
        if (takes_ladder()) {
            return;
        }
    }
    settle();
}

void Stepper::fall() {
    const double half_gain = options_.gravity * options_.seconds / 2;
    Vec3 velocity = accelerated(state_.velocity,
                                wish_.level,
                                options_.walk_speed,
                                options_.air_speed,
                                options_.air_acceleration,
                                options_.seconds);
    // The mean velocity of the step, so that the way does not depend on the length of steps.
    velocity.z -= half_gain;
    const double height = state_.position.z;
    const SlideOutcome outcome = slide_along(blockers_,
                                             body(),
                                             state_.position,
                                             limited(velocity, options_.most_speed),
                                             options_.seconds,
                                             {std::nullopt, options_.floor_normal});
    take(outcome);
    if (takes_ladder()) {
        return;
    }
    if (outcome.landed) {
        result_.landed = settle();
        result_.landing_speed = result_.landed ? outcome.landing_speed : 0;
        return;
    }
    // A body between two steep slopes lies there as on the ground.
    if (outcome.slide.contact_count > 1 && velocity.z < 0 &&
        height - state_.position.z < options_.skin) {
        const auto ground = ground_below(
            blockers_, body(), state_.position, 4 * options_.skin, options_.floor_normal);
        if (ground) {
            result_.landed = true;
            result_.landing_speed = -velocity.z;
            stand_on(*ground);
            return;
        }
    }
    state_.velocity.z -= half_gain;
    state_.velocity = limited(state_.velocity, options_.most_speed);
}

void Stepper::swim() {
    Vec3 wish = wish_.free;
    wish.z += is_jump_pressed() ? 1 : 0;
    wish.z -= is_crouch_pressed() ? 1 : 0;
    const bool is_idle = wish == Vec3{};
    const double speed = is_idle ? options_.sink_speed : options_.swim_speed;
    wish = is_idle ? Vec3{0, 0, -1} : limited(wish, 1);
    Vec3 velocity = slowed(state_.velocity, options_.swim_friction, 0, options_.seconds);
    velocity =
        accelerated(velocity, wish, speed, speed, options_.swim_acceleration, options_.seconds);
    const Walk swum = walk(blockers_,
                           body(),
                           state_.position,
                           limited(velocity, options_.most_speed),
                           options_.seconds,
                           {},
                           options_.step_height,
                           options_.floor_normal);
    result_.stepped = swum.stepped;
    take(swum.outcome);
    if (takes_ladder()) {
        return;
    }
    const auto walls = result_.walls();
    const bool is_at_wall = std::any_of(walls.begin(), walls.end(), [&](const MoverContact& wall) {
        return dot(wish_.level, wall.contact.normal) < 0;
    });
    if (result_.liquid_depth == 2 && is_jump_pressed() && is_at_wall) {
        state_.velocity.z = options_.climb_out_speed;
        state_.mode = MoverMode::Air;
        set_flag(MoverFlags::ClimbsOut, true);
    }
}

void Stepper::climb() {
    // Slowly ahead, so that the mover steps off at the top.
    const Vec3 ahead = wish_.level * (options_.ladder_speed / 4);
    const Vec3 velocity = ahead + Vec3{0, 0, wish_.climb * options_.ladder_speed};
    const bool is_down = velocity.z < 0;
    // Who climbs down to the floor stands there.
    const SlideRules rules{std::nullopt, is_down ? options_.floor_normal : 2};
    const SlideOutcome outcome =
        slide_along(blockers_, body(), state_.position, velocity, options_.seconds, rules);
    take(outcome);
    if (outcome.landed) {
        settle();
    }
}

// --- The ground.

// Takes over where a slide ended and what it met.
void Stepper::take(const SlideOutcome& outcome) {
    state_.position = outcome.slide.position;
    state_.velocity = outcome.slide.velocity;
    state_.ground_normal = outcome.ground.value_or(Vec3{});
    for (const MoverContact& touch : outcome.slide.touched()) {
        const bool is_floor = outcome.ground && touch.contact.normal.z >= options_.floor_normal;
        if (!is_floor) {
            result_.wall_contacts[result_.wall_count++] = touch;
        }
    }
}

void Stepper::leave_ground(const Vec3& velocity) {
    state_.mode = MoverMode::Air;
    state_.velocity = limited(velocity, options_.most_speed);
    state_.ground_model = {};
    state_.ground_obstacle = kNoObstacle;
    state_.ground_normal = {};
    carried_at_ = {};
}

// Keeps to the ground, down to a stair below. False if there is none: then the mover falls.
bool Stepper::settle() {
    const auto ground = ground_below(blockers_,
                                     body(),
                                     state_.position,
                                     options_.step_height + 2 * options_.skin,
                                     options_.floor_normal);
    if (ground) {
        stand_on(*ground);
        return true;
    }
    Vec3 velocity = state_.velocity;
    if (state_.ground_normal.z > 0) {
        velocity.z = -dot(horizontal(state_.ground_normal), velocity) / state_.ground_normal.z;
    }
    leave_ground(velocity + carried_at_);
    return false;
}

void Stepper::stand_on(const Ground& ground) {
    const double drop = state_.position.z - ground.position.z;
    if (drop > kLoose * options_.skin) {
        state_.position = ground.position;
        result_.stepped -= drop > 2 * options_.skin ? drop : 0;
    }
    result_.ground = ground.contact;
    state_.mode = MoverMode::Ground;
    state_.ground_normal = ground.normal;
    state_.ground_obstacle = ground.contact.obstacle;
    const std::uint32_t placed = ground.contact.contact.placed;
    state_.ground_model = placed != kNone ? around_.models[placed].model() : ModelId{};
    const Vec3 before = carried_at_;
    carried_at_ = ground_velocity();
    state_.velocity =
        limited(horizontal(state_.velocity + before - carried_at_), options_.most_speed);
}

}  // namespace halfspace
