// SPDX-License-Identifier: MIT
// Floats leave out no triangle that a moving box touches: sweeps in a tree against a loop over all
// triangles in doubles, from tiny meshes to huge ones.
#include "spatial/bvh/block_sweep.h"

#include "halfspace/spatial/mesh_sweep.h"

#include "spatial/convex/box_triangle.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace halfspace {
namespace {

using test::Random;

Vec3 any(Random& random, double reach) {
    return {random.real(-reach, reach), random.real(-reach, reach), random.real(-reach, reach)};
}

test::Mesh any_mesh(Random& random, double reach, double size) {
    test::Mesh mesh;
    const bool is_whole = random.one_in(2);
    for (int i = 0; i < 20; ++i) {
        const Vec3 at = any(random, reach);
        for (int c = 0; c < 3; ++c) {
            Vec3 p = at + any(random, size);
            p[static_cast<std::size_t>(random.integer(0, 2))] *= random.one_in(3) ? 0 : 1;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                mesh.positions.push_back(
                    static_cast<float>(is_whole ? std::round(p[axis]) : p[axis]));
            }
            mesh.indices.push_back(static_cast<std::uint32_t>(mesh.indices.size()));
        }
    }
    return mesh;
}

// By all triangles.
std::optional<double> first_of_all(const TriangleMesh& mesh, const BoxMotion& box) {
    std::optional<double> first;
    for (std::size_t i = 0; i < mesh.size(); ++i) {
        const BoxTouch touch = cast_box(mesh.triangle(i), box, 1);
        if (touch.kind != BoxTouch::Kind::Miss && (!first || touch.fraction < *first)) {
            first = touch.fraction;
        }
    }
    return first;
}

TEST(BlockSweep, LeavesOutNoTouch) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < test::repeats(3000); ++i) {
        Random random(i);
        const double reach = std::ldexp(1.0, static_cast<int>(random.integer(-10, 18)));
        const double size = reach * std::ldexp(1.0, static_cast<int>(random.integer(-6, 2)));
        const test::Mesh mesh = any_mesh(random, reach, size);
        const TriangleBvh tree = *TriangleBvh::build({mesh.positions, mesh.indices});
        // It touches the first triangle by a corner or an edge, or comes from anywhere to anywhere.
        const Vec3 half = max(abs(any(random, reach / 8)), Vec3{1, 1, 1} * 0x1p-20);
        const Triangle aim = tree.mesh().triangle(0);
        const Vec3 side{random.one_in(2) ? half.x : -half.x,
                        random.one_in(2) ? half.y : -half.y,
                        random.one_in(2) ? half.z : -half.z};
        const Vec3 from = any(random, 2 * reach);
        const Vec3 to = random.one_in(3)   ? aim.a + side
                        : random.one_in(2) ? lerp(aim.a, aim.b, 0.5) + side
                                           : any(random, reach);
        Vec3 motion = to - from;
        motion[static_cast<std::size_t>(random.integer(0, 2))] *= random.one_in(3) ? 0 : 1;
        const auto found = sweep(tree, {*ConvexShape::box(half), moved_by(from)}, motion);
        const auto expected = first_of_all(tree.mesh(), {from, motion, half});
        ASSERT_EQ(found.has_value(), expected.has_value()) << i;
        if (found) {
            ++hits;
            EXPECT_EQ(found->fraction, *expected) << i;
        }
    }
    EXPECT_GT(hits, test::repeats(1000));
}

}  // namespace
}  // namespace halfspace
