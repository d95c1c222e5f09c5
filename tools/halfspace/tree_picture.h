// SPDX-License-Identifier: MIT
// A picture of a tree.
#pragma once

#include "halfspace/level/level.h"

#include <string>

namespace halfspace::tool {

// The tree of a model as an SVG. The root is on top, the front child of a node is on the left.
// Leaves have the colours of their contents, and a legend counts them. In small trees nodes are
// labelled with their planes, leaves with their contents. REQUIRES: the level has this model.
std::string tree_svg(const Level& level, ModelId model);

}  // namespace halfspace::tool
