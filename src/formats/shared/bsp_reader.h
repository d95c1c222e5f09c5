// SPDX-License-Identifier: MIT
// Reads compiled levels of Quake III and games like it (.bsp, "IBSP" version 46). It gives back
// what the level was made of: brushes, patches and entities. Trees, light and visibility in the
// file are not read.
#pragma once

#include "halfspace/formats/read_world.h"

#include <cstddef>
#include <span>
#include <string>

namespace halfspace {

// The world in the bytes of a whole file. source: the file's name, for messages.
// - Entity 0 holds the brushes and patches of the world's model. The key "model" of another entity
//   names a model; the entity holds the brushes and patches of this model, moved by its key
//   "origin", which becomes Entity::origin.
// - Contents follow from the flags of a brush's shader, or from its entity's class
//   (docs/decisions/0016).
// - Sides have planes rounded to float32. Their textures lie as the triangles drawn on them show.
// - A material has the name of its shader, without "textures/" in front.
// - Brushes that block nothing and are not drawn are left out; the diagnostics count them. Sides
//   that only help the game's own traces are left out, too.
//
// Errors: Unsupported for other formats and versions. Damaged for parts beyond the file's end, or
// parts that contradict one another; the message gives their numbers. Syntax, Range or Limit in the
// text of the entities, as in read_map.
// Memory: at most a small multiple of the file's length.
Result<ReadWorld> read_bsp(std::span<const std::byte> bytes, std::string source);

}  // namespace halfspace
