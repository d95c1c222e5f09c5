// SPDX-License-Identifier: MIT
// Whether an octree is as it should be inside.
#pragma once

#include "halfspace/spatial/octree.h"

#include <cstdint>
#include <string>

namespace halfspace {

class OctreeCheck {
public:
    explicit OctreeCheck(const Octree& tree) : tree_(tree) {}

    // Empty, or what is wrong in the tree. Cost: all nodes and objects.
    std::string first_fault() const;

private:
    std::string object_fault(std::uint32_t node, std::uint32_t slot) const;
    std::string node_fault(std::uint32_t node) const;

    const Octree& tree_;
};

}  // namespace halfspace
