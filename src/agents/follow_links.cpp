// SPDX-License-Identifier: MIT
// How a follower goes over links, rides lifts, and notices that the game has moved the mover.
#include "halfspace/agents/path_follower.h"
#include "halfspace/math/sin_cos.h"

#include "agents/follow_points.h"
#include "agents/lift_view.h"
#include "agents/mover_facts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace halfspace {
namespace {

// A mover that is so near the start of a link goes over it, whatever its next goal is [units].
constexpr double kCommitted = 8;
// A trigger that is so far from the start of its link may throw the mover [units].
constexpr double kTouching = 64;
// A mover that has come so much farther in a step than its velocity brings it was moved [units].
constexpr double kMoved = 32;
// A mover that touched something and comes down so far beyond its landing steers [units].
constexpr double kBeyond = 8;

// True if the mover has a velocity that neither its controls nor a wall gave it. A wall takes a
// part of the velocity v that is at right angles to what is left of it, w: then w * (w - v) is 0.
bool was_thrown(const MoverState& before, const MoverState& now, const MoverOptions& mover) {
    const double gained = dot(now.velocity, now.velocity - before.velocity);
    return gained > mover.walk_speed * mover.walk_speed / 2;
}

// When a mover in the air has fallen to a height: z + v t - g t^2 / 2.
double seconds_of_flight(const MoverState& state, double height, const MoverOptions& mover) {
    const double up = state.velocity.z;
    const double square = up * up + 2 * mover.gravity * (state.position.z - height);
    return square > 0 ? (up + std::sqrt(square)) / mover.gravity : 0;
}

// The horizontal velocity that leads a mover in the air to a place.
Vec3 towards_in_flight(const MoverState& state, const Vec3& place, const MoverOptions& mover) {
    const double left = seconds_of_flight(state, place.z, mover);
    return left > mover.seconds ? flat(place - state.position) / left : flat(state.velocity);
}

// True if something has slowed the fall of a mover that left a border at this height.
bool has_touched(const MoverState& state, double height, const MoverOptions& mover) {
    const double square = state.velocity.z * state.velocity.z;
    const double depth = height - state.position.z;
    return depth > mover.step_height && square < mover.gravity * depth;  // of 2 g depth
}

// True if a mover in the air comes down far beyond a place that it flies to in this direction.
bool flies_beyond(const MoverState& state,
                  const Vec3& place,
                  const Vec3& direction,
                  const MoverOptions& mover) {
    const Vec3 way = state.velocity * seconds_of_flight(state, place.z, mover);
    return dot(flat(state.position + way - place), direction) > kBeyond;
}

}  // namespace

// The points of the link that the mover is on, or that begins right before it: where it starts, if
// the mover is not on it yet, and where it lands. Empty if it is at no link.
std::span<const FollowPoint> PathFollower::link_points(const Vec3& position) const {
    if (link_.is_valid()) {
        return points().first(1);
    }
    const bool is_open = next_ + 1 < points_.size() &&
                         (options_.route.doors == nullptr ||
                          !options_.route.doors->is_closed(points_[next_ + 1].polygon));
    return is_open && is_near_link(position, kCommitted) ? points().first(2)
                                                         : std::span<const FollowPoint>();
}

// A mover that cannot gain the speed of its next link before the border first goes back: one that
// stands there, or that comes to it at so small an angle that too little of its speed is along the
// link.
void PathFollower::take_run_up(const NavMesh& mesh,
                               const MoverState& state,
                               const MoverOptions& mover) {
    if (run_up_.link.is_valid() && flat_distance(state.position, run_up_.start) > 2 * kRunUp) {
        run_up_ = {};
    }
    const FollowPoint& next = points_[next_];
    if (next.is_run_up && !link_.is_valid()) {
        const FollowPoint& start = points_[next_ + 1];
        if (run_up_.link != start.link) {
            run_up_ = {start.link, start.position};
        }
        next_ += run_up_.is_done ? 1 : 0;
        return;
    }
    const bool is_at_link = !link_.is_valid() && wants_run_up(mesh, next.link) &&
                            state.mode == MoverMode::Ground && next_ + 1 < points_.size();
    if (!is_at_link || mesh.link(next.link).least_speed == 0) {
        return;
    }
    bool is_early = false;
    if (run_up_.link != next.link) {
        const double distance = flat_distance(state.position, next.position);
        const Vec3 over = flat_direction(next.position, points_[next_ + 1].position);
        const double speed = dot(state.velocity, over);
        const double way = std::max(dot(next.position - state.position, over), 0.0);
        const double least = mesh.link(next.link).least_speed;
        const bool gains_speed =
            speed * speed + 2 * steering_acceleration(mover) * way >= least * least;
        const double part = dot(flat_direction(state.position, next.position), over);
        is_early = gains_speed && distance > kAtLink && distance < 2 * kRunUp &&
                   part * full_speed(state, mover) < least;
        const bool can_stop = speed <= 0 || stopping_way(speed, mover) <= way;
        if ((gains_speed && !is_early) || !can_stop) {
            return;
        }
        run_up_ = {next.link, next.position};
    }
    if (run_up_.is_done) {
        return;
    }
    std::optional<FollowPoint> back;
    if (floor_) {
        back =
            run_up(mesh, *floor_, next, points_[next_ + 1].position, mover, options_.route.doors);
    }
    if (!back) {
        // There is no room, or it does not see it yet.
        run_up_ = is_early ? FollowRunUp() : run_up_;
        run_up_.is_done = !is_early;
        return;
    }
    back->remaining = next.remaining + flat_distance(back->position, next.position);
    from_ = state.position;
    points_.insert(points_.begin() + static_cast<std::ptrdiff_t>(next_), *back);
    least_ = left_of(mesh, state.position);
}

