// SPDX-License-Identifier: MIT
// Reads compiled levels of Quake III and its kin (.bsp, "IBSP" version 46) back into what they were
// made of: brushes, patches and entities. Their trees, light and visibility are not read.
#pragma once

#include "halfspace/formats/read_world.h"

#include <cstddef>
#include <span>
#include <string>

namespace halfspace {

// bytes: the whole file; source: its name for messages. Entity 0 holds the brushes and patches of
// the world's model, other entities those of the model that their key "model" names, moved by their
// key "origin", which becomes Entity::origin. Contents follow from the flags of a brush's shader,
// or from its entity's class (docs/decisions/0016); brushes that block nothing and are not drawn
// are left out, and so are sides that only serve that engine's sweeps. Sides have rounded planes;
// textures lie as the drawn triangles on them show. Materials are named by their shaders without
// "textures/" in front. What was left out is told in the diagnostics.
// Errors: Unsupported for other formats and versions; Damaged for lumps and records that do not lie
// within the file or one another, named with their numbers; Syntax in the entities. Allocates at
// most a small multiple of the file's length.
Result<ReadWorld> read_bsp(std::span<const std::byte> bytes, std::string source);

}  // namespace halfspace
