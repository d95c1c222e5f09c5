// SPDX-License-Identifier: MIT
// How bounding volume hierarchies (BVHs) over triangles and over boxes are built, and how much they
// hold.
#pragma once

#include <cstddef>
#include <cstdint>

namespace halfspace {

// Coordinates in a BVH are at most this large.
inline constexpr double kMaxBvhCoordinate = 1e37;
// A BVH holds at most this many triangles or boxes.
inline constexpr std::size_t kMaxBvhObjects = std::size_t{1} << 29U;

enum class BvhBuilder : std::uint8_t {
    // Top-down: each split has the least cost by the surface area heuristic. The fastest questions.
    // Source: Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007.
    Sah,
    // Bottom-up: the nearest boxes become one, again and again. Source: Meister and Bittner,
    // Parallel Locally-Ordered Clustering for Bounding Volume Hierarchy Construction, 2018.
    Ploc,
};

struct BvhOptions {
    BvhBuilder builder = BvhBuilder::Sah;
};

}  // namespace halfspace
