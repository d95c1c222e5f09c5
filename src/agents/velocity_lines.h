// SPDX-License-Identifier: MIT
// The best velocity under half-planes of permitted velocities: a linear program in two dimensions
// (de Berg et al., Computational Geometry, section 4.4, without a random order), and its fallback
// where no velocity is permitted (van den Berg, Guy, Lin, Manocha, Reciprocal n-body collision
// avoidance, 2011, sections 5.1 and 5.3). All vectors have z = 0.
#pragma once

#include "halfspace/math/vec.h"

#include <cstddef>
#include <span>
#include <vector>

namespace halfspace {

// Velocities at the left of a directed line, or on it, are permitted.
struct VelocityLine {
    Vec3 point;
    Vec3 direction;  // of length 1
};

// The permitted velocity of at most the speed `most` that is nearest to `wanted`. The first `hard`
// lines always hold, if one velocity fulfils them; the others are broken as little as possible
// where they leave nothing. spare: memory. REQUIRES: hard <= lines.size(); most >= 0. Cost: up to
// the square of the lines, and the cube where nothing is permitted.
Vec3 best_velocity(std::span<const VelocityLine> lines,
                   std::size_t hard,
                   double most,
                   const Vec3& wanted,
                   std::vector<VelocityLine>& spare);

}  // namespace halfspace
