// SPDX-License-Identifier: MIT
// A lift as a follower sees it that rides it: where it is, and when to get on and off.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/vec.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover_state.h"
#include "halfspace/nav/nav_mesh.h"

#include "agents/follow_points.h"
#include "agents/mover_facts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace halfspace {

class LiftView {
public:
    // The lift of a link in a game; nullopt if the link is invalid or none of a lift, or if the
    // game does not move it.
    static std::optional<LiftView> of(const NavMesh& mesh, NavLinkId link, const Doors* game) {
        if (game == nullptr || !link.is_valid() || mesh.link(link).kind != NavLinkKind::Lift) {
            return std::nullopt;
        }
        const NavLink& way = mesh.link(link);
        const std::optional<std::size_t> door = game->door_of(way.model);
        if (!door) {
            return std::nullopt;
        }
        return LiftView(way.model,
                        game->doors()[*door],
                        game->states()[*door],
                        way.from[0].position.z,
                        way.to[0].position.z);
    }
    // The lift that carries the mover, wherever it wants to go.
    static std::optional<LiftView> below(const MoverState& state, const Doors* game) {
        const std::optional<std::size_t> door =
            game == nullptr ? std::nullopt : game->door_of(state.ground_model);
        if (!door || !game->doors()[*door].is_lift) {
            return std::nullopt;
        }
        const LiftView lift(state.ground_model, game->doors()[*door], game->states()[*door], 0, 0);
        return lift.carries(state) ? std::optional(lift) : std::nullopt;
    }

    Vec3 middle() const { return (door_.reach.min + door_.reach.max) * 0.5; }

    // Riders stand in the middle, seen from above.
    Vec3 velocity_to_middle(const MoverState& state, const MoverOptions& mover) const {
        const double allowed =
            braking_speed(state, flat_distance(state.position, middle()), 0, mover);
        return flat_direction(state.position, middle()) *
               std::min(full_speed(state, mover), allowed);
    }

    bool goes_up() const { return goes_up_; }
    ModelId model() const { return model_; }

    // The box in which the lift goes up and down; z does not count.
    const Aabb& shaft() const { return door_.reach; }

    bool carries(const MoverState& state) const {
        return state.mode == MoverMode::Ground && state.ground_model == model_;
    }
    // True if the mover is in the lift's shaft, seen from above.
    bool is_below_or_above(const Vec3& position) const {
        return position.x >= door_.reach.min.x && position.x <= door_.reach.max.x &&
               position.y >= door_.reach.min.y && position.y <= door_.reach.max.y;
    }

    // True if the mover is nearer to the height where the ride ends than to that where it begins.
    bool is_near_end(const Vec3& position) const {
        return std::abs(position.z - to_z_) < std::abs(position.z - from_z_);
    }

    // True if one may go onto the lift now, or into its shaft from above: an empty lift that is low
    // comes up to who does so. waited: for how long it stands there [s]. Who comes from above waits
    // a while, so that those below get on first, and nobody falls on their heads.
    bool may_board(double waited) const {
        constexpr double kFromAbove = 0.5;  // seconds
        const bool is_low = state_.mode == DoorMode::Closed && state_.carries_down == 0;
        return goes_up_ ? is_low
                        : state_.mode == DoorMode::Open || (is_low && waited >= kFromAbove);
    }
    // True if the mover goes onto the lift now, or stands on it already. start: of the ride. In a
    // crowd not everybody gets there. waited: as in may_board.
    bool begins_ride(const Vec3& start, const MoverState& state, double waited) const {
        constexpr double kNear = 16;  // units
        return carries(state) || (may_board(waited) && !is_near_end(state.position) &&
                                  flat_distance(state.position, start) <= kNear);
    }
    // True if the lift is where the ride ends.
    bool is_at_end() const { return state_.mode == (goes_up_ ? DoorMode::Open : DoorMode::Closed); }
    // True if the lift moves, or will do so in a while.
    bool is_busy() const {
        return state_.mode == DoorMode::Opening || state_.mode == DoorMode::Closing ||
               state_.waits > 0;
    }

private:
    LiftView(ModelId model, const Door& door, const DoorState& state, double from_z, double to_z)
        : model_(model),
          from_z_(from_z),
          to_z_(to_z),
          goes_up_(to_z > from_z),
          door_(door),
          state_(state) {}

    ModelId model_;
    double from_z_;
    double to_z_;
    bool goes_up_;
    const Door& door_;
    const DoorState& state_;
};

}  // namespace halfspace
