// SPDX-License-Identifier: MIT
// A plane with whole numbers, and the id of a plane in a table. A PlaneTable (plane_table.h) stores
// each plane once, and so does a level.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/exact/int128.h"

#include <array>
#include <compare>
#include <cstdint>

namespace halfspace {

// All points p with n.p = d, for p in grid steps. The front of the plane is n.p > d.
struct ExactPlane {
    std::array<std::int64_t, 3> n{};
    Int128 d = 0;

    friend constexpr auto operator<=>(const ExactPlane&, const ExactPlane&) = default;
};

// The same plane with front and back exchanged. REQUIRES: no n is -2^63, d is not -2^127.
constexpr ExactPlane flipped(const ExactPlane& plane) {
    return {{-plane.n[0], -plane.n[1], -plane.n[2]}, -plane.d};
}

// The id of a plane in a table. Each plane has two ids that differ in the lowest bit only: the even
// id has one side as its front, the odd id the other side.
struct PlaneId {
    std::uint32_t value = kNone;

    // The id of the same plane with front and back exchanged.
    constexpr PlaneId flipped() const { return PlaneId{value ^ 1u}; }
    // The number of the plane, whichever side is its front.
    constexpr std::uint32_t pair() const { return value >> 1; }
    // True for an odd id.
    constexpr bool is_flipped() const { return (value & 1u) != 0; }
    friend constexpr auto operator<=>(PlaneId, PlaneId) = default;
};

}  // namespace halfspace
