// SPDX-License-Identifier: MIT
// Meshes of long thin bars that are not along the axes: rods and trusses.
#pragma once

#include "halfspace/math/vec.h"

#include "support/random.h"
#include "support/scan.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace::test {

// Adds a box of 12 triangles from one point to another one; its section is a square. The first four
// triangles are the ends.
inline void add_bar(Mesh& mesh, const Vec3& from, const Vec3& to, double thickness) {
    const Vec3 along = normalized(to - from);
    const Vec3 other = std::abs(along.z) > 0.9 ? Vec3{1, 0, 0} : Vec3{0.3, 0.5, 0.81};
    const Vec3 u = normalized(cross(along, other)) * (thickness / 2);
    const Vec3 v = cross(along, u);
    const auto first = static_cast<std::uint32_t>(mesh.positions.size() / 3);
    for (unsigned i = 0; i < 8; ++i) {
        const Vec3 p =
            ((i & 4U) != 0 ? to : from) + ((i & 1U) != 0 ? u : -u) + ((i & 2U) != 0 ? v : -v);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            mesh.positions.push_back(static_cast<float>(p[axis]));
        }
    }
    for (const std::uint32_t corner : {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5}) {
        mesh.indices.push_back(first + corner);
    }
}

// Rods of one length in random places of a cube of a size, in random directions.
inline Mesh random_rods(
    std::size_t count, double size, double length_of, double thickness, std::uint64_t seed) {
    Mesh mesh;
    Random random(seed);
    const auto place = [&](double most) {
        return Vec3{random.real(-most, most), random.real(-most, most), random.real(-most, most)};
    };
    while (mesh.indices.size() < 36 * count) {
        const Vec3 along = place(1);
        if (length(along) < 1 && length(along) > 0.1) {
            const Vec3 half = normalized(along) * (length_of / 2);
            const Vec3 middle = place(size / 2);
            add_bar(mesh, middle - half, middle + half, thickness);
        }
    }
    return mesh;
}

// A frame that is turned against the axes: z is the diagonal of a cube.
inline Vec3 diagonal(double x, double y, double z) {
    static const Vec3 kZ = normalized(Vec3{1, 1, 1});
    static const Vec3 kX = normalized(Vec3{1, -1, 0});
    return kX * x + cross(kZ, kX) * y + kZ * z;
}

// side * side parallel rods at distance 1 along the diagonal.
inline Mesh parallel_rods(std::size_t side, double length_of, double thickness) {
    Mesh mesh;
    for (std::size_t i = 0; i < side; ++i) {
        for (std::size_t k = 0; k < side; ++k) {
            const auto x = static_cast<double>(i);
            const auto y = static_cast<double>(k);
            add_bar(mesh, diagonal(x, y, 0), diagonal(x, y, length_of), thickness);
        }
    }
    return mesh;
}

// A mast along the diagonal: `cells` cubes of 12 bars and braces each, with edges of a size.
inline Mesh mast(std::size_t cells, double size, double thickness) {
    Mesh mesh;
    const auto bar = [&](const Vec3& from, const Vec3& to) {
        add_bar(mesh,
                diagonal(from.x, from.y, from.z) * size,
                diagonal(to.x, to.y, to.z) * size,
                thickness);
    };
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const auto z = static_cast<double>(cell);
        for (const double x : {0.0, 1.0}) {
            for (const double y : {0.0, 1.0}) {
                bar({x, y, z}, {x, y, z + 1});
                bar({x, y, z}, {1 - x, y, z + 1});
            }
            bar({x, 0, z}, {x, 1, z});
            bar({0, x, z}, {1, x, z});
        }
    }
    return mesh;
}

// A lattice of bars as long as the lattice, along three directions of which two are at 45 degrees
// to the axes: (cells + 1)^2 bars in each direction, at a distance of `size`.
inline Mesh lattice(std::size_t cells, double size, double thickness) {
    Mesh mesh;
    const Vec3 u = normalized(Vec3{1, 1, 0});
    const Vec3 v = normalized(Vec3{-1, 1, 0});
    const auto bar = [&](const Vec3& from, const Vec3& to) {
        const auto turned = [&](const Vec3& p) {
            return (u * p.x + v * p.y + Vec3{0, 0, p.z}) * size;
        };
        add_bar(mesh, turned(from), turned(to), thickness);
    };
    const auto end = static_cast<double>(cells);
    for (std::size_t i = 0; i <= cells; ++i) {
        for (std::size_t k = 0; k <= cells; ++k) {
            const auto x = static_cast<double>(i);
            const auto y = static_cast<double>(k);
            bar({x, y, 0}, {x, y, end});
            bar({x, 0, y}, {x, end, y});
            bar({0, x, y}, {end, x, y});
        }
    }
    return mesh;
}

// Thin bars in all directions, in directions that are the same, in a lattice or in a mast.
inline Mesh any_bars(Random& random) {
    const double thickness = random.one_in(4) ? 0 : random.real(0, 0.05);
    const auto count = [&](std::int64_t most) {
        return static_cast<std::size_t>(random.integer(1, most));
    };
    switch (random.integer(0, 3)) {
        case 0:
            return random_rods(count(30), 3, 4, thickness, random.bits());
        case 1:
            return parallel_rods(count(5), 6, thickness);
        case 2:
            return lattice(count(3), 1, thickness);
        default:
            return mast(count(4), 1, thickness);
    }
}

}  // namespace halfspace::test
