// SPDX-License-Identifier: MIT
// Checks what a level says about bodies: spaces, their trees, contacts and bevels.
#include "halfspace/level/bodies.h"

#include "level/check_level.h"

#include <cmath>
#include <string_view>
#include <vector>

namespace halfspace {
namespace {

Problem space_problem(const SpaceRecord& space, bool is_point, std::size_t strings) {
    for (int i = 0; i < 3; ++i) {
        if (!std::isfinite(space.min[i]) || !std::isfinite(space.max[i])) {
            return "its box is not finite";
        }
        if (is_point ? space.min[i] != 0 || space.max[i] != 0 : !(space.min[i] < space.max[i])) {
            return is_point ? "it is space 0, but its box is not a point" : "its box is empty";
        }
    }
    if (!(std::isfinite(space.excess) && space.excess >= 0)) {
        return "its excess is negative or not finite";
    }
    if (is_point && (space.flags & kSpaceInMainTree) == 0) {
        return "it is space 0, but the main trees do not serve it";
    }
    return index_problem("its name is at", space.name, strings);
}

Result<void> check_spaces(const LevelView& level) {
    bool is_point = true;
    return check_each("spaces", level.spaces, [&](const SpaceRecord& space) {
        const Problem problem = space_problem(space, is_point, level.strings.size());
        is_point = false;
        return problem;
    });
}

// Contacts of a node are sorted by brush. touched_surface relies on this: the contacts of one brush
// follow one another.
Result<void> check_contact_order(const LevelView& level) {
    const std::span<const ContactRecord> contacts = level.contacts;
    for (std::size_t n = 0; n < level.nodes.size(); ++n) {
        const std::size_t end =
            n + 1 < level.nodes.size() ? level.nodes[n + 1].first_contact : contacts.size();
        for (std::size_t c = level.nodes[n].first_contact + std::size_t{1}; c < end; ++c) {
            if (contacts[c].brush < contacts[c - 1].brush) {
                return damaged("contacts", c, "it breaks the order of contacts by brush");
            }
        }
    }
    return {};
}

Result<void> check_contact_ranges(const LevelView& level) {
    std::uint64_t last = 0;
    Result<void> result = check_each("nodes", level.nodes, [&](const NodeRecord& node) -> Problem {
        if (node.first_contact < last || node.first_contact > level.contacts.size()) {
            return "its contacts begin at " + std::to_string(node.first_contact) +
                   ", not between " + std::to_string(last) + " and " +
                   std::to_string(level.contacts.size());
        }
        last = node.first_contact;
        return std::nullopt;
    });
    if (result &&
        (level.nodes.empty() ? !level.contacts.empty() : level.nodes[0].first_contact != 0)) {
        return damaged("contacts", "the first contacts belong to no node");
    }
    return result;
}

Result<void> check_contacts(const LevelView& level) {
    return check_each("contacts", level.contacts, [&](const ContactRecord& contact) {
        const bool is_polygon = contact.brush == kNone;
        Problem problem =
            is_polygon ? index_problem("its material is", contact.side, level.materials.size())
                       : index_problem("its brush is", contact.brush, level.brushes.size());
        if (!problem && !is_polygon) {
            const BrushRecord& brush = level.brushes[contact.brush];
            if (contact.side < brush.first_side ||
                contact.side - brush.first_side >= brush.side_count) {
                problem = "side " + std::to_string(contact.side) + " does not belong to brush " +
                          std::to_string(contact.brush);
            }
        }
        return problem
                   ? problem
                   : index_problem(
                         "its space is", contact.flags & kContactSpaceMask, level.spaces.size());
    });
}

Result<void> check_bevel_ranges(const LevelView& level) {
    const Result<void> result = check_each("brushes", level.brushes, [&](const BrushRecord& brush) {
        return range_problem("bevels", brush.first_bevel, brush.bevel_count, level.bevels.size());
    });
    return result ? check_consecutive("brushes",
                                      level.brushes,
                                      &BrushRecord::first_bevel,
                                      &BrushRecord::bevel_count,
                                      "bevels",
                                      level.bevels.size())
                  : result;
}

Result<void> check_bevels(const LevelView& level) {
    return check_each("bevels", level.bevels, [&](const std::uint32_t& plane) {
        return index_problem("plane", plane, 2 * std::uint64_t{level.planes.size()});
    });
}

Result<void> check_blockers(const LevelView& level) {
    const std::size_t spaces = level.spaces.size();
    return check_each("leaves", level.leaves, [&](const LeafRecord& leaf) -> Problem {
        const std::size_t used = kBlockerWidth * spaces;
        if (used < 64 && leaf.blockers >> used != 0) {
            return "it blocks bodies of spaces that the level does not have";
        }
        for (std::uint32_t s = 0; s < spaces; ++s) {
            const std::uint32_t bits = blockers_in(leaf, SpaceId(s));
            if ((bits & kBlockerSolid) != 0 && bits != kBlockerSolid) {
                return "it blocks space " + std::to_string(s) + " as solid and as something else";
            }
        }
        return std::nullopt;
    });
}

}  // namespace

Result<void> check_bodies(const LevelView& level) {
    return first_failure(level,
                         check_spaces,
                         check_blockers,
                         check_bevel_ranges,
                         check_bevels,
                         check_contact_ranges,
                         check_contact_order,
                         check_contacts);
}

}  // namespace halfspace
