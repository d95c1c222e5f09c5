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

// Records take what another section holds, of that size, one after the other and all of it: so what
// is shared by many does not make a small file a long task.
template <class Record>
Result<void> check_consecutive(SectionId owners,
                               std::span<const Record> records,
                               std::uint32_t Record::* first,
                               std::uint32_t Record::* count,
                               SectionId taken,
                               std::size_t size) {
    const auto name = [](SectionId id) { return std::string(kSections[index_of(id)].name); };
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (records[i].*first != next) {
            return damaged(
                owners,
                i,
                "its " + name(taken) + " begin at " + std::to_string(records[i].*first) +
                    ", not where those of the record before end: " + std::to_string(next));
        }
        next += records[i].*count;
    }
    if (next != size) {
        return damaged(taken,
                       "there are " + std::to_string(size) + ", but the " + name(owners) +
                           " have " + std::to_string(next));
    }
    return {};
}

}  // namespace halfspace
