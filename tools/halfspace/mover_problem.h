// SPDX-License-Identifier: MIT
// The words for what may hinder a mover.
#pragma once

#include "halfspace/move/mover.h"

#include <string_view>

namespace halfspace::tool {

// For example "stuck". Empty for MoverProblem::None.
std::string_view problem_name(MoverProblem problem);

}  // namespace halfspace::tool
