// SPDX-License-Identifier: MIT
// How trees over triangles and over boxes are built, and how much they hold.
#pragma once

#include <cstddef>
#include <cstdint>

namespace halfspace {

// Coordinates in a tree are at most this large.
inline constexpr double kMostTreePlace = 1e37;
// A tree holds at most this many triangles or boxes.
inline constexpr std::size_t kMostTreeObjects = std::size_t{1} << 29U;

enum class TreeMethod : std::uint8_t {
    Area,      // top-down: each split has the least surface area. The fastest questions
    Clusters,  // bottom-up: the nearest boxes become one, again and again
};

struct TreeOptions {
    TreeMethod method = TreeMethod::Area;
};

}  // namespace halfspace