// True if the mover is not where its last step can have brought it.
bool PathFollower::was_moved(const Vec3& position, const MoverOptions& mover) const {
    return last_ && length(position - last_->position) >
                        kMoved + 2 * length(last_->velocity) * mover.seconds;
}

// The game has moved the mover, and not by its link: the link is behind it.
void PathFollower::leave_link(const NavMesh& mesh) {
    if (!is_carrying(mesh, link_)) {
        link_ = {};
    }
}

// A teleporter or a push acts as soon as the body touches it, before the mover is at the link.
void PathFollower::notice_carrier(const NavMesh& mesh,
                                  const MoverState& state,
                                  const MoverOptions& mover) {
    const bool is_moved = was_moved(state.position, mover);
    if (is_moved) {
        leave_link(mesh);
        least_ = std::numeric_limits<double>::infinity();
        waiting_ = 0;
        stays_at_ = state.position;
    }
    const NavLinkId link = link_.is_valid() ? link_ : points_[next_].link;
    const bool is_here = last_ && (link_.is_valid() || is_near_link(last_->position, kTouching));
    if (!is_carrying(mesh, link) || is_carried_ || !is_here ||
        (!is_moved && !was_thrown(*last_, state, mover))) {
        return;
    }
    is_carried_ = true;
    if (!link_.is_valid()) {
        from_ = points_[next_].position;
        link_ = link;
        ++next_;
    }
}

// True where a link ends: on the floor of its landing, or near it. Who was carried is where it
// comes to a floor.
bool PathFollower::has_landed(const NavMesh& mesh,
                              const MoverState& state,
                              const MoverOptions& mover) const {
    if (state.mode == MoverMode::Air || state.mode == MoverMode::Ladder) {
        return false;
    }
    const auto lift = LiftView::of(mesh, link_, options_.lifts);
    if (lift && lift->carries(state)) {
        return false;
    }
    const FollowPoint& landing = points_[next_];
    // Who jumps or swims up begins right before its landing, and below it.
    const double most = is_jump(mesh, link_) ? mover.step_height : storey_height(mover);
    return floor_ && (is_carried_ || floor_->polygon == landing.polygon ||
                      (flat_distance(state.position, landing.position) <= options_.clearance &&
                       std::abs(floor_->position.z - landing.position.z) <= most));
}

// True if the mover stands on another floor than those at the ends of its link. A drawn way may
// lead over any floor. Who goes to a lift or from it may do so over other polygons of the same
// storey.
bool PathFollower::is_off_link(const NavMesh& mesh,
                               const MoverState& state,
                               const MoverOptions& mover) const {
    const NavLink& link = mesh.link(link_);
    if (const auto lift = LiftView::of(mesh, link_, options_.lifts)) {
        const double storey = storey_height(mover);
        const double z = state.position.z;
        return !lift->carries(state) && !lift->is_below_or_above(state.position) &&
               std::abs(z - link.from[0].position.z) > storey &&
               std::abs(z - link.to[0].position.z) > storey;
    }
    // It goes over the link up to a step before the border, perhaps from another polygon.
    const bool is_at_start = flat_distance(state.position, from_) <= kCommitted &&
                             std::abs(state.position.z - from_.z) <= mover.step_height;
    return link.kind != NavLinkKind::Drawn && !is_at_start &&
           (!floor_ ||
            (floor_->polygon != link.from[0].polygon && floor_->polygon != points_[next_].polygon));
}

