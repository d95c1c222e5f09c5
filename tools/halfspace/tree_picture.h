// SPDX-License-Identifier: MIT
// A tree as a picture, for people who would rather look.
#pragma once

#include "halfspace/level/level.h"

#include <string>

namespace halfspace::tool {

// The tree of a model as an SVG: the root on top, what is in front of a node to its left, leaves
// in the colours of their contents with a legend that counts them. Small trees have the planes and
// contents written at their nodes. REQUIRES: model in range.
std::string tree_svg(const Level& level, ModelId model);

}  // namespace halfspace::tool
