// SPDX-License-Identifier: MIT
#include "formats/foreign_file.h"

#include <algorithm>
#include <cstdint>

namespace halfspace {
namespace {

struct ForeignFile {
    std::string_view extension;  // empty: files of several kinds have this content
    std::string_view magic;      // the first bytes; empty: unknown
    std::size_t offset = 0;      // where `magic` begins
    std::string_view message;
};

constexpr std::string_view kUtf16 =
    "this is text in UTF-16: save it as UTF-8, which editors may call \"UTF-8 without BOM\"";
constexpr std::string_view kZip =
    "this is a ZIP archive: if it is a game's package of levels, give the file the ending .pk3 and "
    "name a level behind a colon (a.pk3:maps/keep.bsp); else unpack it";
constexpr std::string_view kVmf =
    "this is a .vmf, the text of Source's Hammer: export it as .map text";

constexpr ForeignFile kForeignFiles[] = {
    {"", "\xff\xfe", 0, kUtf16},
    {"", "\xfe\xff", 0, kUtf16},
    {".hsw",
     "\x89HSW",
     0,
     "this is a compiled level (.hsw): info, classify, sight, trace, render and export take it; "
     "compile takes its source"},
    {".zip", "PK\x03\x04", 0, kZip},
    {"", "PK\x05\x06", 0, kZip},
    {".vmf", "versioninfo", 0, kVmf},
    {".rmf",
     "RMF",
     4,
     "this is a .rmf, a file of Worldcraft or Hammer: save it as .map text there"},
    {".jmf", "JHMF", 0, "this is a .jmf, a file of J.A.C.K.: export it as .map text there"},
    {".pak", "PACK", 0, "this is a .pak, a package of Quake: unpack the source in it"},
    {".gz", "\x1f\x8b", 0, "this file is compressed by gzip: unpack it"},
    {".7z", "7z\xbc\xaf", 0, "this is a 7z archive: unpack it"},
};

// True for text in UTF-16 without a mark at its start: each of the first letters stands beside a
// zero.
bool is_unmarked_utf16(std::string_view head) {
    if (head.size() < 4) {
        return false;
    }
    const auto has_zeros_at = [&](std::size_t first) {
        return head[first] == 0 && head[first + 2] == 0 && head[1 - first] != 0 &&
               head[3 - first] != 0;
    };
    return has_zeros_at(0) || has_zeros_at(1);
}

// The text without the blanks and comments at its beginning, which some programs write.
std::string_view first_word(std::string_view text) {
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        if (!text.starts_with("//")) {
            return text;
        }
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
}

}  // namespace

std::optional<std::string> foreign_contents(std::span<const std::byte> bytes) {
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const ForeignFile& file : kForeignFiles) {
        if (!file.magic.empty() && head.size() >= file.offset &&
            head.substr(file.offset).starts_with(file.magic)) {
            return std::string(file.message);
        }
    }
    if (is_unmarked_utf16(head)) {
        return std::string(kUtf16);
    }
    if (first_word(head).starts_with("versioninfo")) {
        return std::string(kVmf);
    }
    return std::nullopt;
}

std::optional<std::string> foreign_extension(std::string_view extension) {
    for (const ForeignFile& file : kForeignFiles) {
        if (!extension.empty() && file.extension == extension) {
            return std::string(file.message);
        }
    }
    return std::nullopt;
}

}  // namespace halfspace
