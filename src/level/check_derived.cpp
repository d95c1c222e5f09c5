// SPDX-License-Identifier: MIT
// Checks that derived fields have the values that `derive` computes.
#include "halfspace/base/contents.h"
#include "halfspace/level/bodies.h"

#include "level/check_level.h"
#include "level/derived.h"

#include <array>
#include <bit>
#include <cstdint>

namespace halfspace {
namespace {

Result<void> check_point_blockers(const LevelView& level) {
    return check_each("leaves", level.leaves, [&](const LeafRecord& leaf) -> Problem {
        if (blockers_in(leaf, SpaceId(0)) != blocker_bits(static_cast<Contents>(leaf.contents))) {
            return "its blockers of a point do not fit its contents";
        }
        return std::nullopt;
    });
}

// Equality of all bits; -0 and 0 differ.
template <class Record>
bool is_same(const Record& a, const Record& b) {
    using Words = std::array<std::uint32_t, sizeof(Record) / sizeof(std::uint32_t)>;
    return std::bit_cast<Words>(a) == std::bit_cast<Words>(b);
}

Result<void> check_node_faces(const LevelView& level) {
    if (level.node_faces.size() != level.nodes.size() + 1) {
        return damaged("node_faces",
                       "there are " + std::to_string(level.node_faces.size()) +
                           ", but there must be one more than nodes");
    }
    const std::vector<NodeFacesRecord> derived = derived_node_faces(level);
    for (std::size_t n = 0; n < derived.size(); ++n) {
        if (!is_same(derived[n], level.node_faces[n])) {
            return damaged("node_faces", n, "it does not fit the node's faces");
        }
    }
    return {};
}

// A sentence about what differs. REQUIRES: something differs.
std::string difference(const NodeRecord& node, const NodeRecord& derived) {
    const std::uint32_t axis = node.flags & kNodeAxisMask;
    if (axis != (derived.flags & kNodeAxisMask)) {
        return "its axis is " + std::to_string(axis) + ", but that of plane " +
               std::to_string(node.plane) + " is " + std::to_string(derived.flags & kNodeAxisMask);
    }
    for (std::size_t c = 0; c < 2; ++c) {
        const SightState sight = sight_state(node.flags, c);
        if (sight != sight_state(derived.flags, c)) {
            return "the sight state of child " + std::to_string(c) + " is " +
                   std::to_string(sight) + ", but its leaves make it " +
                   std::to_string(sight_state(derived.flags, c));
        }
        if (node.body_states[c] != derived.body_states[c]) {
            return "the body states of child " + std::to_string(c) + " are " +
                   std::to_string(node.body_states[c]) + ", but its leaves make them " +
                   std::to_string(derived.body_states[c]);
        }
    }
    if (node.flags != derived.flags) {
        return "its flags do not fit the faces of its node";
    }
    return "its doubles are not those of plane " + std::to_string(node.plane);
}

// The last node comes first. Children come after their parents, so they are known to be right when
// a parent is computed from them.
Result<void> check_nodes(const LevelView& level) {
    for (std::size_t n = level.nodes.size(); n-- > 0;) {
        const NodeRecord derived = derived_node(level, n);
        if (!is_same(level.nodes[n], derived)) {
            return damaged("nodes", n, difference(level.nodes[n], derived));
        }
    }
    return {};
}

}  // namespace

Result<void> check_derived(const LevelView& level) {
    return first_failure(level, check_point_blockers, check_node_faces, check_nodes);
}

}  // namespace halfspace
