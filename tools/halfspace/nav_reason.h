// SPDX-License-Identifier: MIT
// Why no way leads from one place of a navigation mesh to another, and what would make one.
#pragma once

#include "nav_run.h"

#include <cstdint>
#include <string>

namespace halfspace::tool {

// On foot alone, or also over links.
enum class WayKind : std::uint8_t { Path, Route };

// "from island 1 to island 0: reachable if door 1 (func_door) is open"; or that nothing helps. It
// tries everything that the arguments forbid, then leaves out what is not needed.
// Cost: a route for each closed door, kind of link and area that is forbidden; and for the standing
// body, the mesh of the one that crouches. REQUIRES: no way leads from `from` to `to`.
std::string unreachable_reason(const Level& level,
                               const NavArguments& arguments,
                               NavRun& run,
                               WayKind kind,
                               const NavPlace& from,
                               const NavPlace& to);

}  // namespace halfspace::tool
