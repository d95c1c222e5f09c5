// SPDX-License-Identifier: MIT
#include "world/shared/brush_centre.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace halfspace {
namespace {

using Triple = std::array<std::array<std::int64_t, 3>, 3>;

Brush brush_of(const std::vector<Triple>& sides) {
    Brush brush;
    for (const Triple& triple : sides) {
        BrushSide side;
        for (std::size_t p = 0; p < 3; ++p) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                side.points[p][axis] = decimal_from_integer(triple[p][axis]);
            }
        }
        brush.sides.push_back(side);
    }
    return brush;
}

// Its points far off the box, as editors write them.
std::vector<Triple> box(std::array<std::int64_t, 3> lo, std::array<std::int64_t, 3> hi) {
    const auto [a, b, c] = lo;
    const auto [x, y, z] = hi;
    return {{{{a, 900, 5}, {a, 900, 6}, {a, 901, 5}}},
            {{{x, 7, 7}, {x, 8, 7}, {x, 7, 8}}},
            {{{50, b, 0}, {51, b, 0}, {50, b, 1}}},
            {{{0, y, 0}, {0, y, 1}, {1, y, 0}}},
            {{{0, 0, c}, {0, 1, c}, {1, 0, c}}},
            {{{700, 0, z}, {701, 0, z}, {700, 1, z}}}};
}

TEST(CentreOf, IsTheMiddleOfABox) {
    EXPECT_EQ(centre_of(brush_of(box({-16, 0, 8}, {16, 8, 24}))), (Vec3{0, 4, 16}));
    EXPECT_EQ(centre_of(brush_of(box({-1, -1, -1}, {0, 0, 0}))), (Vec3{-0.5, -0.5, -0.5}));
}

TEST(CentreOf, IsTheMiddleOfTheBoxAroundASlantedBrush) {
    // A tetrahedron over (0 0 0), (8 0 0), (0 4 0), (0 0 2).
    const Brush brush = brush_of({{{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}},
                                  {{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}},
                                  {{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}}},
                                  {{{8, 0, 0}, {0, 4, 0}, {0, 0, 2}}}});
    const Vec3 centre = centre_of(brush);
    EXPECT_NEAR(centre.x, 4, 1e-12);
    EXPECT_NEAR(centre.y, 2, 1e-12);
    EXPECT_NEAR(centre.z, 1, 1e-12);
}

TEST(CentreOf, FallsBackToTheGivenPoints) {
    const Triple triple{{{0, 0, 0}, {4, 0, 0}, {0, 8, 0}}};
    EXPECT_EQ(centre_of(brush_of({triple})), (Vec3{2, 4, 0}));
    EXPECT_EQ(centre_of(brush_of(std::vector<Triple>(70, triple))), (Vec3{2, 4, 0}));
    EXPECT_EQ(centre_of(brush_of({{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}})), (Vec3{1, 1, 1}));
    EXPECT_EQ(centre_of(Brush{}), Vec3{});
}

}  // namespace
}  // namespace halfspace
