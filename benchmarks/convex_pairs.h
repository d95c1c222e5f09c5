// SPDX-License-Identifier: MIT
// Pairs of convex shapes for the benchmark: the same for Halfspace and for its peers.
//
// Both shapes of a pair are turned at random. The distance of their centres is random from 0 to 48
// units, in a random direction. The shapes reach 16 units far, boxes 8 to 16 along each axis. So
// about half of the pairs overlap: the counter `overlapping` says how many.
#pragma once

#include "halfspace/math/transform.h"
#include "halfspace/spatial/convex.h"

#include "support/random.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace halfspace::bench {

struct BenchShape {
    std::optional<Vec3> half;  // a box; otherwise a hull of these points, all of them corners
    std::vector<Vec3> points;
};

struct BenchPair {
    std::size_t a;
    std::size_t b;
    Transform a_to_world;
    Transform b_to_world;
};

struct BenchPairs {
    std::vector<BenchShape> shapes;
    std::vector<BenchPair> pairs;
};

inline Vec3 random_direction(test::Random& random) {
    while (true) {
        const Vec3 v{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
        const double square = dot(v, v);
        if (square > 0.01 && square <= 1) {
            return normalized(v);
        }
    }
}

// points: how many each shape has; 0 stands for boxes.
inline BenchPairs make_pairs(std::size_t points) {
    constexpr std::size_t kShapes = 32;
    constexpr std::size_t kPairs = 1000;
    test::Random random(points);
    BenchPairs made;
    for (std::size_t i = 0; i < kShapes; ++i) {
        BenchShape shape;
        if (points == 0) {
            shape.half = Vec3{random.real(8, 16), random.real(8, 16), random.real(8, 16)};
        }
        for (std::size_t p = 0; p < points; ++p) {
            shape.points.push_back(random_direction(random) * 16);
        }
        made.shapes.push_back(shape);
    }
    const auto angle = [&] { return random.real(-180, 180); };
    const auto turned = [&] {
        return turned_about({}, {.pitch = angle(), .yaw = angle(), .roll = angle()});
    };
    for (std::size_t i = 0; i < kPairs; ++i) {
        const Vec3 place{random.real(-999, 999), random.real(-999, 999), random.real(-999, 999)};
        const Vec3 offset = random_direction(random) * random.real(0, 48);
        made.pairs.push_back({static_cast<std::size_t>(random.integer(0, kShapes - 1)),
                              static_cast<std::size_t>(random.integer(0, kShapes - 1)),
                              moved_by(place) * turned(),
                              moved_by(place + offset) * turned()});
    }
    return made;
}

// The triangles of the hull of points in general position, counter-clockwise seen from outside.
inline std::vector<std::array<int, 3>> hull_triangles(const std::vector<Vec3>& points) {
    std::vector<std::array<int, 3>> found;
    const int count = static_cast<int>(points.size());
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            for (int k = 0; k < count; ++k) {
                if (i >= j || i >= k || j == k) {
                    continue;
                }
                const Vec3 normal = cross(
                    points[static_cast<std::size_t>(j)] - points[static_cast<std::size_t>(i)],
                    points[static_cast<std::size_t>(k)] - points[static_cast<std::size_t>(i)]);
                bool is_outside = true;
                for (int p = 0; p < count && is_outside; ++p) {
                    is_outside = p == i || p == j || p == k ||
                                 dot(normal,
                                     points[static_cast<std::size_t>(p)] -
                                         points[static_cast<std::size_t>(i)]) < 0;
                }
                if (is_outside) {
                    found.push_back({i, j, k});
                }
            }
        }
    }
    return found;
}

}  // namespace halfspace::bench
