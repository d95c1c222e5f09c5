// SPDX-License-Identifier: MIT
// Whether the mover really climbs a step. How far it gets over an edge in one step of time depends
// on its speed, so a step that is climbed at a run may stop a slow walker.
#pragma once

#include "halfspace/move/mover.h"
#include "halfspace/query/placed_level.h"

#include <optional>

namespace halfspace {

// Straight ahead at full speed. forward: horizontal, of length 1.
MoverInput straight_ahead(const Vec3& forward);

// A mover that stands on a floor and looks over the edge of the floor.
struct EdgeWalker {
    MoverState state;  // at rest
    MoverInput input;  // straight ahead, at full speed
};

// The walker stands so far back from the edge: two skins. edge: a place of the edge [map units];
// normal: of the floor, of any length; forward: horizontal, of length 1.
EdgeWalker walker_before(const Vec3& edge,
                         const Vec3& normal,
                         const Vec3& forward,
                         const MoverOptions& options);

// A step in the world: an edge of a floor, and the same edge on the floor above [map units].
struct StairStep {
    Vec3 lower[2];
    Vec3 upper[2];      // above lower
    Vec3 lower_normal;  // of the floors, of any length
    Vec3 upper_normal;
    Vec3 forward;  // from the lower floor to the upper one, horizontal, of length 1
};

// The step is climbed if the mover is beyond its edge and not below the upper floor; with a second
// riser near it may be on the next one. The least speed of 20, 40, 80, 160 and 320 units a second
// at which the mover climbs the step, near both ends and in the middle, as well as at all higher
// ones of these; nullopt if it does not at 320. Cost: up to 15 walks of some mover steps.
std::optional<double> climbing_speed(const PlacedLevel& around,
                                     SpaceId space,
                                     const StairStep& step,
                                     const MoverOptions& options);

}  // namespace halfspace
