// SPDX-License-Identifier: MIT
#include "import/brushes/brush_errors.h"

#include "import/brushes/brush_import.h"
#include "support/brushes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace halfspace::test {
namespace {

std::string error_of(const Brush& brush) {
    const auto result = import_brushes(world_of({brush}), {});
    if (result) {
        return "no error";
    }
    EXPECT_EQ(result.error().size(), 1u);
    return to_string(result.error().front());
}

bool ends_with_far(const std::string& error) {
    return error.ends_with(
        " has a corner too far from the origin for the grid; move the brush closer to the origin, "
        "cut the corner off or take a coarser grid");
}

bool ends_with_unbounded(const std::string& error) {
    return error.ends_with(
        " is unbounded: its sides do not enclose a volume; add the missing side, or turn a side "
        "whose points run the wrong way");
}

// Open towards +x. The top falls by this many units over a million units.
Brush open_box(std::int64_t fall) {
    Brush brush = box_brush({0, 0, 0}, {64, 64, 64});
    brush.sides[5] = side_through({0, 0, 64}, {1'000'000, 0, 64 - fall}, {0, 64, 64});
    brush.sides.erase(brush.sides.begin() + 1);
    return brush;
}

// Moves all points by 1/1000 unit.
Brush off_grid(Brush brush) {
    for (BrushSide& side : brush.sides) {
        for (DecimalPoint& point : side.points) {
            for (Decimal& x : point) {
                x.scaled += rounded_decimal(0.001, 3).scaled;
            }
        }
    }
    return brush;
}

TEST(BrushErrors, AClosedBrushWithAFarCornerIsNotCalledUnbounded) {
    // Top and bottom meet after 64 / 3 million units.
    const Brush closed = open_box(3);
    EXPECT_TRUE(ends_with_far(error_of(closed))) << error_of(closed);
    EXPECT_TRUE(ends_with_far(error_of(off_grid(closed)))) << error_of(off_grid(closed));
}

TEST(BrushErrors, ABrushOpenAtOneEndIsCalledUnbounded) {
    for (const std::int64_t fall : {0, -3}) {
        const Brush open = open_box(fall);
        EXPECT_TRUE(ends_with_unbounded(error_of(open))) << error_of(open);
        EXPECT_TRUE(ends_with_unbounded(error_of(off_grid(open)))) << error_of(off_grid(open));
    }
}

// The exact question whether a brush is closed would take minutes here.
TEST(BrushErrors, ABrushWithManySidesAndAFarCornerIsToldBothCauses) {
    Brush cone = box_brush({-512, -512, -512}, {512, 512, 512});
    cone.sides.erase(cone.sides.begin() + 5);
    for (std::int64_t i = 0; i < 1500; ++i) {
        const std::int64_t x = i - 750;
        cone.sides.push_back(side_through({x, 500, 0}, {x, 500 + i, 1'000'000}, {x + 1, 500, 0}));
    }
    const std::string error = error_of(cone);
    EXPECT_NE(error.find(" reaches too far from the origin"), std::string::npos) << error;
}

TEST(BrushErrors, ABrushOpenAtBothEndsIsCalledUnbounded) {
    Brush pipe = open_box(0);
    pipe.sides.erase(pipe.sides.begin());
    EXPECT_TRUE(ends_with_unbounded(error_of(pipe))) << error_of(pipe);
    EXPECT_TRUE(ends_with_unbounded(error_of(off_grid(pipe)))) << error_of(off_grid(pipe));
}

TEST(BrushErrors, TwoParallelSidesAreCalledUnbounded) {
    Brush slab = box_brush({0, 0, 0}, {64, 64, 64});
    slab.sides.resize(2);
    EXPECT_TRUE(ends_with_unbounded(error_of(slab))) << error_of(slab);
    EXPECT_TRUE(ends_with_unbounded(error_of(off_grid(slab)))) << error_of(off_grid(slab));
}

}  // namespace
}  // namespace halfspace::test
