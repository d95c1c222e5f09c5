// SPDX-License-Identifier: MIT
// The one way down a walk tree to several leaves: to the leaves that touch a point, a box or a
// place of a segment, or to those near a position.
#pragma once

#include "halfspace/level/level.h"

#include "level/shared/walk_nodes.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfspace {

// Which children of a node a visit goes to.
struct Branches {
    std::uint8_t first;  // 0 or 1: the child to visit first
    bool both;           // true: visit the other child later
};

constexpr Branches only(std::size_t child) {
    return {static_cast<std::uint8_t>(child), false};
}
constexpr Branches both_from(std::size_t child) {
    return {static_cast<std::uint8_t>(child), true};
}

// The children that wait for their turn. There is room for every visit of one tree. unstick makes
// visits within visits, which share the room: a child that does not fit is not visited.
template <class Mark>
class WaitingChildren {
public:
    struct Child {
        std::uint32_t node;
        std::uint8_t side;  // of the node
        Mark mark;
    };

    std::size_t count() const { return count_; }
    void push(const Child& child) {
        if (count_ < children_.size()) {
            children_[count_++] = child;
        }
    }
    const Child& pop() { return children_[--count_]; }

private:
    std::size_t count_ = 0;
    std::array<Child, kMaxTreeDepth> children_;  // not cleared: each is written before it is read
};

// Goes down from `root` to leaves, depth first. The visitor chooses the way, and keeps what it has
// learnt on the way to the present node. Its members:
//     Branches branches(std::uint32_t node)             the children of the node to visit
//     bool enter(std::uint32_t node, std::size_t side)  called before a child; false leaves it out
//     bool leaf(WalkChild leaf)                         called at a leaf; false ends the visit
//     Mark mark()                                       what to restore at the present node
//     void go_back(const Mark&)                         called back at the node of the mark
// False if leaf() ended the visit.
template <class Visitor>
bool visit_leaves(const Level& level,
                  WalkChild root,
                  Visitor& visitor,
                  WaitingChildren<typename Visitor::Mark>& waiting) {
    const WalkNodeRecord* const nodes = level.walk_nodes().data();
    const std::size_t first_waiting = waiting.count();
    WalkChild child = root;
    bool is_entered = true;
    for (;;) {
        while (is_entered && !is_leaf(child)) {
            const std::uint32_t node = node_index(child);
            const Branches branches = visitor.branches(node);
            if (branches.both) {
                waiting.push({node, static_cast<std::uint8_t>(1 - branches.first), visitor.mark()});
            }
            is_entered = visitor.enter(node, branches.first);
            child = nodes[node].child[branches.first];
        }
        if (is_entered && !visitor.leaf(child)) {
            return false;
        }
        if (waiting.count() == first_waiting) {
            return true;
        }
        const auto& next = waiting.pop();
        visitor.go_back(next.mark);
        is_entered = visitor.enter(next.node, next.side);
        child = nodes[next.node].child[next.side];
    }
}

// A visit that needs nothing but branches_at(node) -> Branches and visit(leaf) -> bool; false ends
// the visit. False if visit() ended it.
template <class BranchesAt, class Visit>
bool visit_leaves_at(const Level& level,
                     WalkChild root,
                     const BranchesAt& branches_at,
                     const Visit& visit) {
    struct Visitor {
        struct Mark {};

        Branches branches(std::uint32_t node) const { return branches_at(node); }
        bool enter(std::uint32_t, std::size_t) const { return true; }
        bool leaf(WalkChild child) const { return visit(child); }
        Mark mark() const { return {}; }
        void go_back(const Mark&) const {}

        const BranchesAt& branches_at;
        const Visit& visit;
    };
    Visitor visitor{branches_at, visit};
    WaitingChildren<typename Visitor::Mark> waiting;
    return visit_leaves(level, root, visitor, waiting);
}

}  // namespace halfspace
