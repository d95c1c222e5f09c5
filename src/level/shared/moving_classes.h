// SPDX-License-Identifier: MIT
// Which models are part of the floor: those that never move. And which of the others are doors.
#pragma once

#include <string_view>

namespace halfspace {

// True if models of entities of this class move, or come and go, in the games that know it: doors,
// lifts, trains, buttons, triggers and the like; or if they mark a place and block nothing.
// Navigation meshes leave them out, and verify expects this.
bool is_moving_class(std::string_view classname);

// True if the entity is a door for navigation meshes: it is in the way where the editor shows it,
// until it opens, breaks or is switched off. Teleporters and pushes are doors, too: nobody walks
// through them, and a game closes them for who should not touch them. A door that the editor shows
// open is none: nobody knows where it is closed. spawnflags: the value of this key; empty if there
// is none.
bool is_nav_door(std::string_view classname, std::string_view spawnflags);

// True if bit 1 of the key "spawnflags" says, for doors of this class, that the editor shows them
// open. For a func_door_secret it says that the door opens once.
bool may_be_placed_open(std::string_view classname);

}  // namespace halfspace
