// SPDX-License-Identifier: MIT
#include "box_hierarchy.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

float half_area(const FloatBox& box) {
    const Float4 edge = box.hi - box.lo;
    return edge[0] * edge[1] + edge[1] * edge[2] + edge[2] * edge[0];
}

struct Collapse {
    const BinaryTree& tree;
    std::size_t objects;                // of the tree; smaller numbers of nodes are objects
    std::vector<std::uint32_t> counts;  // objects below each node
    WideTree wide;

    bool is_leaf(std::uint32_t node) const { return counts[node] <= kLeafSize; }

    std::uint32_t add_block(std::uint32_t root) {
        const std::size_t first = wide.objects.size();
        wide.objects.resize(first + kLeafSize, kNoChild);
        std::size_t used = first;
        std::array<std::uint32_t, kLeafSize> stack{root};
        for (std::size_t waiting = 1; waiting > 0;) {
            const std::uint32_t node = stack[--waiting];
            if (node < objects) {
                wide.objects[used++] = node;
            } else {
                const auto [a, b] = tree.children[node - objects];
                stack[waiting++] = b;
                stack[waiting++] = a;
            }
        }
        return static_cast<std::uint32_t>(first / kLeafSize) | kLeafBit;
    }

    // The node itself if it is a leaf; else its children, of which the largest are replaced by
    // theirs while there is room.
    std::size_t open(std::uint32_t root, std::array<std::uint32_t, 4>& slots) const {
        slots[0] = root;
        std::size_t used = 1;
        while (used < slots.size()) {
            std::size_t largest = used;
            float most = -1;
            for (std::size_t slot = 0; slot < used; ++slot) {
                const float area = half_area(tree.boxes[slots[slot]]);
                if (!is_leaf(slots[slot]) && area > most) {
                    most = area;
                    largest = slot;
                }
            }
            if (largest == used) {
                break;
            }
            const auto [a, b] = tree.children[slots[largest] - objects];
            slots[largest] = a;
            slots[used++] = b;
        }
        return used;
    }

    std::uint32_t add_node(std::uint32_t root) {
        const std::size_t at = wide.nodes.size();
        WideNode& empty = wide.nodes.emplace_back();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            empty.lo[axis] = all_lanes(1e30F);
            empty.hi[axis] = all_lanes(-1e30F);
        }
        empty.child.fill(kNoChild);
        std::array<std::uint32_t, 4> slots{};
        const std::size_t used = open(root, slots);
        for (std::size_t slot = 0; slot < used; ++slot) {
            const FloatBox& box = tree.boxes[slots[slot]];
            for (int axis = 0; axis < 3; ++axis) {
                wide.nodes[at].lo[static_cast<std::size_t>(axis)][static_cast<int>(slot)] = box.lo[axis];
                wide.nodes[at].hi[static_cast<std::size_t>(axis)][static_cast<int>(slot)] = box.hi[axis];
            }
        }
        for (std::size_t slot = 0; slot < used; ++slot) {
            const std::uint32_t child =
                is_leaf(slots[slot]) ? add_block(slots[slot]) : add_node(slots[slot]);
            wide.nodes[at].child[slot] = child;
        }
        return static_cast<std::uint32_t>(at);
    }
};

}  // namespace

TreeFrame frame_of(const Aabb& bounds) {
    const Vec3 middle = 0.5 * bounds.min + 0.5 * bounds.max;
    const Vec3 half = bounds.max - middle;
    const double reach = std::max({half.x, half.y, half.z});
    const double away = std::max({std::abs(middle.x), std::abs(middle.y), std::abs(middle.z)});
    TreeFrame frame;
    double most = reach + away;
    if (away > 4 * reach) {
        frame.centre = middle;
        most = reach;
    }
    if (most > 0) {
        int exponent = 0;
        std::frexp(most, &exponent);
        frame.scale = std::ldexp(1.0, std::min(-exponent, 1000));
    }
    return frame;
}

FloatBox rounded_outwards(const Aabb& box, const TreeFrame& frame) {
    // One rounding to a float, and those of the subtractions, are less than this part of a number.
    constexpr float kRounding = 0x1p-23F;
    constexpr float kLeast = 1e-37F;  // for numbers so small that floats lose bits
    FloatBox result{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto lo = static_cast<float>((box.min[axis] - frame.centre[axis]) * frame.scale);
        const auto hi = static_cast<float>((box.max[axis] - frame.centre[axis]) * frame.scale);
        result.lo[static_cast<int>(axis)] = lo - (std::abs(lo) * kRounding + kLeast);
        result.hi[static_cast<int>(axis)] = hi + (std::abs(hi) * kRounding + kLeast);
    }
    return result;
}

WideTree collapsed(const BinaryTree& tree) {
    if (tree.boxes.empty()) {
        return {};
    }
    const std::size_t objects = tree.boxes.size() - tree.children.size();
    Collapse collapse{tree, objects, std::vector<std::uint32_t>(tree.boxes.size(), 1), {}};
    for (std::size_t i = 0; i < tree.children.size(); ++i) {
        const auto [a, b] = tree.children[i];
        collapse.counts[objects + i] = collapse.counts[a] + collapse.counts[b];
    }
    collapse.wide.nodes.reserve(objects / 4 + 1);
    collapse.wide.objects.reserve(objects * 2);
    collapse.add_node(static_cast<std::uint32_t>(tree.boxes.size() - 1));
    return std::move(collapse.wide);
}

double surface_cost(const BinaryTree& tree) {
    double sum = 0;
    for (const FloatBox& box : tree.boxes) {
        sum += half_area(box);
    }
    const double root = tree.boxes.empty() ? 0 : half_area(tree.boxes.back());
    return root > 0 ? sum / root : 0;
}

}  // namespace halfspace
