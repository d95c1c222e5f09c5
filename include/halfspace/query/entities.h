// SPDX-License-Identifier: MIT
// The entities of a level and their keys, as the editor saved them. Here a game finds its doors,
// lights and starting places. Nothing is allocated; the returned texts live as long as the level.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/transform.h"
#include "halfspace/math/vec.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace halfspace {

// Each function REQUIRES that the entity is in range of level.entities(). Cost: linear in the
// number of the entity's keys.

// The value of a key; nullopt if the entity does not have the key. If several keys have this name,
// the last one counts; the readers of files keep one of them. Upper and lower case differ.
std::optional<std::string_view> key_value(const Level& level,
                                          EntityId entity,
                                          std::string_view key);

// The value of the key "classname"; "" without this key.
std::string_view classname_of(const Level& level, EntityId entity);

// The value of a key as a decimal number; blanks around it are allowed. nullopt if the key is
// missing, or if its value is not a finite number.
std::optional<double> number_value(const Level& level, EntityId entity, std::string_view key);

// The value of a key as three numbers with blanks between them, like "64 0 -8". nullopt as above.
std::optional<Vec3> vec3_value(const Level& level, EntityId entity, std::string_view key);

// How the entity is turned, in degrees, as editors for Quake write it. The first of these keys with
// a readable value counts:
//
//     "angles"  "pitch yaw roll"
//     "mangle"  "yaw pitch roll", and a positive pitch looks up, if the classname begins with
//               "light"; for other classes "pitch yaw roll"
//     "angle"   yaw; but -1 looks straight up and -2 straight down
//
// nullopt if the entity has none of them.
std::optional<Angles> angles_of(const Level& level, EntityId entity);

// The direction in which the turned entity looks: its x axis, of length 1. The same bits on every
// machine. nullopt if angles_of gives nullopt.
std::optional<Vec3> facing_of(const Level& level, EntityId entity);

// The model of the entity's brushes or polygons; nullopt if it has none. Entity 0 has model 0, the
// world.
// Curves of an entity are drawn by another model. A game that moves an entity moves every model
// whose entity_of is the entity.
std::optional<ModelId> model_of(const Level& level, EntityId entity);

// The entity that a model belongs to, for example a door. REQUIRES: model in range.
EntityId entity_of(const Level& level, ModelId model);

// All entities with one value of a key, in the order of the file. The level, the key and the value
// must outlive the range, and the range must outlive its iterators. Cost of a step: the keys of the
// entities passed.
class EntityRange {
public:
    class Iterator {
    public:
        using value_type = EntityId;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        EntityId operator*() const { return at_; }
        Iterator& operator++();
        Iterator operator++(int);
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

    private:
        friend class EntityRange;
        Iterator(const EntityRange& range, EntityId at) : range_(&range), at_(at) {}

        const EntityRange* range_ = nullptr;
        EntityId at_;
    };

    EntityRange(const Level& level, std::string_view key, std::string_view value)
        : level_(&level), key_(key), value_(value) {}

    Iterator begin() const { return {*this, first_from(0)}; }
    Iterator end() const { return {*this, EntityId()}; }

    // The first match from entity number `entity` on; an invalid id if there is none.
    EntityId first_from(std::uint32_t entity) const;

private:
    const Level* level_;
    std::string_view key_;
    std::string_view value_;
};

// The entities of a class. For example: for (const EntityId door : find_entities(level,
// "func_door"))
inline EntityRange find_entities(const Level& level, std::string_view classname) {
    return {level, "classname", classname};
}

// The entities with this value of any key. For example, what a button opens: find_entities(level,
// "targetname", target)
inline EntityRange find_entities(const Level& level, std::string_view key, std::string_view value) {
    return {level, key, value};
}

// The first entity of the class: the player's start, for example. nullopt if there is none.
std::optional<EntityId> first_entity(const Level& level, std::string_view classname);

}  // namespace halfspace
