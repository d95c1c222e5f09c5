// SPDX-License-Identifier: MIT
// Prints c/halfspace_contents.h: the contents for C, from the table in base/contents.h.
#include "halfspace/base/contents.h"

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
    {"player blockers",
     halfspace::kPlayerBlockers,
     "All contents that block a player: not what is meant to stop monsters alone."},
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

}  // namespace

int main() {
    std::puts(
        "/* SPDX-License-Identifier: MIT */\n"
        "/* Contents: what fills space, in masks and answers.\n"
        " * Made by bindings/write_contents.cpp. Do not edit. */\n"
        "#ifndef HALFSPACE_CONTENTS_H\n"
        "#define HALFSPACE_CONTENTS_H\n");
    const auto define = [](std::string_view words, Contents contents) {
        std::printf("#define HALFSPACE_%s 0x%04xu\n",
                    name_in_c(words).c_str(),
                    static_cast<unsigned>(contents));
    };
    for_each_bit(define);
    for (const Mask& mask : kMasks) {
        std::printf("/* %s */\n", mask.comment);
        define(mask.words, mask.contents);
    }
    std::puts("\n#endif");
}
