// SPDX-License-Identifier: MIT
// A lift as a follower sees it that rides it: where it is, and when to get on and off.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/vec.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover_state.h"
#include "halfspace/nav/nav_mesh.h"

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
        return LiftView(way, game->doors()[*door], game->states()[*door]);
    }

    // Where riders stand: the middle, seen from above.
    Vec3 middle() const { return (door_.reach.min + door_.reach.max) * 0.5; }

    bool carries(const MoverState& state) const {
        return state.mode == MoverMode::Ground && state.ground_model == model_;
    }
    // True if the mover is in the lift's shaft, seen from above.
    bool is_below_or_above(const Vec3& position) const {
        return position.x >= door_.reach.min.x && position.x <= door_.reach.max.x &&
               position.y >= door_.reach.min.y && position.y <= door_.reach.max.y;
    }

    // True if one may go onto the lift now, or into its shaft from above: an empty lift that is low
    // comes up to who does so.
    bool may_board() const {
        const bool is_low = state_.mode == DoorMode::Closed && state_.turned_back == 0;
        return is_low || (!goes_up_ && state_.mode == DoorMode::Open);
    }
    // True if the lift is where the ride ends.
    bool is_at_end() const { return state_.mode == (goes_up_ ? DoorMode::Open : DoorMode::Closed); }
    // True if the lift moves, or will do so in a while.
    bool is_busy() const {
        return state_.mode == DoorMode::Opening || state_.mode == DoorMode::Closing ||
               (state_.mode == DoorMode::Open && state_.waits > 0);
    }

private:
    LiftView(const NavLink& link, const Door& door, const DoorState& state)
        : model_(link.model),
          goes_up_(link.to[0].position.z > link.from[0].position.z),
          door_(door),
          state_(state) {}

    ModelId model_;
    bool goes_up_;
    const Door& door_;
    const DoorState& state_;
};

}  // namespace halfspace
