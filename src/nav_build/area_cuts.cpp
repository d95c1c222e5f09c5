// SPDX-License-Identifier: MIT
#include "nav_build/area_cuts.h"

#include "halfspace/query/entities.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace halfspace {
namespace {

constexpr double kMaxCost = 1e6;

// The cost that an entity asks for: 1 without the key. nullopt: it is none.
std::optional<double> cost_of(const Level& level, EntityId entity) {
    if (key_value(level, entity, "cost").value_or("").empty()) {
        return 1;
    }
    const std::optional<double> cost = number_value(level, entity, "cost");
    return cost && *cost >= 1 && *cost <= kMaxCost ? cost : std::nullopt;
}

// Where the positions of a body are whose feet are in a plane.
ExactPlane lifted(ExactPlane plane, Int128 feet) {
    plane.d -= Int128(plane.n[2]) * feet;
    return plane;
}

}  // namespace

NavAreas areas_of(const Level& level) {
    NavAreas areas;
    std::map<std::string_view, std::uint32_t> by_name;
    for (const EntityId entity : find_entities(level, "func_nav_area")) {
        const auto drop = [&](const char* reason) {
            areas.dropped.push_back({{}, entity, {}, reason});
        };
        const std::string_view name = key_value(level, entity, "area").value_or("");
        const std::optional<double> cost = cost_of(level, entity);
        const bool is_new = !by_name.contains(name);
        if (name.empty()) {
            drop("it has no key \"area\" with a name");
        } else if (!cost) {
            drop("its key \"cost\" is no number from 1 to 1000000");
        } else if (!model_of(level, entity)) {
            drop("it has no brushes");
        } else if (is_new && areas.records.size() == kMaxNavAreas) {
            drop("there are 256 areas of other names");
        } else {
            if (is_new) {
                by_name[name] = static_cast<std::uint32_t>(areas.records.size());
                const auto offset = name.data() - level.view().strings.data();
                areas.records.push_back({static_cast<std::uint32_t>(offset), 1});
            }
            const std::uint32_t area = by_name[name];
            float& highest = areas.records[area].cost;
            highest = std::max(highest, static_cast<float>(*cost));
            areas.entities.push_back({entity, area});
        }
    }
    std::ranges::stable_sort(areas.entities, {}, [&](const AreaEntity& entity) {
        return std::pair(-areas.records[entity.area].cost, entity.area);
    });
    return areas;
}

std::vector<AreaVolume> area_volumes(const Level& level,
                                     std::span<const AreaEntity> entities,
                                     SpaceId space,
                                     LevelPlanes& planes) {
    const double feet = level.spaces()[space.value].min[2];  // a whole number of grid steps
    const double steps = std::ldexp(1, level.grid_exponent());
    std::vector<AreaVolume> volumes;
    for (std::uint32_t e = 0; e < entities.size(); ++e) {
        const Aabb box = level.model_bounds(*model_of(level, entities[e].entity));
        const Vec3 lift{0, 0, -feet};
        // A step larger on each side: the bounds are rounded.
        const Aabb positions = grown({(box.min + lift) * steps, (box.max + lift) * steps}, 1);
        for (const BrushRecord& brush : level.brushes()) {
            if (brush.entity != entities[e].entity.value || (brush.flags & kBrushFacet) != 0) {
                continue;
            }
            CutVolume volume{{}, positions};
            for (const SideRecord& side :
                 level.sides().subspan(brush.first_side, brush.side_count)) {
                const ExactPlane plane = planes.table.plane(planes.of(side.plane));
                volume.sides.push_back(
                    planes.table.intern(lifted(plane, static_cast<std::int64_t>(feet * steps))));
            }
            volumes.push_back({e, std::move(volume)});
        }
    }
    return volumes;
}

std::vector<FloorPiece> cut_by_areas(std::vector<FloorPiece> pieces,
                                     std::span<const AreaVolume> volumes,
                                     std::span<AreaEntity> entities,
                                     Predicates& predicates) {
    const auto is_outside = [](const FloorPiece& piece) { return piece.area == kNone; };
    for (const AreaVolume& volume : volumes) {
        AreaEntity& entity = entities[volume.entity];
        pieces = cut_pieces(
            std::move(pieces), volume.volume, predicates, is_outside, [&](FloorPiece& piece) {
                piece.area = entity.area;
                entity.has_floor = true;
            });
    }
    return pieces;
}

}  // namespace halfspace
