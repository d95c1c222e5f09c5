// SPDX-License-Identifier: MIT
// Checks of entities: their classes, names and places.
#pragma once

#include "lint/finding_list.h"

namespace halfspace {

void find_no_player_start(const LintInput& input, FindingList& list);
void find_entities_in_solid(const LintInput& input, FindingList& list);
void find_misspelled_classes(const LintInput& input, FindingList& list);
void find_missing_brushes(const LintInput& input, FindingList& list);
void find_unknown_targets(const LintInput& input, FindingList& list);
void find_unused_names(const LintInput& input, FindingList& list);
void find_gates_without_doors(const LintInput& input, FindingList& list);

}  // namespace halfspace
