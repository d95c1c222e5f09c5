// SPDX-License-Identifier: MIT
// The names of the flags that a game keeps in the numbers of its faces or shaders.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace halfspace {

struct NamedFlag {
    enum class Field : std::uint8_t { Contents, Surface };
    std::string_view name;  // as the game's own tools call it, without its prefix
    Field field = Field::Contents;
    std::uint32_t bit = 0;
};

// The bit of a name. REQUIRES: the table has it; another name does not compile.
consteval std::uint32_t flag_bit(std::span<const NamedFlag> table, std::string_view name) {
    for (const NamedFlag& flag : table) {
        if (flag.name == name) {
            return flag.bit;
        }
    }
    std::unreachable();  // which no constant expression may reach
}

}  // namespace halfspace
