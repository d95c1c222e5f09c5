// SPDX-License-Identifier: MIT
#include "halfspace/agents/path_follower.h"

#include "halfspace/agents/steer.h"
#include "halfspace/math/sin_cos.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/walls.h"

#include "agents/door_points.h"
#include "agents/follow_points.h"
#include "agents/lift_view.h"
#include "agents/mover_facts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

// After so many steps the follower looks whether its next point is still in sight.
constexpr std::uint32_t kLookEvery = 8;
// From so near a point a mover goes on as from the point itself [units].
constexpr double kAtPoint = 1;

RouteOptions route_options(const FollowOptions& options, const MoverOptions& mover) {
    constexpr double kLeastSpeed = 1;  // units per second
    RouteOptions route = options.route;
    route.speed = std::max(options.speed * mover.walk_speed, kLeastSpeed);
    route.run_speed = std::min(route.run_speed, mover.walk_speed);
    route.links &= options.lifts == nullptr ? ~link_bit(NavLinkKind::Lift) : ~0u;
    if (options.crouches) {
        route.crouch_cost = mover.crouch_speed > 0
                                ? std::max(mover.walk_speed / mover.crouch_speed, 1.0)
                                : std::numeric_limits<double>::infinity();
    }
    return route;
}

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = flat(b - a);
    const double square = dot(along, along);
    const double t = square > 0 ? std::clamp(dot(flat(p - a), along) / square, 0.0, 1.0) : 0;
    return flat_distance(p, a + along * t);
}

// How fast a mover may come to a point. planned: the direction of its way there, or of the link.
// Who comes in another direction drifts across the way, beyond the clearance if it is fast.
double end_speed(const NavMesh& mesh,
                 const MoverState& state,
                 const FollowPoint& next,
                 const Vec3& planned,
                 const Vec3& direction,
                 double clearance,
                 const MoverOptions& mover) {
    const double across = std::abs(cross(planned, direction).z);
    const double drift =
        std::sqrt(2 * steering_acceleration_of(state, mover) * std::max(clearance, mover.skin));
    const double drifting = next.speed * across > drift ? drift / across : next.speed;
    // But it keeps the speed that the link needs along its own direction.
    const double least = next.link.is_valid() ? mesh.link(next.link).least_speed : 0;
    const bool is_too_slow = least > 0 && drifting * dot(planned, direction) < least;
    return is_too_slow ? next.speed : drifting;
}

}  // namespace

PathFollower::PathFollower(const FollowOptions& options) : options_(options) {
    assert(!bad_option(options));
}

FollowStatus PathFollower::go_to(const NavMesh& mesh,
                                 const Vec3& position,
                                 const NavPlace& goal,
                                 NavScratch& scratch,
                                 const MoverOptions& mover,
                                 const DistanceField* field) {
    assert(goal.polygon.value < mesh.polygon_count() && is_finite(position));
    assert(field == nullptr || field->goal() == goal);
    assert(!goal_ || mesh_ == &mesh.data());
    mesh_ = &mesh.data();
    if (goal_ != goal) {
        progress_ = {};
        care_.at_turn = false;
    }
    goal_ = goal;
    repaths_ = 0;
    if (was_moved(position, mover)) {
        is_carried_ = is_carrying(mesh, link_);
        leave_link(mesh);
        last_.reset();
    }
    // Who gives a new goal in each step sees all the same that the mover does not come forward.
    const bool has_stayed = has_stayed_at(position);
    const double waited = waiting_;
    const Vec3 stays_at = stays_at_;
    find_back(mesh, position, link_points(position), field, scratch, mover);
    if (has_stayed && status_ != FollowStatus::Unreachable) {
        waiting_ = waited;
        stays_at_ = stays_at;
    }
    return status_;
}

void PathFollower::follow(const NavMesh& mesh, const NavRoute& route, const MoverOptions& mover) {
    assert(route.status == PathStatus::Complete);
    mesh_ = &mesh.data();
    care_ = {};
    progress_ = {};
    begin(mesh, route, mover);
}

// As follow, with the care that was learned.
void PathFollower::begin(const NavMesh& mesh, const NavRoute& route, const MoverOptions& mover) {
    plan_points(mesh, route, options_, mover, care_, points_);
    goal_ = NavPlace{points_.back().polygon, points_.back().position};
    from_ = points_.front().position;
    next_ = points_.size() > 1 ? 1 : 0;
    link_ = points_.front().link;
    is_carried_ = false;
    steps_ = 0;
    least_ = left_of(mesh, points_.front().position);
    waiting_ = 0;
    stays_at_ = points_.front().position;
    progress_.route = route.seconds;
    progress_.longest = std::max(progress_.longest, route.seconds);
    status_ = FollowStatus::Following;
}

