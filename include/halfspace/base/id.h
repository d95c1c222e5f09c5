// SPDX-License-Identifier: MIT
// Ids: each kind of number has its own type. So an index of one table cannot be used in
// another table by mistake.
#pragma once

#include <compare>
#include <cstdint>

namespace halfspace {

// Stands for "none" where an index is expected.
inline constexpr std::uint32_t kNone = 0xffffffffu;

// An index in a table. The default is the invalid id, which no table has.
template <class Tag>
struct Id {
    std::uint32_t value = kNone;

    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t v) : value(v) {}
    constexpr bool is_valid() const { return value != kNone; }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using LeafId = Id<struct LeafTag>;          // a leaf of a level's trees; 0 is the outside
using ModelId = Id<struct ModelTag>;        // a model of a level; 0 is the world
using EntityId = Id<struct EntityTag>;      // an entity of a level; 0 is the world
using NodeId = Id<struct NodeTag>;          // a node of a level's trees
using BrushId = Id<struct BrushTag>;        // a brush of a level
using SideId = Id<struct SideTag>;          // a side of a brush of a level
using MaterialId = Id<struct MaterialTag>;  // an entry of a table of materials
using SpaceId = Id<struct SpaceTag>;        // a space of a level: one body; 0 is the point

// The model of entity 0: the world without doors, lifts and other entities.
inline constexpr ModelId kWorldModel{0};

}  // namespace halfspace
