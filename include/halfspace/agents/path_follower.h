// SPDX-License-Identifier: MIT
// Goes a route of a navigation mesh (nav/route.h) with a mover (move/mover.h): on foot, and over
// links. In each step of a game:
//
//     const MoverInput input = follower.step(mesh, state, scratch);
//     state = step_mover(world, bodies, state, input).state;
//
// The follower gives controls and nothing else. It goes to a teleporter or a jump pad, and goes on
// where the game has moved the mover (move/triggers.h). It waits for a lift, and rides it
// (move/doors.h). docs/guides/agents.md shows a game's loop.
#pragma once

#include "halfspace/agents/follow_options.h"
#include "halfspace/agents/follow_way.h"
#include "halfspace/math/vec.h"
#include "halfspace/move/mover_input.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/move/mover_state.h"
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/route.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

class LiftView;

enum class FollowStatus : std::uint8_t {
    Idle,       // it has no goal
    Following,  // it is on its way
    Arrived,    // it is at the goal, and stays there
    // No progress in FollowOptions::stuck_seconds: it has taken a new route and goes on to try. Or
    // no route brings it nearer to its goal, in 10 stuck_seconds and 2 times the longest of these
    // routes. Of a wait for a lift that others use, a tenth counts.
    Stuck,
    // No place of the mesh is near the mover, or no way leads from there to the goal. It stands,
    // and looks again each FollowOptions::stuck_seconds, and when a door is set.
    Unreachable,
};

// Holds a copy of a route. Copies of a follower are independent. Nothing is allocated after a route
// of as many points, with those that doorways and run-ups add.
class PathFollower {
public:
    // REQUIRES: bad_option(options) is nullopt.
    explicit PathFollower(const FollowOptions& options = {});

    const FollowOptions& options() const { return options_; }
    FollowStatus status() const {
        const bool is_stuck = status_ == FollowStatus::Following && progress_.is_too_long;
        return is_stuck ? FollowStatus::Stuck : status_;
    }
    // True for Stuck where the mover hardly moves: something is in its way.
    bool is_blocked() const { return status_ == FollowStatus::Stuck; }
    // What is still before the mover. The last point is the goal. Empty without a route.
    std::span<const FollowPoint> points() const {
        return std::span<const FollowPoint>(points_).subspan(next_);
    }
    // The goal; nullopt if it has none.
    const std::optional<NavPlace>& goal() const { return goal_; }
    // How many routes it has looked for by itself since go_to.
    std::size_t repaths() const { return repaths_; }
    // True if a link begins at the next point, and the point is not farther from the position, seen
    // from above. The mover may go over the border there: a caller who avoids borders must let it.
    bool is_near_link(const Vec3& position, double distance) const;
    // The link that the mover is going over; invalid: it walks. Who waits for a lift walks.
    NavLinkId link() const { return link_; }
    // Buttons that the way needs in this step: of kJumpButton and kCrouchButton.
    std::uint8_t buttons() const { return buttons_; }

    // Finds a quick route from the mover to the goal, and begins to follow it. A mover on a link,
    // or right before one, goes over it first. Returns Following or Unreachable: whether there is a
    // way. status() may be Stuck all the same: no route has brought it nearer to the same
    // goal. A mover that stands still goes on to wait, whatever its new goal. Cost: that of nearest
    // and find_route. REQUIRES: the goal is on its polygon; the position is finite; between goals
    // on different meshes comes stop(). field: one of this goal, for many who go there; found with
    // the doors of the follower, after the last change of one. The mover takes its path on foot, if
    // it has one, whatever liquids and areas cost. Cost: a path_from.
    FollowStatus go_to(const NavMesh& mesh,
                       const Vec3& position,
                       const NavPlace& goal,
                       NavScratch& scratch,
                       const MoverOptions& mover = {},
                       const DistanceField* field = nullptr);
    // Follows a route that is known. REQUIRES: it is Complete and of this mesh; its span holds
    // until the return.
    void follow(const NavMesh& mesh, const NavRoute& route, const MoverOptions& mover = {});
    void stop();  // forgets goal and route

