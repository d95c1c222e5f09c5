// SPDX-License-Identifier: MIT
#include "exact/shared/box_sum.h"

#include <gtest/gtest.h>

#include <array>

namespace halfspace::test {
namespace {

// The corner of a cube cut off by x + y + z = 4, grown by a box of half size 1: the sum has the
// faces of both and, along the cut's three edges, planes like x + y = 6.
class CutCorner : public testing::Test {
protected:
    PlaneId plane(std::array<std::int64_t, 3> n, int d) { return planes.intern({n, d}); }

    PlaneTable planes;
    Polyhedron everything = make_box({{-8, -8, -8}, {8, 8, 8}}, planes);
    std::array<PlaneId, 4> sides{
        plane({-1, 0, 0}, 0), plane({0, -1, 0}, 0), plane({0, 0, -1}, 0), plane({1, 1, 1}, 4)};
    std::array<PlaneId, 7> grown_sides{plane({-1, 0, 0}, 1),
                                       plane({0, -1, 0}, 1),
                                       plane({0, 0, -1}, 1),
                                       plane({1, 1, 1}, 7),
                                       plane({1, 0, 0}, 5),
                                       plane({0, 1, 0}, 5),
                                       plane({0, 0, 1}, 5)};
    std::array<PlaneId, 3> edges{plane({1, 1, 0}, 6), plane({0, 1, 1}, 6), plane({1, 0, 1}, 6)};
    GridBox box{{-1, -1, -1}, {1, 1, 1}};
};

TEST_F(CutCorner, TheSumHasNoExcess) {
    Predicates predicates(planes);
    const Polyhedron solid = *intersect(everything, sides, predicates);
    Polyhedron grown = *intersect(everything, grown_sides, predicates);
    grown = *intersect(grown, edges, predicates);
    EXPECT_NEAR(excess_over_sum(grown, solid, box, planes), 0, 1e-12);
}

TEST_F(CutCorner, AMissingPlaneShows) {
    Predicates predicates(planes);
    const Polyhedron solid = *intersect(everything, sides, predicates);
    const Polyhedron grown = *intersect(everything, grown_sides, predicates);
    // Without the planes along edges x + y reaches 7 - -1 = 8: 2 too far, along a diagonal.
    EXPECT_NEAR(excess_over_sum(grown, solid, box, planes), 2 / 1.4142135623730951, 1e-12);
    // Along the far side of an edge, the box of everything reaches 16 / sqrt 2.
    EXPECT_NEAR(excess_over_sum(everything, solid, box, planes), 14 / 1.4142135623730951, 1e-12);
    EXPECT_LT(excess_over_sum(solid, solid, box, planes), 0);
}

}  // namespace
}  // namespace halfspace::test
