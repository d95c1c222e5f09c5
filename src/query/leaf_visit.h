// SPDX-License-Identifier: MIT
// The one way down a tree to several leaves: those that touch a point, a box or a place of a
// segment, or that lie near a position.
#pragma once

#include "halfspace/level/level.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfspace {

// Which children of a node a visit goes to.
struct Branches {
    std::uint8_t first;  // 0 or 1: the child to go to at once
    bool both;           // the other child later
};

constexpr Branches only(std::size_t child) {
    return {static_cast<std::uint8_t>(child), false};
}
constexpr Branches both_from(std::size_t child) {
    return {static_cast<std::uint8_t>(child), true};
}

// The children that wait for their turn. A visit of one tree never needs more than there is room
// for. Visits within visits share the room; what does not fit is left out.
template <class Mark>
class WaitingChildren {
public:
    struct Child {
        std::int32_t node;
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

// Goes down from `root` to leaves, depth first. The visitor says where to and keeps what it knows
// of the cell that it is in:
//     Branches branches(std::int32_t node)             which children of the node are met
//     bool enter(std::int32_t node, std::size_t side)  goes to that child; false leaves it out
//     bool leaf(std::int32_t child)                    has come to a leaf; false ends the visit
//     Mark mark()                                      what it knows at the present node
//     void go_back(const Mark&)                        is at that node again
// False if leaf() ended the visit.
template <class Visitor>
bool visit_leaves(const Level& level,
                  std::int32_t root,
                  Visitor& visitor,
                  WaitingChildren<typename Visitor::Mark>& waiting) {
    const NodeRecord* const nodes = level.nodes().data();
    const std::size_t first_waiting = waiting.count();
    std::int32_t child = root;
    bool is_entered = true;
    for (;;) {
        while (is_entered && child >= 0) {
            const std::int32_t node = child;
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

// A visitor that knows nothing of cells: branches_at(node) and visit(leaf) are all it does.
template <class BranchesAt, class Visit>
bool visit_leaves_at(const Level& level,
                     std::int32_t root,
                     const BranchesAt& branches_at,
                     const Visit& visit) {
    struct Visitor {
        struct Mark {};

        Branches branches(std::int32_t node) const { return branches_at(node); }
        bool enter(std::int32_t, std::size_t) const { return true; }
        bool leaf(std::int32_t child) const { return visit(child); }
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
