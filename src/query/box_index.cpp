// SPDX-License-Identifier: MIT
#include "query/box_index.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

using Box = BoxIndex::Box;

// A leaf is larger than its box by this part of the box's longest side, and by this much at least
// [units]. So an object that walks changes the tree once in some steps.
constexpr double kLooseness = 0.125;
constexpr double kMinLooseness = 1;

Box merge(const Box& a, const Box& b) {
    Box box;
    for (std::size_t i = 0; i < 3; ++i) {
        box.lo[i] = std::min(a.lo[i], b.lo[i]);
        box.hi[i] = std::max(a.hi[i], b.hi[i]);
    }
    return box;
}

bool holds(const Box& outer, const Box& inner) {
    bool is_in = true;
    for (std::size_t i = 0; i < 3; ++i) {
        is_in = is_in && outer.lo[i] <= inner.lo[i] && inner.hi[i] <= outer.hi[i];
    }
    return is_in;
}

// Of half of the surface. Doubles do not overflow.
double area(const Box& box) {
    const double x = static_cast<double>(box.hi[0]) - box.lo[0];
    const double y = static_cast<double>(box.hi[1]) - box.lo[1];
    const double z = static_cast<double>(box.hi[2]) - box.lo[2];
    return x * y + y * z + z * x;
}

Box loose(const Aabb& box) {
    const Vec3 size = box.max - box.min;
    const double longest = std::max({size.x, size.y, size.z});
    return rounded_outwards(grown(box, kMinLooseness + kLooseness * longest));
}

float below(double x) {
    constexpr double kMost = std::numeric_limits<float>::max();
    const auto rounded = static_cast<float>(std::clamp(x, -kMost, kMost));
    return rounded - std::abs(rounded) * 0x1p-23F - std::numeric_limits<float>::min();
}

}  // namespace

Box rounded_outwards(const Aabb& box) {
    Box result;
    for (std::size_t i = 0; i < 3; ++i) {
        result.lo[i] = below(box.min[i]);
        result.hi[i] = -below(-box.max[i]);
    }
    return result;
}

std::uint32_t BoxIndex::height(std::uint32_t child) const {
    return (child & kObject) != 0 ? 0 : nodes_[child].height;
}

