// SPDX-License-Identifier: MIT
// Brushes whose planes are too wide for the predicates.
#include "import/brush_import.h"
#include "support/brushes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// A box with a side that it does not need: a plane through three points about `far` steps of 1/8
// away in different corners, off them by odd steps so that nothing cancels.
Brush box_with_far_side(std::int64_t left, std::int64_t far) {
    const auto steps = [](std::int64_t n) {
        return rounded_decimal(static_cast<double>(n) / 8, 3);
    };
    Brush brush = box_brush({left, 0, 0}, {left + 8, 8, 8});
    BrushSide side = brush.sides[0];
    side.points = {DecimalPoint{steps(far - 1), steps(5 - far), steps(2 - far)},
                   DecimalPoint{steps(6 - far), steps(-9 - far), steps(far - 11)},
                   DecimalPoint{steps(1 - far), steps(far - 4), steps(1 - far)}};
    brush.sides.push_back(side);
    return brush;
}

// The side of the first box alone has the widest normal and the widest distance.
TEST(BrushWidths, EveryPlaneTooWideForThePredicatesIsNamedNotOnlyTheWidest) {
    const World world = world_of({box_with_far_side(0, 107'374'176),
                                  box_with_far_side(16, 80'530'632),
                                  box_brush({32, 0, 0}, {40, 8, 8})});
    ImportOptions options{.grid_exponent = 3, .threads = 1};
    const auto refused = import_brushes(world, options);
    ASSERT_FALSE(refused);
    const std::vector<Error>& errors = refused.error();
    ASSERT_EQ(errors.size(), 2u);
    EXPECT_TRUE(errors[0].message.starts_with("brush 0, side 6 of worldspawn near "))
        << errors[0].message;
    EXPECT_NE(errors[0].message.find("needs 264 bits, more than the limit of 256"),
              std::string::npos)
        << errors[0].message;
    EXPECT_TRUE(errors[1].message.starts_with("brush 1, side 6 of worldspawn near "))
        << errors[1].message;
    EXPECT_NE(errors[1].message.find("needs 259 bits, more than the limit of 256"),
              std::string::npos)
        << errors[1].message;
    options.bad_brushes = ImportOptions::BadBrushes::Skip;
    const auto rest = import_brushes(world, options);
    ASSERT_TRUE(rest);
    ASSERT_EQ(rest->brushes.size(), 1u);
    EXPECT_EQ(rest->brushes[0].source, 2u);
    EXPECT_EQ(rest->diagnostics.size(), 2u);
}

// The bad box has a wide side and a side without a plane.
TEST(BrushWidths, AWidePlaneOfABadBrushIsNoErrorOfAnother) {
    Brush bad = box_with_far_side(0, 107'374'176);
    bad.sides[2] = side_through({0, 0, 0}, {8, 8, 8}, {24, 24, 24});
    const World world = world_of({bad, box_brush({32, 0, 0}, {40, 8, 8})});
    const auto refused = import_brushes(world, {.grid_exponent = 3, .threads = 1});
    ASSERT_FALSE(refused);
    const std::vector<Error>& errors = refused.error();
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].message.find("lie on one line"), std::string::npos) << errors[0].message;
}

}  // namespace
}  // namespace halfspace::test
