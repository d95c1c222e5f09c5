// SPDX-License-Identifier: MIT
#include "verify/nav_cuts.h"

#include "halfspace/base/number_text.h"

#include "level/shared/moving_classes.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace halfspace {
namespace {

// The part of a polygon behind all sides; the parts before them are added to `outside`.
std::optional<Polygon> cut(const Polygon& polygon,
                           const CutPlaces& places,
                           std::vector<Polygon>& outside,
                           Predicates& predicates) {
    std::optional<Polygon> inside = polygon;
    for (const PlaneId side : places.sides) {
        if (inside) {
            PolygonSplit parts = split(*std::move(inside), side, predicates);
            if (parts.front) {
                outside.push_back(*std::move(parts.front));
            }
            inside = std::move(parts.back);
        }
    }
    return inside;
}

// "models 3, 4"; "no model".
std::string models_text(std::span<const std::uint32_t> models) {
    std::string text = models.empty() ? "no model" : models.size() == 1 ? "model " : "models ";
    for (std::size_t i = 0; i < models.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(models[i]);
    }
    return text;
}

// The number of a key's value; 1 without one.
std::optional<double> cost_of(std::string_view text) {
    if (text.empty()) {
        return 1;
    }
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return std::nullopt;
    }
    text = text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
    const bool has_plus = text.starts_with('+') && !text.starts_with("+-");
    return number_of_text(text.substr(has_plus ? 1 : 0));
}

std::string area_text(std::uint32_t area) {
    return area == kNone ? "no area" : "area " + std::to_string(area);
}

std::vector<CutPlaces> closed_places(const Level& level,
                                     const World& source,
                                     SpaceId space,
                                     LevelPlanes& planes) {
    std::vector<CutPlaces> doors;
    for (std::uint32_t m = 1; m < level.models().size(); ++m) {
        const ModelRecord& record = level.models()[m];
        if ((record.flags & kModelCurves) != 0 || record.entity >= source.entities.size()) {
            continue;
        }
        const Entity& entity = source.entities[record.entity];
        const auto box = blocked_box(level.view(), ModelId(m), space);
        if (box && is_nav_door(entity.value("classname"), entity.value("spawnflags"))) {
            const BoxPlanes sides = box_planes(*box, planes.table);
            doors.push_back({m, {sides.begin(), sides.end()}, bounds(make_box(*box, sides))});
        }
    }
    return doors;
}

// Where the body is while its feet are in a brush.
CutPlaces places_above(const RebuiltBrush& brush,
                       std::uint32_t area,
                       std::int64_t feet,
                       PlaneTable& planes) {
    const auto lift = static_cast<double>(-feet);
    CutPlaces places{area, {}, brush.bounds};
    places.box.min.z += lift;
    places.box.max.z += lift;
    for (const PlaneId id : brush.planes) {
        ExactPlane plane = planes.plane(id);
        plane.d = plane.d - Int128(feet) * Int128(plane.n[2]);
        places.sides.push_back(planes.intern(plane));
    }
    return places;
}

}  // namespace

NavAreasOfSource areas_of_source(const Level& level, const World& source) {
    NavAreasOfSource areas;
    areas.of_entity.assign(source.entities.size(), kNone);
    const std::size_t count = std::min(source.entities.size(), level.entities().size());
    for (std::size_t e = 1; e < count; ++e) {
        const Entity& entity = source.entities[e];
        const std::string name(entity.value("area"));
        const std::optional<double> number = cost_of(entity.value("cost"));
        if (entity.value("classname") != "func_nav_area" || name.empty() || !number ||
            !(*number >= 1 && *number <= 1e6) || level.entities()[e].model == kNone) {
            continue;
        }
        const auto found = std::ranges::find(areas.names, name);
        const auto area = static_cast<std::uint32_t>(found - areas.names.begin());
        if (area == kMaxNavAreas) {
            continue;
        }
        if (found == areas.names.end()) {
            areas.names.push_back(name);
            areas.costs.push_back(1);
        }
        areas.costs[area] = std::max(areas.costs[area], static_cast<float>(*number));
        areas.of_entity[e] = area;
    }
    return areas;
}

