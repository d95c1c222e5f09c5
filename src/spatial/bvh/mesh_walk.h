// SPDX-License-Identifier: MIT
// The way down two trees of triangles at once, to pairs of leaves that are near one another.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/transform.h"

#include "spatial/bvh/bvh4_walk.h"
#include "spatial/bvh/node_pair.h"
#include "spatial/bvh/obb_pair.h"
#include "spatial/bvh/triangle_bvh_data.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfspace {

// Two meshes with their trees; b_to_a says where b stands.
struct PlacedMeshes {
    const TriangleBvh::Data& a;
    const TriangleBvh::Data& b;
    const Transform& b_to_a;
    PairFrame frame;

    // The triangles of a lane of a block, in the space of a.
    Triangle of_a(const TriangleBlock& block, std::size_t lane) const {
        return a.triangle(block, lane);
    }
    Triangle of_b(const TriangleBlock& block, std::size_t lane) const {
        return to_world(b_to_a, b.triangle(block, lane));
    }
};

// Errors: Range, as in mesh_collide.h.
Result<PlacedMeshes> place_meshes(const TriangleBvh& a,
                                  const TriangleBvh& b,
                                  const Transform& b_to_a);

// The oriented boxes of the children of two nodes.
class OpenedObbs {
public:
    OpenedObbs(const PlacedMeshes& meshes, const Bvh4Node& of_a, const Bvh4Node& of_b)
        : meshes_(meshes), node_a_(of_a), node_b_(of_b) {}

    // A node has oriented boxes, so both are looked at in this way.
    bool are_useful() const { return (node_a_.obbs & node_b_.obbs) != kNone; }

    // Made when they are asked for.
    void make() {
        if (!is_made_) {
            is_made_ = true;
            a = obbs_of_a(meshes_.frame, meshes_.a, node_a_);
            b = obbs_of_b(meshes_.frame, meshes_.b, node_b_);
        }
    }

    ObbShape a;
    ObbShape b;

private:
    const PlacedMeshes& meshes_;
    const Bvh4Node& node_a_;
    const Bvh4Node& node_b_;
    bool is_made_ = false;
};

// Rule says which children of two nodes are near one another:
//   Key                            a number; larger: nearer
//   BoxesOfA of_a(const Bvh4Node&), BoxesOfB of_b(const Bvh4Node&)
//   std::uint32_t near(BoxesOfA, BoxesOfB, std::size_t slot, std::array<Key, 4>& keys)
//                                  a bit for each child of a that is near child `slot` of b
//   std::uint32_t near_obbs(const OpenedObbs&, std::size_t slot, std::uint32_t near,
//                           std::array<Key, 4>& keys)
//                                  those of the bits `near` that are near by their OBBs, too
//   bool is_near(Key)              whether a pair that has waited still counts
//   kInOrder                       the nearest children come first, and is_near is asked
template <class Rule>
class MeshWalk {
public:
    MeshWalk(const PlacedMeshes& meshes, const Rule& rule)
        : meshes_(meshes), a_(meshes.a), b_(meshes.b), rule_(rule) {}

    // Calls visit(block of a, block of b) for each pair of leaves that are near one another. Ends
    // early if `visit` returns false.
    template <class Visit>
    void run(const Visit& visit) {
        if (a_.tree.nodes.empty() || b_.tree.nodes.empty()) {
            return;
        }
        push({0, all_children(a_.tree.nodes[0])}, {0, all_children(b_.tree.nodes[0])});
        while (waiting_ > 0) {
            const Waiting at = stack_[--waiting_];
            if (Rule::kInOrder && !rule_.is_near(at.key)) {
                continue;
            }
            const std::uint32_t a = a_.tree.nodes[at.a / 4].child[at.a % 4];
            const std::uint32_t b = b_.tree.nodes[at.b / 4].child[at.b % 4];
            if ((a & b & kLeafBit) == 0) {
                push(opened(a_, at.a, a), opened(b_, at.b, b));
            } else if (!visit(a_.blocks[a & ~kLeafBit], b_.blocks[b & ~kLeafBit])) {
                return;
            }
        }
    }

private:
    // A pair of children. A child's number is four times its parent's, plus its slot.
    struct Waiting {
        std::uint32_t a;
        std::uint32_t b;
        typename Rule::Key key;
    };

    // What is examined of a child: the children of a node, or a leaf as a slot of its parent.
    struct Opened {
        std::uint32_t node = 0;
        std::uint32_t slots = 0;
    };

    // A pair of inner nodes leaves 15 more pairs than it takes, and goes one level down in both
    // trees. A leaf and a node leave 3 more, and go one level down in one tree.
    static constexpr std::size_t kMaxWaiting = 16 * (kMaxNodeDepth + 1) + 4 * kMaxNodeDepth;

    static std::uint32_t all_children(const Bvh4Node& node) {
        std::uint32_t slots = 0;
        for (std::size_t slot = 0; slot < 4; ++slot) {
            slots |= node.child[slot] != kNone ? 1U << slot : 0;
        }
        return slots;
    }

    static Opened opened(const TriangleBvh::Data& tree, std::uint32_t at, std::uint32_t child) {
        if ((child & kLeafBit) != 0) {
            return {at / 4, 1U << at % 4};
        }
        return {child, all_children(tree.tree.nodes[child])};
    }

    void push(Opened a, Opened b) {
        const Bvh4Node& node_a = a_.tree.nodes[a.node];
        const Bvh4Node& node_b = b_.tree.nodes[b.node];
        const auto of_a = rule_.of_a(node_a);
        const auto of_b = rule_.of_b(node_b);
        OpenedObbs obbs(meshes_, node_a, node_b);
        const std::size_t first = waiting_;
        std::array<typename Rule::Key, 4> keys;
        for (std::uint32_t left = b.slots; left != 0; left &= left - 1) {
            const auto slot_b = static_cast<std::uint32_t>(__builtin_ctz(left));
            std::uint32_t near = rule_.near(of_a, of_b, slot_b, keys) & a.slots;
            if (near != 0 && obbs.are_useful()) {
                obbs.make();
                near = rule_.near_obbs(obbs, slot_b, near, keys);
            }
            for (; near != 0; near &= near - 1) {
                const auto slot_a = static_cast<std::uint32_t>(__builtin_ctz(near));
                const Waiting pair{4 * a.node + slot_a, 4 * b.node + slot_b, keys[slot_a]};
                std::size_t at = waiting_++;
                for (; Rule::kInOrder && at > first && stack_[at - 1].key > pair.key; --at) {
                    stack_[at] = stack_[at - 1];
                }
                stack_[at] = pair;
            }
        }
    }

    const PlacedMeshes& meshes_;
    const TriangleBvh::Data& a_;
    const TriangleBvh::Data& b_;
    const Rule& rule_;
    std::array<Waiting, kMaxWaiting> stack_;
    std::size_t waiting_ = 0;
};

}  // namespace halfspace
