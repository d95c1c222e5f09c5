// SPDX-License-Identifier: MIT
// The way down a tree to all leaves that something reaches, with whatever the walker carries along:
// a cell that is cut at each node, a list of brushes that is divided, a depth. It takes the nodes
// of a level and those of a compiler's tree. (Queries have walks of their own, without allocation.)
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

// What the two children of a node get; a child that gets nothing is left out.
template <class State>
using ChildStates = std::array<std::optional<State>, 2>;

// Goes from `root` (written like a child of a node) to the leaves, in front of each node first.
//     divide(std::size_t node, State&& state) -> ChildStates<State>   at each node
//     visit(LeafId leaf, State&& state)                               at each leaf
// Cost: one call for each node and leaf; a stack of one state for each node on the way down.
// REQUIRES: Node has child[2], as NodeRecord.
template <class Node, class State, class Divide, class Visit>
void for_each_leaf(
    std::span<const Node> nodes, std::int32_t root, State state, Divide&& divide, Visit&& visit) {
    std::vector<std::pair<std::int32_t, State>> pending;
    pending.emplace_back(root, std::move(state));
    while (!pending.empty()) {
        auto [child, own] = std::move(pending.back());
        pending.pop_back();
        if (child < 0) {
            visit(LeafId(static_cast<std::uint32_t>(-1 - child)), std::move(own));
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
