// SPDX-License-Identifier: MIT
#include "viewpoint.h"

#include "halfspace/math/turn.h"
#include "halfspace/query/sight.h"
#include "halfspace/render/cut.h"

#include "point_input.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace halfspace::tool {
namespace {

constexpr std::array<std::string_view, 3> kStarts{
    "info_player_start", "info_player_deathmatch", "info_player_coop"};

std::string_view value_of(const Level& level, const EntityRecord& entity, std::string_view key) {
    for (const KeyRecord& record : level.keys().subspan(entity.first_key, entity.key_count)) {
        if (level.string(record.key) == key) {
            return level.string(record.value);
        }
    }
    return {};
}

// The angle to the left of the x axis [degrees]. Some editors write "pitch yaw roll" under either
// key. In "angle", -1 and -2 mean up and down and tell no yaw.
double yaw_of(const Level& level, const EntityRecord& entity) {
    for (const std::string_view key : {"angles", "mangle"}) {
        if (const auto angles = parse_numbers(value_of(level, entity, key), 3)) {
            return (*angles)[1];
        }
    }
    const auto angle = parse_numbers(value_of(level, entity, "angle"), 1);
    const bool is_yaw = angle && angle->front() != -1 && angle->front() != -2;
    return is_yaw ? angle->front() : 0;
}

std::optional<PlayerStart> start_of(const Level& level, const EntityRecord& entity) {
    const auto origin = parse_numbers(value_of(level, entity, "origin"), 3);
    if (!origin) {
        return std::nullopt;
    }
    const Vec3 position{(*origin)[0], (*origin)[1], (*origin)[2]};
    if (!is_in_reach(position + Vec3{0, 0, kEyeHeight})) {
        return std::nullopt;
    }
    return PlayerStart{position, yaw_of(level, entity)};
}

}  // namespace

bool is_in_reach(const Vec3& point) {
    return std::abs(point.x) <= kMostCoordinate && std::abs(point.y) <= kMostCoordinate &&
           std::abs(point.z) <= kMostCoordinate;
}

Vec3 default_target(const Level& level, const Vec3& eye) {
    const Aabb box = drawn_box(level);
    const Vec3 middle = (box.min + box.max) * 0.5;
    return middle == eye ? eye + Vec3{1, 0, 0} : middle;
}

std::optional<PlayerStart> player_start(const Level& level) {
    for (const std::string_view name : kStarts) {
        for (const EntityRecord& entity : level.entities()) {
            if (value_of(level, entity, "classname") == name) {
                if (const auto start = start_of(level, entity)) {
                    return start;
                }
            }
        }
    }
    return std::nullopt;
}

std::optional<Viewpoint> player_viewpoint(const Level& level) {
    const std::optional<PlayerStart> start = player_start(level);
    if (!start) {
        return std::nullopt;
    }
    Vec3 eye = start->position + Vec3{0, 0, kEyeHeight};
    if (!line_of_sight(level, start->position, eye)) {
        eye = start->position;  // the room is for smaller bodies
    }
    const Turn turn = turn_by(start->yaw);
    return Viewpoint{eye, eye + Vec3{turn.cosine, turn.sine, 0} * 64};
}

Viewpoint overview(const Level& level) {
    const Aabb box = drawn_box(level);
    const Vec3 size = box.max - box.min;
    const double reach = std::max({size.x, size.y, size.z});
    const Vec3 corner{box.min.x - reach / 8, box.min.y - reach / 4, box.max.z + reach / 2};
    return {corner, default_target(level, corner)};
}

}  // namespace halfspace::tool
