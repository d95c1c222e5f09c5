// SPDX-License-Identifier: MIT
#include "player.h"

#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace halfspace::viewer {
namespace {

constexpr double kStandingEye = 22;   // above the position of a body [map units]
constexpr double kCrouchingEye = 10;  // within the crouching body
constexpr double kEyeSpeed = 160;     // how fast the eye follows [units per second]
constexpr double kFlySpeed = 400;     // units per second
constexpr double kFastFactor = 3;
constexpr double kSearch = 64;  // how far from the eye a body may find room [map units]
constexpr double kDrop = 64;    // how far below its start a player finds the floor [map units]
constexpr std::size_t kMostTouched = 12;
// Touches of the same surface that are nearer to each other are one [map units].
constexpr double kSamePlace = 8;
// A normal is along an axis if its other coordinates are smaller.
constexpr double kAlong = 1e-3;
// Time that a slow machine does not make up for [s].
constexpr double kMostWaiting = 0.25;

// What of a box at `position` touches a surface with this normal.
TouchedPlace touching(const SpaceRecord& box, const Vec3& position, const Vec3& normal) {
    TouchedPlace place{position, normal, {}};
    for (std::size_t i = 0; i < 3; ++i) {
        if (std::abs(normal[i]) > kAlong) {
            place.point[i] += normal[i] > 0 ? box.min[i] : box.max[i];
        } else {
            place.point[i] += (box.min[i] + box.max[i]) / 2;
            place.half[i] = (box.max[i] - box.min[i]) / 2;
        }
    }
    return place;
}

}  // namespace

bool is_outside(const Level& level, const Vec3& point) {
    return !contains(level.model_bounds(kWorldModel), point) ||
           any(level.contents(find_leaf(level, point)) & Contents::Void);
}

Player::Player(const Level& level, const Vec3& eye, const Angles& angles, Start start)
    : eye_(eye), angles_(angles) {
    find_bodies(level);
    if (start == Start::Stand) {
        const std::vector<PlacedModel> models = models_at_rest(level);
        stand_at(level, models, eye);
        drop(level, models);
    }
}

void Player::find_bodies(const Level& level) {
    const auto stand = find_space(level, "stand");
    const auto crouch = find_space(level, "crouch");
    bodies_ = stand && crouch ? std::optional(MoverBodies{*stand, *crouch}) : std::nullopt;
}

void Player::enter(const Level& level) {
    find_bodies(level);
    touched_.clear();
    // The next step finds the ground of the new level.
    MoverState state = mover_at(state_.position);
    state.velocity = state_.velocity;
    state.flags = state_.flags;
    state_ = state;
    step_ = {};
    if (!can_walk() && !flies_) {
        eye_ = camera().eye;
        flies_ = true;
    }
}

void Player::stand_at(const Level& level, std::span<const PlacedModel> models, const Vec3& eye) {
    if (!can_walk()) {
        return;
    }
    const Vec3 position = eye - Vec3{0, 0, kStandingEye};
    if (const auto place =
            unstick({level, models}, std::get<SpaceId>(bodies_->stand), position, kSearch)) {
        flies_ = false;
        state_ = mover_at(*place);
        step_ = {};
        last_position_ = *place;
        eye_height_ = kStandingEye;
        lag_ = 0;
    }
}

void Player::drop(const Level& level, std::span<const PlacedModel> models) {
    if (flies_) {
        return;
    }
    const Vec3& from = state_.position;
    const Contact floor =
        trace({level, models}, std::get<SpaceId>(bodies_->stand), from, from - Vec3{0, 0, kDrop});
    if (floor.hit) {
        state_ = mover_at(floor.end);
        last_position_ = floor.end;
    }
}

void Player::set_flying(const Level& level, const Doors& doors, bool flies) {
    if (flies == flies_) {
        return;
    }
    if (flies) {
        eye_ = camera().eye;
        flies_ = true;
        return;
    }
    stand_at(level, doors.placed(), eye_);
}

