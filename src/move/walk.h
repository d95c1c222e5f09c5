// SPDX-License-Identifier: MIT
// Stairs and the ground: what walking is beside sliding.
#pragma once

#include "move/slide_along.h"

#include <optional>

namespace halfspace {

// What a body can stand on.
struct Ground {
    Contact contact;
    // Where the body rests on it.
    Vec3 position;
    // The normal of the contact. For a round body on the edge of a floor, the normal of the floor.
    // For a body that is wedged between steep surfaces, (0, 0, 1).
    Vec3 normal;
};

// The ground at most `depth` below the body. A body that lies on steep surfaces and cannot slide
// down along them has ground, too.
std::optional<Ground> ground_below(const Blockers& blockers,
                                   const MovedBody& body,
                                   const Vec3& position,
                                   double depth,
                                   double floor_normal);

// Slides, and again from as high as a stair; the slide that leads farther horizontally counts. The
// second one counts only if it ends on a floor.
struct Walk {
    SlideOutcome outcome;
    double stepped = 0;  // how far up the body went at once [units]
};
// step_height: of a stair [units]. floor_normal: the least z of the normal of a floor.
Walk walk(const Blockers& blockers,
          const MovedBody& body,
          const Vec3& position,
          const Vec3& velocity,
          double seconds,
          const SlideRules& rules,
          double step_height,
          double floor_normal);

}  // namespace halfspace
