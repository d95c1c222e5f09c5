// SPDX-License-Identifier: MIT
// What a TriangleBvh consists of.
#pragma once

#include "halfspace/spatial/triangle_bvh.h"

#include "spatial/bvh/bvh4.h"
#include "spatial/bvh/obb4.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

// The triangles of one block of the tree, in the tree's frame, rounded to floats. Lanes without a
// triangle hold NaN.
struct alignas(32) TriangleBlock {
    std::array<std::array<Float4, 3>, 3> corner;  // corner[c][axis]
    std::array<std::uint32_t, kLeafSize> id;      // numbers of triangles; kNone: none
};

struct TriangleBvh::Data {
    TriangleMesh mesh;
    Bvh4 tree;
    std::vector<TriangleBlock> blocks;
    std::vector<Obb4> obbs;  // Bvh4Node::obbs
    // The blocks' corners are the mesh's numbers times tree.frame.scale, without any rounding. So
    // queries need not look into the mesh, which lies elsewhere in memory.
    bool has_exact_blocks = false;

    // The triangle of a lane of a block, exactly as in the mesh. REQUIRES: the lane has one.
    [[gnu::always_inline]] Triangle triangle(const TriangleBlock& block, std::size_t lane) const {
        if (!has_exact_blocks) {
            return mesh.triangle(block.id[lane]);
        }
        const double unit = 1 / tree.frame.scale;
        const auto corner = [&](std::size_t c) {
            const auto& its = block.corner[c];
            const auto i = static_cast<int>(lane);
            return Vec3{its[0][i] * unit, its[1][i] * unit, its[2][i] * unit};
        };
        return {corner(0), corner(1), corner(2)};
    }

    // Brings the node or block of a child into the cache.
    [[gnu::always_inline]] void prefetch(std::uint32_t child) const {
        // One address, chosen without a branch, and as many lines of it as the larger of both has.
        const void* const from = (child & kLeafBit) != 0
                                     ? static_cast<const void*>(blocks.data() + (child & ~kLeafBit))
                                     : tree.nodes.data() + child;
        for (std::size_t line = 0; line < sizeof(TriangleBlock); line += 64) {
            __builtin_prefetch(static_cast<const char*>(from) + line);
        }
    }
};

// Of the nodes, the oriented boxes and the order of triangles, for tests: equal BVHs have equal
// hashes, on every machine.
std::uint64_t hash_of(const TriangleBvh& bvh);

}  // namespace halfspace
