// SPDX-License-Identifier: MIT
// From a route to the points that a follower walks to: a little beside the corners, with
// the speed that a mover may have there.
#pragma once

#include "halfspace/agents/path_follower.h"

#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// Seen from above.
inline Vec3 flat(const Vec3& v) {
    return {v.x, v.y, 0};
}
inline double flat_distance(const Vec3& a, const Vec3& b) {
    return length(flat(b - a));
}
// Of length 1; 0 for two points above one another.
inline Vec3 flat_direction(const Vec3& from, const Vec3& to) {
    const Vec3 way = flat(to - from);
    const double size = length(way);
    return size > 0 ? way / size : Vec3{};
}

// False for no link.
inline bool is_jump(const NavMesh& mesh, NavLinkId link) {
    return link.is_valid() && mesh.link(link).kind == NavLinkKind::Jump;
}

// False for no link.
inline bool is_drop(const NavMesh& mesh, NavLinkId link) {
    return link.is_valid() && mesh.link(link).kind == NavLinkKind::Drop;
}

// False for no link. A carrier moves the mover: a teleporter or a push.
inline bool is_carrying(const NavMesh& mesh, NavLinkId link) {
    constexpr std::uint32_t kCarriers =
        link_bit(NavLinkKind::Teleport) | link_bit(NavLinkKind::Push);
    return link.is_valid() && (kCarriers & link_bit(mesh.link(link).kind)) != 0;
}
// True if the mover runs on over the border where the link begins.
inline bool leads_over_border(const NavMesh& mesh, NavLinkId link) {
    return link.is_valid() && (kGameLinks & link_bit(mesh.link(link).kind)) == 0;
}
// True for a jump over a gap.
inline bool is_leap(const NavMesh& mesh, NavLinkId link) {
    return is_jump(mesh, link) && mesh.link(link).least_speed > 0;
}
// True if the mover stands before it goes over the link.
inline bool begins_at_rest(const NavMesh& mesh, NavLinkId link) {
    return (is_jump(mesh, link) && !is_leap(mesh, link)) ||
           (link.is_valid() && mesh.link(link).kind == NavLinkKind::Lift);
}
// True for a link that the mover takes at a run.
inline bool wants_run_up(const NavMesh& mesh, NavLinkId link) {
    constexpr std::uint32_t kRuns = link_bit(NavLinkKind::Walk) | link_bit(NavLinkKind::Drop);
    return link.is_valid() &&
           ((kRuns & link_bit(mesh.link(link).kind)) != 0 || is_leap(mesh, link));
}

// How much heights may differ in one storey [units]: where stairs end at a wall, several of their
// edges meet above one another.
inline double storey_height(const MoverOptions& mover) {
    return 2.5 * mover.step_height + 1;
}

// True if the mover may stand on the floor of a goal that is so near, or swims above it.
bool is_as_high(const MoverState& state,
                const Vec3& goal,
                double radius,
                const MoverOptions& mover);

// How far the way from a place into a direction of length 1 is free, at most `most`.
double free_way(const NavMesh& mesh,
                const NavPlace& from,
                const Vec3& direction,
                double most,
                const NavDoorState* doors);

// How far a point moves ahead, away from borders that are so far ahead and behind: to the middle
// where both are nearer than the clearance.
double shift_between(double ahead, double behind, double clearance);

// How far a walker goes at this speed until it stands: for a step, and while it brakes [units].
double stopping_way(double speed, const MoverOptions& mover);

// The wanted velocity of a mover on the floor, without the part with which it could not stop before
// a border any more. clear: no border is nearer
// to it [units]. doors: as in RouteOptions.
Vec3 stay_on_floor(const NavMesh& mesh,
                   const NavPlace& floor,
                   const MoverState& state,
                   const Vec3& wanted,
                   const MoverOptions& mover,
                   const NavDoorState* doors,
                   double clear);

// True if the straight way, seen from above, leads along the surface from a place to a point of the
// same storey. doors: as in RouteOptions.
bool is_way_free(const NavMesh& mesh,
                 const NavPlace& from,
                 const Vec3& to,
                 const MoverOptions& mover,
                 const NavDoorState* doors);

// True if a closed door is on the way from a place over points. Cost: a raycast for each point.
bool is_shut(const NavMesh& mesh,
             const NavPlace& start,
             std::span<const FollowPoint> points,
             const NavDoorState& doors);

// The way before a link on which the mover gains its speed [units].
inline constexpr double kRunUp = 32;

// The farthest point, up to kRunUp, from which the straight way over a link has a run-up, and to
// which a straight way leads from `before`; nullopt if there is no room.
std::optional<FollowPoint> run_up(const NavMesh& mesh,
                                  const NavPlace& before,
                                  const FollowPoint& start,
                                  const Vec3& landing,
                                  const MoverOptions& mover,
                                  const NavDoorState* doors);

// The points of the route, the start first. Before a link there may be a point more, from which the
// mover has a run-up. REQUIRES: the route is Complete and of this mesh. Cost: six raycasts for
// each point, and up to 13 for each link.
void plan_points(const NavMesh& mesh,
                 const NavRoute& route,
                 const FollowOptions& options,
                 const MoverOptions& mover,
                 const FollowCare& care,
                 std::vector<FollowPoint>& points);

}  // namespace halfspace
