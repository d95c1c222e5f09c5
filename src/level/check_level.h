// SPDX-License-Identifier: MIT
// The checks that the loader makes of the records, so that no query needs to check anything.
// check_level runs the checks in order. Each check may rely on the earlier ones.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/level/sections.h"

#include "level/file_layout.h"

#include <optional>
#include <span>
#include <string>

namespace halfspace {

// Returns the first problem as an error, such as "section 'nodes': record 17: ...", without the
// file's name.
Result<void> check_level(const LevelView& level);

Result<void> check_fields(const LevelView& level);  // each field by its description: indices, texts
Result<void> check_planes(const LevelView& level);  // planes
Result<void> check_trees(const LevelView& level);   // nodes, leaves, models, space_roots
Result<void> check_sources(const LevelView& level);   // source records, materials, texts
Result<void> check_bodies(const LevelView& level);    // spaces, blockers, contacts
Result<void> check_drawing(const LevelView& level);   // faces, texcoords
Result<void> check_clusters(const LevelView& level);  // portals, clusters of faces, visible rows
Result<void> check_nav(const LevelView& level);       // navigation meshes
Result<void> check_derived(const LevelView& level);   // what `derive` sets; hulls are not cut again

// What is wrong with one record; nullopt: nothing.
using Problem = std::optional<std::string>;

std::unexpected<Error> damaged(SectionId section, const std::string& what);
std::unexpected<Error> damaged(SectionId section, std::size_t record, const std::string& what);

// True if the side belongs to the brush.
inline bool has_side(const BrushRecord& brush, std::uint32_t side) {
    return side >= brush.first_side && side - brush.first_side < brush.side_count;
}
// "side 12 does not belong to brush 0".
std::string foreign_side(std::uint32_t brush, std::uint32_t side);

// Calls each check(level) in order up to the first that fails, and returns its error.
template <class... Checks>
Result<void> first_failure(const LevelView& level, Checks... checks) {
    Result<void> result;
    static_cast<void>(((result = checks(level)).has_value() && ...));
    return result;
}

// The first problem that `check(record)` finds in a section.
template <class Record, class Check>
Result<void> check_each(SectionId section, std::span<const Record> records, Check check) {
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (const Problem problem = check(records[i])) {
            return damaged(section, i, *problem);
        }
    }
    return {};
}

}  // namespace halfspace
