// SPDX-License-Identifier: MIT
#include "line_input.h"

#include "halfspace/base/file.h"

#include <algorithm>
#include <vector>

namespace halfspace::tool {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

std::size_t first_word(std::string_view text) {
    return std::min(text.find_first_not_of(kBlanks), text.size());
}

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(first_word(text));
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

Result<void> read_lines(const std::string& path,
                        const std::function<Result<void>(std::string_view, std::uint32_t)>& add) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    std::string_view rest(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (rest.starts_with(kByteOrderMark)) {
        rest.remove_prefix(kByteOrderMark.size());
    }
    for (std::uint32_t number = 1; !rest.empty(); ++number) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        line = line.substr(0, line.find('#'));
        if (trimmed(line).empty()) {
            continue;
        }
        if (Result<void> added = add(line, number); !added) {
            return added;
        }
    }
    return {};
}

}  // namespace halfspace::tool
