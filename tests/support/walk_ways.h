// SPDX-License-Identifier: MIT
// Whether somebody may have gone from one place to another without going through a thing.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"

#include "support/walk_engines.h"

namespace halfspace::test {

// True if no axis leads from the place out into the void around the level.
bool is_enclosed(const Level& level, const Vec3& place);

// True if a straight way, or one with up to two corners, leads from `from` to `to` beside all of
// the model that the contents block; in the world, the way may have more corners. Both places are
// in the frame of the model.
bool is_way_clear(
    const Level& level, ModelId model, Contents mask, const Vec3& from, const Vec3& to);

// The same for the model of an engine that moves in the meantime. The places are in the world. A
// model that turns is met in a part of its turn: before, the one who goes stands, or after.
bool is_way_clear(
    const Level& level, const Engine& engine, Contents mask, const Vec3& from, const Vec3& to);

// The same for a body of half this size, with its middle at both places, and a stone that moves.
// The way has one corner at most.
bool is_way_clear(const Stone& stone, const Vec3& half, const Vec3& from, const Vec3& to);

}  // namespace halfspace::test
