// SPDX-License-Identifier: MIT
#include "nav_build/narrow_doors.h"

#include "halfspace/query/free.h"
#include "halfspace/query/placed_level.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>

namespace halfspace {
namespace {

// Above the floor, so that its rounded height does not count [map units].
constexpr double kAbove = 1.0 / 64;

// The same doors, and all that slide or turn are open.
Doors opened(const Doors& doors) {
    Doors open(doors.level());
    std::vector<DoorState> states(open.states().begin(), open.states().end());
    for (std::size_t d = 0; d < states.size(); ++d) {
        const Door& door = open.doors()[d];
        if (!door.is_lift) {
            states[d].open = door.travel;
            states[d].mode = DoorMode::Open;
        }
    }
    open.restore(states);
    return open;
}

std::vector<PlacedModel> models_of_group(const Doors& doors, std::uint32_t group) {
    std::vector<PlacedModel> models;
    for (const PlacedModel& placed : doors.placed()) {
        const std::optional<std::size_t> number = doors.door_of(placed.model);
        if (number && doors.doors()[*number].group == group) {
            models.push_back(placed);
        }
    }
    return models;
}

Vec3 middle_of_polygon(std::span<const Vec3> corners) {
    Vec3 sum;
    for (const Vec3& corner : corners) {
        sum = sum + corner;
    }
    return sum * (1.0 / static_cast<double>(corners.size()));
}

// True if the body is free at the middle, or between it and a corner or the middle of an edge.
// height: above the corners [map units].
bool has_room(const PlacedLevel& here,
              SpaceId space,
              Contents blockers,
              std::span<const Vec3> corners,
              double height) {
    const Vec3 above{0, 0, height};
    const Vec3 middle = middle_of_polygon(corners) + above;
    const auto is_free_towards = [&](const Vec3& end) {
        return std::ranges::any_of(std::array{0.5, 0.9, 0.999}, [&](double part) {
            return is_free(here, space, lerp(middle, end + above, part), blockers);
        });
    };
    for (std::size_t c = 0; c < corners.size(); ++c) {
        const Vec3& next = corners[(c + 1) % corners.size()];
        if (is_free_towards(corners[c]) || is_free_towards(lerp(corners[c], next, 0.5))) {
            return true;
        }
    }
    return is_free(here, space, middle, blockers);
}

}  // namespace

std::vector<NavDropped> narrow_doors(const MeshInLevel& here) {
    if (here.records.doors.empty()) {
        return {};
    }
    const Doors doors = opened(here.lifts);
    const auto blockers = static_cast<Contents>(here.records.meshes.front().blockers);
    const double step_height = here.records.meshes.front().step_height;
    struct Room {
        Vec3 place;
        bool is_there = false;
    };
    std::map<std::size_t, Room> rooms;  // by door
    for (const NavDoorRecord& record : here.records.doors) {
        const std::optional<std::size_t> number = doors.door_of(ModelId(record.model));
        if (!number || doors.doors()[*number].is_lift) {
            continue;
        }
        const NavPolygonId polygon(record.polygon);
        std::vector<Vec3> corners;
        for (std::uint32_t c = 0; c < here.mesh.corner_count(polygon); ++c) {
            corners.push_back(here.mesh.corner(polygon, c));
        }
        Room& room = rooms.try_emplace(*number, Room{middle_of_polygon(corners)}).first->second;
        const std::vector<PlacedModel> open = models_of_group(doors, doors.doors()[*number].group);
        // A door that sinks into the floor is climbed like a step.
        const PlacedLevel around(doors.level(), open);
        room.is_there = room.is_there || has_room(around, here.space, blockers, corners, kAbove) ||
                        has_room(around, here.space, blockers, corners, step_height);
    }
    std::vector<NavDropped> narrow;
    for (const auto& [number, room] : rooms) {
        if (!room.is_there) {
            narrow.push_back({here.space,
                              doors.doors()[number].entity,
                              room.place,
                              "the body has no room in the door when it is open; a smaller lip or "
                              "a wider door gives it room"});
        }
    }
    return narrow;
}

}  // namespace halfspace
