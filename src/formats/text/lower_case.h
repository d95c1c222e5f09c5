// SPDX-License-Identifier: MIT
// Names of textures and files are compared without regard to case. Only the letters of ASCII are
// changed.
#pragma once

#include <string>
#include <string_view>

namespace halfspace {

std::string lower_case(std::string_view text);

}  // namespace halfspace
