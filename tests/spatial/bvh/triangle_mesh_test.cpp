// SPDX-License-Identifier: MIT
#include "halfspace/spatial/triangle_mesh.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace halfspace {
namespace {

// A box without a bottom from 0 to 64, cut at 10: a square of eight lines, two for each wall.
TEST(SectionAt, HasALineForEachTriangleThatIsCut) {
    const std::array<double, 24> positions{0, 0, 0,  64, 0, 0,  64, 64, 0,  0, 64, 0,
                                           0, 0, 64, 64, 0, 64, 64, 64, 64, 0, 64, 64};
    const std::array<std::uint32_t, 30> indices{0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7,
                                                2, 7, 6, 3, 0, 4, 3, 4, 7, 4, 5, 6, 4, 6, 7};
    const auto sections = section_at({positions, indices}, 10);
    EXPECT_EQ(sections.size(), 8u);
    double round = 0;
    for (const auto& [from, to] : sections) {
        EXPECT_DOUBLE_EQ(from.z, 10);
        EXPECT_DOUBLE_EQ(to.z, 10);
        round += distance(from, to);
    }
    EXPECT_DOUBLE_EQ(round, 4 * 64);
    EXPECT_TRUE(section_at({positions, indices}, 65).empty());
}

}  // namespace
}  // namespace halfspace
