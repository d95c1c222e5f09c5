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
    double determinant() const { return dot(x, cross(y, z)); }
};

// First `inner`, then `outer`.
Affine product(const Affine& outer, const Affine& inner);

// The transform of a node: its matrix, or its translation, rotation and scale. Arrays of a wrong
// length do not count.
Affine transform_of(const tinygltf::Node& node);

}  // namespace halfspace::gltf
