// SPDX-License-Identifier: MIT
#include "import/curves/curve_steps.h"

#include "support/patches.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::uint64_t kManyCells = std::uint64_t{1} << 20;

std::vector<CurvePiece> divided(std::span<const Patch> patches, double tolerance) {
    return divided_pieces(patches, tolerance, kManyCells);
}

// The steps of a single piece: along its rows, along its columns.
std::pair<int, int> steps_of(const Controls& controls, double tolerance) {
    const Patch patch = patch_of(controls);
    const std::vector<CurvePiece> pieces = divided({&patch, 1}, tolerance);
    EXPECT_EQ(pieces.size(), 1u);
    return {pieces[0].columns, pieces[0].rows};
}

TEST(DividedPieces, LeaveAFlatPieceWhole) {
    EXPECT_EQ(steps_of({{{0, 0, 0}, {32, 0, 0}, {64, 0, 0}},
                        {{0, 32, 0}, {32, 32, 0}, {64, 32, 0}},
                        {{0, 64, 0}, {32, 64, 0}, {64, 64, 0}}},
                       0.01),
              std::pair(1, 1));
    // Controls at uneven distances: points of the surface move within the surface.
    EXPECT_EQ(steps_of({{{0, 0, 0}, {60, 0, 0}, {64, 0, 0}},
                        {{0, 5, 0}, {10, 20, 0}, {64, 50, 0}},
                        {{0, 64, 0}, {3, 64, 0}, {64, 64, 0}}},
                       0.01),
              std::pair(1, 1));
}

// The row bulges by 20 units. With two steps it bulges by 5 units along y; its chords are slanted,
// so this is 5 * 32 / sqrt(32 * 32 + 20 * 20) = 4.24 units from the chord.
TEST(DividedPieces, FollowTheRimOfAFlatPiece) {
    const Controls lid{{{0, 0, 0}, {32, -40, 0}, {64, 0, 0}},
                       {{0, 32, 0}, {32, 12, 0}, {64, 32, 0}},
                       {{0, 64, 0}, {32, 64, 0}, {64, 64, 0}}};
    EXPECT_EQ(steps_of(lid, 4.25), std::pair(2, 1));
    EXPECT_EQ(steps_of(lid, 4.23), std::pair(3, 1));
}

TEST(DividedPieces, DoNotFollowACurveThatTwoFlatPiecesShare) {
    const std::vector<Patch> patches{patch_of({{{0, 0, 0}, {32, -40, 0}, {64, 0, 0}},
                                               {{0, 32, 0}, {32, 12, 0}, {64, 32, 0}},
                                               {{0, 64, 0}, {32, 64, 0}, {64, 64, 0}}}),
                                     patch_of({{{0, -64, 0}, {32, -64, 0}, {64, -64, 0}},
                                               {{0, -32, 0}, {32, -52, 0}, {64, -32, 0}},
                                               {{0, 0, 0}, {32, -40, 0}, {64, 0, 0}}})};
    for (const CurvePiece& piece : divided(patches, 1)) {
        EXPECT_EQ(std::pair(piece.columns, piece.rows), std::pair(1, 1));
    }
}

// The back of a sheet has the borders of its front, but does not go on behind them. Nor does what
// blocks go on in a patch that does not block.
TEST(DividedPieces, FollowTheRimThatNoOtherPieceContinues) {
    const Controls lid{{{0, 0, 0}, {32, -40, 0}, {64, 0, 0}},
                       {{0, 32, 0}, {32, 12, 0}, {64, 32, 0}},
                       {{0, 64, 0}, {32, 64, 0}, {64, 64, 0}}};
    const Controls back{lid[2], lid[1], lid[0]};
    for (const CurvePiece& piece : divided(std::vector{patch_of(lid), patch_of(back)}, 4.25)) {
        EXPECT_EQ(std::pair(piece.columns, piece.rows), std::pair(2, 1));
    }
    Patch air = patch_of({{{0, -64, 0}, {32, -64, 0}, {64, -64, 0}},
                          {{0, -32, 0}, {32, -52, 0}, {64, -32, 0}},
                          lid[0]});
    air.contents = Contents::Illusionary;
    for (const CurvePiece& piece : divided(std::vector{patch_of(lid), air}, 4.25)) {
        EXPECT_EQ(std::pair(piece.columns, piece.rows), std::pair(2, 1));
    }
}

// The surface leaves the outline of its corners, though all of it lies in one plane.
TEST(DividedPieces, FollowASurfaceThatTurnsBackOnItself) {
    const auto [columns, rows] = steps_of({{{-32, 0, 0}, {0, 0, 0}, {32, 0, 0}},
                                           {{-32, 32, 0}, {400, 32, 0}, {32, 32, 0}},
                                           {{-32, 64, 0}, {0, 64, 0}, {32, 64, 0}}},
                                          8);
    EXPECT_GT(columns, 3);
    EXPECT_GT(rows, 1);
    // The middle control of each row lies beyond the end of its chord.
    EXPECT_GT(steps_of({{{-32, 0, 0}, {300, 0, 0}, {32, 0, 0}},
                        {{-32, 32, 0}, {300, 32, 0}, {32, 32, 0}},
                        {{-32, 64, 0}, {300, 64, 0}, {32, 64, 0}}},
                       8)
                  .first,
              3);
}