void PathFollower::stop() {
    goal_.reset();
    points_.clear();
    next_ = 0;
    link_ = {};
    last_.reset();
    buttons_ = 0;
    run_up_ = {};
    care_ = {};
    status_ = FollowStatus::Idle;
}

bool PathFollower::is_near_link(const Vec3& position, double distance) const {
    return next_ < points_.size() && points_[next_].link.is_valid() &&
           flat_distance(position, points_[next_].position) <= distance;
}

// Where a route from a position begins: on the floor below, near it, or deep below a swimmer.
std::optional<NavPlace> PathFollower::place_near(const NavMesh& mesh,
                                                 const Vec3& position,
                                                 const MoverOptions& mover) const {
    std::optional<NavPlace> place = locate(
        mesh, position, {.reach = mover.step_height + kWalkerReach, .above = 2 * mover.skin});
    if (!place) {
        place = nearest(mesh, position, options_.find_radius);
    }
    return place ? place : locate(mesh, position, {.reach = kSwimmerReach});
}

// A route to the goal; field: as in go_to.
NavRoute PathFollower::route_from(const NavMesh& mesh,
                                  const NavPlace& from,
                                  const DistanceField* field,
                                  NavScratch& scratch,
                                  const MoverOptions& mover) const {
    const RouteOptions options = route_options(options_, mover);
    NavRoute route;
    if (field != nullptr) {
        route = route_along(mesh, field->path_from(from, scratch), scratch, options.speed);
    }
    return route.status == PathStatus::Complete ? route
                                                : find_route(mesh, from, *goal_, scratch, options);
}

// committed: of link_points(). The mover goes over this link first.
void PathFollower::find_back(const NavMesh& mesh,
                             const Vec3& position,
                             std::span<const FollowPoint> committed,
                             const DistanceField* field,
                             NavScratch& scratch,
                             const MoverOptions& mover) {
    door_changes_ = options_.route.doors == nullptr ? 0 : options_.route.doors->changes();
    const bool is_committed = !committed.empty();
    const std::optional<NavPlace> from =
        is_committed ? NavPlace{committed.back().polygon, committed.back().position}
                     : place_near(mesh, position, mover);
    const NavRoute route = from ? route_from(mesh, *from, field, scratch, mover) : NavRoute();
    if (route.status != PathStatus::Complete) {
        points_.clear();
        next_ = 0;
        link_ = {};
        waiting_ = 0;
        progress_ = {};
        status_ = FollowStatus::Unreachable;
        return;
    }
    const NavPlace goal = *goal_;
    if (!is_committed) {
        begin(mesh, route, mover);
        goal_ = goal;
        stays_at_ = position;
        return;
    }
    FollowPoint start = committed.front();
    if (link_.is_valid()) {
        start = FollowPoint{
            .position = from_, .polygon = mesh.link(link_).from[0].polygon, .link = link_};
    }
    const NavLinkId link = link_;
    const bool is_carried = is_carried_;
    const std::uint32_t steps = steps_;
    const double waited = waiting_;
    const Vec3 way_from = from_;
    begin(mesh, route, mover);
    goal_ = goal;
    stays_at_ = position;
    start.remaining =
        points_.front().remaining + flat_distance(start.position, points_.front().position);
    points_.insert(points_.begin(), start);
    link_ = link;
    is_carried_ = is_carried;
    steps_ = link.is_valid() ? steps : 0;
    waiting_ = link.is_valid() ? 0 : waited;
    from_ = way_from;
    next_ = link.is_valid() ? 1 : 0;
    least_ = left_of(mesh, position);
}

// True if the mover has reached its next point: it is near it or comes beyond it in half a step.
// Before a link or at a run-up it must also be on its way; else it is at the point, or sees the one
// that follows.
bool PathFollower::may_pass(const NavMesh& mesh,
                            const MoverState& state,
                            const MoverOptions& mover) {
    const FollowPoint& next = points_[next_];
    const Vec3& point = next.position;
    if (const auto lift = LiftView::of(mesh, next.link, options_.lifts)) {
        return lift->begins_ride(point, state, waiting_);
    }
    const bool must_be_near = next.link.is_valid() || next.is_run_up;
    const double wanted = std::max(options_.clearance, 1.0);
    const double near = must_be_near ? std::min(wanted, kAtLink) : wanted;
    // Who runs must jump before the border.
    const double part = is_leap(mesh, next.link) ? 1 : 0.5;
    const Vec3 soon = state.position + state.velocity * (part * mover.seconds);
    const Vec3 in = flat_direction(from_, point);
    const Vec3 out = flat_direction(point, points_[next_ + 1].position);
    const Vec3 through = dot(in, out) > 0 ? in + out : in;
    const double beside = std::abs(cross(in, flat(state.position - point)).z);
    const double distance = flat_distance(state.position, point);
    const bool is_near = distance <= near;
    const bool is_past = dot(flat(soon - point), through) >= 0;
    if (!is_near && !is_past) {
        return false;
    }
    // Who has still to turn around gains its speed on the way back.
    if (next.link.is_valid() && mesh.link(next.link).least_speed > 0 &&
        dot(state.velocity, out) <= 0) {
        return false;
    }
    // The corner may be on a stair that the mover has still to climb.
    if (point.z - state.position.z > mover.step_height && !sees(mesh, next_ + 1, mover)) {
        return false;
    }
    const bool is_fast = length(flat(state.velocity)) > kRest;
    if ((begins_at_rest(mesh, next.link) || next.is_run_up) && is_fast) {
        return false;
    }
    const bool may_turn = must_be_near
                              ? is_near || beside <= near
                              : distance <= kAtPoint || !floor_ || sees(mesh, next_ + 1, mover);
    is_beyond_ = !may_turn && is_past;
    return may_turn;
}

