// SPDX-License-Identifier: MIT
#include "halfspace/base/contents.h"

#include <algorithm>
#include <cstddef>

namespace halfspace {
namespace {

// True if each bit has one row, hides only bits of later rows, and hides what these hide. An opaque
// bit hides all later rows.
consteval bool is_by_strength() {
    Contents later = kBrushContents;
    for (const ContentsRow& row : kContentsTable) {
        const bool is_new = any(later & row.bit);
        later = later & ~row.bit;
        const Contents hidden = row.hides & kBrushContents;
        if (!is_new || any(hidden & ~later) ||
            (row.kind == ContentsKind::Opaque && hidden != later)) {
            return false;
        }
        for (const ContentsRow& weaker : kContentsTable) {
            if (any(hidden & weaker.bit) && any(weaker.hides & later & ~hidden)) {
                return false;
            }
        }
    }
    return true;
}
static_assert(is_by_strength());

constexpr bool hides_some(const ContentsRow& row) {
    return any(row.hides);
}

struct Hiding {
    Contents bit;
    Contents hides;
};

// The bits that hide others. The other rows of the table cost no time.
constexpr auto kHiding = [] {
    std::array<Hiding, std::ranges::count_if(kContentsTable, hides_some)> hiding{};
    std::size_t count = 0;
    for (const ContentsRow& row : kContentsTable) {
        if (hides_some(row)) {
            hiding[count++] = {row.bit, row.hides};
        }
    }
    return hiding;
}();

constexpr Contents kAllHiding = contents_where(hides_some);

// What the set bits hide. Most places have at most one bit that hides others, so the loop ends
// where none is left.
constexpr Contents hidden_by(Contents contents) {
    Contents hidden = Contents::Empty;
    if (!any(contents & kAllHiding)) {
        return hidden;
    }
    for (const Hiding& row : kHiding) {
        if (any(contents & row.bit)) {
            hidden = hidden | row.hides;
            if (!any(contents & kAllHiding & ~(row.bit | row.hides))) {
                break;
            }
        }
    }
    return hidden;
}

// The rows in the order of their bits.
constexpr auto kByBit = [] {
    auto rows = kContentsTable;
    std::ranges::sort(rows, {}, &ContentsRow::bit);
    return rows;
}();

std::string name_of(const ContentsRow& row) {
    std::string name(row.words);
    std::erase(name, ' ');
    return name;
}

}  // namespace

Contents normalize(Contents joined) {
    return joined & ~hidden_by(joined) & kLeafContents;
}

Contents with_absorbed(Contents contents) {
    return (contents | hidden_by(contents)) & kLeafContents;
}

bool absorbs(Contents strong, Contents weak) {
    return !any(weak & kLeafContents & ~with_absorbed(strong));
}

const ContentsRow* strongest_row(Contents contents) {
    const auto is_set = [&](const ContentsRow& row) { return any(contents & row.bit); };
    const auto found = std::ranges::find_if(kContentsTable, is_set);
    return found == kContentsTable.end() ? nullptr : &*found;
}

std::string to_string(Contents contents) {
    std::string text;
    for (const ContentsRow& row : kByBit) {
        if (any(contents & row.bit)) {
            text += text.empty() ? "" : ",";
            text += name_of(row);
        }
    }
    return text.empty() ? "empty" : text;
}

std::optional<Contents> contents_named(std::string_view name) {
    for (const ContentsRow& row : kContentsTable) {
        if (name == name_of(row)) {
            return row.bit;
        }
    }
    return std::nullopt;
}

}  // namespace halfspace
