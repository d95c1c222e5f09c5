// SPDX-License-Identifier: MIT
// A plane with whole numbers, and the id of a plane in a table. A PlaneTable (plane_table.h) stores
// each plane once; so does a level.
#pragma once

#include "halfspace/exact/int128.h"

#include <array>
#include <compare>
#include <cstdint>

namespace halfspace {

// The plane n.p = d in grid steps; its front is n.p > d.
struct ExactPlane {
    std::array<std::int64_t, 3> n{};
    Int128 d = 0;

    friend constexpr auto operator<=>(const ExactPlane&, const ExactPlane&) = default;
};

constexpr ExactPlane flipped(const ExactPlane& plane) {
    return {{-plane.n[0], -plane.n[1], -plane.n[2]}, -plane.d};
}

// A plane of a table. Two orientations of one plane differ in the lowest bit.
struct PlaneId {
    std::uint32_t value = 0xffffffffu;

    constexpr PlaneId flipped() const { return PlaneId{value ^ 1u}; }
    constexpr std::uint32_t pair() const { return value >> 1; }
    constexpr bool is_flipped() const { return (value & 1u) != 0; }
    friend constexpr auto operator<=>(PlaneId, PlaneId) = default;
};

}  // namespace halfspace