// Goes on to the next point where one was reached. A link ends where the mover has landed.
void PathFollower::pass_points(const NavMesh& mesh,
                               const MoverState& state,
                               const MoverOptions& mover) {
    is_beyond_ = false;
    if (has_missed_lift(mesh, state)) {
        link_ = {};
        --next_;
        from_ = state.position;
    }
    if (link_.is_valid()) {
        if (!has_landed(mesh, state, mover)) {
            return;
        }
        from_ = state.position;
        link_ = points_[next_].link;
        is_carried_ = false;
        next_ += next_ + 1 < points_.size() ? 1 : 0;
        steps_ = kLookEvery;  // it looks at once whether it sees the next point
    }
    while (next_ + 1 < points_.size() && !link_.is_valid() && may_pass(mesh, state, mover)) {
        const FollowPoint& passed = points_[next_++];
        from_ = passed.position;
        link_ = passed.link;
        run_up_.is_done = run_up_.is_done || passed.is_run_up;
        if (!link_.is_valid()) {
            continue;
        }
        run_up_ = {};
        if (mesh.link(link_).kind == NavLinkKind::Ladder) {
            least_ += std::abs(points_[next_].position.z - passed.position.z);
        }
    }
}

bool PathFollower::sees(const NavMesh& mesh, std::size_t point, const MoverOptions& mover) const {
    return floor_ &&
           is_way_free(mesh, *floor_, points_[point].position, mover, options_.route.doors);
}

// True if the mover is at its next point, but below it: the point is on top of a wall, such as the
// edge of a ramp beside lower floor.
bool PathFollower::is_below_point(const MoverState& state, const MoverOptions& mover) const {
    const Vec3& point = points_[next_].position;
    return !swims(state) && flat_distance(state.position, point) <= kAtPoint &&
           point.z - state.position.z > mover.step_height;
}

// True if the mover is not on its way any more. A mover in the air comes down first.
bool PathFollower::is_lost(const NavMesh& mesh,
                           const MoverState& state,
                           const MoverOptions& mover) {
    if (state.mode == MoverMode::Air || state.mode == MoverMode::Ladder) {
        return false;
    }
    const bool is_beside =
        distance_to_segment(state.position, from_, points_[next_].position) > options_.lost_radius;
    if (++steps_ < kLookEvery) {
        return false;
    }
    steps_ = 0;
    if (link_.is_valid()) {
        return is_off_link(mesh, state, mover);
    }
    if (!sees(mesh, next_, mover) || is_below_point(state, mover)) {
        return true;
    }
    from_ = is_beside ? state.position : from_;
    return false;
}

// True if a door was set since the last look, and the rest of the way is shut. Over a link the
// mover goes to its end.
bool PathFollower::is_shut_off(const NavMesh& mesh) {
    if (!has_door_changed() || link_.is_valid()) {
        return false;
    }
    if (!floor_) {
        return false;  // it looks again when it is on the mesh
    }
    door_changes_ = options_.route.doors->changes();
    return is_shut(mesh, *floor_, points(), *options_.route.doors);
}

bool PathFollower::has_door_changed() const {
    return options_.route.doors != nullptr && options_.route.doors->changes() != door_changes_;
}

