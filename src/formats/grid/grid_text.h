// SPDX-License-Identifier: MIT
// Parses and checks the text of a grid level: the settings of its header and the rows of its plan.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/exact/decimal.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::grid {

// Lengths are in map units. After parsing, all fields have their values.
struct Settings {
    Decimal cell = decimal_from_integer(1);
    Decimal height;  // default: three cells
    Decimal base;    // height of the floor
    Decimal repeat;  // size of a texture's picture; default: one cell
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
    std::uint32_t column = 0;  // column of the first cell
};

struct Plan {
    Settings settings;
    std::vector<Row> rows;  // from north to south; all of one length, at least 1
};

// The characters of cells.
inline constexpr std::string_view kCells = "012345.P";

// The result's rows point into `text`. REQUIRES: the text is shorter than 4 GiB.
Result<Plan> parse_plan(std::string_view text, const std::string& source);

}  // namespace halfspace::grid
