// SPDX-License-Identifier: MIT
#include "halfspace/move/player_start.h"

#include "halfspace/level/level.h"
#include "halfspace/move/mover_state.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/sight.h"

#include "math/shared/vec_text.h"
#include "move/touch.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

constexpr std::array<std::string_view, 11> kStartClasses{"info_player_start",
                                                         "info_player_deathmatch",
                                                         "info_player_coop",
                                                         "info_player_start2",
                                                         "info_player_team1",
                                                         "info_player_team2",
                                                         "info_player_dd",
                                                         "team_CTF_redplayer",
                                                         "team_CTF_blueplayer",
                                                         "team_CTF_redspawn",
                                                         "team_CTF_bluespawn"};

// Editors of Quake set an entity on the floor by its own box. The body of another game may be that
// much lower, or stand on a lift that the game lets down [map units].
constexpr double kStair = 18;
// How far from each tried place a body of the level may find room. No two of these places are
// farther apart, so no room between them is missed [map units].
constexpr double kAround = 8;
// A shape is tried at places so far apart [map units].
constexpr double kShapeStep = 1;
// A body so near to the box of the level may stand on its highest brush [map units].
constexpr double kNearLevel = 1;

class Search {
public:
    Search(const PlacedLevel& here, const MoverBody& stand, Contents mask)
        : here_(here), stand_(here.level, stand), mask_(mask), box_(box_at(stand_.shape(), {})) {}

    std::optional<Vec3> room_near(const Vec3& origin) const {
        const double height = box_.max.z - box_.min.z;
        const double step = stand_.space() ? kAround : kShapeStep;
        if (const auto room = room_at(origin, origin)) {
            return room;
        }
        // The last place on each side is exactly at the end, however long the steps are.
        for (double way = step; way - step < std::max(height, kStair); way += step) {
            const double up = std::min(way, height);
            const double down = std::min(way, kStair);
            for (const double z : {up, -down}) {
                const bool is_beyond = std::abs(z) <= way - step;
                if (const auto room =
                        is_beyond ? std::nullopt : room_at(origin, origin + Vec3{0, 0, z})) {
                    return room;
                }
            }
        }
        return std::nullopt;
    }

private:
    std::optional<Vec3> room_at(const Vec3& origin, const Vec3& place) const {
        const auto room = unstick(here_, stand_, place, stand_.space() ? kAround : 0, mask_);
        return room && (*room == origin || is_reached(origin, *room)) ? room : std::nullopt;
    }

    // Room behind a wall or outside of the level is not the start's.
    bool is_reached(const Vec3& origin, const Vec3& room) const {
        const Aabb level = here_.level.model_bounds(kWorldModel);
        return touch(grown(moved(box_, room), kNearLevel), level) &&
               (any(point_contents(here_, origin) & kSightBlockers) ||
                line_of_sight(here_, origin, room));
    }

    PlacedLevel here_;
    MovedBody stand_;
    Contents mask_;
    Aabb box_;
};

}  // namespace

std::vector<PlayerStart> player_starts(const Level& level) {
    std::vector<PlayerStart> starts;
    for (const std::string_view name : kStartClasses) {
        for (const EntityId entity : find_entities(level, name)) {
            const std::optional<Vec3> origin = vec3_value(level, entity, "origin");
            if (origin && is_valid(mover_at(*origin))) {
                const double yaw = angles_of(level, entity).value_or(Angles{}).yaw;
                starts.push_back({entity, *origin, yaw, *origin, starts.size()});
            }
        }
    }
    return starts;
}

std::optional<PlayerStart> find_start(const PlacedLevel& here,
                                      const MoverBody& stand,
                                      Contents mask) {
    const Search search(here, stand, mask);
    for (PlayerStart& start : player_starts(here.level)) {
        if (const auto room = search.room_near(start.origin)) {
            start.position = *room;
            return start;
        }
    }
    return std::nullopt;
}

std::optional<std::string> start_note(const Level& level, const PlayerStart& start) {
    if (start.refused == 0 && start.position == start.origin) {
        return std::nullopt;
    }
    const auto name = [&](EntityId entity) {
        return std::string(classname_of(level, entity)) + " (entity " +
               std::to_string(entity.value) + ')';
    };
    std::string note;
    if (start.refused > 0) {
        const PlayerStart first = player_starts(level).front();
        note = "the body has no room at the start " + name(first.entity) + " at " +
               vec_text(first.origin);
        if (start.refused > 1) {
            note += " and " + std::to_string(start.refused - 1) + " more";
        }
        note += "; ";
    }
    note += "the player starts at " + name(start.entity);
    if (start.position != start.origin) {
        note += ", at " + vec_text(start.position) + ": at its origin " + vec_text(start.origin) +
                " the body has no room";
    }
    return note;
}

}  // namespace halfspace
