// SPDX-License-Identifier: MIT
#include "formats/text/lower_case.h"

#include <algorithm>

namespace halfspace {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

}  // namespace halfspace
