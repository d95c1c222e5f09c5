// SPDX-License-Identifier: MIT
// Trees of oriented convex polygons: node trees, solid node trees and leafy trees. Beside
// tree_builder, which makes its trees from volumes.
#pragma once

#include "halfspace/compile/options.h"

#include "compile/csg.h"
#include "import/winding.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

// A piece of a polygon with its attributes: those of a new corner are interpolated along the cut
// edge at the cut's fraction, a corner on the plane goes to both pieces. As `split` of polygon.h
// for everything else. REQUIRES: as many attributes for each corner.
struct FragmentSplit {
    std::optional<Fragment> front;
    std::optional<Fragment> back;
};
FragmentSplit split(Fragment fragment, PlaneId plane, Predicates& predicates);

struct PolygonTreeOptions {
    // Node and Solid are one tree here: LeafFill is there for whoever wants a solid node tree, and
    // a node tree's user ignores it.
    SurfaceTree kind = SurfaceTree::Solid;
    SplitterScore score = SplitterScore::Classic;
    std::optional<double> split_weight;  // as in CompileOptions
    int candidates = 64;                 // as in CompileOptions
    // Splitters in other planes are tried only where no polygon lies in an axial one.
    enum class Splitters : std::uint8_t { All, AxialFirst } splitters = Splitters::All;
    const Progress* progress = nullptr;
};

// What the rule of the solid node tree says of a leaf: what is in front of the polygon whose plane
// made it is empty, what is behind is solid. Right for closed surfaces that do not overlap.
enum class LeafFill : std::uint8_t { Unknown, Empty, Solid };

struct PolygonTree {
    struct Piece {
        Fragment fragment;
        std::uint32_t node;  // whose plane it lies in
    };
    struct Node {
        PlaneId plane;  // even orientation; child 0 is in front
        std::int32_t child[2];
        Aabb box;  // of its cell [grid steps]
        // Node and Solid: the pieces in its plane, first those that face as it does, then those
        // that face the other way. Seen from the front only the former are seen.
        std::uint32_t first_piece = 0;
        std::uint32_t same = 0;
        std::uint32_t opposite = 0;
    };
    struct Leaf {
        LeafFill fill;  // Unknown beside a relief plane
        Aabb box;       // of its cell
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
    std::uint32_t depth = 0;  // nodes on the longest way to a leaf
    // Nodes on the mean way to a leaf, over those of a complete tree with as many leaves: 1 is
    // balanced, larger is worse.
    double balance = 1;
    bool is_too_deep = false;  // kMaxTreeDepth was not enough: the tree is not complete
};

// cell: the convex space to divide, with all polygons in its interior. relief_spacing: as in
// TreeSpace. Every polygon's plane becomes a node's within each cell that the polygon reaches into:
// no polygon runs through a leaf. The tree depends on the order of the polygons only where their
// number exceeds what a score samples. Returns nullopt if it was cancelled. Without recursion.
std::optional<PolygonTree> build_polygon_tree(std::vector<Fragment> polygons,
                                              const Polyhedron& cell,
                                              std::int64_t relief_spacing,
                                              const PlaneTable& planes,
                                              const PolygonTreeOptions& options);

}  // namespace halfspace
