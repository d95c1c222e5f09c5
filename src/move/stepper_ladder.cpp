// SPDX-License-Identifier: MIT
// How the stepper takes ladders and climbs.
#include "move/stepper.h"

#include <algorithm>

namespace halfspace {

// True for a wish that leads down a ladder, or backwards: whoever goes backwards over an edge looks
// at the ladder below. `up` is a wish for ladders in any case.
bool Stepper::wants_ladder() const {
    return wish_.climb < 0 || input_.forward < 0 || input_.up != 0;
}

// After a motion: true if the mover now holds a ladder. On the ground and in a liquid, it takes
// hold by going up against the wall behind the ladder. In the air, any wish against this wall will
// do, and for whoever falls any wish for a ladder.
bool Stepper::takes_ladder() {
    const bool is_in_air = state_.mode == MoverMode::Air;
    const bool falls = is_in_air && state_.velocity.z < 0;
    const bool is_wanted =
        (is_against_wall() && (is_in_air || wish_.climb > 0)) || (falls && wants_ladder());
    if (!is_wanted || has_flag(state_.flags, MoverFlags::LeftLadder) ||
        !is_at_ladder(state_.position)) {
        return false;
    }
    hold_ladder();
    return true;
}

// The mover has walked over an edge. If it wants to, it takes hold of a ladder that begins there,
// at most a stair below. `start`: where it stood.
void Stepper::take_ladder_below(const Vec3& start) {
    if (!wants_ladder() || has_flag(state_.flags, MoverFlags::LeftLadder)) {
        return;
    }
    const Vec3 stair{0, 0, options_.step_height};
    const Vec3 low = first_touch(blockers_, body(), state_.position, state_.position - stair).end;
    const Vec3 at = first_touch(blockers_, body(), low, {start.x, start.y, low.z}).end;
    if (is_at_ladder(at)) {
        result_.stepped += at.z - state_.position.z;
        state_.position = at;
        hold_ladder();
    }
}

// Whatever the mover's speed was, it ends here.
void Stepper::hold_ladder() {
    leave_ground({});
    state_.mode = MoverMode::Ladder;
}

void Stepper::climb() {
    // Slowly ahead, so that a mover that climbs up steps off at the top. Backwards does not lead
    // away from the ladder.
    const bool is_ahead = wish_.climb > 0 && input_.forward > 0;
    const Vec3 aside = (is_ahead ? wish_.level : wish_.across) * (options_.ladder_speed / 4);
    const Vec3 velocity = aside + Vec3{0, 0, wish_.climb * options_.ladder_speed};
    const bool is_down = velocity.z < 0;
    // Who climbs down to the floor stands there.
    const SlideRules rules{std::nullopt, is_down ? options_.floor_normal : 2};
    const SlideOutcome outcome =
        slide_along(blockers_, body(), state_.position, velocity, options_.seconds, rules);
    if (!is_down && aside == Vec3{} && !is_at_ladder(outcome.slide.position)) {
        // At the top. Above it, the mover would fall back and take hold again.
        state_.velocity = {};
        return;
    }
    take(outcome);
    if (outcome.landed) {
        settle();
    }
}

}  // namespace halfspace
