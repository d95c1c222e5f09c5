// SPDX-License-Identifier: MIT
#include "spatial/bvh/bvh4.h"

#include <cmath>
#include <utility>

namespace halfspace {
namespace {

class Collapse {
public:
    Collapse(const BinaryTree& tree, std::size_t objects) : tree_(tree), objects_(objects) {
        counts_.resize(tree.inner.size());
        for (std::size_t i = 0; i < tree.inner.size(); ++i) {
            const auto [a, b] = tree.inner[i].children;
            counts_[i] = count(a) + count(b);
        }
    }

    Bvh4 run() {
        wide_.nodes.reserve(objects_ / 4 + 1);
        wide_.objects.reserve(objects_ * 2);
        // Nodes that wait for a number, with the slot of their parent: an explicit stack, because a
        // tree may be deep.
        struct Waiting {
            std::uint32_t node;
            std::uint32_t parent;
            std::size_t slot;
            std::size_t depth;
        };
        const auto root = static_cast<std::uint32_t>(objects_ + tree_.inner.size() - 1);
        std::vector<Waiting> stack{{root, kNone, 0, 1}};
        while (!stack.empty()) {
            const Waiting next = stack.back();
            stack.pop_back();
            const auto at = static_cast<std::uint32_t>(wide_.nodes.size());
            wide_.nodes.emplace_back().child.fill(kNone);
            wide_.nodes[at].obbs = kNone;
            wide_.depth = std::max(wide_.depth, next.depth);
            if (next.parent != kNone) {
                wide_.nodes[next.parent].child[next.slot] = at;
            }
            std::array<std::uint32_t, 4> slots{};
            const std::size_t used = open(next.node, slots);
            for (std::size_t slot = used; slot-- > 0;) {
                if (is_leaf(slots[slot])) {
                    wide_.nodes[at].child[slot] = add_block(slots[slot]);
                } else {
                    stack.push_back({slots[slot], at, slot, next.depth + 1});
                }
            }
        }
        return std::move(wide_);
    }

private:
    std::uint32_t count(std::uint32_t node) const {
        return node < objects_ ? 1 : counts_[node - objects_];
    }
    bool is_leaf(std::uint32_t node) const { return count(node) <= kLeafSize; }

    std::uint32_t add_block(std::uint32_t root) {
        const std::size_t first = wide_.objects.size();
        wide_.objects.resize(first + kLeafSize, kNone);
        std::size_t used = first;
        std::array<std::uint32_t, kLeafSize> stack{root};
        for (std::size_t waiting = 1; waiting > 0;) {
            const std::uint32_t node = stack[--waiting];
            if (node < objects_) {
                wide_.objects[used++] = node;
            } else {
                const auto [a, b] = tree_.inner[node - objects_].children;
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
                if (is_leaf(slots[slot])) {
                    continue;
                }
                const float area = tree_.inner[slots[slot] - objects_].box.half_area();
                if (area > most) {
                    most = area;
                    largest = slot;
                }
            }
            if (largest == used) {
                break;
            }
            const auto [a, b] = tree_.inner[slots[largest] - objects_].children;
            slots[largest] = a;
            slots[used++] = b;
        }
        return used;
    }

    const BinaryTree& tree_;
    std::size_t objects_;
    std::vector<std::uint32_t> counts_;  // objects below each inner node
    Bvh4 wide_;
};

FloatBox box_of_block(const Bvh4& tree, std::size_t block, std::span<const FloatBox> boxes) {
    FloatBox result;
    for (std::size_t i = 0; i < kLeafSize; ++i) {
        const std::uint32_t object = tree.objects[block * kLeafSize + i];
        if (object != kNone) {
            result.add(boxes[object]);
        }
    }
    return result;
}

// The box of all children. Slots without a child change nothing.
FloatBox box_of_node(const Bvh4Node& node) {
    FloatBox result;
    for (std::size_t slot = 0; slot < 4; ++slot) {
        result.add(box_of_slot(node, slot));
    }
    return result;
}

}  // namespace

FloatBox box_of_slot(const Bvh4Node& node, std::size_t slot) {
    const auto lane = static_cast<int>(slot);
    return {Float4{node.lo[0][lane], node.lo[1][lane], node.lo[2][lane], 0},
            Float4{node.hi[0][lane], node.hi[1][lane], node.hi[2][lane], 0}};
}

BvhFrame frame_of(const Aabb& bounds) {
    const Vec3 middle = 0.5 * bounds.min + 0.5 * bounds.max;
    const Vec3 half = bounds.max - middle;
    const double reach = std::max({half.x, half.y, half.z});
    const double away = max_abs(middle);
    BvhFrame frame;
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

FloatBox rounded_outwards(const Aabb& box, const BvhFrame& frame) {
    // One rounding to a float, and those of the subtractions, are less than this part of a number.
    constexpr float kRounding = 0x1p-23F;
    constexpr float kLeast = 1e-37F;  // for numbers so small that floats lose bits
    const Vec3 min = frame.to_tree(box.min);
    const Vec3 max = frame.to_tree(box.max);
    const Float4 lo{
        static_cast<float>(min.x), static_cast<float>(min.y), static_cast<float>(min.z)};
    const Float4 hi{
        static_cast<float>(max.x), static_cast<float>(max.y), static_cast<float>(max.z)};
    return {lo - (magnitude(lo) * all_lanes(kRounding) + all_lanes(kLeast)),
            hi + (magnitude(hi) * all_lanes(kRounding) + all_lanes(kLeast))};
}

Bvh4 collapsed(const BinaryTree& tree, std::size_t objects) {
    return objects == 0 ? Bvh4{} : Collapse(tree, objects).run();
}

void fit(Bvh4& tree, std::span<const FloatBox> boxes) {
    constexpr float kFar = 1e30F;  // finite: infinity times 0 would be no number
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        Bvh4Node& node = tree.nodes[i];
        for (std::size_t slot = 0; slot < 4; ++slot) {
            const std::uint32_t child = node.child[slot];
            FloatBox box{all_lanes(kFar), all_lanes(-kFar)};
            if (child != kNone) {
                box = (child & kLeafBit) != 0 ? box_of_block(tree, child & ~kLeafBit, boxes)
                                              : box_of_node(tree.nodes[child]);
            }
            for (std::size_t axis = 0; axis < 3; ++axis) {
                node.lo[axis][static_cast<int>(slot)] = box.lo[static_cast<int>(axis)];
                node.hi[axis][static_cast<int>(slot)] = box.hi[static_cast<int>(axis)];
            }
        }
    }
    if (!tree.nodes.empty()) {
        tree.bounds = box_of_node(tree.nodes[0]);
    }
}

Bvh4 build_tree(std::span<const FloatBox> boxes,
                const BvhFrame& frame,
                BvhBuilder method,
                const Executor& executor) {
    Bvh4 tree = collapsed(
        method == BvhBuilder::Sah ? build_sah(boxes, executor) : build_ploc(boxes, executor),
        boxes.size());
    tree.frame = frame;
    fit(tree, boxes);
    return tree;
}

double surface_cost(const Bvh4& tree) {
    if (tree.nodes.empty()) {
        return 0;
    }
    const double root = tree.bounds.half_area();
    double sum = root;
    for (const Bvh4Node& node : tree.nodes) {
        for (std::size_t slot = 0; slot < 4; ++slot) {
            sum += node.child[slot] == kNone ? 0 : box_of_slot(node, slot).half_area();
        }
    }
    return root > 0 ? sum / root : 0;
}

}  // namespace halfspace
