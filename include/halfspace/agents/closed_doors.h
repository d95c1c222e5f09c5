// SPDX-License-Identifier: MIT
// Which doors are closed for agents among the doors of a game (move/doors.h). A game asks once in
// each step, before its agents find their ways.
#pragma once

#include "halfspace/move/doors.h"
#include "halfspace/nav/door_state.h"

namespace halfspace {

// Closes the doors of a mesh through which no agent comes, and opens all others. Doors that open
// for who is near are open for ways. A door is closed while it stands closed or closes and while it
// or another door of its group is locked. What `doors` does not move, such as a func_breakable, is
// closed as long as its model is in doors.world(). Teleporters and pushes stay as they are: a game
// closes those of Triggers (move/triggers.h) once, for who should not touch them. Nothing is
// allocated. Cost: the doors of the mesh, times those of the level; and NavDoorState::set_closed
// for each that changes. REQUIRES: the mesh is one of doors.level().
void set_closed_doors(NavDoorState& closed, const Doors& doors);

}  // namespace halfspace
