// SPDX-License-Identifier: MIT
// What a follower changes in the velocity that leads along its way: it ends a drift and keeps from
// borders; where it crouches, and whether it is at its goal.
#include "halfspace/agents/path_follower.h"
#include "halfspace/agents/steer.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/walls.h"

#include "agents/follow_points.h"
#include "agents/mover_facts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace halfspace {

bool is_as_high(const MoverState& state,
                const Vec3& goal,
                double radius,
                const MoverOptions& mover) {
    const double most = std::min(mover.step_height + radius, storey_height(mover));
    return swims(state) || std::abs(state.position.z - goal.z) <= most;
}

bool PathFollower::is_at_goal(const NavMesh& mesh,
                              const MoverState& state,
                              const MoverOptions& mover) const {
    const double radius = options_.goal_radius * (status_ == FollowStatus::Arrived ? 2 : 1);
    const Vec3& goal = points_.back().position;
    const bool is_near = !link_.is_valid() && next_ + 1 == points_.size() &&
                         flat_distance(state.position, goal) <= radius;
    // The floor below it may be another one, such as the next stair.
    return is_near && is_as_high(state, goal, radius, mover) &&
           (!floor_ || sees(mesh, next_, mover));
}

// The part of the wanted velocity that may be sought now. A mover that drifts towards a border
// first ends its drift: it does not gain speed along its way meanwhile.
Vec3 PathFollower::without_drift(const NavMesh& mesh,
                                 const MoverState& state,
                                 const Vec3& velocity,
                                 const MoverOptions& mover,
                                 double clear) const {
    const double speed = length(velocity);
    if (state.mode != MoverMode::Ground || speed == 0) {
        return velocity;
    }
    const Vec3 along = velocity / speed;
    const Vec3 drift = flat(state.velocity) - along * dot(state.velocity, along);
    const double drifts = length(drift);
    const double way = drifts * drifts / (2 * steering_acceleration_of(state, mover));
    if (drifts == 0 || way < options_.clearance / 2 || way + options_.clearance < clear) {
        return velocity;
    }
    const Vec3 end = state.position + drift * ((way + options_.clearance) / drifts);
    if (!floor_ || !raycast(mesh, *floor_, end, {}, options_.route.doors).wall.polygon.is_valid()) {
        return velocity;
    }
    return along * std::clamp(dot(state.velocity, along), 0.0, speed);
}

double stopping_way(double speed, const MoverOptions& mover) {
    return speed * mover.seconds + speed * speed / (2 * steering_acceleration(mover));
}

Vec3 stay_on_floor(const NavMesh& mesh,
                   const NavPlace& floor,
                   const MoverState& state,
                   const Vec3& wanted,
                   const MoverOptions& mover,
                   const NavDoorState* doors,
                   double clear) {
    const Vec3 now = flat(state.velocity);
    const Vec3 change = wanted - now;
    const double acceleration = steering_acceleration_of(state, mover);
    const double most = acceleration * mover.seconds;
    Vec3 velocity = wanted;
    Vec3 soon = length(change) > most ? now + change * (most / length(change)) : wanted;
    for (int borders = 0; borders < 2; ++borders) {  // such as both of a corner
        const double speed = length(soon);
        const double reach = speed * mover.seconds + speed * speed / (2 * acceleration);
        if (state.mode != MoverMode::Ground || reach < clear || speed == 0) {
            break;
        }
        const Vec3 end = state.position + soon * (reach / speed);
        const NavRayHit hit = raycast(mesh, floor, end, {}, doors);
        if (!hit.wall.polygon.is_valid()) {
            break;
        }
        const std::uint32_t next = (hit.wall.corner + 1) % mesh.corner_count(hit.wall.polygon);
        const Vec3 edge = flat_direction(mesh.corner(hit.wall.polygon, hit.wall.corner),
                                         mesh.corner(hit.wall.polygon, next));
        const Vec3 outwards{edge.y, -edge.x, 0};
        const double goes = dot(soon, outwards);
        const double way = std::max(dot(hit.end.position - state.position, outwards), 0.0);
        const double allowed = std::sqrt(most * most + 2 * acceleration * way) - most;
        if (goes > allowed) {
            // Braking takes its part of the acceleration first.
            const double brakes = std::clamp(dot(now, outwards) - allowed, 0.0, most);
            const double left = std::sqrt(most * most - brakes * brakes);
            const double gains = dot(velocity - now, edge);
            velocity -= outwards * std::max(dot(velocity, outwards) - allowed, 0.0) +
                        edge * (brakes > 0 ? gains - std::clamp(gains, -left, left) : 0);
        }
        soon -= outwards * goes;  // along this border
    }
    return velocity;
}

// How far before low floor a mover crouches [map units].
constexpr double kLowAhead = 16;

// True if the mover stands on low floor, or its way leads there within the reach [map units].
bool PathFollower::is_low_within(const NavMesh& mesh, const MoverState& state, double reach) const {
    bool is_low = mesh.is_low(floor_->polygon);
    // Along the way, also around its next corner: this may lie before a low opening.
    NavPlace at = *floor_;
    Vec3 from = state.position;
    double left = reach;
    for (std::size_t i = next_; i < points_.size() && left > 0 && !is_low; ++i) {
        const double way = flat_distance(from, points_[i].position);
        const Vec3 ahead = way > left ? from + flat_direction(from, points_[i].position) * left
                                      : points_[i].position;
        const NavRayHit hit = raycast(mesh, at, ahead, [&](NavPolygonId polygon) {
            is_low = is_low || mesh.is_low(polygon);
        });
        if (hit.wall.polygon.is_valid() || points_[i].link.is_valid()) {
            break;
        }
        at = hit.end;
        from = points_[i].position;
        left -= way;
    }
    return is_low;
}

// True if the mover slows down for low floor ahead. One that crouches brakes worse, so it is slow
// before it crouches.
bool PathFollower::slows_down(const NavMesh& mesh,
                              const MoverState& state,
                              const MoverOptions& mover) const {
    if (!options_.crouches || !floor_ || state.mode != MoverMode::Ground) {
        return false;
    }
    const double square = dot(flat(state.velocity), flat(state.velocity));
    const double brakes = std::max(square - mover.crouch_speed * mover.crouch_speed, 0.0) /
                          (2 * steering_acceleration_of(state, mover));
    return is_low_within(mesh, state, kLowAhead + brakes);
}

// True if the mover crouches in this step: where the floor is low, or some steps before. The mover
// by itself stands up no earlier than it has room.
bool PathFollower::must_crouch(const NavMesh& mesh, const MoverState& state) const {
    // Something stops it that does not stop the crouching body.
    if (waiting_ > options_.stuck_seconds / 2) {
        return true;
    }
    const NavLinkKind kind = link_.is_valid() ? mesh.link(link_).kind : NavLinkKind::Walk;
    // The compiler let the crouching body jump and fall. The border is a step away at most. A
    // swimmer that crouches dives.
    if (kind == NavLinkKind::Jump || kind == NavLinkKind::Drop) {
        return !swims(state);
    }
    if (!floor_ || state.mode == MoverMode::Ladder) {
        return false;
    }
    return is_low_within(mesh, state, kLowAhead) ||
           (link_.is_valid() && mesh.is_low(points_[next_].polygon));
}

}  // namespace halfspace
