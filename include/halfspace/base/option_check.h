// SPDX-License-Identifier: MIT
// How all stages report an option with a bad value: the option's name, the values that are allowed,
// and the value found.
#pragma once

#include "halfspace/base/error.h"

#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace halfspace {

// The largest number of threads that an option takes.
inline constexpr unsigned kMaxThreads = 1024;

struct BadOption {
    std::string option;   // the name of the field: "threads"
    std::string problem;  // "expected a whole number from 0 to 1024, found -1"
};

// The numbers that an option allows. Infinity and NaN are never allowed.
struct OptionRange {
    // The smallest number.
    double min = 0;
    // The largest number, itself allowed. Infinity: no limit.
    double max = std::numeric_limits<double>::infinity();
    // True: `min` itself is allowed. False: only numbers above it are.
    bool is_min_allowed = true;
    // True: only whole numbers are allowed.
    bool is_whole = false;
};

// nullopt if the range allows the value. option: the name of the field.
std::optional<BadOption> bad_number(std::string_view option,
                                    double value,
                                    const OptionRange& range);

// The first of the problems that is not nullopt; nullopt if all are.
std::optional<BadOption> first_problem(std::initializer_list<std::optional<BadOption>> problems);

// An Error of code Range with a text like "threads: expected a whole number from 0 to 1024,
// found -1".
Error to_error(const BadOption& bad);

}  // namespace halfspace
