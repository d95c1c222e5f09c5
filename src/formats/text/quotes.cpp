// SPDX-License-Identifier: MIT
#include "formats/text/quotes.h"

namespace halfspace {

std::string in_quotes(std::string_view text, std::size_t most) {
    std::string result = "'";
    for (const char c : text.substr(0, most)) {
        result += c >= 0x20 && c <= 0x7e ? c : '?';
    }
    return result + (text.size() > most ? "...'" : "'");
}

}  // namespace halfspace
