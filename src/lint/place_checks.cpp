// SPDX-License-Identifier: MIT
#include "halfspace/query/classify.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/world/describe.h"

#include "lint/entity_checks.h"
#include "math/shared/vec_text.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace halfspace {
namespace {

// How far from its place an entity may find room [map units].
constexpr double kSearch = 64;

// Half-Life sets the feet of a monster at its origin, not the middle of its body. Its designers
// leave up to this much below the feet [map units].
constexpr double kAboveFloor = 4;

// Quake lets a body arrive this far above a destination [map units].
constexpr double kArrivalHeight = 27;

// What stands at an entity's place.
enum class Stands : std::uint8_t {
    Nothing,
    Player,   // a body
    Arrival,  // a body, perhaps kArrivalHeight above
    Monster,  // a body, perhaps on its feet
    Point,    // games want this point alone to be free
};

struct StandingClass {
    std::string_view name;
    Stands stands;
    bool is_prefix = false;
};

// Games put a body at the place of these classes; in a wall it cannot move, or the game removes it.
// The origin of an item is a corner or the middle of its box, by the game, so only this point is
// asked; item_botroam is only a mark for bots. A light in a wall lights nothing, but the place of
// light_environment, the sun of Half-Life, does not matter. All other classes may be in walls:
// targets of spotlights and cameras, corners of a train's path, sounds, and what mods add.
constexpr StandingClass kStandingClasses[] = {{"info_player_intermission", Stands::Nothing},
                                              {"info_player_", Stands::Player, true},
                                              {"team_ctf_redplayer", Stands::Player},
                                              {"team_ctf_blueplayer", Stands::Player},
                                              {"team_ctf_redspawn", Stands::Player},
                                              {"team_ctf_bluespawn", Stands::Player},
                                              {"info_teleport_destination", Stands::Arrival},
                                              {"monster_", Stands::Monster, true},
                                              {"item_botroam", Stands::Nothing},
                                              {"item_", Stands::Point, true},
                                              {"weapon_", Stands::Point, true},
                                              {"ammo_", Stands::Point, true},
                                              {"holdable_", Stands::Point, true},
                                              {"light_environment", Stands::Nothing},
                                              {"light_", Stands::Point, true},
                                              {"light", Stands::Point}};

Stands stands_at(std::string_view classname) {
    const auto* const found =
        std::ranges::find_if(kStandingClasses, [&](const StandingClass& known) {
            const auto equal = [](char a, char b) {
                return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
            };
            return std::ranges::equal(
                known.name,
                known.is_prefix ? classname.substr(0, known.name.size()) : classname,
                equal);
        });
    return found == std::end(kStandingClasses) ? Stands::Nothing : found->stands;
}

// Zombies of Quake with this bit of their spawnflags hang on a wall.
constexpr double kCrucified = 1;

bool hangs_on_wall(const LintInput& input, std::uint32_t e) {
    const double flags = number_value(input.level, EntityId(e), "spawnflags").value_or(0);
    return input.world.entities[e].value("classname") == "monster_zombie" &&
           std::fmod(flags, 2) == kCrucified;
}

bool stands_on_feet(const LintInput& input, SpaceId space, const Vec3& origin, Contents mask) {
    const Vec3 raised = origin - Vec3{0, 0, body_of(input.level, space).min.z};
    return is_free(input.level, space, raised, mask) &&
           !is_free(input.level, space, raised - Vec3{0, 0, kAboveFloor}, mask);
}

// True if the game finds room for what stands at the entity's place, though not at its origin.
bool finds_room(const LintInput& input,
                std::uint32_t e,
                Stands stands,
                SpaceId space,
                const Vec3& origin,
                Contents mask) {
    switch (stands) {
        case Stands::Arrival:
            return is_free(input.level, space, origin + Vec3{0, 0, kArrivalHeight}, mask);
        case Stands::Monster:
            return hangs_on_wall(input, e) || stands_on_feet(input, space, origin, mask);
        default:
            return false;
    }
}

// A place for a designer: on whole units, or on eighths of a unit, if this is free as well.
Vec3 on_editor_grid(const LintInput& input, SpaceId space, const Vec3& room, Contents mask) {
    for (const double step : {1.0, 0.125}) {
        const auto rounded = [=](double x) { return std::round(x / step) * step + 0.0; };
        const Vec3 place{rounded(room.x), rounded(room.y), rounded(room.z)};
        if (is_free(input.level, space, place, mask)) {
            return place;
        }
    }
    return room;
}

}  // namespace

void find_entities_in_solid(const LintInput& input, FindingList& list) {
    const SpaceId body = find_space(input.level, "stand").value_or(SpaceId(0));
    for (std::uint32_t e = 1; e < input.world.entities.size(); ++e) {
        const Entity& entity = input.world.entities[e];
        const Stands stands = stands_at(entity.value("classname"));
        const std::optional<Vec3> origin = vec3_value(input.level, EntityId(e), "origin");
        if (stands == Stands::Nothing || !origin || !entity.brushes.empty() ||
            any(point_contents(input.level, *origin) & Contents::Void)) {
            continue;  // of an entity outside the compiler tells
        }
        const bool is_point = stands == Stands::Point;
        const SpaceId space = is_point ? SpaceId(0) : body;
        const Contents mask = is_point ? kOpaque : kPlayerBlockers;
        if (is_free(input.level, space, *origin, mask) ||
            finds_room(input, e, stands, space, *origin, mask)) {
            continue;
        }
        const std::optional<Vec3> room = unstick(input.level, space, *origin, kSearch, mask);
        list.add(LintCheck::EntityInSolid,
                 {e, entity.position, origin},
                 describe_entity(input.world, e) + " at " + vec_text(*origin) +
                     (is_point ? " is in a wall; " : " has no room: its body is in a wall; ") +
                     (room ? "the nearest free place is " +
                                 vec_text(on_editor_grid(input, space, *room, mask))
                           : "there is no free place within " + number_text(kSearch) + " units"));
    }
}

}  // namespace halfspace
