// SPDX-License-Identifier: MIT
#include "halfspace/compile/options.h"

#include "halfspace/level/source_records.h"

#include <bit>

namespace halfspace {
namespace {

// 0 or a power of two.
std::optional<BadOption> bad_block_size(int size) {
    if (size == 0 ||
        (size > 0 && size <= kMaxBlockSize && std::has_single_bit(static_cast<unsigned>(size)))) {
        return std::nullopt;
    }
    return BadOption{"tree.block_size",
                     "expected 0 for none or a power of two up to " +
                         std::to_string(kMaxBlockSize) + ", found " + std::to_string(size)};
}

}  // namespace

std::optional<BadOption> bad_option(const CompileOptions& options) {
    constexpr OptionRange kTolerance{.max = kMaxCurveTolerance, .is_min_allowed = false};
    return first_problem({
        bad_number("grid_exponent",
                   options.grid_exponent.value_or(0),
                   {.max = kMaxGridExponent, .is_whole = true}),
        bad_number("import_tolerance",
                   options.import_tolerance,
                   {.max = kMaxImportTolerance, .is_min_allowed = false}),
        bad_block_size(options.tree.block_size),
        bad_number("curve_tolerance", options.curve_tolerance, kTolerance),
        bad_number("facet_tolerance", options.facet_tolerance, kTolerance),
        bad_number("visible_distance", options.visible_distance, {}),
        bad_number("units_per_metre", options.units_per_metre, {.is_min_allowed = false}),
        bad_number("threads", options.threads, {.max = kMaxThreads, .is_whole = true}),
    });
}

}  // namespace halfspace