std::uint32_t BoxIndex::new_node() {
    if (free_nodes_.empty()) {
        nodes_.emplace_back();
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t node = free_nodes_.back();
    free_nodes_.pop_back();
    nodes_[node] = {};
    return node;
}

std::size_t BoxIndex::slot_of(std::uint32_t node, std::uint32_t child) const {
    return nodes_[node].child[0] == child ? 0 : 1;
}

void BoxIndex::set_parent(std::uint32_t child, std::uint32_t parent) {
    ((child & kObject) != 0 ? parents_[child & ~kObject] : nodes_[child].parent) = parent;
}

void BoxIndex::put(std::uint32_t node, std::size_t slot, std::uint32_t child, const Box& box) {
    nodes_[node].boxes[slot] = box;
    nodes_[node].child[slot] = child;
    set_parent(child, node);
}

// Puts the child where the old child was. Its box is set by repair.
void BoxIndex::replace(std::uint32_t parent, std::uint32_t old_child, std::uint32_t child) {
    set_parent(child, parent);
    if (parent == kNone) {
        root_ = child;
    } else {
        nodes_[parent].child[slot_of(parent, old_child)] = child;
    }
}

void BoxIndex::insert(std::uint32_t object, const Aabb& box) {
    const Box leaf = loose(box);
    if (parents_.size() <= object) {
        parents_.resize(object + std::size_t{1}, kNone);
    }
    const std::uint32_t added = object | kObject;
    if (root_ == kNone) {
        root_ = added;
        root_box_ = leaf;
        parents_[object] = kNone;
        return;
    }
    // Down to an object, its sibling, each time to the child whose box grows less. A new node
    // beside a tall subtree would be out of balance.
    std::uint32_t sibling = root_;
    std::uint32_t parent = kNone;
    Box sibling_box = root_box_;
    while ((sibling & kObject) == 0) {
        const Node& node = nodes_[sibling];
        std::array<double, 2> cost{};
        for (std::size_t slot = 0; slot < 2; ++slot) {
            const bool is_object = (node.child[slot] & kObject) != 0;
            cost[slot] =
                area(merge(node.boxes[slot], leaf)) - (is_object ? 0 : area(node.boxes[slot]));
        }
        const std::size_t slot = cost[1] < cost[0] ? 1 : 0;
        parent = sibling;
        sibling_box = node.boxes[slot];
        sibling = node.child[slot];
    }
    const std::uint32_t joined = new_node();
    replace(parent, sibling, joined);
    put(joined, 0, sibling, sibling_box);
    put(joined, 1, added, leaf);
    repair(joined);
}

void BoxIndex::update(std::uint32_t object, const Aabb& box) {
    const std::uint32_t parent = parents_[object];
    const Box& leaf =
        parent == kNone ? root_box_ : nodes_[parent].boxes[slot_of(parent, object | kObject)];
    if (holds(leaf, rounded_outwards(box)) && area(leaf) <= 4 * area(loose(box))) {
        return;
    }
    remove(object);
    insert(object, box);
}

void BoxIndex::remove(std::uint32_t object) {
    const std::uint32_t node = parents_[object];
    parents_[object] = kNone;
    if (node == kNone) {
        root_ = kNone;
        return;
    }
    const std::size_t slot = 1 - slot_of(node, object | kObject);
    const std::uint32_t sibling = nodes_[node].child[slot];
    const std::uint32_t parent = nodes_[node].parent;
    if (parent == kNone) {
        root_ = sibling;
        root_box_ = nodes_[node].boxes[slot];
        set_parent(sibling, kNone);
    } else {
        put(parent, slot_of(parent, node), sibling, nodes_[node].boxes[slot]);
        repair(parent);
    }
    free_nodes_.push_back(node);
}

// Turns the node so that the heights of its children differ by at most one. Returns the node that
// stands in its place. The taller grandchild goes up with its parent.
std::uint32_t BoxIndex::balanced(std::uint32_t a) {
    const std::uint32_t h0 = height(nodes_[a].child[0]);
    const std::uint32_t h1 = height(nodes_[a].child[1]);
    if (std::max(h0, h1) - std::min(h0, h1) < 2) {
        return a;
    }
    const std::size_t tall = h1 > h0 ? 1 : 0;
    const std::uint32_t c = nodes_[a].child[tall];
    const std::uint32_t parent = nodes_[a].parent;
    const std::size_t up = height(nodes_[c].child[1]) > height(nodes_[c].child[0]) ? 1 : 0;
    // The other grandchild goes to `a`, and `a` becomes a child of c.
    put(a, tall, nodes_[c].child[1 - up], nodes_[c].boxes[1 - up]);
    nodes_[a].height = 1 + std::max(height(nodes_[a].child[0]), height(nodes_[a].child[1]));
    replace(parent, a, c);
    put(c, 1 - up, a, merge(nodes_[a].boxes[0], nodes_[a].boxes[1]));
    nodes_[c].height = 1 + std::max(height(nodes_[c].child[0]), height(nodes_[c].child[1]));
    return c;
}

// Sets the heights and the boxes from the node up to the root.
void BoxIndex::repair(std::uint32_t node) {
    while (node != kNone) {
        const std::uint32_t at = balanced(node);
        Node& top = nodes_[at];
        top.height = 1 + std::max(height(top.child[0]), height(top.child[1]));
        const std::uint32_t parent = top.parent;
        if (parent != kNone) {
            nodes_[parent].boxes[slot_of(parent, at)] = merge(top.boxes[0], top.boxes[1]);
        }
        node = parent;
    }
}

}  // namespace halfspace
