// SPDX-License-Identifier: MIT
// Brushes whose planes are too wide for the predicates.
#include "import/brushes/brush_import.h"
#include "support/brushes.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// A side through three points on the grid of 1/8.
BrushSide side_in_steps(const std::array<Units, 3>& steps) {
    BrushSide side = side_through(steps[0], steps[1], steps[2]);
    for (std::size_t p = 0; p < 3; ++p) {
        for (std::size_t i = 0; i < 3; ++i) {
            side.points[p][i] = rounded_decimal(static_cast<double>(steps[p][i]) / 8, 3);
        }
    }
    return side;
}

// A box with a side that it does not need: a plane through three points about `far` steps away in
// different corners, off them by odd steps so that nothing cancels.
Brush box_with_far_side(std::int64_t left, std::int64_t far) {
    Brush brush = box_brush({left, 0, 0}, {left + 8, 8, 8});
    brush.sides.push_back(side_in_steps({{{far - 1, 5 - far, 2 - far},
                                          {6 - far, -9 - far, far - 11},
                                          {1 - far, far - 4, 1 - far}}}));
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

// The turned box has no planes within the tolerance, and a side with the widest normal. The other
// brush has the widest distance and fits.
TEST(BrushWidths, AWidePlaneOfABadBrushIsNoErrorOfAnother) {
    constexpr std::int64_t kFar = 120'000'000;
    Brush bad = turned_box({0, 0, 0}, {300'000, 300'000, 64}, 17, 6);
    bad.sides.push_back(side_in_steps(
        {{{7 - kFar, kFar - 5, 1}, {kFar - 1, 3, 2 - kFar}, {-5, 5 - kFar, kFar - 5}}}));
    const World world = world_of({bad, box_with_far_side(16, 60'000'000)});
    const auto refused =
        import_brushes(world, {.grid_exponent = 3, .tolerance = 1e-9, .threads = 1});
    ASSERT_FALSE(refused);
    ASSERT_EQ(refused.error().size(), 1u);
    EXPECT_NE(refused.error()[0].message.find("no plane with integer coefficients"),
              std::string::npos)
        << refused.error()[0].message;
}

}  // namespace
}  // namespace halfspace::test
