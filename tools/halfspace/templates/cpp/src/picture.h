// What the player sees, as text.
#pragma once

#include "game.h"

#include <string>

// 20 lines of 72 characters. The nearer a wall, the darker its character. Dots are the floor, D is
// the door, K the key, E the exit.
std::string picture(const Game& game);
