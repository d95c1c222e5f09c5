// SPDX-License-Identifier: MIT
#include "nav_build/narrow_doors.h"

#include "halfspace/query/free.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/segment.h"

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

std::vector<Vec3> corners_of(const NavMesh& mesh, NavPolygonId polygon) {
    std::vector<Vec3> corners;
    for (std::uint32_t c = 0; c < mesh.corner_count(polygon); ++c) {
        corners.push_back(mesh.corner(polygon, c));
    }
    return corners;
}

// The part of a convex polygon in a vertical plane: where the coordinate is `at`. nullopt: none.
std::optional<Segment> part_in_plane(std::span<const Vec3> corners,
                                     double Vec3::* axis,
                                     double at) {
    std::vector<Vec3> ends;
    for (std::size_t c = 0; c < corners.size(); ++c) {
        const Vec3& from = corners[c];
        const Vec3& to = corners[(c + 1) % corners.size()];
        const double before = from.*axis - at;
        const double behind = to.*axis - at;
        if ((before < 0) != (behind < 0)) {
            ends.push_back(lerp(from, to, before / (before - behind)));
        }
    }
    return ends.size() == 2 ? std::optional(Segment{ends[0], ends[1]}) : std::nullopt;
}

// True if the body is free at one of a few places of the segment, raised by the height.
bool has_room(const PlacedLevel& here,
              SpaceId space,
              Contents blockers,
              const Segment& segment,
              double height) {
    constexpr int kPlaces = 64;
    for (int i = 0; i <= kPlaces; ++i) {
        const Vec3 place = lerp(segment.from, segment.to, static_cast<double>(i) / kPlaces);
        if (is_free(here, space, place + Vec3{0, 0, height}, blockers)) {
            return true;
        }
    }
    return false;
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
        const ModelId model(record.model);
        const std::optional<std::size_t> number = doors.door_of(model);
        if (!number || doors.doors()[*number].is_lift) {
            continue;
        }
        const auto known = rooms.find(*number);
        if (known != rooms.end() && known->second.is_there) {
            continue;
        }
        // Who goes through comes to the middle of the closed door, across its thin side.
        const Aabb box = doors.level().model_bounds(model);
        const Vec3 size = box.max - box.min;
        double Vec3::* const axis = size.x < size.y ? &Vec3::x : &Vec3::y;
        const auto across = part_in_plane(corners_of(here.mesh, NavPolygonId(record.polygon)),
                                          axis,
                                          (box.min.*axis + box.max.*axis) / 2);
        if (!across) {
            continue;
        }
        // A door that sinks into the floor is climbed like a step.
        const std::vector<PlacedModel> open = models_of_group(doors, doors.doors()[*number].group);
        const PlacedLevel around(doors.level(), open);
        rooms.insert_or_assign(
            *number,
            Room{lerp(across->from, across->to, 0.5),
                 has_room(around, here.space, blockers, *across, kAbove) ||
                     has_room(around, here.space, blockers, *across, step_height)});
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
