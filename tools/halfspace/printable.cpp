// SPDX-License-Identifier: MIT
#include "printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace halfspace::tool {

std::string printable(std::string_view text) {
    // fmt would also escape these two, which harm nobody and are common in paths and messages.
    constexpr std::string_view kPlain = "\"\\";
    std::string result;
    while (!text.empty()) {
        const std::size_t size = std::min(text.find_first_of(kPlain), text.size());
        const std::string quoted = fmt::format("{:?}", text.substr(0, size));
        result += std::string_view(quoted).substr(1, quoted.size() - 2);
        result += text.substr(size, 1);
        text.remove_prefix(std::min(size + 1, text.size()));
    }
    return result;
}

std::string counted(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace halfspace::tool
