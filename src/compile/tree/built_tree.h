// SPDX-License-Identifier: MIT
// A tree as the builders give it, before it becomes arrays of a level.
#pragma once

#include "halfspace/world/texture.h"

#include "compile/fragments/fragment.h"
#include "compile/tree/cell_contents.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// A side of a brush in the plane of a node, as in ContactRecord, counted in the model.
struct NodeContact {
    std::uint32_t brush;  // into the brushes that the volumes were grown from
    std::uint32_t side;   // into SolidBrush::sides
    std::uint32_t flags;

    friend auto operator<=>(const NodeContact&, const NodeContact&) = default;
};

struct BuiltTree {
    // Children as in NodeRecord: c >= 0 is a node, c < 0 is leaf -1 - c. The root is child `root`.
    struct Node {
        PlaneId plane;  // even orientation; child 0 is in front
        std::int32_t child[2];
        std::uint32_t first_contact = 0;  // the last ones end with the list
    };
    struct Leaf {
        CellContents contents;
    };
    struct Face {
        Fragment fragment;
        std::uint32_t node = 0;  // whose plane it lies in
        // Beside the polygon's corners; empty where the texture lies as the brush's side says.
        std::vector<TextureCoordinates> texcoords = {};
    };

    std::int32_t root = -1;
    std::vector<Node> nodes;  // parents before children, front before back
    std::vector<Leaf> leaves;
    std::vector<Face> faces;  // by node
    std::vector<NodeContact> contacts;
    std::uint32_t depth = 0;  // nodes on the longest way to a leaf
    // The depth ran out before the fragments did: the tree is not what the brushes say.
    bool is_too_deep = false;
    std::uint64_t splits = 0;
    std::uint64_t blocks = 0;
    SideCounters counters;
};

}  // namespace halfspace
