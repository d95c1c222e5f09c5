// SPDX-License-Identifier: MIT
#include "verify/near_planes.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace halfspace::test {
namespace {

// All planes are asked, one after the other.
TEST(NearPlanes, AreThoseThatPassByThePlace) {
    Random random(3);
    PlaneTable planes;
    std::vector<PlaneId> ids;
    for (int i = 0; i < 600; ++i) {
        const std::int64_t most = i % 2 == 0 ? 1 : 3;
        const ExactPlane plane{
            {random.integer(-most, most), random.integer(-most, most), random.integer(1, most)},
            random.integer(-40, 40)};
        ids.push_back(planes.intern(plane));
    }
    const NearPlanes all(ids, planes);
    std::size_t count = 0;
    for (std::size_t round = 0; round < repeats(2000); ++round) {
        Vec3 place{static_cast<double>(random.integer(-9, 9)),
                   static_cast<double>(random.integer(-9, 9)),
                   static_cast<double>(random.integer(-9, 9))};
        place.x += random.one_in(2) ? NearPlanes::kNear * random.real(-3, 3) : 0;
        std::vector<PlaneId> expected;
        for (const PlaneId id : ids) {
            if (std::fabs(planes.filter(id).distance(place)) < NearPlanes::kNear * 0.999) {
                expected.push_back(PlaneId{2 * id.pair()});
            }
        }
        std::ranges::sort(expected);
        const auto repeated = std::ranges::unique(expected);
        expected.erase(repeated.begin(), repeated.end());
        std::vector<PlaneId> found = all.near(place);
        std::ranges::sort(found);
        EXPECT_TRUE(std::ranges::adjacent_find(found) == found.end());
        EXPECT_TRUE(std::ranges::includes(found, expected)) << round;
        for (const PlaneId id : found) {
            EXPECT_LE(std::fabs(planes.filter(id).distance(place)), NearPlanes::kNear * 1.001);
        }
        count += found.size();
    }
    EXPECT_GT(count, repeats(2000));
}

TEST(NearPlanes, AreNoneFarOutside) {
    PlaneTable planes;
    const std::vector<PlaneId> ids{planes.intern({{1, 0, 0}, 5})};
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double x : {0.0, 1e300, infinity, -infinity}) {
        EXPECT_TRUE(NearPlanes(ids, planes).near({x, 0, x}).empty());
    }
    EXPECT_TRUE(NearPlanes({}, planes).near({}).empty());
}

}  // namespace
}  // namespace halfspace::test
