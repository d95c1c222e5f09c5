// SPDX-License-Identifier: MIT
#include "viewpoint.h"

#include "halfspace/geometry/turn.h"

#include "point_input.h"

#include <array>
#include <string_view>

namespace halfspace::tool {
namespace {

constexpr double kEyeHeight = 22;  // above the origin of a player, map units
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

std::optional<Viewpoint> viewpoint_of(const Level& level, const EntityRecord& entity) {
    const auto origin = parse_numbers(value_of(level, entity, "origin"), 3);
    if (!origin) {
        return std::nullopt;
    }
    const auto angle = parse_numbers(value_of(level, entity, "angle"), 1);
    const Turn turn = turn_by(angle ? angle->front() : 0);
    const Vec3 eye{(*origin)[0], (*origin)[1], (*origin)[2] + kEyeHeight};
    return Viewpoint{eye, eye + Vec3{turn.cosine, turn.sine, 0} * 64};
}

}  // namespace

Vec3 default_target(const Level& level, const Vec3& eye) {
    const ModelRecord& world = level.models().front();
    const Vec3 middle{(world.min[0] + world.max[0]) / 2,
                      (world.min[1] + world.max[1]) / 2,
                      (world.min[2] + world.max[2]) / 2};
    return middle == eye ? eye + Vec3{1, 0, 0} : middle;
}

std::optional<Viewpoint> player_viewpoint(const Level& level) {
    for (const std::string_view start : kStarts) {
        for (const EntityRecord& entity : level.entities()) {
            if (value_of(level, entity, "classname") == start) {
                if (const auto viewpoint = viewpoint_of(level, entity)) {
                    return viewpoint;
                }
            }
        }
    }
    return std::nullopt;
}

Viewpoint overview(const Level& level) {
    const ModelRecord& world = level.models().front();
    const Vec3 size{
        world.max[0] - world.min[0], world.max[1] - world.min[1], world.max[2] - world.min[2]};
    const double reach = size.x > size.y ? size.x : size.y;
    const Vec3 corner{world.min[0] - reach / 8, world.min[1] - reach / 4, world.max[2] + reach / 2};
    return {corner, default_target(level, corner)};
}

}  // namespace halfspace::tool
