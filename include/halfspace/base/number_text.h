// SPDX-License-Identifier: MIT
// Numbers as texts and back.
//
// Both functions are in a separate source, because a program may bring its own: the WebAssembly
// modules let JavaScript do both, and JavaScript writes 100000 where C++ writes 1e+05. Without the
// tables of std::to_chars and std::from_chars they are 120 KB smaller.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace halfspace {

// The shortest decimal text from which a reader gets the same double: "0.1", "1e+300".
std::string number_text(double value);

// The double nearest to a decimal text such as "-1", ".5" or "2.5e3". nullopt if the text is
// anything else, also with blanks or a plus sign before it, and for a number that is too large, or
// that is not 0 but too small, for a double.
std::optional<double> number_of_text(std::string_view text);

}  // namespace halfspace
