// SPDX-License-Identifier: MIT
// Text of level files, which may be in any encoding, as files that must be UTF-8 can hold it.
#pragma once

#include <string>
#include <string_view>

namespace halfspace {

// The text with U+FFFD for each byte that is not part of valid UTF-8.
std::string valid_utf8(std::string_view text);

}  // namespace halfspace
