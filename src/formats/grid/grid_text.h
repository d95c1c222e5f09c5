// SPDX-License-Identifier: MIT
// The text of a grid level taken apart: the header's settings and the rows of the plan, checked.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/exact/decimal.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::grid {

// Numbers are in map units. Those that follow from others have their values after parsing.
struct Settings {
    Decimal cell = decimal_from_integer(1);
    Decimal height;  // three cells unless the header says otherwise
    Decimal base;    // of the floor
    Decimal repeat;  // what a texture's picture measures; one cell unless told
    bool has_floor = true;
    bool has_ceiling = true;
    std::string wall_texture = "wall";
    std::string floor_texture = "floor";
    std::string ceiling_texture = "ceiling";
    std::string message;
};

struct Row {
    std::string_view cells;
    std::uint32_t line = 0;
    std::uint32_t column = 0;  // of the first cell
};

struct Plan {
    Settings settings;
    std::vector<Row> rows;  // north first, all of one length, which is at least 1
};

// The characters that rows are made of.
inline constexpr std::string_view kCells = "012345.P";

// REQUIRES: the text is shorter than 4 GiB. The rows are parts of it.
Result<Plan> parse_plan(std::string_view text, const std::string& source);

}  // namespace halfspace::grid
