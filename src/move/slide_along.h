// SPDX-License-Identifier: MIT
// A body slides along what it touches: in all directions, or on the ground.
#pragma once

#include "halfspace/move/slide.h"

#include "move/touch.h"

#include <optional>

namespace halfspace {

// How a body slides.
struct SlideRules {
    // The normal of the ground on which the body walks; nullopt if it does not walk. A walker keeps
    // its horizontal velocity where the ground rises or falls. Walls only turn it horizontally.
    std::optional<Vec3> ground;
    // The least z of the normal of a floor. A walker on a slope comes upon a floor and goes on
    // along this floor. A body that falls onto a floor begins to walk. Above 1: there are no
    // floors.
    double floor_normal = 2;
    // True for a body that falls. A surface that is too steep for a floor stops it horizontally as
    // a vertical wall does, and only leads its fall aside. So no contact with such a surface lifts
    // the body.
    bool falls = false;
};

struct SlideOutcome {
    Slide slide;
    // The normal of the ground at the end, if the body walks there.
    std::optional<Vec3> ground;
    // True if the body fell onto a floor, and how fast it fell [units per second].
    bool landed = false;
    double landing_speed = 0;
    // True if something else than floors was touched.
    bool met_wall = false;
    // True if a surface that looks upwards and is too steep for a floor was touched.
    bool met_steep = false;
};

SlideOutcome slide_along(const Blockers& blockers,
                         const MovedBody& body,
                         const Vec3& position,
                         const Vec3& velocity,
                         double seconds,
                         const SlideRules& rules);

}  // namespace halfspace
