// SPDX-License-Identifier: MIT
// Whoever looks at the level: walks with a body, or flies through walls.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/scene/camera.h"

#include "doors.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>

namespace halfspace::viewer {

using tool::Doors;

// A surface that the player has touched.
struct TouchedPlace {
    // The middle of what touched the surface: a side, an edge or a corner of the body's box.
    Vec3 point;
    Vec3 normal;
    // Half the size of that side or edge; 0 along the other axes.
    Vec3 half;
};

// True if nothing of the level can be around the point: the point is outside of the box of the
// world, or in its void.
bool is_outside(const Level& level, const Vec3& point);

class Player {
public:
    // Stand: a body whose eye is here falls onto the floor below, if it is near. The player flies
    // if no body has room near the eye.
    enum class Start : std::uint8_t { Stand, Fly };
    Player(const Level& level, const Vec3& eye, const Angles& angles, Start start = Start::Stand);

    // Takes another level. The place, the speed and the body stay.
    void enter(const Level& level);

    // What the keys want. forward, left, up: from -1 to 1. turn: degrees per second to the left.
    struct Wish {
        double forward = 0;
        double left = 0;
        double up = 0;
        double turn = 0;
        bool jumps = false;        // the key is down
        bool begins_jump = false;  // the key was pressed since the last call; it may be up again
        bool crouches = false;
        bool is_fast = false;
    };
    // Lets so much time pass for the player and the doors, in steps of the mover.
    void advance(const Level& level, Doors& doors, double seconds, const Wish& wish);
    void look(double yaw, double pitch);  // turns by degrees to the left, and down

    bool can_walk() const { return bodies_.has_value(); }
    bool flies() const { return flies_; }
    // Begins to fly, or to walk from where the eye is. Nothing changes where no body can walk.
    void set_flying(const Level& level, const Doors& doors, bool flies);

    // What the player does: walks, crouches, falls, swims, climbs or flies.
    std::string_view mode_name() const;
    FirstPersonCamera camera() const;
    const MoverState& state() const { return state_; }
    // What hindered the last step of a player who walks.
    MoverProblem problem() const { return flies_ ? MoverProblem::None : step_.problem; }
    const std::deque<TouchedPlace>& touched() const { return touched_; }

private:
    void find_bodies(const Level& level);
    void stand_at(const Level& level, std::span<const PlacedModel> models, const Vec3& eye);
    void drop(const Level& level, std::span<const PlacedModel> models);
    void walk(const Level& level, Doors& doors, const Wish& wish);
    void fly(double seconds, const Wish& wish);
    void remember(const Level& level, const MoverContact& contact);
    double wanted_height() const;

    std::optional<MoverBodies> bodies_;
    bool flies_ = true;
    Vec3 eye_;  // while flying
    Angles angles_;
    MoverState state_;
    MoverStep step_;
    Vec3 last_position_;       // before the last step
    double eye_height_ = 0;    // above the position
    double lag_ = 0;           // how far the eye lags behind on stairs
    double waiting_ = 0;       // time that is not yet in a step [s]
    bool jump_waits_ = false;  // for the next step
    std::deque<TouchedPlace> touched_;
};

}  // namespace halfspace::viewer
