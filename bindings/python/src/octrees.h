// SPDX-License-Identifier: MIT
#pragma once

#include "halfspace/spatial/octree.h"

#include "geometry.h"

#include <utility>

namespace halfspace::python {

// What a question about an octree costs, in cheap questions.
inline constexpr std::size_t kOctreeCost = 4;

struct BoxOctree : Counted {
    explicit BoxOctree(Octree the_tree) : tree(std::move(the_tree)) {}

    Octree tree;
};

using OctreeClass = py::class_<BoxOctree, std::shared_ptr<BoxOctree>>;

void add_octree_questions(py::module_& module, OctreeClass& octree);

}  // namespace halfspace::python
