// SPDX-License-Identifier: MIT
// What slopes too steep to stand on may do to a mover.
#pragma once

#include "halfspace/move/mover.h"

#include <span>
#include <string>

namespace halfspace::test {

// The height to which the place and the speed of a mover suffice without friction [units].
double highest_place(const MoverState& state, const MoverOptions& options);

// True if one of the touched surfaces looks upwards.
bool touches_slope(std::span<const Contact> walls);

// Empty if surfaces that are too steep to stand on have neither lifted nor sped up a mover that
// flew in this step; else what they did. Steps in which it met a floor or another body do not
// count. REQUIRES: no model and no obstacle pushed the mover.
std::string problem_with_slopes(const MoverOptions& options,
                                const MoverState& before,
                                const MoverStep& step);

}  // namespace halfspace::test
