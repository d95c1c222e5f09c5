// SPDX-License-Identifier: MIT
// Winding numbers of many tetrahedra, compared with whole numbers: which tetrahedra hold the point?
#include "halfspace/spatial/triangle_bvh.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace::test {
namespace {

using Whole3 = std::array<std::int64_t, 3>;
using Tetrahedron = std::array<Whole3, 4>;

// Corners are whole numbers up to kMost. A plane through three corners then has whole numbers up to
// 2 * (2 * kMost)^2 as its normal, so that no point moved by (e^3, e, e^2) with e = 2^-11 comes to
// or across a plane that it was not on: the point is as if e were smaller than any number.
constexpr std::int64_t kMost = 8;
constexpr std::int64_t kUnit = std::int64_t{1} << 33;  // e^3 is 1
constexpr Whole3 kMove{1, kUnit >> 11, kUnit >> 22};

Whole3 operator-(const Whole3& a, const Whole3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

int side_of_plane(const Whole3& a, const Whole3& b, const Whole3& c, const Whole3& p) {
    const Whole3 u = b - a;
    const Whole3 v = c - a;
    const Whole3 w = p - a;
    const std::int64_t volume = (u[1] * v[2] - u[2] * v[1]) * w[0] +
                                (u[2] * v[0] - u[0] * v[2]) * w[1] +
                                (u[0] * v[1] - u[1] * v[0]) * w[2];
    return volume > 0 ? 1 : volume < 0 ? -1 : 0;
}

// 1 if p is in the tetrahedron, whose triangles are counter-clockwise from outside; -1 if they are
// clockwise. p: in units of 1 / kUnit.
int winding(const Tetrahedron& corners, const Whole3& p) {
    const auto& [a, b, c, d] = corners;
    const int volume = -side_of_plane(a, b, c, d);
    // Two of the three factors of a volume are in units of 1: so 64 bits hold it.
    const auto side = [&](const Whole3& first, const Whole3& second, const Whole3& third) {
        const Whole3 seen = p - Whole3{first[0] * kUnit, first[1] * kUnit, first[2] * kUnit};
        return -side_of_plane({}, second - first, third - first, seen);
    };
    const bool is_around = side(a, b, c) == volume && side(a, d, b) == volume &&
                           side(b, d, c) == volume && side(c, d, a) == volume;
    return is_around ? volume : 0;
}

class Tetrahedra {
public:
    // Numbers of the mesh are those of the corners times `size`, plus the offset.
    Tetrahedra(std::size_t count, double size, double offset, Random& random)
        : size_(size), offset_(offset) {
        for (std::size_t i = 0; i < count; ++i) {
            Tetrahedron& corners = corners_.emplace_back();
            for (Whole3& corner : corners) {
                corner = random_place(random);
                const Vec3 at = place({corner[0] * kUnit, corner[1] * kUnit, corner[2] * kUnit});
                positions_.insert(positions_.end(), {at.x, at.y, at.z});
            }
            for (const std::uint32_t corner : {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0}) {
                indices_.push_back(static_cast<std::uint32_t>(4 * i) + corner);
            }
        }
    }

    static Whole3 random_place(Random& random) {
        const auto number = [&] { return random.integer(-kMost, kMost); };
        return {number(), number(), number()};
    }

    // p: in units of 1 / kUnit.
    Vec3 place(const Whole3& p) const {
        const auto number = [&](std::int64_t whole) {
            return static_cast<double>(whole) / static_cast<double>(kUnit) * size_ + offset_;
        };
        return {number(p[0]), number(p[1]), number(p[2])};
    }

    int winding(const Whole3& p) const {
        int sum = 0;
        for (const Tetrahedron& each : corners_) {
            sum += test::winding(each, p);
        }
        return sum;
    }

    TriangleMesh mesh() const { return {positions_, indices_}; }

private:
    double size_;
    double offset_;
    std::vector<Tetrahedron> corners_;
    std::vector<double> positions_;
    std::vector<std::uint32_t> indices_;
};

// Points on corners, edges, triangles and the planes through them, and points very near to these.
TEST(TriangleWinding, CountsTheTetrahedraThatHoldAPoint) {
    Random random(1);
    std::array<std::size_t, 3> seen{};  // negative, 0, positive
    for (std::size_t i = 0; i < repeats(4000); ++i) {
        const auto count = static_cast<std::size_t>(random.integer(1, 20));
        // These numbers need more bits than floats have; moved points would need more than doubles.
        const bool is_long = random.one_in(2);
        const double size =
            std::exp2(static_cast<double>(random.integer(-80, 80))) * (is_long ? 0x5555555 : 1);
        // Far from the origin, the tree has a frame of its own.
        const double offset = random.one_in(3) ? 700 * size : 0;
        const Tetrahedra tetrahedra(count, size, offset, random);
        const auto tree = TriangleBvh::build(tetrahedra.mesh());
        ASSERT_TRUE(tree.has_value());
        for (int k = 0; k < 50; ++k) {
            Whole3 asked = Tetrahedra::random_place(random);
            Whole3 moved;
            const bool is_moved = !is_long && random.one_in(2);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                asked[axis] *= kUnit;
                moved[axis] = asked[axis] + kMove[axis];
                if (is_moved) {
                    asked[axis] += random.one_in(2) ? kMove[axis] : -kMove[axis];
                    moved[axis] = asked[axis];
                }
            }
            const int expected = tetrahedra.winding(moved);
            ASSERT_EQ(tree->winding(tetrahedra.place(asked)), expected) << i << ", " << k;
            ++seen[expected < 0 ? 0 : expected == 0 ? 1 : 2];
        }
    }
    for (const std::size_t times : seen) {
        EXPECT_GT(times, repeats(4000));
    }
}

}  // namespace
}  // namespace halfspace::test
