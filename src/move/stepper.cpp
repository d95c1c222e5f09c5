// SPDX-License-Identifier: MIT
#include "move/stepper.h"

#include "halfspace/level/tree_records.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"

#include "move/carry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

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

// A mover that never crouches has one space for both of its bodies.
MovedBody crouching(const Level& level, const MovedBody& stand, const MoverBody& body) {
    const auto* const space = std::get_if<SpaceId>(&body);
    return space != nullptr && stand.space() == *space ? stand : MovedBody(level, body);
}

Vec3 horizontal(const Vec3& v) {
    return {v.x, v.y, 0};
}

}  // namespace

Stepper::Stepper(const PlacedLevel& around,
                 const MovedBody& stand,
                 const MoverBodies& bodies,
                 const MoverState& state,
                 const MoverInput& input,
                 const MoverOptions& options,
                 NearThings& near)
    : around_(around),
      stand_(stand),
      crouch_(crouching(around.level, stand, bodies.crouch)),
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
    blockers_ = blockers_among(around_, near_, trace_options);
    be_carried();
    near_.place_all_at_the_end();
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
    return has_flag(state_.flags, MoverFlags::Crouched) ? crouch_ : stand_;
}

void Stepper::set_flag(MoverFlags flag, bool is_set) {
    const auto bits = static_cast<unsigned>(state_.flags);
    const auto bit = static_cast<unsigned>(flag);
    state_.flags = static_cast<MoverFlags>(is_set ? bits | bit : bits & ~bit);
}

// --- Before the mover moves by itself.

void Stepper::be_carried() {
    forget_far_ground();
    leave_by_push();
    if (state_.mode == MoverMode::Ground) {
        carried_at_ = ground_velocity();
    }
    if (!near_.does_a_rigid_thing_move() && !near_.does_an_obstacle_move()) {
        return;
    }
    const Carried carried = carry(around_.level, near_, blockers_, body(), state_);
    state_.position = carried.position;
    result_.crush = carried.crush;
    const std::size_t ground = near_.index_of(state_.ground_model, state_.ground_mesh);
    if (state_.mode == MoverMode::Ground && ground < near_.rigid_count()) {
        turn_with(near_.from(ground), near_.place_of(ground));
    }
}

// A mover that was pushed off what it stood on keeps the velocity of this.
void Stepper::leave_by_push() {
    if (state_.mode == MoverMode::Ground && state_.velocity.z != 0) {
        const Vec3 push{0, 0, std::exchange(state_.velocity.z, 0)};
        state_ = pushed(state_, push);
    }
    if (state_.mode != MoverMode::Ground) {
        const MoverMode mode = state_.mode;
        leave_ground(state_.velocity + ground_velocity());
        state_.mode = mode;
    }
}

