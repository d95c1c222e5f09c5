// SPDX-License-Identifier: MIT
// Axes and units of files with meshes, for readers and exporters.
#pragma once

#include <cstdint>

namespace halfspace {

// The axis that points up in a file. Y: (x, y, z) of the file is (x, -z, y) of the level, and
// (x, y, z) of the level is (x, z, -y) in the file. Z: the axes are the level's.
enum class UpAxis : std::uint8_t { Y, Z };

// Every scale in this range keeps coordinates in the range of floats: coordinates of levels have at
// most 28 bits before the point, floats reach to 2^128.
inline constexpr double kMinScale = 1e-6;
inline constexpr double kMaxScale = 1e6;

}  // namespace halfspace
