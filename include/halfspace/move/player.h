// SPDX-License-Identifier: MIT
// The one who looks at a level: walks with a body, or flies through walls. A player adds to a mover
// what a picture needs: steps of equal length in frames of any length, an eye between the last two
// steps, and an eye that follows smoothly on stairs. In each frame of a game with one player:
//
//     player.advance(doors, seconds, input);
//     draw(player.eye(), player.angles());
#pragma once

#include "halfspace/math/transform.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/placed_level.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace halfspace {

// What somebody at the controls wants.
struct PlayerInput {
    // From -1 to 1 of the full speed; other values are clamped.
    double forward = 0;
    double left = 0;
    double up = 0;             // in liquids, on ladders and in flight
    double turn = 0;           // degrees per second to the left
    bool jumps = false;        // the key is down
    bool begins_jump = false;  // the key was pressed since the last frame; it may be up again
    bool crouches = false;
    bool is_fast = false;  // flies three times as fast
};

// The bodies of a player, and how high its eyes are above their position [units].
struct PlayerBody {
    MoverBodies bodies;
    double standing_eye = 22;
    double crouching_eye = 10;
};

// The bodies "stand" and "crouch" of a level; nullopt if one is missing or fits() is false.
std::optional<PlayerBody> usual_body(const Level& level);

// A surface that a player has touched.
struct PlayerTouch {
    Vec3 position;  // of the body
    Vec3 normal;    // of the surface
    bool is_crouched = false;
};
inline constexpr std::size_t kMaxTouches = 12;

class Player {
public:
    // The player flies. Without a body, it flies for ever. REQUIRES: bad_option(options) is
    // nullopt; finite numbers here and below.
    explicit Player(const std::optional<PlayerBody>& body,
                    const Vec3& eye = {},
                    const MoverOptions& options = {});

    const std::optional<PlayerBody>& body() const { return body_; }
    const MoverOptions& options() const { return options_; }
    bool flies() const { return flies_; }
    bool is_crouched() const;
    // Of the mover. It is the last one while the player flies.
    const MoverState& state() const { return state_; }
    // Where the player looks. The pitch is between straight up and straight down.
    const Angles& angles() const { return angles_; }
    // The eye, between the last two steps.
    Vec3 eye() const;
    // The surfaces that were touched last, the latest at the end; at most kMaxTouches.
    const std::vector<PlayerTouch>& touches() const { return touches_; }
    // nullopt in flight, and before the first step at a new place.
    const std::optional<MoverStep>& last_step() const { return last_step_; }

    void look_along(const Angles& angles);
    // Turns by degrees to the left, and down.
    void look(double yaw, double pitch);

    // Flies with the eye here.
    void fly_at(const Vec3& eye);
    // Stands with the eye near this place, less than 64 units away; a shape fits there or
    // nowhere. Returns false, and changes nothing, if the body does not fit or there is none.
    bool stand_at(const PlacedLevel& here, const Vec3& eye);
    // Falls at once onto the floor below, if it is at most 64 units below the body. The player
    // keeps its velocity, and stays crouched if it is.
    void drop(const PlacedLevel& here);
    // Begins to fly.
    void begin_flight();

    // Takes another body. The player keeps its velocity, and its position rises by `raise` [units].
    // Returns false, and changes nothing, if the body does not fit. In flight the eye stays where
    // it is, and the player may have no body.
    bool set_body(const PlacedLevel& here, const std::optional<PlayerBody>& body, double raise = 0);
    // Takes another level. The place and the speed stay, and the next step finds the ground. A
    // player without a body then flies.
    void enter(const std::optional<PlayerBody>& body);

    // A frame by hand, for a game that makes its own steps, as step_among makes them:
    //
    //     player.begin_frame(seconds, input);
    //     while (player.begin_step()) {
    //         if (!player.flies()) {
    //             player.finish_step(step_mover(around, bodies, player.state(),
    //             player.controls()));
    //         }
    //     }
    //     player.end_frame();
    //
    // Less than 0 seconds count as 0, and more than a quarter of a second as that.
    void begin_frame(double seconds, const PlayerInput& input);
    // True if the time suffices for a step, which it then takes from the frame.
    bool begin_step();
    // What the mover does in this step.
    MoverInput controls() const;
    void finish_step(const MoverStep& step);
    // Takes the state after the game has changed it: pushed() or moved_to(), as Triggers do
    // (move/triggers.h). The eye does not go the way of a teleport. In flight nothing changes.
    // REQUIRES: is_valid(state).
    void set_state(const MoverState& state);
    void end_frame();

    // Of players who make their steps together, one counts the time, and the others follow: their
    // begin_step is not called.
    void keep_time_of(const Player& leader) { waiting_ = leader.waiting_; }
    // Forgets whole steps that wait, and a jump that waits for a step.
    void drop_waiting_steps();

    // A whole frame among the doors of the level. A player who is an obstacle of doors.world()
    // leaves itself out. The obstacle stays where it is in all steps of the frame.
    void advance(Doors& doors,
                 double seconds,
                 const PlayerInput& input,
                 const LeaveOut& without = {});

private:
    std::optional<Vec3> room_near(const PlacedLevel& here,
                                  const MoverBody& body,
                                  const Vec3& position) const;
    double wanted_eye() const;
    void rest_at(const MoverState& state);
    void fly();
    void touch(const Contact& contact);

    std::optional<PlayerBody> body_;
    MoverOptions options_;
    PlayerInput input_;
    bool flies_ = true;
    Vec3 flying_eye_;
    Angles angles_;
    MoverState state_;
    Vec3 last_position_;       // before the last step
    double eye_height_ = 0;    // above the position
    double lag_ = 0;           // how far the eye lags behind on stairs
    double waiting_ = 0;       // time that is not yet in a step [s]
    double passed_ = 0;        // the time of this frame [s]
    bool jump_waits_ = false;  // for the next step
    std::vector<PlayerTouch> touches_;
    std::optional<MoverStep> last_step_;
};

}  // namespace halfspace