// An obstacle out of the mover's reach does not carry the mover. The game has placed it elsewhere
// since the last step.
void Stepper::forget_far_ground() {
    if (!state_.ground_obstacle.is_valid()) {
        return;
    }
    const Aabb reach = reach_of(stand_.shape(), state_, options_);
    const auto others = near_.obstacles();
    const bool is_near = std::ranges::any_of(others, [&](const PlacedObstacle& other) {
        return other.id == state_.ground_obstacle &&
               touch(box_at(*other.body, other.position), reach);
    });
    state_.ground_obstacle = is_near ? state_.ground_obstacle : ObstacleId();
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

// The velocity of the point of the thing on which the mover stands now.
Vec3 Stepper::ground_velocity() const {
    const std::size_t ground = near_.index_of(state_.ground_model, state_.ground_mesh);
    if (ground < near_.rigid_count()) {
        const Vec3 at = to_local(near_.place_of(ground), state_.position);
        return (to_world(near_.to(ground), at) - to_world(near_.from(ground), at)) /
               options_.seconds;
    }
    for (std::size_t i = 0; i < near_.obstacles().size(); ++i) {
        if (near_.obstacles()[i].id == state_.ground_obstacle) {
            return (near_.obstacle_to(i) - near_.obstacle_from(i)) / options_.seconds;
        }
    }
    return {};
}

bool Stepper::make_room() {
    if (has_room_beside_obstacles(blockers_, body(), state_.position)) {
        return true;
    }
    if (has_room_beside_obstacles(blockers_, crouch_, state_.position)) {
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
    const Vec3 middle = centre_of(box);
    const std::array<double, 3> heights{box.min.z + kDepthInset, middle.z, box.max.z - kDepthInset};
    for (const double z : heights) {
        const Contents found = liquid_at({middle.x, middle.y, z});
        if (!any(found)) {
            break;
        }
        ++result_.liquid_depth;
        result_.liquid = found;
    }
}

// After a motion: true if the mover wants to go into a wall that it has touched.
bool Stepper::is_against_wall() const {
    const auto walls = result_.walls();
    return std::any_of(walls.begin(), walls.end(), [&](const Contact& wall) {
        return dot(wish_.level, wall.normal) < 0;
    });
}

// What holds liquids and ladders, with the models where they stand now.
PlacedLevel Stepper::here() const {
    PlacedLevel here(around_.level, near_.models());
    here.base = around_.base;
    return here;
}

Contents Stepper::liquid_at(const Vec3& point) const {
    return point_contents(here(), point) & kLiquids;
}

Vec3 Stepper::middle_at(const Vec3& position) const {
    const Aabb box = box_at(body().shape(), position);
    return centre_of(box);
}

void Stepper::choose_body() {
    if (is_crouch_pressed()) {
        set_flag(MoverFlags::Crouched, true);
    } else if (has_flag(state_.flags, MoverFlags::Crouched)) {
        set_flag(MoverFlags::Crouched, !has_room(blockers_, stand_, state_.position));
    }
}

bool Stepper::is_at_ladder(const Vec3& position) const {
    Aabb box = box_at(body().shape(), position);
    box.min -= Vec3{kLadderReach, kLadderReach, 0};
    box.max += Vec3{kLadderReach, kLadderReach, 0};
    const bool has_volume = box.min.z < box.max.z;
    return options_.ladder_speed > 0 && has_volume && overlaps_box(here(), box, Contents::Ladder);
}

// The world stays where it is. A mesh that does not move in this step may have been placed
// elsewhere before. Whoever walks then finds that out after the walk; whoever jumps has to know it
// now.
bool Stepper::may_ground_be_gone(bool jumps) const {
    if (state_.ground_mesh.is_valid()) {
        const std::size_t ground = near_.index_of({}, state_.ground_mesh);
        return jumps || ground == near_.rigid_count() || near_.moves(ground);
    }
    return state_.ground_model.is_valid() || state_.ground_obstacle.is_valid();
}

void Stepper::choose_mode() {
    const bool is_deep = result_.liquid_depth >= 2;
    if (!is_deep || state_.velocity.z <= 0) {
        set_flag(MoverFlags::ClimbsOut, false);
    }
    // Whoever holds a ladder stays there. Others take one after their motion: see takes_ladder.
    const bool left_ladder = has_flag(state_.flags, MoverFlags::LeftLadder);
    const bool holds_ladder =
        (state_.mode == MoverMode::Ladder || left_ladder) && is_at_ladder(state_.position);
    if (!holds_ladder) {
        set_flag(MoverFlags::LeftLadder, false);
    }
    if (holds_ladder && !left_ladder) {
        leave_ground(state_.velocity);
        state_.mode = MoverMode::Ladder;
    } else if (is_deep && !has_flag(state_.flags, MoverFlags::ClimbsOut)) {
        leave_ground(state_.velocity);
        state_.mode = MoverMode::Swim;
    } else if (state_.mode == MoverMode::Swim || state_.mode == MoverMode::Ladder) {
        // A swimmer does not leap out of the liquid, and a climber hardly over the top.
        const double most = state_.mode == MoverMode::Swim ? 0 : options_.ladder_speed / 2;
        state_.mode = MoverMode::Air;
        state_.velocity.z = std::min(state_.velocity.z, most);
    }
    const bool is_new_press = is_jump_pressed() && !has_flag(state_.flags, MoverFlags::JumpHeld);
    if (state_.mode == MoverMode::Ground && may_ground_be_gone(is_new_press)) {
        settle();
    }
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
        has_flag(state_.flags, MoverFlags::Crouched) ? options_.crouch_speed : options_.walk_speed;
    const Vec3 slower =
        slowed(state_.velocity, options_.friction, options_.stop_speed, options_.seconds);
    const Vec3 faster = accelerated(
        slower, wish_.level, speed, speed, options_.ground_acceleration, options_.seconds);
    // Without this limit, a mover that walks into a wall at an angle would run along it faster than
    // anywhere else: the wall takes the speed along the wish, and each step would give it anew.
    const double most = std::max(length(slower), speed);
    state_.velocity = limited(faster, std::min(most, options_.max_speed));
    const Vec3 start = state_.position;
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
    if (!settle()) {
        take_ladder_below(start);
    }
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
    const Vec3 start = state_.position;
    const Vec3 brought = velocity + Vec3{0, 0, half_gain};
    const SlideOutcome outcome = slide_along(blockers_,
                                             body(),
                                             state_.position,
                                             limited(velocity, options_.max_speed),
                                             options_.seconds,
                                             {std::nullopt, options_.floor_normal, true});
    take(outcome);
    if (takes_ladder()) {
        return;
    }
    if (outcome.landed) {
        result_.landed = settle();
        result_.landing_speed = result_.landed ? outcome.landing_speed : 0;
        if (!result_.landed) {
            // Over the edge of a floor, which it no longer stands on.
            const auto touched = outcome.slide.touched();
            result_.wall_count = touched.size();
            std::copy(touched.begin(), touched.end(), result_.wall_contacts.begin());
        }
        return;
    }
    // A body between two steep slopes lies there as on the ground.
    if (outcome.slide.contact_count > 1 && velocity.z < 0 &&
        start.z - state_.position.z < options_.skin) {
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
    if (outcome.met_steep) {
        keep_falling(brought, start.z - state_.position.z);
    }
    state_.velocity = limited(state_.velocity, options_.max_speed);
}

// A steep surface does not slow a fall, so that nobody rises by touching it. And it gives no speed:
// what the mover has then is at most what it brought along and what its way down gave.
void Stepper::keep_falling(const Vec3& brought, double drop) {
    Vec3& velocity = state_.velocity;
    velocity.z = std::min(velocity.z, brought.z);
    const double square = dot(brought, brought) + 2 * options_.gravity * drop;
    const double left = std::sqrt(std::max(0.0, square - velocity.z * velocity.z));
    velocity = limited(horizontal(velocity), left) + Vec3{0, 0, velocity.z};
}

// --- The ground.

// Takes over where a slide ended and what it met.
void Stepper::take(const SlideOutcome& outcome) {
    state_.position = outcome.slide.position;
    state_.velocity = outcome.slide.velocity;
    state_.ground_normal = outcome.ground.value_or(Vec3{});
    for (const Contact& touch : outcome.slide.touched()) {
        const bool is_floor = outcome.ground && touch.normal.z >= options_.floor_normal;
        if (!is_floor) {
            result_.wall_contacts[result_.wall_count++] = touch;
        }
    }
}

void Stepper::leave_ground(const Vec3& velocity) {
    state_.mode = MoverMode::Air;
    state_.velocity = limited(velocity, options_.max_speed);
    state_.ground_model = {};
    state_.ground_mesh = {};
    state_.ground_obstacle = {};
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
    const Vec3& velocity = state_.velocity;
    const Vec3& normal = state_.ground_normal;
    leave_ground((normal.z > 0 ? along_ground(velocity, normal) : velocity) + carried_at_);
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
    state_.ground_mesh = ground.contact.mesh;
    const ModelId model = ground.contact.model;
    state_.ground_model = model == around_.base ? ModelId() : model;
    const Vec3 before = carried_at_;
    carried_at_ = ground_velocity();
    state_.velocity =
        limited(horizontal(state_.velocity + before - carried_at_), options_.max_speed);
}

}  // namespace halfspace
