// SPDX-License-Identifier: MIT
// Which door shuts a gate between areas.
#pragma once

#include "halfspace/level/sections.h"
#include "halfspace/world/world.h"

#include "compile/structure/structure.h"

#include <cstdint>

namespace halfspace {

// The model of the door; of several the lowest one; kNone if there is none. Of a gate with
// func_areaportals, as in Quake II: a model whose entity has the key "target" with the "targetname"
// of one of them. Else, as in Quake III: a door (func_door...) whose box, grown by one unit,
// touches the box of the gate. level: with its models and clusters. Cost: linear in models and
// clusters of the gate.
std::uint32_t door_of_gate(const Gate& gate, const World& world, const LevelData& level);

}  // namespace halfspace
