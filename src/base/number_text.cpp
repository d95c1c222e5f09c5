// SPDX-License-Identifier: MIT
// A source of its own, because a program may bring its own number_text: the WebAssembly modules let
// JavaScript write numbers, which saves the 100 KB of tables in std::to_chars.
#include "halfspace/base/option_check.h"

#include <array>
#include <charconv>

namespace halfspace {

std::string number_text(double value) {
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), written.ptr};
}

}  // namespace halfspace