    // The controls for one step of MoverOptions::seconds. The mover looks where it goes. Takes a
    // new route where the mover was pushed off its own, and where it is stuck. Cost: without a new
    // route a few looks at the mesh. REQUIRES: the same mesh for one goal; is_valid(state);
    // bad_option(mover) is nullopt.
    MoverInput step(const NavMesh& mesh,
                    const MoverState& state,
                    NavScratch& scratch,
                    const MoverOptions& mover = {});
    // The velocity that step() steers for [units per second]. For callers who avoid others first:
    // they give the mover quantised(steer(state, what_they_choose, yaw())) with buttons(). Counts
    // as a step. clear: no border is nearer to the mover, which saves looks for them [units].
    Vec3 wanted_velocity(const NavMesh& mesh,
                         const MoverState& state,
                         NavScratch& scratch,
                         const MoverOptions& mover = {},
                         double clear = 0);
    // The floor below the mover in the last step; nullopt: none is near enough to stand on.
    const std::optional<NavPlace>& floor() const { return floor_; }
    // Where the mover looks [degrees].
    double yaw() const { return yaw_; }

private:
    std::span<const FollowPoint> link_points(const Vec3& position) const;
    std::optional<NavPlace> place_near(const NavMesh&, const Vec3&, const MoverOptions&) const;
    NavRoute route_from(const NavMesh& mesh,
                        const NavPlace& from,
                        const DistanceField* field,
                        NavScratch& scratch,
                        const MoverOptions& mover) const;
    void find_back(const NavMesh& mesh,
                   const Vec3& position,
                   std::span<const FollowPoint> committed,
                   const DistanceField* field,
                   NavScratch& scratch,
                   const MoverOptions& mover);
    void update(const NavMesh& mesh,
                const MoverState& state,
                NavScratch& scratch,
                const MoverOptions& mover);
    void take_run_up(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover);
    bool may_pass(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover);
    void pass_points(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover);
    bool has_landed(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover) const;
    Vec3 velocity_to_next(const NavMesh&, const MoverState&, const MoverOptions&, double clear);
    Vec3 velocity_over_link(const NavMesh& mesh,
                            const MoverState& state,
                            const MoverOptions& mover);
    Vec3 velocity_on_lift(const LiftView& lift, const MoverState& state, const MoverOptions& mover);
    std::optional<LiftView> lift_astray(const MoverState& state, const MoverOptions& mover) const;
    void ride_on(const NavMesh& mesh, const MoverState& state);
    bool has_missed_lift(const NavMesh& mesh, const MoverState& state) const;
    bool waits_for_lift(const NavMesh& mesh, const MoverState& state) const;
    bool must_crouch(const NavMesh& mesh, const MoverState& state) const;
    bool is_low_within(const NavMesh& mesh, const MoverState& state, double reach) const;
    bool slows_down(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover) const;
    void begin(const NavMesh& mesh, const NavRoute& route, const MoverOptions& mover);
    bool was_moved(const Vec3& position, const MoverOptions& mover) const;
    void leave_link(const NavMesh& mesh);
    void notice_carrier(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover);
    bool sees(const NavMesh& mesh, std::size_t point, const MoverOptions& mover) const;
    Vec3 without_drift(
        const NavMesh&, const MoverState&, const Vec3& velocity, const MoverOptions&, double) const;
    bool is_below_point(const MoverState& state, const MoverOptions& mover) const;
    bool is_lost(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover);
    bool has_door_changed() const;
    bool is_shut_off(const NavMesh& mesh);
    bool is_off_link(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover) const;
    double left_of(const NavMesh& mesh, const Vec3& position) const;
    bool is_stuck(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover);
    bool has_stayed_at(const Vec3& position) const;
    bool is_flying(const MoverState& state) const;
    void note_progress(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover);
    bool waits_at_door(const NavMesh& mesh, const MoverState& state) const;
    bool is_at_goal(const NavMesh& mesh, const MoverState& state, const MoverOptions& mover) const;

    FollowOptions options_;
    FollowStatus status_ = FollowStatus::Idle;
    std::optional<NavPlace> goal_;
    std::vector<FollowPoint> points_;
    Vec3 from_;                       // where the way to points_[next_] begins
    std::size_t next_ = 0;            // the point that the mover goes to
    NavLinkId link_;                  // over which it goes there
    bool is_carried_ = false;         // by the teleporter or the push of the link
    std::optional<MoverState> last_;  // in the last step
    std::optional<NavPlace> floor_;   // below the mover, or where it swims
    std::uint8_t buttons_ = 0;
    bool is_beyond_ = false;  // it has passed the point, and does not see the one that follows
    FollowRunUp run_up_;
    std::size_t repaths_ = 0;
    std::uint64_t door_changes_ = 0;  // NavDoorState::changes at the last look
    std::uint32_t steps_ = 0;         // since the last look whether the next point is in sight
    double least_ = 0;                // the least length that was left of the path
    double waiting_ = 0;              // since then [s]
    Vec3 stays_at_;                   // where the mover was when waiting_ was 0
    double yaw_ = 0;
    FollowCare care_;
    FollowProgress progress_;
    const NavMeshData* mesh_ = nullptr;  // of the goal; compared alone
};

}  // namespace halfspace
