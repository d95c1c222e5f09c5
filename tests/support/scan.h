// SPDX-License-Identifier: MIT
// A closed mesh like a scanned statue: a sphere with bumps and noise.
#pragma once

#include "support/random.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

namespace halfspace::test {

struct Mesh {
    std::vector<float> positions;  // x, y, z of each vertex
    std::vector<std::uint32_t> indices;
};

// 4 * rings * (rings - 1) triangles, counter-clockwise from outside. 132 rings are about as many
// triangles as the Stanford bunny has, 260 as many as Igea, 467 as many as the dragon.
inline Mesh scan(std::size_t rings) {
    Mesh mesh;
    Random random(1);
    const std::size_t around = 2 * rings;
    const auto radius = [&](double down, double turn) {
        return 1 + 0.15 * std::sin(7 * down) * std::cos(5 * turn) +
               0.05 * std::sin(31 * down + 3 * turn) +
               0.3 / static_cast<double>(rings) * random.real(-1, 1);
    };
    const auto add = [&](double down, double turn) {
        const double r = radius(down, turn);
        for (const double value : {r * std::sin(down) * std::cos(turn),
                                   r * std::sin(down) * std::sin(turn),
                                   r * std::cos(down)}) {
            mesh.positions.push_back(static_cast<float>(value));
        }
        return static_cast<std::uint32_t>(mesh.positions.size() / 3 - 1);
    };
    const std::uint32_t top = add(0, 0);
    const double step = std::numbers::pi / static_cast<double>(rings);
    for (std::size_t ring = 1; ring < rings; ++ring) {
        for (std::size_t i = 0; i < around; ++i) {
            add(static_cast<double>(ring) * step, static_cast<double>(i) * step);
        }
    }
    const std::uint32_t bottom = add(std::numbers::pi, 0);
    const auto at = [&](std::size_t ring, std::size_t i) {
        return static_cast<std::uint32_t>(1 + (ring - 1) * around + i % around);
    };
    const auto face = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        mesh.indices.insert(mesh.indices.end(), {a, b, c});
    };
    for (std::size_t i = 0; i < around; ++i) {
        face(top, at(1, i), at(1, i + 1));
        for (std::size_t ring = 1; ring + 1 < rings; ++ring) {
            face(at(ring, i), at(ring + 1, i), at(ring + 1, i + 1));
            face(at(ring, i), at(ring + 1, i + 1), at(ring, i + 1));
        }
        face(at(rings - 1, i), bottom, at(rings - 1, i + 1));
    }
    return mesh;
}

}  // namespace halfspace::test
