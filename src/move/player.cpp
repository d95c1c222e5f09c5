// SPDX-License-Identifier: MIT
#include "halfspace/move/player.h"

#include "halfspace/query/space.h"

#include "move/touch.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace halfspace {
namespace {

constexpr double kEyeSpeed = 160;  // how fast the eye follows [units per second]
constexpr double kFlySpeed = 400;  // units per second
constexpr double kFastFactor = 3;
constexpr double kSearch = 64;  // how far from the eye a body may find room [units]
constexpr double kDrop = 64;    // how far below its place a player finds the floor [units]
// Touches of the same surface that are nearer to each other are one [units].
constexpr double kSamePlace = 8;
constexpr double kSameNormal = 0.999;  // the cosine of 2.5 degrees
// A slow machine does not make up for more time than this [s].
constexpr double kMaxFrame = 0.25;

[[maybe_unused]] bool is_finite(const PlayerInput& input) {
    return std::isfinite(input.forward) && std::isfinite(input.left) && std::isfinite(input.up) &&
           std::isfinite(input.turn);
}

}  // namespace

std::optional<PlayerBody> usual_body(const Level& level) {
    const auto stand = find_space(level, "stand");
    const auto crouch = find_space(level, "crouch");
    if (!stand || !crouch || !fits(level, {*stand, *crouch})) {
        return std::nullopt;
    }
    return PlayerBody{{*stand, *crouch}};
}

Player::Player(const std::optional<PlayerBody>& body, const Vec3& eye, const MoverOptions& options)
    : body_(body), options_(options), flying_eye_(eye) {
    assert(is_finite(eye) && !bad_option(options));
}

bool Player::is_crouched() const {
    return !flies_ && has_flag(state_.flags, MoverFlags::Crouched);
}

Vec3 Player::eye() const {
    if (flies_) {
        return flying_eye_;
    }
    const double share = std::clamp(waiting_ / options_.seconds, 0.0, 1.0);
    const Vec3 position = last_position_ + (state_.position - last_position_) * share;
    return position + Vec3{0, 0, eye_height_ - lag_};
}

void Player::look_along(const Angles& angles) {
    angles_ = {};
    look(angles.yaw, angles.pitch);
}

void Player::look(double yaw, double pitch) {
    assert(std::isfinite(yaw) && std::isfinite(pitch));
    angles_.yaw += yaw;
    angles_.yaw -= 360 * std::nearbyint(angles_.yaw / 360);
    angles_.pitch = std::clamp(angles_.pitch + pitch, -90.0, 90.0);
}

void Player::fly_at(const Vec3& eye) {
    assert(is_finite(eye));
    flying_eye_ = eye;
    flies_ = true;
    last_step_.reset();
}

void Player::begin_flight() {
    fly_at(eye());
}

std::optional<Vec3> Player::room_near(const PlacedLevel& here,
                                      const MoverBody& body,
                                      const Vec3& position) const {
    const MovedBody moved(here.level, body);
    return unstick(here, moved, position, moved.space() ? kSearch : 0, options_.mask);
}

bool Player::stand_at(const PlacedLevel& here, const Vec3& eye) {
    if (!body_) {
        return false;
    }
    const Vec3 position = eye - Vec3{0, 0, body_->standing_eye};
    const auto room = room_near(here, body_->bodies.stand, position);
    if (room) {
        rest_at(mover_at(*room));
    }
    return room.has_value();
}

void Player::drop(const PlacedLevel& here) {
    if (flies_ || !body_) {
        return;
    }
    const Vec3 from = state_.position;
    const Vec3 to = from - Vec3{0, 0, kDrop};
    const auto& [stand, crouch] = body_->bodies;
    const MovedBody body(here.level, is_crouched() ? crouch : stand);
    const TraceOptions how{.mask = options_.mask, .may_leave_obstacles = true};
    const Contact floor = trace(here, body, from, to, how);
    if (floor.hit && !floor.start_blocked) {
        rest_at(moved_to(state_, floor.end));
    }
}

double Player::wanted_eye() const {
    return is_crouched() ? body_->crouching_eye : body_->standing_eye;
}

// The eye is where the mover is, and not on its way there.
void Player::rest_at(const MoverState& state) {
    flies_ = false;
    last_step_.reset();
    state_ = state;
    last_position_ = state.position;
    eye_height_ = wanted_eye();
    lag_ = 0;
}

