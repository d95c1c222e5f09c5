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

Result<void> check_planes(const LevelView& level);   // planes
Result<void> check_trees(const LevelView& level);    // nodes, leaves, models, space_roots
Result<void> check_sources(const LevelView& level);  // source records, materials, texts
Result<void> check_bodies(const LevelView& level);   // spaces, blockers, contacts, bevels
Result<void> check_drawing(const LevelView& level);  // faces, vertices, texcoords
Result<void> check_derived(const LevelView& level);  // what `derive` sets; hulls are not cut again

// What is wrong with one record; nullopt: nothing.
using Problem = std::optional<std::string>;

std::unexpected<Error> damaged(SectionId section, const std::string& what);
std::unexpected<Error> damaged(SectionId section, std::size_t record, const std::string& what);

// "plane 90, but there are 40".
std::string wrong_index(const char* what, std::uint64_t index, std::uint64_t count);
// "6 sides from 7 on, but there are 10".
std::string wrong_range(const char* what,
                        std::uint64_t first,
                        std::uint64_t number,
                        std::uint64_t count);

// The problem if index >= count. Here, because a load asks it for most fields of most records.
inline Problem index_problem(const char* what, std::uint64_t index, std::uint64_t count) {
    return index < count ? std::nullopt : Problem(wrong_index(what, index, count));
}
// The problem if first + number > count.
inline Problem range_problem(const char* what,
                             std::uint64_t first,
                             std::uint64_t number,
                             std::uint64_t count) {
    return first <= count && number <= count - first
               ? std::nullopt
               : Problem(wrong_range(what, first, number, count));
}

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

// Checks that the ranges [first, first + count) of `owners` follow one another without gap or
// overlap and cover all `size` records of `taken`. Ranges that overlap would let a small file cost
// a long loop.
template <class Record>
Result<void> check_consecutive(SectionId owners,
                               std::span<const Record> records,
                               std::uint32_t Record::* first,
                               std::uint32_t Record::* count,
                               SectionId taken,
                               std::size_t size) {
    const auto name = [](SectionId id) { return std::string(id.name()); };
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
