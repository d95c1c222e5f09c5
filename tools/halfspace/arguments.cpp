// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <string_view>

namespace halfspace::tool {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// True for a text such as "-8,0,3" or "-.5,0,3".
bool is_negative_number(std::string_view text) {
    if (text.size() < 2 || text[0] != '-') {
        return false;
    }
    return is_digit(text[1]) || (text[1] == '.' && text.size() > 2 && is_digit(text[2]));
}

// CLI11 takes "-8,0,3" for a point but "-.5,0,3" for an option. A zero before the point makes both
// a point.
std::string as_argument(std::string_view text) {
    const bool lacks_zero = is_negative_number(text) && text[1] == '.';
    return lacks_zero ? "-0" + std::string(text.substr(1)) : std::string(text);
}

}  // namespace

std::vector<std::string> arguments(int argc, char** argv) {
    std::vector<std::string> list;
    for (int i = argc - 1; i > 0; --i) {
        const bool is_mark = std::string_view(argv[i]) == "--" && i + 1 < argc;
        if (!is_mark || !is_negative_number(argv[i + 1])) {
            list.push_back(as_argument(argv[i]));
        }
    }
    return list;
}

}  // namespace halfspace::tool
