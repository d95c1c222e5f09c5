// SPDX-License-Identifier: MIT
// Makes curved patches by hand and at random.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/world/world.h"

#include "support/random.h"

#include <vector>

namespace halfspace::test {

// Control points, row by row.
using Controls = std::vector<std::vector<Vec3>>;

// A patch of solid with these controls, rounded to 10^-6, and with the first material. Texture
// coordinates: u runs along rows, v against columns; a Bezier piece has the size 1.
Patch patch_of(const Controls& controls);

// A piece of 3 x 3 controls about 64 units apart, bent at random.
Controls random_piece(Random& random);

// The first `quarters` quarters of a pipe of radius 64 around the y axis, 64 units long. Its front
// is outside.
Controls pipe(int quarters);

// Two quarters of a pipe of radius 64 around the y axis, from y = -64 to y = 64. They meet at the
// top, x = 0 and z = 64. Their front is inside.
std::vector<Patch> vault();

}  // namespace halfspace::test
