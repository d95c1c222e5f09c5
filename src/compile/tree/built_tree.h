// SPDX-License-Identifier: MIT
// The tree that the builders return, before it becomes arrays of a level.
#pragma once

#include "compile/fragments/fragment.h"
#include "compile/tree/cell_contents.h"
#include "world/shared/texture.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// A side of a brush that lies in the plane of a node; becomes a ContactRecord.
struct NodeContact {
    std::uint32_t brush;  // index into the model's brushes that the volumes were grown from
    std::uint32_t side;   // index into SolidBrush::sides
    std::uint32_t flags;

    friend auto operator<=>(const NodeContact&, const NodeContact&) = default;
};

struct BuiltTree {
    // Children as in NodeRecord: c >= 0 is a node, c < 0 is leaf -1 - c. The root is child `root`.
    struct Node {
        PlaneId plane;  // even orientation; child 0 is in front
        std::int32_t child[2];
        std::uint32_t first_contact = 0;  // its contacts end where those of the next node begin
    };
    struct Leaf {
        CellContents contents;
    };
    struct Face {
        std::unique_ptr<Fragment> fragment;
        std::uint32_t node = 0;  // whose plane it lies in
        // One for each corner of the polygon. Empty: the side of the brush tells where the texture
        // lies.
        std::vector<TextureCoordinates> texcoords = {};
    };

    std::int32_t root = -1;
    std::vector<Node> nodes;  // parents before children, front before back
    std::vector<Leaf> leaves;
    std::vector<Face> faces;  // in the order of the nodes
    std::vector<NodeContact> contacts;
    std::uint32_t depth = 0;  // nodes on the longest way to a leaf
    // The limit of the depth was reached before all fragments were used: the tree is wrong.
    bool is_too_deep = false;
    std::uint64_t splits = 0;
    std::uint64_t blocks = 0;
    SideCounters counters;
};

}  // namespace halfspace
