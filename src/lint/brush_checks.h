// SPDX-License-Identifier: MIT
// Checks of brushes and patches. All but find_opaque_glass decide exactly.
#pragma once

#include "lint/finding_list.h"

namespace halfspace {

// Duplicate brushes, and then buried ones. A brush with a duplicate is not called buried.
void find_needless_brushes(const LintInput& input, FindingList& list);
void find_repeated_sides(const LintInput& input, FindingList& list);
void find_flat_patches(const LintInput& input, FindingList& list);
void find_opaque_glass(const LintInput& input, FindingList& list);
void find_moved_brushes(const LintInput& input, FindingList& list);
void find_finer_grid(const LintInput& input, FindingList& list);

// Where a brush of the source is.
FoundAt at_brush(const World& world, std::uint32_t entity, std::uint32_t brush);

}  // namespace halfspace
