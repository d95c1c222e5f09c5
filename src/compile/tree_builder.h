// SPDX-License-Identifier: MIT
// Third stage: the tree of one model, from its exposed fragments. A leaf is what its volumes make
// of it: they are asked at a point inside. The fragments may be of several spaces, then the tree
// serves all of them at once (an "onion": seen from the open, the walls of the largest body come
// first).
#pragma once

#include "halfspace/compile/options.h"
#include "halfspace/world/texture.h"

#include "compile/cell_contents.h"
#include "compile/csg.h"

#include <span>
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

// The box of a tree and the fixed grid at its top: block boundaries per axis, ascending, the
// box's own sides not among them. All of them must be in the plane table.
struct TreeSpace {
    GridBox box;
    std::array<std::vector<std::int64_t>, 3> boundaries;
    // Distance of the axial planes that are in the table beside those of the brushes, for cells
    // that no plane of a brush divides well [grid steps]; 0: there are none.
    std::int64_t relief_spacing = 0;
};

// Interns the axial planes that such cells may take, some hundred per axis. REQUIRES: nobody else
// uses the table at the same time.
void add_relief_planes(TreeSpace& space, PlaneTable& planes);

// A model with fewer fragments needs no relief planes.
inline constexpr std::size_t kFewestFragmentsForRelief = 48;

// The box with room around it [grid steps]. Interns the planes it will need.
TreeSpace make_space(Aabb box, std::int64_t block_size, std::int64_t margin, PlaneTable& planes);

// cell: the box of `space`. Returns nullopt if it was cancelled.
std::optional<BuiltTree> build_tree(std::span<const BodyVolume> volumes,
                                    std::vector<Fragment> fragments,
                                    const TreeSpace& space,
                                    const Polyhedron& cell,
                                    const PlaneTable& planes,
                                    const CompileOptions& options);

}  // namespace halfspace
