// SPDX-License-Identifier: MIT
// Which velocities avoid another agent or a border, as half-planes (velocity_lines.h).
// Source: van den Berg, Guy, Lin, Manocha, Reciprocal n-body collision avoidance, 2011, section 4.
#pragma once

#include "halfspace/math/vec.h"

#include "agents/velocity_lines.h"

#include <optional>

namespace halfspace {

// One agent as the others see it, from above.
struct AvoidedDisc {
    Vec3 position;
    Vec3 velocity;
    double radius = 0;
};

// The velocities of `self` with which it takes its half of what keeps the two apart for `horizon`
// seconds; where they overlap, they part in `step` seconds.
VelocityLine avoid(const AvoidedDisc& self, const AvoidedDisc& other, double horizon, double step);

// So far from borders agents stay, because their controls are rounded [units].
inline constexpr double kBorderMargin = 0.125;

// The velocities near `wanted` with which a point does not come into the margin of a border in
// `horizon` seconds. Unlike in the paper, the half-plane touches the forbidden velocities where
// they are nearest to the wanted one: a way past a corner stays permitted, and so does standing
// still. In the margin only those are permitted that lead out of it. The border goes from a to b,
// and the mesh is at its left. nullopt if the point is not in front of the border, and beside the
// margin.
std::optional<VelocityLine> avoid_border(
    const Vec3& position, const Vec3& a, const Vec3& b, const Vec3& wanted, double horizon);

}  // namespace halfspace
