// SPDX-License-Identifier: MIT
// The mover: what walks, jumps, crouches, swims and climbs. One call moves it by one step:
//
//     state = step_mover(world, bodies, state, quantised(controls)).state;
//
// A step is a function of its arguments and of nothing else. It gives the same bits on every
// machine. Any number of threads may move movers at the same time. docs/guides/moving.md shows a
// game's loop with doors and other movers.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/move/mover_input.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/move/mover_state.h"
#include "halfspace/move/slide.h"
#include "halfspace/query/placed_level.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace halfspace {

// The bodies of a mover. Each position that is free for the standing body must be free for the
// crouching body: fits() is true.
struct MoverBodies {
    MoverBody stand;
    MoverBody crouch;
};

// True if the box of the crouching body is in the box of the standing body. REQUIRES: spaces in
// range.
bool fits(const Level& level, const MoverBodies& bodies);

enum class MoverProblem : std::uint8_t {
    None,
    // is_valid(state) is false. The state is returned as it was.
    BadState,
    // The body starts in a wall, a model or a mesh, and no free place is near. It has not moved.
    Stuck,
    // More is near than kMaxNearModels, kMaxNearMeshes and kMaxNearObstacles. The mover has not
    // moved.
    TooManyNear,
};

// A moving thing presses the body, and the body cannot give way. The new state is the last one in
// which the body was free.
// By a model or a mesh: no obstacle has moved yet. The mover is free if the game moves all models
// and meshes back to `fraction` of their ways. Otherwise the mover is stuck in the next step.
// By an obstacle: all models and meshes have moved before, so `fraction` is 1. The mover is free if
// the game leaves these at the ends of their ways, and this obstacle and all with higher ids where
// they were.
// A game may also move all back to the start of the step. Then it must go back to the mover's state
// before the step, too.
struct Crush {
    // One of them is valid.
    ModelId model;
    ObstacleId obstacle;
    MeshId mesh;
    // The part of the ways of models and meshes up to which the body was free: 0 to 1.
    double fraction = 0;
};

struct MoverStep {
    MoverState state;
    MoverProblem problem = MoverProblem::None;
    // True if the body started in a wall and was moved to a free place.
    bool was_freed = false;
    // True if the mover left the ground by a jump.
    bool jumped = false;
    // True if the mover came from the air to the ground.
    bool landed = false;
    // How fast it fell then [units per second, >= 0].
    double landing_speed = 0;
    // How far up or down the mover went at once on stairs [units]. A view that lags behind by this
    // height looks smooth.
    double stepped = 0;
    // What the mover stands on in mode Ground.
    std::optional<Contact> ground;
    // What it has touched beside the ground, at most five surfaces.
    std::array<Contact, kMaxSlidePlanes> wall_contacts;
    std::size_t wall_count = 0;
    // The liquid in which it is; Empty if there is none.
    Contents liquid = Contents::Empty;
    // How deep: 0 not at all, 1 the feet, 2 the middle, 3 the top of the body.
    int liquid_depth = 0;
    std::optional<Crush> crush;

    std::span<const Contact> walls() const { return {wall_contacts.data(), wall_count}; }
};

// Moves the mover by one step of options.seconds. First, models, meshes and obstacles go their ways
// of this step (query/collision_world.h): they carry the mover that stands on them, and push the
// one in their way. Then the mover moves among them. A mover that is an obstacle of the world
// leaves itself out: {world, {.obstacles = {&me, 1}}}. If the problem is None and there is no
// crush, the new position is free, and the body enters no obstacle that it was not in before. Cost:
// 2 to 12 traces as a rule. Stack: 125 KB. Nothing is allocated, with the exception that
// query/sweep.h names for shapes. REQUIRES: what PlacedLevel requires; fits(around.level, bodies);
// bad_option(options) is nullopt.
MoverStep step_mover(const PlacedLevel& around,
                     const MoverBodies& bodies,
                     const MoverState& state,
                     const MoverInput& input,
                     const MoverOptions& options = {});

}  // namespace halfspace