bool Player::set_body(const PlacedLevel& here,
                      const std::optional<PlayerBody>& body,
                      double raise) {
    if (flies_) {
        body_ = body;
        return true;
    }
    if (!body) {
        return false;
    }
    const auto& [stand, crouch] = body->bodies;
    const auto room =
        room_near(here, is_crouched() ? crouch : stand, state_.position + Vec3{0, 0, raise});
    if (!room) {
        return false;
    }
    body_ = body;
    MoverState state = state_;
    state.position = *room;
    rest_at(state);
    return true;
}

void Player::enter(const std::optional<PlayerBody>& body) {
    if (!body && !flies_) {
        begin_flight();
    }
    body_ = body;
    last_step_.reset();
    touches_.clear();
    MoverState state = mover_at(state_.position);
    state.velocity = state_.velocity;
    state.flags = state_.flags;
    state_ = state;
}

void Player::begin_frame(double seconds, const PlayerInput& input) {
    assert(std::isfinite(seconds) && is_finite(input));
    passed_ = seconds > 0 ? std::min(seconds, kMaxFrame) : 0;  // 0 for NaN, too
    input_ = input;
    look(input.turn * passed_, 0);
    jump_waits_ = (jump_waits_ || input.begins_jump) && !flies_;
    waiting_ += passed_;
}

bool Player::begin_step() {
    if (waiting_ < options_.seconds) {
        return false;
    }
    waiting_ -= options_.seconds;
    return true;
}

void Player::drop_waiting_steps() {
    waiting_ -= options_.seconds * std::floor(waiting_ / options_.seconds);
    jump_waits_ = false;
}

MoverInput Player::controls() const {
    return quantised({.view = angles_,
                      .forward = input_.forward,
                      .left = input_.left,
                      .up = input_.up,
                      .jump = jump_waits_ || input_.jumps,
                      .crouch = input_.crouches});
}

void Player::finish_step(const MoverStep& step) {
    jump_waits_ = false;
    last_step_ = step;
    last_position_ = state_.position;
    state_ = step.state;
    lag_ += step.stepped;
    last_position_.z += step.stepped;
    for (const Contact& contact : step.walls()) {
        touch(contact);
    }
    if (step.landed && step.ground) {
        touch(*step.ground);
    }
}

void Player::set_state(const MoverState& state) {
    if (!flies_) {
        last_position_ += state.position - state_.position;
        state_ = state;
    }
}

void Player::end_frame() {
    if (flies_) {
        fly();
        return;
    }
    const double way = kEyeSpeed * passed_;
    eye_height_ += std::clamp(wanted_eye() - eye_height_, -way, way);
    lag_ -= std::clamp(lag_, -way, way);
}

void Player::fly() {
    const auto wish = [](double value) { return std::clamp(value, -1.0, 1.0); };
    const Transform turn = turned_about({}, angles_);
    const double way = kFlySpeed * passed_ * (input_.is_fast ? kFastFactor : 1);
    const double rises = input_.jumps || input_.begins_jump ? 1 : 0;
    const Vec3 up{0, 0, wish(input_.up + rises - (input_.crouches ? 1 : 0))};
    flying_eye_ += (turn.x * wish(input_.forward) + turn.y * wish(input_.left) + up) * way;
}

void Player::advance(Doors& doors,
                     double seconds,
                     const PlayerInput& input,
                     const LeaveOut& without) {
    begin_frame(seconds, input);
    while (begin_step()) {
        if (flies_) {
            doors.step(options_.seconds, {&flying_eye_, 1});
            doors.finish();
        } else {
            finish_step(step_among(doors, body_->bodies, state_, controls(), options_, without));
        }
    }
    end_frame();
}

void Player::touch(const Contact& contact) {
    const PlayerTouch now{contact.point, contact.normal, is_crouched()};
    std::erase_if(touches_, [&](const PlayerTouch& old) {
        return dot(old.normal, now.normal) > kSameNormal &&
               distance(old.position, now.position) < kSamePlace;
    });
    touches_.push_back(now);
    if (touches_.size() > kMaxTouches) {
        touches_.erase(touches_.begin());
    }
}

}  // namespace halfspace
