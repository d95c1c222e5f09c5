// SPDX-License-Identifier: MIT
// Trees of oriented convex polygons: node trees, solid node trees and leafy trees. Beside
// tree_builder, which makes its trees from volumes.
#pragma once

#include "halfspace/compile/options.h"

#include "compile/fragments/fragment.h"
#include "import/winding.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

struct PolygonTree {
    struct Piece {
        Fragment fragment;
        std::uint32_t node;  // whose plane it lies in
    };
    struct Node {
        PlaneId plane;  // even orientation; child 0 is in front
        std::int32_t child[2];
        // Node and Solid: the pieces in its plane, first those that face as it does, then those
        // that face the other way. Seen from the front only the former are seen.
        std::uint32_t first_piece = 0;
        std::uint32_t same = 0;
        std::uint32_t opposite = 0;
    };
    struct Leaf {
        InteriorPoint inside;
        // Leafy: the pieces on its sides that look into it.
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
    bool is_too_deep = false;  // kMaxTreeDepth was not enough: the tree is not complete
};

// cell: the convex space to divide, with all polygons in its interior. relief_spacing: as in
// TreeSpace. options: score, split_weight, candidates, splitters, surface_tree and progress; Solid
// and Node are one tree here. Every polygon's plane becomes a node's within each cell that the
// polygon reaches into: no polygon runs through a leaf. The tree depends on the order of the
// polygons only where their number exceeds what a score samples. Returns nullopt if it was
// cancelled. Without recursion.
std::optional<PolygonTree> build_polygon_tree(std::vector<Fragment> polygons,
                                              const Polyhedron& cell,
                                              std::int64_t relief_spacing,
                                              const PlaneTable& planes,
                                              const CompileOptions& options);

}  // namespace halfspace
