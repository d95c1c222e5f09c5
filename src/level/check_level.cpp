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

std::string foreign_side(std::uint32_t brush, std::uint32_t side) {
    return "side " + std::to_string(side) + " does not belong to brush " + std::to_string(brush);
}

Result<void> check_level(const LevelView& level) {
    return first_failure(level,
                         check_fields,
                         check_planes,
                         check_trees,
                         check_sources,
                         check_bodies,
                         check_drawing,
                         check_clusters,
                         check_nav,
                         check_derived);
}

}  // namespace halfspace
