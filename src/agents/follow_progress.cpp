// SPDX-License-Identifier: MIT
// Whether a follower comes nearer to its goal.
#include "halfspace/agents/path_follower.h"

#include "agents/door_points.h"
#include "agents/follow_points.h"
#include "agents/lift_view.h"
#include "agents/mover_facts.h"

#include <cmath>

namespace halfspace {
namespace {

// A way that is so much shorter counts as progress [units].
constexpr double kProgress = 4;
// A follower that waits for so long before a doorway that is so near, seen from above, then keeps
// away from the sides of doorways [s, units].
constexpr double kDoorWait = 0.25;
constexpr double kDoorNear = 16;
// After how many FollowOptions::stuck_seconds without progress over all routes, and after how many
// times the longest of these routes, it is stuck. A route may be a detour, and movers of a crowd
// wait for each other.
constexpr double kPatience = 10;
constexpr double kMostRoutes = 2;
// The part of a wait for a lift that counts.
constexpr double kLiftPart = 0.1;

}  // namespace

// The length that is left of the way; on a ladder, or where it swims up, also what is left to
// climb.
double PathFollower::left_of(const NavMesh& mesh, const Vec3& position) const {
    const FollowPoint& next = points_[next_];
    const bool climbs = link_.is_valid() && mesh.link(link_).kind == NavLinkKind::Ladder;
    const double height = climbs ? std::abs(next.position.z - position.z) : 0;
    return flat_distance(position, next.position) + height + next.remaining;
}

// True if the mover falls or jumps. One that is inside of something does not, and stays there.
bool PathFollower::is_flying(const MoverState& state) const {
    const bool is_held = last_ && last_->position == state.position;
    return state.mode == MoverMode::Air && !is_held;
}

// True if the mover is on its way, and still where it was when it began to wait.
bool PathFollower::has_stayed_at(const Vec3& position) const {
    const bool is_on_way = status_ == FollowStatus::Following || status_ == FollowStatus::Stuck;
    return is_on_way && length(position - stays_at_) <= kProgress;
}

// Notes whether the mover has come nearer to its goal. True if it has not for too long.
bool PathFollower::is_stuck(const NavMesh& mesh,
                            const MoverState& state,
                            const MoverOptions& mover) {
    const double left = left_of(mesh, state.position);
    if (left < least_ - kProgress || waits_for_lift(mesh, state)) {
        least_ = left;
        waiting_ = 0;
        stays_at_ = state.position;
        status_ = FollowStatus::Following;
        return false;
    }
    const bool dives = swims(state) && std::abs(state.velocity.z) > kRest;  // or rises
    waiting_ += dives ? 0 : mover.seconds;
    return waiting_ > options_.stuck_seconds;
}

// The same for all routes to the goal: each of them may lead back to where it was.
void PathFollower::note_progress(const NavMesh& mesh,
                                 const MoverState& state,
                                 const MoverOptions& mover) {
    const double left = left_of(mesh, state.position);
    if (left < progress_.least - kProgress) {
        progress_ = {.least = left, .route = progress_.route, .longest = progress_.route};
        return;
    }
    const bool waits = waits_for_lift(mesh, state) || lift_astray(state, mover);
    progress_.seconds += mover.seconds * (waits ? kLiftPart : 1);
    progress_.is_too_long =
        progress_.seconds > kPatience * options_.stuck_seconds + kMostRoutes * progress_.longest;
}

// True if it has made no progress before a doorway for a while: it may stand before what an open
// door leaves in the way.
bool PathFollower::waits_at_door(const NavMesh& mesh, const MoverState& state) const {
    if (care_.at_doorways || waiting_ < kDoorWait || link_.is_valid() ||
        state.mode == MoverMode::Air) {
        return false;
    }
    const Vec3 ahead = flat_direction(state.position, points_[next_].position) * kDoorNear;
    return floor_ &&
           leads_through_door(mesh, *floor_, state.position + ahead, options_.route.doors);
}

}  // namespace halfspace
