// SPDX-License-Identifier: MIT
// The entities of a level with their keys, as the editor saved them: where a game finds its doors,
// lights and starts. Nothing here allocates; texts belong to the level.
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

// All functions of this header REQUIRE an entity in range of level.entities(). Their time grows
// with the number of its keys.

// The value of a key; nullopt if the entity has no such key. The last one counts if several have
// the name. Upper and lower case are different.
std::optional<std::string_view> key_value(const Level& level,
                                          EntityId entity,
                                          std::string_view key);

// "classname", or "" without it.
std::string_view classname_of(const Level& level, EntityId entity);

// The key's value as a decimal number, perhaps with blanks around it. nullopt if the key is
// missing, or if its value is something else or not finite.
std::optional<double> number_value(const Level& level, EntityId entity, std::string_view key);

// The same for three numbers with blanks between them: "x y z".
std::optional<Vec3> vec3_value(const Level& level, EntityId entity, std::string_view key);

// How the entity is turned, by the customs of Quake's editors. Of these keys the first one counts
// that the entity has and that can be read:
//     "angles"  "pitch yaw roll"
//     "mangle"  "yaw pitch roll" with a positive pitch looking up, if the classname begins with
//               "light"; else as "angles"
//     "angle"   yaw; but -1 is straight up, and -2 straight down
std::optional<Angles> angles_of(const Level& level, EntityId entity);

// Where the x axis of the turned entity points, of length 1; the same bits on every machine.
std::optional<Vec3> facing_of(const Level& level, EntityId entity);

// The model that is made of its brushes; nullopt if it has none. The world is model 0.
std::optional<ModelId> model_of(const Level& level, EntityId entity);

// The entity that a model (a door, a lift) belongs to. REQUIRES: model in range.
EntityId entity_of(const Level& level, ModelId model);

// The entities with a value of a key, in the order of the file. The level, the key and the value
// must outlive the range.
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

private:
    // The first that matches from a number on, or an invalid id.
    EntityId first_from(std::uint32_t entity) const;

    const Level* level_;
    std::string_view key_;
    std::string_view value_;
};

// for (const EntityId door : find_entities(level, "func_door"))
inline EntityRange find_entities(const Level& level, std::string_view classname) {
    return {level, "classname", classname};
}

// The entities with this value of any key. For example, those that a button opens:
// find_entities(level, "targetname", target)
inline EntityRange find_entities(const Level& level, std::string_view key, std::string_view value) {
    return {level, key, value};
}

}  // namespace halfspace
