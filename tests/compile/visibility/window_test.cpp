// SPDX-License-Identifier: MIT
#include "compile/visibility/window.h"

#include "support/repeats.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace halfspace::visibility {
namespace {

Window window_of(const std::vector<Vec3>& corners) {
    Window window;
    for (std::size_t i = 0; i < corners.size() + 2; ++i) {
        const Vec3& corner = corners[i % corners.size()];
        window.x[i] = corner.x;
        window.y[i] = corner.y;
        window.z[i] = corner.z;
    }
    return window;
}

double least(const WindowView& window, const Plane& plane) {
    double distance = 1e300;
    for (std::size_t i = 0; i < window.count; ++i) {
        distance = std::min(distance, signed_distance(plane, corner_of(window, i)));
    }
    return distance;
}
double most(const WindowView& window, const Plane& plane) {
    return -least(window, flipped(plane));
}

const std::vector<Vec3> kSquare{{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0}};

TEST(Clip, KeepsWhatIsInFront) {
    const Window square = window_of(kSquare);
    WindowPair out;
    const WindowView half = clip(square.view(4), lanes_of({{1, 0, 0}, 3}), out);
    ASSERT_EQ(half.count, 4u);
    EXPECT_EQ(least(half, {{1, 0, 0}, 3}), 0);
    EXPECT_EQ(most(half, {{1, 0, 0}, 3}), 5);
    // The first two corners follow the last one.
    EXPECT_EQ(corner_of(half, 4), corner_of(half, 0));
    EXPECT_EQ(corner_of(half, 5), corner_of(half, 1));
    EXPECT_EQ(clip(half, lanes_of({{0.6, 0.8, 0}, 9}), out).count, 3u);
}

TEST(Clip, KeepsAWindowThatIsNotCutAsItIs) {
    const Window square = window_of(kSquare);
    WindowPair out;
    EXPECT_EQ(clip(square.view(4), lanes_of({{1, 0, 0}, 0}), out).x, square.x);
    EXPECT_EQ(clip(square.view(4), lanes_of({{1, 0, 0}, -5}), out).x, square.x);
}

TEST(Clip, DropsAWindowThatIsNotInFront) {
    const Window square = window_of(kSquare);
    WindowPair out;
    EXPECT_EQ(clip(square.view(4), lanes_of({{1, 0, 0}, 8}), out).count, 0u);
    EXPECT_EQ(clip(square.view(4), lanes_of({{1, 0, 0}, 8 - kThin / 2}), out).count, 0u);
    EXPECT_NE(clip(square.view(4), lanes_of({{1, 0, 0}, 8 - 2 * kThin}), out).count, 0u);
    // A plane in which the window lies has nothing in front.
    EXPECT_EQ(clip(square.view(4), lanes_of({{0, 0, 1}, 0}), out).count, 0u);
}

TEST(Clip, KeepsAWindowWithTooManyCornersWhole) {
    std::vector<Vec3> corners;
    for (int i = 0; i < static_cast<int>(kMaxCorners); ++i) {
        const double t = (i - 12) / 12.0;
        corners.push_back({t, t * t, 0});
    }
    const Window window = window_of(corners);
    WindowPair out;
    EXPECT_EQ(clip(window.view(kMaxCorners), lanes_of({{0, -1, 0}, -0.9}), out).count, kMaxCorners);
}

// A quadrilateral about a centre in the plane of axes u and v.
std::vector<Vec3> random_corners(std::mt19937_64& random,
                                 const Vec3& centre,
                                 const Vec3& u,
                                 const Vec3& v) {
    const auto number = [&] { return 0.5 + static_cast<double>(random() % 64) / 8; };
    return {
        centre + u * number(), centre + v * number(), centre - u * number(), centre - v * number()};
}

TEST(AddSeparators, EachPlaneHasOneWindowBehindItAndTheOtherInFront) {
    std::mt19937_64 random(1);
    std::size_t planes = 0;
    std::size_t touching = 0;
    for (std::size_t round = 0; round < test::repeats(20'000); ++round) {
        const auto number = [&] { return static_cast<double>(random() % 64) - 32; };
        // The source looks along x. The pass window is in front of it, turned, and may touch its
        // plane.
        const Window source = window_of(random_corners(random, {0, 0, 0}, {0, 1, 0}, {0, 0, 1}));
        const Vec3 u{0.6, 0.8, 0};
        const Vec3 v = random() % 2 == 0 ? Vec3{0, 0, 1} : normalized(Vec3{0.8, -0.6, 2});
        std::vector<Vec3> corners = random_corners(
            random, {1.0 + static_cast<double>(random() % 64), number(), number()}, u, v);
        double behind = 0;
        for (const Vec3& corner : corners) {
            behind = std::min(behind, corner.x);
        }
        for (Vec3& corner : corners) {
            corner.x -= behind;
        }
        const Window pass = window_of(corners);
        PlaneList list;
        add_separators(source.view(4), {{1, 0, 0}, 0}, 1, pass.view(4), 1, list);
        EXPECT_LE(list.count, 4u);
        for (std::size_t i = 0; i < list.count; ++i) {
            const Plane plane{{list.x[i], list.y[i], list.z[i]}, list.d[i]};
            EXPECT_LT(most(source.view(4), plane), kThin) << round;
            EXPECT_GT(least(pass.view(4), plane), -2 * kThin) << round;
            ++planes;
            touching += least(pass.view(4), plane) < 1e-4 ? 1 : 0;
        }
    }
    // The planes are tangent: all but a few that are skipped touch the pass window.
    EXPECT_GT(planes, 3 * test::repeats(20'000));
    EXPECT_EQ(touching, planes);
}

// The square at x = 0 looks to the front, and the other window goes from behind it to its front.
// The part in front comes as near to the square's plane as you like, beside the square as well as
// before it: no plane may cut it off.
TEST(AddSeparators, KeepWhatIsInFrontOfAWindowThatReachesBehind) {
    const Window square = window_of({{0, 0, 0}, {0, 8, 0}, {0, 8, 8}, {0, 0, 8}});
    const Window across = window_of({{-4, -4, 4}, {4, 12, 4}, {4, 12, 6}, {-4, -4, 6}});
    PlaneList planes;
    add_separators(square.view(4), {{1, 0, 0}, 0}, 1, across.view(4), 1, planes);
    for (const double x : {0.001, 0.5, 2.0, 4.0}) {
        const Vec3 point{x, 4 + 2 * x, 5};  // of the other window
        for (std::size_t i = 0; i < planes.count; ++i) {
            EXPECT_GT(planes.x[i] * point.x + planes.y[i] * point.y + planes.z[i] * point.z,
                      planes.d[i] - kThin)
                << x << ", plane " << i;
        }
    }
}

TEST(ReachesFrontOfAll, AgreesWithEachPlaneAlone) {
    std::mt19937_64 random(2);
    std::size_t reaching = 0;
    for (std::size_t round = 0; round < test::repeats(20'000); ++round) {
        const auto number = [&] { return static_cast<double>(random() % 65) / 4 - 8; };
        const Window window =
            window_of(random_corners(random, {number(), number(), number()}, {0, 1, 0}, {0, 0, 1}));
        PlaneList planes;
        bool truth = true;
        for (std::uint64_t i = random() % 4; i < 5; ++i) {
            const Plane plane{normalized(Vec3{number(), number() + 0.1, number()}), number() / 2};
            planes.add(plane);
            truth = truth && most(window.view(4), plane) > kThin;
        }
        planes.pad();
        EXPECT_EQ(reaches_front_of_all(window.view(4), centre_of(window.view(4)), planes), truth);
        reaching += truth ? 1 : 0;
    }
    EXPECT_GT(reaching, test::repeats(20'000) / 100);
}

}  // namespace
}  // namespace halfspace::visibility