// Where the mover is on its path, and whether it still is.
void PathFollower::update(const NavMesh& mesh,
                          const MoverState& state,
                          NavScratch& scratch,
                          const MoverOptions& mover) {
    if (status_ == FollowStatus::Unreachable) {
        waiting_ += mover.seconds;
        const bool does_look = has_door_changed() || waiting_ > options_.stuck_seconds;
        if (does_look && state.mode != MoverMode::Air) {
            find_back(mesh, state.position, {}, nullptr, scratch, mover);
            ++repaths_;
        }
        return;
    }
    notice_carrier(mesh, state, mover);
    take_run_up(mesh, state, mover);
    ride_on(mesh, state);
    pass_points(mesh, state, mover);
    note_progress(mesh, state, mover);
    if (lift_astray(state, mover)) {
        waiting_ = 0;
        return;
    }
    if (is_at_goal(mesh, state, mover)) {
        status_ = FollowStatus::Arrived;
        waiting_ = 0;
        progress_ = {};
        return;
    }
    if (status_ == FollowStatus::Arrived) {  // it was pushed away
        status_ = FollowStatus::Following;
        least_ = flat_distance(state.position, points_.back().position);
    }
    const bool is_shut = is_shut_off(mesh);
    if (is_shut || is_lost(mesh, state, mover)) {
        const FollowStatus before = status_;
        const double waited = waiting_;
        care_.at_turn = !is_shut && floor_.has_value();
        find_back(mesh, state.position, {}, nullptr, scratch, mover);
        ++repaths_;
        if (status_ != FollowStatus::Unreachable) {
            status_ = before;
            waiting_ = waited;
        }
    } else if (waits_at_door(mesh, state)) {
        care_.at_doorways = true;
        find_back(mesh, state.position, {}, nullptr, scratch, mover);
        ++repaths_;
    } else if (!is_flying(state) && is_stuck(mesh, state, mover)) {
        run_up_ = {};
        find_back(mesh, state.position, {}, nullptr, scratch, mover);
        ++repaths_;
        if (status_ != FollowStatus::Unreachable) {
            status_ = FollowStatus::Stuck;
        }
    }
}

// On foot or swimming, seen from above.
Vec3 PathFollower::velocity_to_next(const NavMesh& mesh,
                                    const MoverState& state,
                                    const MoverOptions& mover,
                                    double clear) {
    const FollowPoint& next = points_[next_];
    const double way = flat_distance(state.position, next.position);
    const bool is_last = next_ + 1 == points_.size();
    const bool is_there = is_last && way <= options_.goal_radius / 4 &&
                          is_as_high(state, next.position, options_.goal_radius, mover);
    if (is_there) {
        return {};
    }
    // Links were gone at full speed.
    const double part = next.link.is_valid() ? 1 : options_.speed;
    const bool is_slow = !next.link.is_valid() && slows_down(mesh, state, mover);
    const double most = part * (is_slow ? mover.crouch_speed : full_speed(state, mover));
    const Vec3 direction = flat_direction(state.position, next.position);
    const Vec3 planned = next.link.is_valid()
                             ? flat_direction(next.position, points_[next_ + 1].position)
                             : flat_direction(from_, next.position);
    const double end =
        is_beyond_ ? 0
                   : end_speed(mesh, state, next, planned, direction, options_.clearance, mover);
    const double allowed = braking_speed(state, way, end, mover);
    yaw_ = direction == Vec3{} ? yaw_ : angle_of(direction.y, direction.x);
    Vec3 velocity = without_drift(mesh, state, direction * std::min(most, allowed), mover, clear);
    if (floor_ && !leads_over_border(mesh, next.link)) {
        velocity =
            stay_on_floor(mesh, *floor_, state, velocity, mover, options_.route.doors, clear);
    }
    return velocity;
}

Vec3 PathFollower::wanted_velocity(const NavMesh& mesh,
                                   const MoverState& state,
                                   NavScratch& scratch,
                                   const MoverOptions& mover,
                                   double clear) {
    buttons_ = 0;
    assert(!goal_ || mesh_ == &mesh.data());
    floor_ = floor_below(mesh, state, mover);
    if (goal_) {
        update(mesh, state, scratch, mover);
    }
    last_ = state;
    if (!goal_ || points_.empty()) {
        return {};
    }
    if (link_.is_valid()) {
        buttons_ = is_jump(mesh, link_) ? kJumpButton : 0;
    }
    if (options_.crouches && must_crouch(mesh, state)) {
        buttons_ |= kCrouchButton;
    }
    if (link_.is_valid()) {
        return velocity_over_link(mesh, state, mover);
    }
    if (const auto lift = lift_astray(state, mover)) {
        return lift->velocity_to_middle(state, mover);
    }
    Vec3 velocity = velocity_to_next(mesh, state, mover, clear);
    velocity.z = swims(state) ? dive_speed(state, floor_, mover) : velocity.z;
    return velocity;
}

MoverInput PathFollower::step(const NavMesh& mesh,
                              const MoverState& state,
                              NavScratch& scratch,
                              const MoverOptions& mover) {
    const Vec3 velocity = wanted_velocity(mesh, state, scratch, mover);
    MoverInput input = quantised(steer(state, velocity, yaw_, mover));
    input.buttons |= buttons_;
    return input;
}

}  // namespace halfspace
