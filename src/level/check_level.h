// SPDX-License-Identifier: MIT
// What the loader enforces of the records, so that no query needs to check anything. Each check
// may rely on those before it in check_level.
#pragma once

#include "halfspace/level/level.h"

#include "level/file_layout.h"

#include <optional>
#include <span>
#include <string>

namespace halfspace {

// The first thing that is wrong, if any: "section 'nodes': record 17: ...", without the file.
Result<void> check_level(const Level& level, std::span<const char> strings);

Result<void> check_planes(const Level& level);
Result<void> check_trees(const Level& level);
Result<void> check_bodies(const Level& level, std::span<const char> strings);
Result<void> check_drawing(const Level& level);  // faces and what they are made of
Result<void> check_sources(const Level& level, std::span<const char> strings);  // brushes, entities

// What is wrong with one record.
using Problem = std::optional<std::string>;

std::unexpected<Error> damaged(SectionId section, const std::string& what);
std::unexpected<Error> damaged(SectionId section, std::size_t record, const std::string& what);

// "plane 90, but there are 40" if index >= count.
Problem index_problem(const char* what, std::uint64_t index, std::uint64_t count);
// "sides 7 to 12, but there are 10" if first + number > count.
Problem range_problem(const char* what,
                      std::uint64_t first,
                      std::uint64_t number,
                      std::uint64_t count);

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
