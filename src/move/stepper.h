// SPDX-License-Identifier: MIT
// One step of one mover.
#pragma once

#include "halfspace/move/mover.h"

#include "move/drive.h"
#include "move/near_things.h"
#include "move/walk.h"

namespace halfspace {

class Stepper {
public:
    // near: what is near the mover, at the start of the step. stand: the standing body, which
    // outlives the stepper, as all references do.
    Stepper(const PlacedLevel& around,
            const MovedBody& stand,
            const MoverBodies& bodies,
            const MoverState& state,
            const MoverInput& input,
            const MoverOptions& options,
            NearThings& near);

    MoverStep run();

    // Where the mover can get in a step, models that carry or push it not counted.
    static Aabb reach_of(const ShapeBody& body,
                         const MoverState& state,
                         const MoverOptions& options);

private:
    const MovedBody& body() const;
    bool is_jump_pressed() const { return (input_.buttons & kJumpButton) != 0; }
    bool is_crouch_pressed() const { return (input_.buttons & kCrouchButton) != 0; }
    void set_flag(MoverFlags flag, bool is_set);

    // Before the mover moves by itself.
    void be_carried();
    void forget_far_ground();
    void leave_by_push();
    bool make_room();
    void measure_depth();
    void choose_body();
    bool may_ground_be_gone(bool jumps) const;
    void choose_mode();
    bool is_at_ladder(const Vec3& position) const;
    bool wants_ladder() const;
    bool takes_ladder();
    void take_ladder_below(const Vec3& start);
    void hold_ladder();
    bool is_against_wall() const;
    PlacedLevel here() const;
    Contents liquid_at(const Vec3& point) const;
    Vec3 middle_at(const Vec3& position) const;

    // The ways to move.
    void jump();
    void move_on_ground();
    void fall();
    void keep_falling(const Vec3& brought, double drop);
    void swim();
    double way_to_surface(double way) const;
    Walk swum_by(const Vec3& velocity, const SlideRules& rules) const;
    bool is_lifted_out(const Walk& swum) const;
    void climb();

    // The ground.
    void turn_with(const Transform& from, const Transform& to);
    Vec3 ground_velocity() const;
    void stand_on(const Ground& ground);
    void leave_ground(const Vec3& velocity);
    bool settle();

    void take(const SlideOutcome& outcome);

    const PlacedLevel& around_;
    const MovedBody& stand_;
    const MovedBody crouch_;
    const MoverInput& input_;
    const MoverOptions& options_;
    const Wish wish_;
    NearThings& near_;
    Blockers blockers_;
    MoverState state_;
    MoverStep result_;
    // The velocity of what the mover stands on, where it stands. MoverState::velocity is relative
    // to it.
    Vec3 carried_at_;
};

}  // namespace halfspace
