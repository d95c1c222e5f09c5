// SPDX-License-Identifier: MIT
// Prints the contents for C and for JavaScript, from the table in base/contents.h.
//
//     write_contents c     prints c/halfspace_contents.h
//     write_contents ts    prints npm/src/contents.ts
#include "halfspace/base/contents.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace {

using halfspace::Contents;

struct Mask {
    std::string_view words;
    Contents contents;
    const char* comment;
};

constexpr Mask kMasks[] = {
    {"body blockers", halfspace::kBodyBlockers, "All contents that block a body."},
    {"obstacle contents",
     halfspace::kBarriers,
     "What an obstacle blocks by default: bodies, but not sight."},
    {"liquids", halfspace::kLiquids, "All liquids."},
};

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

// "player clip" is PLAYER_CLIP.
std::string name_in_c(std::string_view words) {
    std::string name;
    for (const char c : words) {
        name += c == ' ' ? '_' : upper(c);
    }
    return name;
}

// "player clip" is PlayerClip.
std::string name_in_javascript(std::string_view words) {
    std::string name;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool begins_word = i == 0 || words[i - 1] == ' ';
        name += words[i] == ' ' ? "" : std::string(1, begins_word ? upper(words[i]) : words[i]);
    }
    return name;
}

// Calls define(words, bit) for each bit that a leaf may have, lowest bit first.
template <class Define>
void for_each_bit(const Define& define) {
    for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
        for (const halfspace::ContentsRow& row : halfspace::kContentsTable) {
            if (any(row.bit & halfspace::kLeafContents & static_cast<Contents>(bit))) {
                define(row.words, row.bit);
            }
        }
    }
}

void print_header() {
    std::puts(
        "// SPDX-License-Identifier: MIT\n"
        "// Contents: what fills space, in masks and answers.\n"
        "// Made by bindings/write_contents.cpp. Do not edit.\n"
        "#ifndef HALFSPACE_CONTENTS_H\n"
        "#define HALFSPACE_CONTENTS_H\n");
    const auto define = [](std::string_view words, Contents contents) {
        std::printf("#define HALFSPACE_%s 0x%04xu\n",
                    name_in_c(words).c_str(),
                    static_cast<unsigned>(contents));
    };
    for_each_bit(define);
    for (const Mask& mask : kMasks) {
        std::printf("// %s\n", mask.comment);
        define(mask.words, mask.contents);
    }
    std::puts("\n#endif");
}

void print_module() {
    std::puts(
        "// SPDX-License-Identifier: MIT\n"
        "// Made by bindings/write_contents.cpp. Do not edit.\n\n"
        "/** What fills space: bits of masks and of answers. */\n"
        "export const Contents = {\n"
        "    Empty: 0,");
    const auto define = [](std::string_view words, Contents contents) {
        std::printf("    %s: 0x%04x,\n",
                    name_in_javascript(words).c_str(),
                    static_cast<unsigned>(contents));
    };
    for_each_bit(define);
    for (const Mask& mask : kMasks) {
        std::printf("    /** %s */\n", mask.comment);
        define(mask.words, mask.contents);
    }
    std::puts("} as const;");
}

}  // namespace

int main(int count, char** arguments) {
    const std::string_view wanted = count == 2 ? arguments[1] : "";
    if (wanted == "c") {
        print_header();
    } else if (wanted == "ts") {
        print_module();
    } else {
        std::fputs("expected c or ts\n", stderr);
        return 2;
    }
}
