// SPDX-License-Identifier: MIT
// What the player wants during a walk: read from a file, written to a file, or made at random.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/move/mover_input.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::tool {

// The same controls for a number of steps.
struct WalkInput {
    std::uint32_t steps = 1;
    Controls controls;
};

// The most steps of a walk.
inline constexpr std::uint32_t kMaxWalkSteps = 1'000'000;

// One line of a file of inputs, for messages.
inline constexpr const char* kWalkInputNotation =
    "STEPS FORWARD LEFT YAW PITCH [up|down] [jump] [crouch]";

// Reads a file with one input on each line, for example "64 1 0 90 0 jump": 64 steps forwards at
// full speed, looking along y, with the jump button held. Blank lines and everything behind a '#'
// are skipped. Errors: those of read_file; Syntax and Range with line; Limit if there are more than
// kMaxWalkSteps steps.
Result<std::vector<WalkInput>> read_walk_inputs(const std::string& path);

// The text of such a file. read_walk_inputs reads the same inputs from it.
std::string walk_inputs_text(std::span<const WalkInput> inputs);

// Random inputs with this number of steps in sum. The same seed gives the same inputs everywhere.
// yaw: where the player looks at first [degrees].
std::vector<WalkInput> random_walk_inputs(std::uint64_t seed, std::uint32_t steps, double yaw);

}  // namespace halfspace::tool
