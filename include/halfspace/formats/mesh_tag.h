// SPDX-License-Identifier: MIT
// What an object of a mesh file is, said by a word in its name or beside it. All readers of meshes
// use it, and so can a program that has meshes from elsewhere.
#pragma once

#include "halfspace/world/mesh.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace halfspace {

// What becomes of an object with a tag.
enum class Tagged : std::uint8_t {
    Kept,
    LeftOut,  // the object is not part of the level
    Unknown,  // the tag has no meaning, and nothing was changed
};

// Sets contents, surface and filled of an object as its tag says; docs/guides/meshes.md lists the
// tags. tag: in capitals or not; "" takes the part of mesh.name behind its last "-", without the
// number that Blender adds: "wall-clip.001" has the tag "clip". A name may end in any word, so such
// a word without a meaning is Kept, and not Unknown.
Tagged apply_tag(Mesh& mesh, std::string_view tag = {});

// What a warning says about an object with an Unknown tag, to stand behind the object's name: " has
// the unknown tag 'wobble'; known are col, ...".
std::string unknown_tag(std::string_view tag);

}  // namespace halfspace
