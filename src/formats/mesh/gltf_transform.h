// SPDX-License-Identifier: MIT
// The transforms of a glTF's nodes.
#pragma once

#include "halfspace/math/vec.h"

#include <tiny_gltf.h>

namespace halfspace::gltf {

// A linear map and a shift: p goes to x * p.x + y * p.y + z * p.z + move.
struct Affine {
    Vec3 x{1, 0, 0};
    Vec3 y{0, 1, 0};
    Vec3 z{0, 0, 1};
    Vec3 move;

    Vec3 operator()(const Vec3& p) const { return x * p.x + y * p.y + z * p.z + move; }
    bool is_finite() const {
        return halfspace::is_finite(x) && halfspace::is_finite(y) && halfspace::is_finite(z) &&
               halfspace::is_finite(move);
    }
    // 1; -1 for a map that mirrors; 0 for a map that makes everything flat. The lengths of x, y and
    // z do not count. REQUIRES: is_finite().
    int sign() const;
};

// First `inner`, then `outer`.
Affine product(const Affine& outer, const Affine& inner);

// The transform of a node: its matrix, or its translation, rotation and scale. Arrays of a wrong
// length do not count.
Affine transform_of(const tinygltf::Node& node);

}  // namespace halfspace::gltf
