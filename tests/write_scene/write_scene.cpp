// SPDX-License-Identifier: MIT
// Writes a scene of tests/support/scenes.h as .map text, for what reads files: the command line,
// the determinism test, scripts/prove.
//
//     write_scene KIND BRUSHES SEED > scene.map
#include "support/scenes.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using halfspace::test::kAllScenes;
using halfspace::test::SceneKind;

// The decimal as text, exactly.
std::string to_text(halfspace::Decimal value) {
    halfspace::Int128 rest = value.scaled < 0 ? -value.scaled : value.scaled;
    std::string digits;  // the least first
    for (int decimal = 0; decimal <= halfspace::Decimal::kDecimals || rest != 0; ++decimal) {
        if (decimal == halfspace::Decimal::kDecimals) {
            digits += '.';
        }
        digits += static_cast<char>('0' + static_cast<int>(rest % 10));
        rest /= 10;
    }
    std::reverse(digits.begin(), digits.end());
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') {
        digits.pop_back();
    }
    return (value.scaled < 0 ? "-" : "") + digits;
}

void print_side(const halfspace::BrushSide& side) {
    // Counter-clockwise in a world, clockwise in a file.
    for (const int corner : {0, 2, 1}) {
        const halfspace::DecimalPoint& p = side.points[corner];
        std::printf(
            "( %s %s %s ) ", to_text(p[0]).c_str(), to_text(p[1]).c_str(), to_text(p[2]).c_str());
    }
    std::printf("stone 0 0 0 1 1\n");
}

void print_world(const halfspace::World& world) {
    std::printf("{\n\"classname\" \"worldspawn\"\n");
    for (const halfspace::Brush& brush : world.entities.front().brushes) {
        std::printf("{\n");
        for (const halfspace::BrushSide& side : brush.sides) {
            print_side(side);
        }
        std::printf("}\n");
    }
    std::printf("}\n");
}

}  // namespace

int main(int argc, char** argv) {
    const std::string name = argc == 4 ? argv[1] : "";
    const auto* kind = std::find_if(kAllScenes.begin(), kAllScenes.end(), [&](SceneKind k) {
        return halfspace::test::to_string(k) == name;
    });
    const int brushes = argc == 4 ? std::atoi(argv[2]) : 0;
    if (kind == kAllScenes.end() || brushes < 1) {
        std::fprintf(stderr, "usage: write_scene KIND BRUSHES SEED; KIND is one of\n");
        for (const SceneKind k : kAllScenes) {
            std::fprintf(stderr, "  %s\n", halfspace::test::to_string(k).c_str());
        }
        return 2;
    }
    print_world(halfspace::test::make_scene(*kind, brushes, std::strtoull(argv[3], nullptr, 10)));
    return 0;
}
