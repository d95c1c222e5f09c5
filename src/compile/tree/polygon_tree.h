// SPDX-License-Identifier: MIT
// Trees of oriented convex polygons: node trees, solid node trees and leafy trees. Trees of volumes
// are made by tree_builder.
#pragma once

#include "halfspace/compile/options.h"

#include "compile/fragments/fragment.h"
#include "import/surfaces/winding.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

struct PolygonTree {
    struct Piece {
        std::unique_ptr<Fragment> fragment;
        std::uint32_t node;  // the piece lies in the plane of this node
    };
    struct Node {
        PlaneId plane;  // even orientation; child 0 is in front
        std::int32_t child[2];
        // SurfaceTree::Node and Solid: the pieces in the node's plane. `same` pieces face as the
        // node does, then `opposite` pieces face the other way. From the front of the node only the
        // `same` pieces are seen.
        std::uint32_t first_piece = 0;
        std::uint32_t same = 0;
        std::uint32_t opposite = 0;
    };
    struct Leaf {
        InteriorPoint inside;
        // SurfaceTree::Leafy: the pieces on the sides of the leaf that look into it.
        std::uint32_t first_piece = 0;
        std::uint32_t pieces = 0;
    };

    // Children as in NodeRecord: c >= 0 is a node, c < 0 is leaf -1 - c. The root is child `root`.
    std::int32_t root = -1;
    std::vector<Node> nodes;   // parents before children, front before back
    std::vector<Leaf> leaves;  // in the order of their nodes
    std::vector<Piece> pieces;
    SideCounters counters;
    std::uint64_t splits = 0;
    std::uint32_t depth = 0;   // nodes on the longest way to a leaf
    bool is_too_deep = false;  // the tree would be deeper than kMaxTreeDepth and is not complete
};

// Returns the tree, nullopt if it was cancelled. cell: the convex space to divide; all polygons lie
// in its interior. relief_spacing: as in TreeSpace. options: `tree` and `progress`; Solid and Node
// give the same tree here. No polygon runs through a leaf: within each cell that a polygon reaches
// into, its plane becomes the plane of a node. The order of the polygons matters only where a score
// takes a sample of them. Does not recurse.
std::optional<PolygonTree> build_polygon_tree(FragmentList polygons,
                                              const Polyhedron& cell,
                                              std::int64_t relief_spacing,
                                              const PlaneTable& planes,
                                              const CompileOptions& options);

}  // namespace halfspace
