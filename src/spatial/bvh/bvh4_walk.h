// SPDX-License-Identifier: MIT
// How queries go through a tree of boxes: one walk in an order, one through all that pass a test.
#pragma once

#include "spatial/bvh/bvh4.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace halfspace {

// No tree is deeper than this (see the builders). The walks' stacks count on it.
inline constexpr std::size_t kMaxNodeDepth = 128;

// Larger than any measure.
inline constexpr float kFar = 3e38F;

// Of the four children of a node.
struct Measured {
    Float4 measure;  // at least 1e-37 and at most 1e38; anything for children that are left out
    Mask4 left_out;
};

// Of a measure with a slot in its two lowest bits.
[[gnu::always_inline]] inline std::uint32_t slot_of(float tagged) {
    return std::bit_cast<std::uint32_t>(tagged) & 3U;
}

// So that the memory of the children comes while their boxes are tested. at: the node's number, for
// slots without a child: without a branch, which the processor would guess wrong.
template <class Prefetch>
[[gnu::always_inline]] inline void prefetch_children(const Bvh4Node& node,
                                                     std::uint32_t at,
                                                     const Prefetch& prefetch) {
    for (const std::uint32_t child : node.child) {
        prefetch(child == kNone ? at : child);
    }
}

// Visits blocks, those of the smallest measure first.
// measure(node, limit): Measured; a child's measure is no greater than that of any object below it.
// visit(block, limit): the limit from now on; negative to stop. Children that wait and have a
// measure above the limit are left out. prefetch(child): a child that may be next.
template <class Measure, class Visit, class Prefetch>
[[gnu::always_inline]] inline void walk_in_order(const Bvh4& tree,
                                                 float limit,
                                                 const Measure& measure,
                                                 const Visit& visit,
                                                 const Prefetch& prefetch) {
    if (tree.nodes.empty()) {
        return;
    }
    // Children that wait, the nearest last: the measure, with the child's slot in its two lowest
    // bits; and the parent.
    std::array<float, 3 * kMaxNodeDepth + 4> waiting_measure;
    std::array<std::uint32_t, 3 * kMaxNodeDepth + 4> waiting_parent;
    std::size_t waiting = 0;
    std::uint32_t at = 0;
    for (;;) {
        if ((at & kLeafBit) == 0) {
            const Bvh4Node& node = tree.nodes[at];
            prefetch_children(node, at, prefetch);
            const Measured children = measure(node, limit);
            const std::uint32_t count = count_of(~children.left_out);
            if (count > 0) {
                const Mask4 tagged =
                    (reinterpret_cast<Mask4>(children.measure) & ~3) | Mask4{0, 1, 2, 3};
                const Float4 least = least_lane(
                    children.left_out ? all_lanes(kFar) : reinterpret_cast<Float4>(tagged));
                if (count > 1) {
                    // The last of the numbers that are not 0 is the child that is entered now.
                    const Float4 sorted =
                        descending(reinterpret_cast<Float4>(tagged & ~children.left_out));
                    const UInt4 parents{at, at, at, at};
                    std::memcpy(&waiting_measure[waiting], &sorted, sizeof(sorted));
                    std::memcpy(&waiting_parent[waiting], &parents, sizeof(parents));
                    waiting += count - 1;
                }
                at = node.child[slot_of(least[0])];
                continue;
            }
        } else {
            limit = visit(at & ~kLeafBit, limit);
        }
        do {
            if (waiting == 0 || limit < 0) {
                return;
            }
            --waiting;
        } while (waiting_measure[waiting] > limit);
        at = tree.nodes[waiting_parent[waiting]].child[slot_of(waiting_measure[waiting])];
    }
}

// Visits the blocks of all children that pass the test, from the first to the last.
// test(node): bit i is set if child i passes. visit(block): false to stop. prefetch: as above.
template <class Test, class Visit, class Prefetch>
[[gnu::always_inline]] inline void walk_through(const Bvh4& tree,
                                                const Test& test,
                                                const Visit& visit,
                                                const Prefetch& prefetch) {
    if (tree.nodes.empty()) {
        return;
    }
    std::array<std::uint32_t, 3 * kMaxNodeDepth + 4> stack;
    std::size_t waiting = 0;
    std::uint32_t at = 0;
    for (;;) {
        if ((at & kLeafBit) == 0) {
            const Bvh4Node& node = tree.nodes[at];
            prefetch_children(node, at, prefetch);
            const std::uint32_t passed = test(node);
            if (passed != 0) {
                const auto first = static_cast<std::uint32_t>(std::countr_zero(passed));
                // Without jumps: the processor would guess them wrong.
                const std::uint32_t others = passed & (passed - 1);
                for (std::uint32_t slot = 4; slot-- > 1;) {
                    stack[waiting] = node.child[slot];
                    waiting += others >> slot & 1U;
                }
                at = node.child[first];
                continue;
            }
        } else if (!visit(at & ~kLeafBit)) {
            return;
        }
        if (waiting == 0) {
            return;
        }
        at = stack[--waiting];
    }
}

}  // namespace halfspace
