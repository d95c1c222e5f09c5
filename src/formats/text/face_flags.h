// SPDX-License-Identifier: MIT
// The flag bits in the numbers of a game's faces or shaders: their names and meanings.
#pragma once

#include "halfspace/base/contents.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace halfspace {

struct NamedFlag {
    enum class Field : std::uint8_t { Contents, Surface };
    std::string_view name;  // without its prefix in the game's own tools
    Field field = Field::Contents;
    std::uint32_t bit = 0;
};

// The bit of a name. A name that is not in the table does not compile.
consteval std::uint32_t flag_bit(std::span<const NamedFlag> table, std::string_view name) {
    for (const NamedFlag& flag : table) {
        if (flag.name == name) {
            return flag.bit;
        }
    }
    std::unreachable();  // never reached: a constant expression would not compile
}

// What these bits of a contents number mean.
struct NamedContents {
    std::uint32_t bits;
    Contents contents;
};

constexpr bool has(std::uint32_t flags, std::uint32_t bits) {
    return (flags & bits) != 0;
}

}  // namespace halfspace
