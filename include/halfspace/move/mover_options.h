// SPDX-License-Identifier: MIT
// The options of the mover. The defaults feel like Quake, for worlds with 32 units per metre.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/option_check.h"

#include <optional>

namespace halfspace {

// One unit for all: map units, seconds, units per second. A rate [1 / s] says how much of a speed
// changes in a second. For example, friction of the rate 4 takes 4 percent of the speed in 0.01
// seconds.
struct MoverOptions {
    // How long a step is [s, 0.001 to 0.1]. Too low: more work. Too high: the mover reacts late,
    // and jumps become uneven.
    double seconds = 1.0 / 64;
    // What blocks the mover.
    Contents mask = kPlayerBlockers;

    // The full speed on the ground, and what is left of it while crouching [0 to 10,000]. Too
    // high: a step is longer than the mover sees ahead on stairs.
    double walk_speed = 320;
    double crouch_speed = 120;
    // How quickly the mover reaches the wanted speed on the ground [rate, 0 to 1000]. Too low: it
    // slides like on ice. Too high: it starts at full speed.
    double ground_acceleration = 10;
    // How quickly it slows down on the ground [rate, 0 to 1000]. Too low: it slides. Too high: it
    // never reaches walk_speed, because friction takes more than acceleration gives.
    double friction = 4;
    // The least speed that friction computes with, so that a slow mover stops [0 to 10,000]. With 0
    // the mover never stops. Too high: it stops at once.
    double stop_speed = 100;

    // Downwards [units / s^2, 0 to 100,000].
    double gravity = 800;
    // Upwards, at the start of a jump [0 to 10,000]. Jumps are jump_speed^2 / (2 gravity) high: 45
    // units.
    double jump_speed = 270;
    // As ground_acceleration, in the air. Too low: no control. Too high: turns in the air are
    // sharp.
    double air_acceleration = 10;
    // The acceleration in the air brings the speed along the wish at most to this [0 to 10,000].
    // Too low: a jump cannot be steered. As high as walk_speed: a jump can be turned back.
    double air_speed = 30;

    // How high a stair may be [0 to 1000]. Too low: stairs block. Too high: the mover climbs
    // tables, and it keeps to the ground where it should fall.
    double step_height = 18;
    // The least z of the normal of a surface that the mover can stand on [0.01 to 1]. 0.7 is 45
    // degrees. Too low: it walks up walls. With 1 it stands on level floors only.
    double floor_normal = 0.7;

    // The full speed in liquids, and how quickly it is reached and lost [speed 0 to 10,000; rates
    // 0 to 1000].
    double swim_speed = 224;
    double swim_acceleration = 10;
    double swim_friction = 4;
    // How fast an idle swimmer sinks [0 to 10,000]. 0: it floats.
    double sink_speed = 60;
    // Upwards, when a swimmer at the surface presses jump before a wall [0 to 10,000]. It must
    // suffice for the ledge above the water. 0: swimmers cannot climb out by jumping.
    double climb_out_speed = 330;
    // The full speed on ladders [0 to 10,000]. 0: no ladders, and the step is cheaper.
    double ladder_speed = 160;

    // The highest speed of all, whatever else happens [1 to 100,000]. Too low: falls are slow.
    double max_speed = 4000;
    // How far the body rests before surfaces and obstacles [1/1024 to 1]. See TraceOptions::skin.
    // Too high: gaps show, and narrow doors are closed.
    double skin = 1.0 / 32;
    // A body that starts in a wall is moved to a free place nearer than this [0 to 1000]. 0:
    // never. Too high: it may come out behind something.
    double unstick = 8;
};

// The first option that is out of its range; nullopt if all are good.
std::optional<BadOption> bad_option(const MoverOptions& options);

}  // namespace halfspace