void check_area_records(const Level& level,
                        const NavAreasOfSource& areas,
                        Differences& differences) {
    if (level.nav_areas().size() != areas.names.size()) {
        differences.add("the level has " + std::to_string(level.nav_areas().size()) +
                        " areas of the floor, but the source names " +
                        std::to_string(areas.names.size()));
        return;
    }
    for (std::size_t a = 0; a < areas.names.size(); ++a) {
        const NavAreaRecord& record = level.nav_areas()[a];
        if (level.string(record.name) != areas.names[a] || record.cost != areas.costs[a]) {
            differences.add("area " + std::to_string(a) + " of the floor should be '" +
                            areas.names[a] + "' with the cost " + number_text(areas.costs[a]));
        }
    }
}

NavCuts nav_cuts(const Level& level,
                 const World& source,
                 std::span<const RebuiltBrush> brushes,
                 const NavAreasOfSource& areas,
                 SpaceId space,
                 LevelPlanes& planes) {
    NavCuts cuts{closed_places(level, source, space, planes), {}};
    const auto feet = static_cast<std::int64_t>(
        std::ldexp(level.spaces()[space.value].min[2], level.grid_exponent()));
    for (const RebuiltBrush& brush : brushes) {
        const bool is_facet = (level.brushes()[brush.number].flags & kBrushFacet) != 0;
        const std::uint32_t area =
            brush.entity < areas.of_entity.size() ? areas.of_entity[brush.entity] : kNone;
        if (area != kNone && !is_facet && !brush.solid.faces.empty()) {
            cuts.areas.push_back(places_above(brush, area, feet, planes.table));
        }
    }
    std::ranges::stable_sort(cuts.areas, [&](const CutPlaces& a, const CutPlaces& b) {
        const float cost_a = areas.costs[a.owner];
        const float cost_b = areas.costs[b.owner];
        return cost_a != cost_b ? cost_a > cost_b : a.owner < b.owner;
    });
    return cuts;
}

std::string door_problem(const Level& level,
                         std::span<const CutPlaces> doors,
                         std::uint32_t number,
                         const Polygon& polygon,
                         Predicates& predicates) {
    const Aabb box = bounds(polygon);
    std::vector<std::uint32_t> found;  // models
    for (const CutPlaces& door : doors) {
        if (!touch(box, door.box)) {
            continue;
        }
        std::vector<Polygon> outside;
        if (cut(polygon, door, outside, predicates)) {
            if (!outside.empty()) {
                return " is partly in what model " + std::to_string(door.owner) + " closes";
            }
            found.push_back(door.owner);
        }
    }
    std::vector<std::uint32_t> said;
    for (const NavDoorRecord& record :
         std::ranges::equal_range(level.nav_doors(), number, {}, &NavDoorRecord::polygon)) {
        said.push_back(record.model);
    }
    return said == found ? ""
                         : " names " + models_text(said) + " as its doors, but is in what " +
                               models_text(found) + " closes";
}

std::string area_problem(const Level& level,
                         std::span<const CutPlaces> areas,
                         std::uint32_t number,
                         const Polygon& polygon,
                         Predicates& predicates) {
    const std::uint32_t said = level.nav_polygons()[number].area;
    const auto problem = [&](std::uint32_t found) {
        return " says " + area_text(said) + ", but a part of it is in " + area_text(found);
    };
    std::vector<Polygon> rest{polygon};  // in no area so far
    for (const CutPlaces& places : areas) {
        std::vector<Polygon> next;
        for (const Polygon& part : rest) {
            if (!touch(bounds(part), places.box)) {
                next.push_back(part);
            } else if (cut(part, places, next, predicates) && places.owner != said) {
                return problem(places.owner);
            }
        }
        rest = std::move(next);
    }
    return rest.empty() || said == kNone ? "" : problem(kNone);
}

}  // namespace halfspace
