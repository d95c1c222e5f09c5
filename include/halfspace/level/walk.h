// SPDX-License-Identifier: MIT
// The way down a tree to all leaves that something reaches. The walker carries a state along, for
// example a cell, which each node cuts in two. The nodes may belong to a level or to the
// compiler's own trees. Queries have other walks, which allocate nothing.
#pragma once

#include "halfspace/base/id.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace halfspace {

// The leaf that a child of a node stands for. REQUIRES: child < 0.
constexpr LeafId leaf_of(std::int32_t child) {
    return LeafId(static_cast<std::uint32_t>(-1 - child));
}

// The states of a node's two children. A child without a state is not visited.
template <class State>
using ChildStates = std::array<std::optional<State>, 2>;

// Goes from `root` (written like a child of a node) to the leaves, with child 0 of each node before
// child 1.
//
//     divide(std::size_t node, State&& state) -> ChildStates<State>   at each node
//     visit(LeafId leaf, State&& state)                               at each leaf
//
// Cost: one call for each node and each leaf; memory for one state for each node on the way down.
// REQUIRES: Node has child[2], as NodeRecord has.
template <class Node, class State, class Divide, class Visit>
void for_each_leaf(
    std::span<const Node> nodes, std::int32_t root, State state, Divide&& divide, Visit&& visit) {
    std::vector<std::pair<std::int32_t, State>> pending;
    pending.emplace_back(root, std::move(state));
    while (!pending.empty()) {
        auto [child, own] = std::move(pending.back());
        pending.pop_back();
        if (child < 0) {
            visit(leaf_of(child), std::move(own));
            continue;
        }
        const auto node = static_cast<std::size_t>(child);
        ChildStates<State> states = divide(node, std::move(own));
        for (std::size_t c = 2; c-- > 0;) {
            if (states[c]) {
                pending.emplace_back(nodes[node].child[c], *std::move(states[c]));
            }
        }
    }
}

}  // namespace halfspace
