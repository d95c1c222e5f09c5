// SPDX-License-Identifier: MIT
// Names of a level's types, for headers that only pass them on by reference.
#pragma once

namespace halfspace {

class Level;
struct LevelData;
struct LevelView;

}  // namespace halfspace
