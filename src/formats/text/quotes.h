// SPDX-License-Identifier: MIT
// Words of a file as messages show them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace halfspace {

// The text in quotes, at most so many letters. '?' stands for a byte that is no letter of ASCII.
std::string in_quotes(std::string_view text, std::size_t most = 40);

}  // namespace halfspace
