// SPDX-License-Identifier: MIT
#include "contents_input.h"

#include <optional>

namespace halfspace::tool {
Result<Contents> parse_contents(std::string_view text) {
    Contents contents = Contents::Empty;
    while (true) {
        const std::string_view name = text.substr(0, text.find(','));
        const std::optional<Contents> found = contents_named(name);
        if (!found || !any(*found & kLeafContents)) {
            return std::unexpected(Error{ErrorCode::Syntax,
                                         "there are no contents '" + std::string(name) +
                                             "'; there are " + to_string(kLeafContents),
                                         {}});
        }
        contents = contents | *found;
        if (name.size() == text.size()) {
            return contents;
        }
        text.remove_prefix(name.size() + 1);
    }
}

std::string json_contents(Contents contents) {
    if (!any(contents)) {
        return "[]";
    }
    std::string text = "[\"";
    for (const char c : to_string(contents)) {
        text += c == ',' ? std::string("\",\"") : std::string(1, c);
    }
    return text + "\"]";
}

}  // namespace halfspace::tool