void Player::look(double yaw, double pitch) {
    angles_.yaw = std::remainder(angles_.yaw + yaw, 360.0);
    angles_.pitch = std::clamp(angles_.pitch + pitch, -90.0, 90.0);
}

double Player::wanted_height() const {
    return has(state_.flags, MoverFlags::Crouched) ? kCrouchingEye : kStandingEye;
}

std::string_view Player::mode_name() const {
    if (flies_) {
        return "flies";
    }
    switch (state_.mode) {
        case MoverMode::Ground:
            return has(state_.flags, MoverFlags::Crouched) ? "crouches" : "walks";
        case MoverMode::Air:
            return "falls";
        case MoverMode::Swim:
            return "swims";
        case MoverMode::Ladder:
            break;
    }
    return "climbs";
}

FirstPersonCamera Player::camera() const {
    if (flies_) {
        return {.eye = eye_, .angles = angles_};
    }
    const double share = std::clamp(waiting_ / MoverOptions().seconds, 0.0, 1.0);
    const Vec3 position = lerp(last_position_, state_.position, share);
    return {.eye = position + Vec3{0, 0, eye_height_ - lag_}, .angles = angles_};
}

void Player::advance(const Level& level, Doors& doors, double seconds, const Wish& wish) {
    look(wish.turn * seconds, 0);
    const double step = MoverOptions().seconds;
    waiting_ = std::min(waiting_ + seconds, kMostWaiting);
    jump_waits_ = (jump_waits_ || wish.begins_jump) && !flies_;
    while (waiting_ >= step) {
        waiting_ -= step;
        if (flies_) {
            doors.step(step, eye_);
            doors.finish();
        } else {
            walk(level, doors, wish);
        }
    }
    if (flies_) {
        fly(seconds, wish);
        return;
    }
    const double way = kEyeSpeed * seconds;
    eye_height_ += std::clamp(wanted_height() - eye_height_, -way, way);
    lag_ -= std::clamp(lag_, -way, way);
}

void Player::fly(double seconds, const Wish& wish) {
    const Transform turn = turned_about({}, angles_);
    const double way = kFlySpeed * seconds * (wish.is_fast ? kFastFactor : 1);
    const double up = wish.up + (wish.jumps || wish.begins_jump ? 1 : 0) - (wish.crouches ? 1 : 0);
    eye_ += (turn.x * wish.forward + turn.y * wish.left + Vec3{0, 0, up}) * way;
}

void Player::walk(const Level& level, Doors& doors, const Wish& wish) {
    const MoverInput input = quantised({.view = angles_,
                                        .forward = wish.forward,
                                        .left = wish.left,
                                        .up = wish.up,
                                        .jump = std::exchange(jump_waits_, false) || wish.jumps,
                                        .crouch = wish.crouches});
    step_ = tool::step_among(doors, *bodies_, state_, input, {});
    last_position_ = state_.position;
    state_ = step_.state;
    lag_ += step_.stepped;
    last_position_.z += step_.stepped;
    for (const MoverContact& contact : step_.walls()) {
        remember(level, contact);
    }
    if (step_.landed && step_.ground) {
        remember(level, *step_.ground);
    }
}

// A contact tells the position of the body, so the box comes on top.
void Player::remember(const Level& level, const MoverContact& contact) {
    const Vec3& normal = contact.contact.normal;
    const auto body = std::get<SpaceId>(has(state_.flags, MoverFlags::Crouched) ? bodies_->crouch
                                                                                : bodies_->stand);
    const TouchedPlace place = touching(level.spaces()[body.value], contact.contact.point, normal);
    std::erase_if(touched_, [&](const TouchedPlace& old) {
        return dot(old.normal, place.normal) > 0.999 &&
               distance(old.point, place.point) < kSamePlace;
    });
    touched_.push_back(place);
    if (touched_.size() > kMostTouched) {
        touched_.pop_front();
    }
}

}  // namespace halfspace::viewer
