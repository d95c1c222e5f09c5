// SPDX-License-Identifier: MIT
// How finely the pieces of curved patches are divided: the first step of curves.h.
#pragma once

#include "halfspace/world/world.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A Bezier piece of 3 x 3 controls of a patch. It is divided into columns * rows cells by equal
// steps of its parameters.
struct CurvePiece {
    std::uint32_t patch = 0;
    // The column and the row of its first control in the patch.
    std::uint32_t column = 0;
    std::uint32_t row = 0;
    // The number of steps along its rows, and along its columns.
    int columns = 1;
    int rows = 1;
};

// The most steps of a piece along its rows, and along its columns.
inline constexpr int kMaxCurveSteps = 16;

enum class Along : std::uint8_t { Row, Column };

// The controls of row or column number `i` of a piece. i: 0 to 2.
std::array<const PolygonCorner*, 3> curve_of(const Patch& patch,
                                             const CurvePiece& piece,
                                             Along along,
                                             std::uint32_t i);

// Divides the pieces of all patches. The result has the same bits on every machine.
//
// Measured along the normal of a cell, the surface within the cell and the flat polygons of the
// cell are at most `tolerance` apart. The normal is perpendicular to both diagonals of the cell.
// Measured from the chord, a border curve behind which no other piece goes on is at most
// `tolerance` away. A cell that may turn back on itself is measured in all directions. All this
// holds if it can be kept with kMaxCurveSteps along rows and along columns. If not, the part of
// the deviation that these steps leave is added to the tolerance. Pieces with a common border curve
// have equally many steps along the curve, even if they belong to different patches.
//
// The pieces begin with one cell each. In each round, every piece that is too coarse asks for one
// step more along its rows or along its columns, where the deviation is larger. If there are more
// than `most_cells` cells, the function stops after the round, and the pieces may be too coarse.
// Cost: n log n in the pieces, and a look at all pieces in each round. Curves with common borders
// take at most 15 rounds; curves that wait for one another take more. tolerance: map units, above
// 0. REQUIRES: each patch has width * height controls.
std::vector<CurvePiece> divided_pieces(std::span<const Patch> patches,
                                       double tolerance,
                                       std::uint64_t most_cells);

// The number of cells of the pieces.
std::uint64_t count_cells(std::span<const CurvePiece> pieces);

}  // namespace halfspace
