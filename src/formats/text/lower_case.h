// SPDX-License-Identifier: MIT
// Names of textures and files are the same in upper and lower case; only ASCII has cases here.
#pragma once

#include <string>
#include <string_view>

namespace halfspace {

std::string lower_case(std::string_view text);

}  // namespace halfspace
