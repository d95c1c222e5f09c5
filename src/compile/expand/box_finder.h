// SPDX-License-Identifier: MIT
// Finds boxes among many: those that touch a box, and those that reach farthest around a box.
#pragma once

#include "halfspace/math/aabb.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A tree of boxes. Boxes are told by their index in the list that the tree was made of.
class BoxFinder {
public:
    explicit BoxFinder(std::vector<Aabb> boxes);

    std::size_t size() const { return boxes_.size(); }
    const Aabb& box(std::uint32_t index) const { return boxes_[index]; }

    // Calls visit(index) for each box that touches this one, until a call returns true. True if one
    // did.
    template <class Visit>
    bool visit_touching(const Aabb& box, Visit visit) const {
        std::array<std::uint32_t, kMaxDepth> open;
        std::size_t count = 0;
        std::uint32_t at = 0;
        while (at < nodes_.size()) {
            const Node& node = nodes_[at];
            const bool is_met = touch(node.box, box);
            if (is_met && node.count == 0) {
                open.at(count++) = node.first;
                ++at;
                continue;
            }
            for (std::uint32_t i = 0; is_met && i < node.count; ++i) {
                if (touch(boxes_[order_[node.first + i]], box) && visit(order_[node.first + i])) {
                    return true;
                }
            }
            if (count == 0) {
                return false;
            }
            at = open.at(--count);
        }
        return false;
    }

    // The boxes with the greatest clearance around the box within, the greatest first. A box
    // without clearance is left out. At most as many as `found` has places; returns how many.
    // REQUIRES: `found` has a place.
    std::size_t farthest_around(const Aabb& within, std::span<std::uint32_t> found) const;

private:
    static constexpr std::size_t kMaxDepth = 64;

    // An inner node has a count of 0; its first child follows the node.
    struct Node {
        Aabb box;
        std::uint32_t first = 0;  // second child, or the first of the boxes in `order_`
        std::uint32_t count = 0;  // boxes of a leaf
    };

    void build(std::uint32_t first, std::uint32_t last);

    std::vector<Aabb> boxes_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;
};

}  // namespace halfspace
