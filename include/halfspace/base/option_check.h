// SPDX-License-Identifier: MIT
// How every stage says that an option cannot be used: its name, what it takes, and what it got.
#pragma once

#include "halfspace/base/error.h"

#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace halfspace {

// Threads that a caller may ask for.
inline constexpr unsigned kMostThreads = 1024;

struct BadOption {
    std::string option;   // the field's name: "candidates"
    std::string problem;  // "expected a whole number from 1 to 1024, found 0"
};

// The numbers that an option takes. They are finite, whatever `most` is.
struct OptionRange {
    double least = 0;
    double most = std::numeric_limits<double>::infinity();
    bool is_least_taken = true;  // false: above `least`
    bool is_whole = false;
};

// nullopt if the range holds the value.
std::optional<BadOption> bad_number(std::string_view option,
                                    double value,
                                    const OptionRange& range);

// The first that there is.
std::optional<BadOption> first_of(std::initializer_list<std::optional<BadOption>> problems);

// "candidates: expected a whole number from 1 to 1024, found 0"; of code Range.
Error to_error(const BadOption& bad);

// The shortest decimal that is read back as the same double: "0.1", "1e+300".
std::string number_text(double value);

}  // namespace halfspace