// To the middle of the lift, and off it where the ride ends; on from there if the lift has left.
Vec3 PathFollower::velocity_on_lift(const LiftView& lift,
                                    const MoverState& state,
                                    const MoverOptions& mover) {
    const bool has_got_off = state.mode == MoverMode::Ground && !lift.carries(state);
    const bool gets_off = lift.is_near_end(state.position) && (lift.is_at_end() || has_got_off);
    const Vec3 off = flat_direction(state.position, points_[next_].position);
    const Vec3 velocity =
        gets_off ? off * full_speed(state, mover) : lift.velocity_to_middle(state, mover);
    yaw_ = velocity == Vec3{} ? yaw_ : angle_of(velocity.y, velocity.x);
    return velocity;
}

// The lift that has carried the mover away from its way: it has walked over the lift. It stays on
// the lift, which comes back.
std::optional<LiftView> PathFollower::lift_astray(const MoverState& state,
                                                  const MoverOptions& mover) const {
    const auto lift = link_.is_valid() ? std::nullopt : LiftView::below(state, options_.lifts);
    const bool is_astray =
        lift && lift->is_busy() &&
        std::abs(state.position.z - points_[next_].position.z) > mover.step_height;
    return is_astray ? lift : std::nullopt;
}

// A lift rises with who stands on it. If its way leads over this lift next, the mover rides on from
// where it is: to get on where the link begins, it would come back first.
void PathFollower::ride_on(const NavMesh& mesh, const MoverState& state) {
    const auto lift = link_.is_valid() ? std::nullopt : LiftView::below(state, options_.lifts);
    if (!lift) {
        return;
    }
    const auto start = std::find_if(points_.begin() + static_cast<std::ptrdiff_t>(next_),
                                    points_.end(),
                                    [](const FollowPoint& point) { return point.link.is_valid(); });
    if (start == points_.end() || mesh.link(start->link).kind != NavLinkKind::Lift ||
        mesh.link(start->link).model != lift->model()) {
        return;
    }
    from_ = start->position;
    link_ = start->link;
    next_ = static_cast<std::size_t>(start - points_.begin()) + 1;
}

// True if the mover wanted to get on its lift, and the lift has left without it, or others get off
// it.
bool PathFollower::has_missed_lift(const NavMesh& mesh, const MoverState& state) const {
    const auto lift = LiftView::of(mesh, link_, options_.lifts);
    const double any = std::numeric_limits<double>::infinity();
    return lift && !lift->may_board(any) && !lift->carries(state) &&
           !lift->is_below_or_above(state.position) && !lift->is_near_end(state.position);
}

// True if the lift that the mover rides or wants to ride has still to come, or to carry it.
bool PathFollower::waits_for_lift(const NavMesh& mesh, const MoverState& state) const {
    const NavLinkId link = link_.is_valid() ? link_ : points_[next_].link;
    const auto lift = LiftView::of(mesh, link, options_.lifts);
    return lift && lift->is_busy() && !(lift->carries(state) && lift->is_at_end());
}

// Straight on at full speed, as the mover went that found the link; on a ladder also up or down.
// To a teleporter or a push; then it steers to the landing.
Vec3 PathFollower::velocity_over_link(const NavMesh& mesh,
                                      const MoverState& state,
                                      const MoverOptions& mover) {
    const FollowPoint& landing = points_[next_];
    if (const auto lift = LiftView::of(mesh, link_, options_.lifts)) {
        return velocity_on_lift(*lift, state, mover);
    }
    if (is_carrying(mesh, link_)) {
        if (is_carried_) {
            return state.mode == MoverMode::Air ? towards_in_flight(state, landing.position, mover)
                                                : Vec3();
        }
        const double speed = braking_speed(state, flat_distance(state.position, from_), 0, mover);
        return flat_direction(state.position, from_) * std::min(speed, full_speed(state, mover));
    }
    const Vec3 over = flat_direction(from_, landing.position);
    yaw_ = over == Vec3{} ? yaw_ : angle_of(over.y, over.x);
    // Who has touched a ledge on its fall would fly over its landing.
    if (is_drop(mesh, link_) && state.mode == MoverMode::Air &&
        has_touched(state, from_.z, mover) && flies_beyond(state, landing.position, over, mover)) {
        return towards_in_flight(state, landing.position, mover);
    }
    // From low floor the compiler let the mover go at this speed, also in the air.
    const bool is_slow =
        options_.crouches && mesh.is_low(mesh.link(link_).from[0].polygon) && !swims(state);
    Vec3 velocity = over * (is_slow ? mover.crouch_speed : full_speed(state, mover));
    if (is_jump(mesh, link_) && swims(state)) {
        velocity.z = mover.swim_speed;  // up to where it climbs out
    }
    if (mesh.link(link_).kind == NavLinkKind::Ladder) {
        velocity.z = landing.position.z > from_.z ? mover.ladder_speed : -mover.ladder_speed;
    }
    return velocity;
}

}  // namespace halfspace