// A quarter of a pipe of radius 64 bulges by 64 / sqrt(8) = 22.63 units.
TEST(DividedPieces, TakeAsManyStepsAsAnArcNeeds) {
    EXPECT_EQ(steps_of(pipe(1), 22.7), std::pair(1, 1));
    EXPECT_EQ(steps_of(pipe(1), 22.6), std::pair(2, 1));
    EXPECT_EQ(steps_of(pipe(1), 22.63 / 9 + 0.001), std::pair(3, 1));
    EXPECT_EQ(steps_of(pipe(1), 1e-9), std::pair(kMaxCurveSteps, 1));
}

// Every cell of a part of a ring has its corners in one plane, so only the arcs count. They bulge
// by 192 / sqrt(8) and 64 / sqrt(8) units, and 67.9 / 16 + 22.6 / 9 = 6.8.
TEST(DividedPieces, DoNotTakeARingForTwisted) {
    Controls ring(3);
    for (const auto& [x, y] : {std::pair{1, 0}, {1, 1}, {0, 1}}) {
        ring[0].push_back({192.0 * x, 192.0 * y, 0});
        ring[1].push_back({192.0 * x, 192.0 * y, 64});
        ring[2].push_back({128.0 * x, 128.0 * y, 64});
    }
    EXPECT_EQ(steps_of(ring, 8), std::pair(4, 3));
}

TEST(DividedPieces, ShareATwistBetweenBothDirections) {
    const Controls saddle{{{-64, -64, 64}, {0, -64, 0}, {64, -64, -64}},
                          {{-64, 0, 0}, {0, 0, 0}, {64, 0, 0}},
                          {{-64, 64, -64}, {0, 64, 0}, {64, 64, 64}}};
    // In the middle two corners of a cell lie 128 / (columns * rows) above the other two.
    const auto [columns, rows] = steps_of(saddle, 8);
    EXPECT_EQ(std::pair(columns, rows), std::pair(4, 4));
}

TEST(DividedPieces, HaveAsManyStepsAsTheirNeighbours) {
    Random random(3);
    Controls sheet(5, std::vector<Vec3>(7));
    for (std::size_t r = 0; r < 5; ++r) {
        for (std::size_t c = 0; c < 7; ++c) {
            sheet[r][c] = {64.0 * static_cast<double>(c),
                           64.0 * static_cast<double>(r),
                           random.real(-100, 100)};
        }
    }
    const Patch patch = patch_of(sheet);
    std::map<std::uint32_t, int> columns;
    std::map<std::uint32_t, int> rows;
    for (const CurvePiece& piece : divided({&patch, 1}, 2)) {
        EXPECT_EQ(columns.try_emplace(piece.column, piece.columns).first->second, piece.columns);
        EXPECT_EQ(rows.try_emplace(piece.row, piece.rows).first->second, piece.rows);
    }
    EXPECT_EQ(columns.size(), 3u);
    EXPECT_EQ(rows.size(), 2u);
}

// The steps of each patch's piece, by its first control.
std::map<DecimalPoint, std::pair<int, int>> steps_by_place(std::span<const Patch> patches) {
    std::map<DecimalPoint, std::pair<int, int>> steps;
    for (const CurvePiece& piece : divided(patches, 2)) {
        steps[patches[piece.patch].controls[0].point] = {piece.columns, piece.rows};
    }
    return steps;
}

TEST(DividedPieces, DoNotDependOnTheOrderOfThePatches) {
    Random random(5);
    std::vector<Patch> patches;
    for (int i = 0; i < 20; ++i) {
        Controls part = random_piece(random);
        for (std::size_t r = 0; r < 3; ++r) {  // a row of pieces, each with its neighbours
            part[r][0] = {0, 64.0 * static_cast<double>(r), 50.0 * static_cast<double>(r % 2)};
            part[r][2] = {128, 64.0 * static_cast<double>(r), 50.0 * static_cast<double>(r % 2)};
            for (Vec3& p : part[r]) {
                p.x += 128 * i;
            }
        }
        patches.push_back(patch_of(part));
    }
    const auto steps = steps_by_place(patches);
    EXPECT_EQ(steps.size(), 20u);
    for (int i = 0; i < 5; ++i) {
        for (std::size_t p = patches.size() - 1; p > 0; --p) {
            std::swap(patches[p],
                      patches[static_cast<std::size_t>(random.integer(0, static_cast<int>(p)))]);
        }
        EXPECT_EQ(steps_by_place(patches), steps);
    }
}

// 64 x 64 pieces that need 256 cells each.
TEST(DividedPieces, StopAtTheMostCells) {
    Controls controls(129, std::vector<Vec3>(129));
    for (std::size_t r = 0; r < 129; ++r) {
        for (std::size_t c = 0; c < 129; ++c) {
            controls[r][c] = {8.0 * static_cast<double>(c),
                              8.0 * static_cast<double>(r),
                              static_cast<double>(c * r)};
        }
    }
    const Patch patch = patch_of(controls);
    EXPECT_EQ(count_cells(divided_pieces({&patch, 1}, 1e-6, kManyCells)), kManyCells);
    const std::uint64_t cells = count_cells(divided_pieces({&patch, 1}, 1e-6, 10'000));
    EXPECT_GT(cells, 10'000u);
    EXPECT_LT(cells, 40'000u);
    EXPECT_EQ(count_cells(divided_pieces({&patch, 1}, 1e-6, 0)), 64u * 64);
}

}  // namespace
}  // namespace halfspace::test
