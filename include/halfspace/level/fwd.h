// SPDX-License-Identifier: MIT
// Names of a level's types, for headers that only pass references to them.
#pragma once

namespace halfspace {

class Level;
struct LevelData;
struct LevelView;

}  // namespace halfspace
