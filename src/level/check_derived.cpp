// SPDX-License-Identifier: MIT
// Checks that derived fields have the values that `derive` computes.
#include "halfspace/base/contents.h"
#include "halfspace/level/bodies.h"

#include "level/check_level.h"
#include "level/derived.h"

#include <array>
#include <bit>
#include <cstddef>
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
    constexpr std::size_t kWordSize = 4;
    using Words = std::array<std::uint32_t, sizeof(Record) / kWordSize>;
    return std::bit_cast<Words>(a) == std::bit_cast<Words>(b);
}

// Compares a section with the records that follow from other sections. what: the others.
template <class Record>
Result<void> check_all(SectionId section,
                       std::span<const Record> records,
                       const std::vector<Record>& derived,
                       const std::string& what) {
    if (records.size() != derived.size()) {
        return damaged(section,
                       "there are " + std::to_string(records.size()) +
                           " records, which is not what " + what + " give");
    }
    for (std::size_t i = 0; i < derived.size(); ++i) {
        if (!is_same(records[i], derived[i])) {
            return damaged(section, i, "it does not fit " + what);
        }
    }
    return {};
}

Result<void> check_scaled_planes(const LevelView& level) {
    return check_all(
        "scaled_planes", level.scaled_planes, derived_scaled_planes(level), "the planes");
}

Problem count_problem(std::size_t nodes) {
    return nodes <= kMostWalkNodes
               ? std::nullopt
               : Problem("there are " + std::to_string(nodes) + " nodes, but at most " +
                         std::to_string(kMostWalkNodes) + " are allowed");
}

Result<void> check_walks(const LevelView& level) {
    if (const Problem problem = count_problem(level.walk_nodes.size())) {
        return damaged("walk_nodes", *problem);
    }
    // Not more nodes than the file has: a small file must not cost much memory.
    const WalkTrees derived = derived_walk_trees(level, level.walk_nodes.size());
    const std::string what = "the nodes and leaves";
    Result<void> result = check_all("walk_nodes", level.walk_nodes, derived.nodes, what);
    if (result) {
        result = check_all("walk_sources", level.walk_sources, derived.sources, what);
    }
    if (result) {
        result = check_all("walk_roots", level.walk_roots, derived.roots, what);
    }
    return result;
}

Result<void> check_draws(const LevelView& level) {
    if (const Problem problem = count_problem(level.draw_nodes.size())) {
        return damaged("draw_nodes", *problem);
    }
    if (level.faces.size() >= kFacesTwoSided) {
        return damaged("faces", "there are 2^31 or more");
    }
    const DrawTrees derived = derived_draw_trees(level);
    const std::string what = "the nodes and their faces";
    Result<void> result = check_all("draw_nodes", level.draw_nodes, derived.nodes, what);
    if (result) {
        result = check_all("node_faces", level.node_faces, derived.faces, what);
    }
    for (std::size_t m = 0; result && m < level.models.size(); ++m) {
        if (level.models[m].draw_root != derived.roots[m]) {
            result = damaged("models", m, "its draw_root does not fit " + what);
        }
    }
    return result;
}

}  // namespace

Result<void> check_derived(const LevelView& level) {
    return first_failure(
        level, check_point_blockers, check_scaled_planes, check_walks, check_draws);
}

}  // namespace halfspace
