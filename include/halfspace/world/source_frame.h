// SPDX-License-Identifier: MIT
// The axes and units of files with meshes, for readers, exporters and messages.
#pragma once

#include "halfspace/math/vec.h"

#include <cstdint>

namespace halfspace {

// The axis that points up in a file. Y: (x, y, z) of the file is (x, -z, y) of the level, and
// (x, y, z) of the level is (x, z, -y) in the file. Z: the axes are the level's.
enum class UpAxis : std::uint8_t { Y, Z };

// Every scale in this range keeps coordinates in the range of floats: coordinates of levels have at
// most 28 bits before the point, floats reach to 2^128.
inline constexpr double kMinScale = 1e-6;
inline constexpr double kMaxScale = 1e6;

// A direction of the file along the axes of the level, and back. 0 stays 0, never -0.
[[gnu::always_inline]] inline Vec3 to_level_axes(const Vec3& v, UpAxis up) {
    return Vec3{} + (up == UpAxis::Y ? Vec3{v.x, -v.z, v.y} : v);
}
[[gnu::always_inline]] inline Vec3 to_file_axes(const Vec3& v, UpAxis up) {
    return Vec3{} + (up == UpAxis::Y ? Vec3{v.x, v.z, -v.y} : v);
}

// How the coordinates of a file became map units.
struct SourceFrame {
    double scale = 1;  // map units in a unit of the file
    UpAxis up = UpAxis::Z;
};

[[gnu::always_inline]] inline Vec3 to_level(const SourceFrame& frame, const Vec3& in_file) {
    return to_level_axes(in_file, frame.up) * frame.scale;
}
[[gnu::always_inline]] inline Vec3 to_file(const SourceFrame& frame, const Vec3& in_level) {
    return to_file_axes(in_level, frame.up) / frame.scale;
}

}  // namespace halfspace
