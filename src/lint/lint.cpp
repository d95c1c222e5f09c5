// SPDX-License-Identifier: MIT
#include "halfspace/lint/lint.h"

#include "lint/brush_checks.h"
#include "lint/entity_checks.h"

#include <cstddef>

namespace halfspace {

const LintRow& row_of(LintCheck check) {
    return kLintTable[static_cast<std::size_t>(check)];
}

std::vector<LintFinding> lint(const World& world, const Level& level, const LintOptions& options) {
    const LintInput input{world, level, options};
    FindingList list(world);
    // In the order of kLintTable. Leaks, and entities outside of a sealed level, are no checks
    // here: the compiler finds them.
    find_no_player_start(input, list);
    find_entities_in_solid(input, list);
    find_misspelled_classes(input, list);
    find_missing_brushes(input, list);
    find_unknown_targets(input, list);
    find_unused_names(input, list);
    find_gates_without_doors(input, list);
    find_needless_brushes(input, list);
    find_repeated_sides(input, list);
    find_flat_patches(input, list);
    find_opaque_glass(input, list);
    find_moved_brushes(input, list);
    find_finer_grid(input, list);
    return list.take();
}

}  // namespace halfspace
