// SPDX-License-Identifier: MIT
#include "import/surfaces/surface_import.h"

#include "support/brushes.h"

#include <gtest/gtest.h>

namespace halfspace::test {
namespace {

TEST(ImportSurfaces, AWorldWithoutPolygonsIsNotToBlameForWidePlanes) {
    PlaneTable planes;
    planes.intern({{1, (std::int64_t{1} << 62) - 1, 0}, Int128{1} << 100});
    ASSERT_GT(planes.predicate_bits(), kMaxPredicateBits);
    const auto surfaces = import_surfaces(world_of({}), 3, planes);
    ASSERT_TRUE(surfaces) << surfaces.error()[0].message;
    EXPECT_TRUE(surfaces->polygons.empty());
}

}  // namespace
}  // namespace halfspace::test
