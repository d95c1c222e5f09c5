// SPDX-License-Identifier: MIT
// Checks what a level says about bodies: spaces, their trees, contacts.
#include "halfspace/level/bodies.h"

#include "level/check_level.h"

#include <string_view>
#include <vector>

namespace halfspace {
namespace {

Problem space_problem(const SpaceRecord& space, bool is_point) {
    for (int i = 0; i < 3; ++i) {
        if (is_point ? space.min[i] != 0 || space.max[i] != 0 : !(space.min[i] < space.max[i])) {
            return is_point ? "it is space 0, but its box is not a point" : "its box is empty";
        }
    }
    if (space.excess < 0) {
        return "its excess is negative";
    }
    if (is_point && (space.flags & kSpaceInMainTree) == 0) {
        return "it is space 0, but the main trees do not serve it";
    }
    return std::nullopt;
}

Result<void> check_spaces(const LevelView& level) {
    bool is_point = true;
    return check_each("spaces", level.spaces, [&](const SpaceRecord& space) {
        const Problem problem = space_problem(space, is_point);
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

Result<void> check_contacts(const LevelView& level) {
    return check_each("contacts", level.contacts, [&](const ContactRecord& contact) -> Problem {
        const bool is_polygon = contact.brush == kNone;
        if (is_polygon && contact.side >= level.materials.size()) {
            return "its material is " + std::to_string(contact.side) + ", but there are " +
                   std::to_string(level.materials.size()) + " materials";
        }
        if (!is_polygon && !has_side(level.brushes[contact.brush], contact.side)) {
            return foreign_side(contact.brush, contact.side);
        }
        const std::uint32_t space = contact.flags & kContactSpaceMask;
        if (space >= level.spaces.size()) {
            return "its space is " + std::to_string(space) + ", but the level has " +
                   std::to_string(level.spaces.size());
        }
        return std::nullopt;
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
    return first_failure(level, check_spaces, check_blockers, check_contact_order, check_contacts);
}

}  // namespace halfspace
