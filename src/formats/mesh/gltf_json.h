// SPDX-License-Identifier: MIT
// Reads values of a glTF's JSON without trusting its types.
#pragma once

#include "halfspace/math/vec.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace::gltf {

using Json = nlohmann::json;

// The member of an object; null if the value is no object or has no such member.
const Json& member(const Json& value, const char* name);

// The element of an array; null if the value is no array, or too short.
const Json& element(const Json& value, std::uint64_t index);

// A whole number from 0 to 2^53; nullopt for anything else.
std::optional<std::uint64_t> whole(const Json& value);

// A finite number, or `otherwise`.
double number(const Json& value, double otherwise);

// The text, or "".
std::string text(const Json& value);

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

// The transform of a node: its matrix, or its translation, rotation and scale.
Affine transform_of(const Json& node);

// The bytes of a base64 text; nullopt for other letters.
std::optional<std::vector<std::byte>> from_base64(std::string_view letters);

}  // namespace halfspace::gltf
