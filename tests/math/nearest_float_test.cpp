// SPDX-License-Identifier: MIT
#include "math/shared/nearest_float.h"

#include "halfspace/math/vec.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

// GCC makes a vector of the roundings of x and y.
[[gnu::noinline]] Vec3 rounded(const Vec3& p) {
    return {nearest_float(p.x), nearest_float(p.y), p.z};
}

TEST(NearestFloat, RoundsTwoNumbersSideBySide) {
    const volatile double given[] = {0x1.000001p0, 0x1.0000019p0, 0x1.000001p0};
    const Vec3 point = rounded({given[0], given[1], given[2]});
    EXPECT_EQ(point.x, 1.0);
    EXPECT_EQ(point.y, 0x1.000002p0);
    EXPECT_EQ(point.z, 0x1.000001p0);
}

}  // namespace
}  // namespace halfspace
