// SPDX-License-Identifier: MIT
// Random triangles for tests of bodies that move among them.
#pragma once

#include "halfspace/math/vec.h"

#include "support/random.h"
#include "support/scan.h"

#include <cstddef>
#include <cstdint>

namespace halfspace::test {

inline Vec3 whole(Random& random, int most) {
    const auto number = [&] { return static_cast<double>(random.integer(-most, most)); };
    return {number(), number(), number()};
}

inline Mesh any_mesh(Random& random, std::size_t triangles, int spread = 8) {
    Mesh mesh;
    const bool is_whole = random.one_in(2);
    while (mesh.indices.size() < 3 * triangles) {
        const Vec3 at = whole(random, spread);
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec3 p =
                at + (is_whole ? whole(random, 2)
                               : Vec3{random.real(-2, 2), random.real(-2, 2), random.real(-2, 2)});
            for (std::size_t axis = 0; axis < 3; ++axis) {
                mesh.positions.push_back(static_cast<float>(p[axis]));
            }
            mesh.indices.push_back(static_cast<std::uint32_t>(mesh.indices.size()));
        }
    }
    return mesh;
}

struct Counts {
    std::size_t hits = 0;
    std::size_t blocked = 0;
    std::size_t misses = 0;
};

}  // namespace halfspace::test
