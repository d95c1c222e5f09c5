// SPDX-License-Identifier: MIT
#include "halfspace/base/option_check.h"

#include "halfspace/base/number_text.h"

#include <cmath>

namespace halfspace {
namespace {

std::string range_text(const OptionRange& range) {
    const bool has_max = std::isfinite(range.max);
    std::string text = range.is_whole ? "a whole number" : "a number";
    if (!range.is_min_allowed) {
        text += " above " + number_text(range.min);
        return has_max ? text + ", up to " + number_text(range.max) : text;
    }
    return has_max ? text + " from " + number_text(range.min) + " to " + number_text(range.max)
                   : text + " of at least " + number_text(range.min);
}

}  // namespace

std::optional<BadOption> bad_number(std::string_view option,
                                    double value,
                                    const OptionRange& range) {
    const bool is_above = range.is_min_allowed ? value >= range.min : value > range.min;
    const bool is_kind = !range.is_whole || value == std::floor(value);
    if (is_above && value <= range.max && std::isfinite(value) && is_kind) {
        return std::nullopt;
    }
    return BadOption{std::string(option),
                     "expected " + range_text(range) + ", found " + number_text(value)};
}

std::optional<BadOption> first_problem(std::initializer_list<std::optional<BadOption>> problems) {
    for (const std::optional<BadOption>& problem : problems) {
        if (problem) {
            return problem;
        }
    }
    return std::nullopt;
}

Error to_error(const BadOption& bad) {
    return {ErrorCode::Range, bad.option + ": " + bad.problem, {}};
}

}  // namespace halfspace
