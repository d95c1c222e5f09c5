// SPDX-License-Identifier: MIT
// The arguments of a program, as CLI11 wants them.
#pragma once

#include <string>
#include <vector>

namespace halfspace::tool {

// The arguments in the order that CLI11 wants: the last one first. A "--" before a number is
// removed: it is not needed, and CLI11 would end the optional arguments of the subcommand there.
std::vector<std::string> arguments(int argc, char** argv);

}  // namespace halfspace::tool
