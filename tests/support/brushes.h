// SPDX-License-Identifier: MIT
// Makes worlds by hand, brush by brush.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/math/vec.h"
#include "halfspace/world/world.h"

#include "support/random.h"

#include <array>
#include <vector>

namespace halfspace::test {

// Whole map units.
using Units = std::array<std::int64_t, 3>;

// Sides in the order -x, +x, -y, +y, -z, +z. REQUIRES: min < max in every axis.
Brush box_brush(const Units& min, const Units& max, Contents contents = Contents::Solid);

// The lowest and the highest corner of a random box: multiples of 16 units from 0 to 16 * cells, at
// most 64 units apart in each axis. So boxes of one heap often share the planes of their faces.
struct BoxCorners {
    Units min;
    Units max;
};
BoxCorners random_box(Random& random, std::int64_t cells);

// A box turned around the z axis through the origin. Its points are rounded to this number of
// decimals, each on its own, as an editor would do.
Brush turned_box(const Units& min, const Units& max, double degrees, int decimals);

// The decimal nearest to the value, with this number of decimals. REQUIRES: 0 <= decimals <= 9.
Decimal rounded_decimal(double value, int decimals);

// A side through three points of whole map units, counter-clockwise seen from outside.
BrushSide side_through(const Units& a, const Units& b, const Units& c);

// A ramp that rises along x from (foot, 0) to (foot + run, rise), `width` to both sides. It is then
// turned by quarters around the z axis, and moved by `at`.
Brush turned_ramp(std::int64_t foot,
                  std::int64_t run,
                  std::int64_t rise,
                  std::int64_t width,
                  int quarters = 0,
                  const Units& at = {});

// A world of one entity. Brush i stands at line 10 * i + 10, its sides on the following lines.
World world_of(std::vector<Brush> brushes);

}  // namespace halfspace::test
