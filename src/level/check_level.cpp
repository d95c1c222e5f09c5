// SPDX-License-Identifier: MIT
#include "level/check_level.h"

namespace halfspace {

std::unexpected<Error> damaged(SectionId section, const std::string& what) {
    return std::unexpected(
        Error{ErrorCode::Damaged, "section '" + std::string(section.name()) + "': " + what, {}});
}

std::unexpected<Error> damaged(SectionId section, std::size_t record, const std::string& what) {
    return damaged(section, "record " + std::to_string(record) + ": " + what);
}

std::string wrong_index(const char* what, std::uint64_t index, std::uint64_t count) {
    return std::string(what) + " " + std::to_string(index) + ", but there are " +
           std::to_string(count);
}

std::string wrong_range(const char* what,
                        std::uint64_t first,
                        std::uint64_t number,
                        std::uint64_t count) {
    return std::to_string(number) + " " + what + " from " + std::to_string(first) +
           " on, but there are " + std::to_string(count);
}

Result<void> check_level(const LevelView& level) {
    return first_failure(level,
                         check_planes,
                         check_trees,
                         check_sources,
                         check_bodies,
                         check_drawing,
                         check_derived);
}

}  // namespace halfspace
