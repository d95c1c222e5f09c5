// SPDX-License-Identifier: MIT
// The tree of one model of brushes, from its exposed fragments. The contents of a leaf come from
// the volumes at a point inside. If the fragments are of several spaces, the tree serves all these
// spaces (an "onion": for an eye in the open, the walls of the largest body come first).
#pragma once

#include "halfspace/compile/options.h"

#include "compile/tree/built_tree.h"
#include "compile/tree/tree_space.h"

#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// cell: the box of `space`. Returns nullopt if it was cancelled.
std::optional<BuiltTree> build_tree(std::span<const BodyVolume> volumes,
                                    FragmentList fragments,
                                    const TreeSpace& space,
                                    const Polyhedron& cell,
                                    const PlaneTable& planes,
                                    const CompileOptions& options);

}  // namespace halfspace
