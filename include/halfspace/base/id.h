// SPDX-License-Identifier: MIT
// Strong 32-bit ids, so that an index of one table cannot be used in another by mistake.
#pragma once

#include <compare>
#include <cstdint>

namespace halfspace {

template <class Tag>
struct Id {
    std::uint32_t value = 0xffffffffu;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t v) : value(v) {}
    constexpr bool is_valid() const { return value != 0xffffffffu; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using LeafId = Id<struct LeafTag>;          // a convex cell of a level
using ModelId = Id<struct ModelTag>;        // 0 is the world, the others are brush entities
using EntityId = Id<struct EntityTag>;      // an entity of a level; 0 is the world's
using MaterialId = Id<struct MaterialTag>;  // an entry of a material table
using SpaceId = Id<struct SpaceTag>;        // a body that moves in a level; 0 is the point

// The model that is the world itself, without its doors and other brush entities.
inline constexpr ModelId kWorldModel{0};

}  // namespace halfspace
