// SPDX-License-Identifier: MIT
#include "nav_run.h"

#include "halfspace/move/doors.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/nav/walls.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include "printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace halfspace::tool {
namespace {

// True if --closed with this text means the door.
bool is_named(const Level& level, ModelId door, const std::string& text) {
    const EntityId entity = entity_of(level, door);
    return text == std::to_string(door.value) || text == classname_of(level, entity) ||
           text == key_value(level, entity, "targetname");
}

// "; its doors are 1 (func_door), 3 (func_door)".
std::string doors_text(const Level& level, std::span<const ModelId> doors) {
    std::string text;
    for (const ModelId door : doors) {
        text += fmt::format("{} {}", text.empty() ? "" : ",", door_text(level, door));
    }
    return doors.empty() ? "; the mesh has no door" : "; its doors are" + text;
}

Result<void> close_doors(const Level& level, const NavArguments& arguments, NavRun& run) {
    run.doors.emplace(*run.mesh);
    for (const std::string& text : arguments.closed) {
        bool is_known = false;
        for (const ModelId door : run.doors->doors()) {
            if (is_named(level, door, text)) {
                run.doors->set_closed(door, true);
                is_known = true;
            }
        }
        if (!is_known) {
            return std::unexpected(
                Error{ErrorCode::Range,
                      fmt::format("--closed {}: no door of the mesh has this number, targetname or "
                                  "class{}",
                                  printable(text),
                                  doors_text(level, run.doors->doors())),
                      {arguments.level}});
        }
    }
    return {};
}

Result<void> set_costs(const NavArguments& arguments, NavRun& run) {
    const std::span<const NavArea> areas = run.mesh->areas();
    std::ranges::transform(areas, std::back_inserter(run.costs), &NavArea::cost);
    for (const AreaCost& cost : arguments.costs) {
        const auto found = std::ranges::find(areas, cost.area, &NavArea::name);
        if (found == areas.end()) {
            return std::unexpected(
                Error{ErrorCode::Range,
                      fmt::format("--cost: the level has no area \"{}\"", printable(cost.area)),
                      {arguments.level}});
        }
        run.costs[static_cast<std::size_t>(found - areas.begin())] = cost.cost;
    }
    return {};
}

// The name of the area of a polygon; empty: it is in none.
std::string_view area_name(const NavMesh& mesh, NavPolygonId polygon) {
    const NavAreaId area = mesh.area(polygon);
    return area.is_valid() ? std::string_view(mesh.areas()[area.value].name) : std::string_view();
}

// "water"; empty on dry floor.
std::string liquid_name(const NavMesh& mesh, NavPolygonId polygon) {
    const auto contents = static_cast<Contents>(mesh.contents(polygon));
    return any(contents) ? to_string(contents) : "";
}

// The doors that close a polygon.
std::vector<ModelId> doors_at(const Level& level, const NavRun& run, NavPolygonId polygon) {
    std::vector<ModelId> doors;
    const std::uint32_t number = run.record.first_polygon + polygon.value;
    for (const NavDoorRecord& door :
         std::ranges::equal_range(level.nav_doors(), number, {}, &NavDoorRecord::polygon)) {
        doors.push_back(ModelId(door.model));
    }
    return doors;
}

bool is_trigger(const Level& level, ModelId door) {
    return classname_of(level, entity_of(level, door)).starts_with("trigger_");
}

// True if a part of the segment is in the box.
bool meets(const Aabb& box, const Segment& segment) {
    const Vec3 way = segment.to - segment.from;
    double begin = 0;
    double end = 1;
    for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        const double low = box.min.*axis - segment.from.*axis;
        const double high = box.max.*axis - segment.from.*axis;
        if (way.*axis == 0) {
            begin = low <= 0 && high >= 0 ? begin : 2;
            continue;
        }
        begin = std::max(begin, std::min(low / (way.*axis), high / (way.*axis)));
        end = std::min(end, std::max(low / (way.*axis), high / (way.*axis)));
    }
    return begin <= end;
}

std::vector<RunLift> lifts_of(const Level& level) {
    std::vector<RunLift> lifts;
    const EntityRange entities = find_entities(level, "func_plat");
    if (entities.begin() == entities.end()) {
        return lifts;
    }
    const Doors game(level);
    for (const Door& door : game.doors()) {
        const std::optional<ModelId> model = model_of(level, door.entity);
        if (door.is_lift && model) {
            lifts.push_back({*model, door.reach});
        }
    }
    return lifts;
}

// The lifts that rise with who goes a straight way over them.
std::vector<ModelId> lifts_below(const NavRun& run, const Segment& way) {
    std::vector<ModelId> lifts;
    for (const RunLift& lift : run.lifts) {
        if (meets(lift.reach, way)) {
            lifts.push_back(lift.model);
        }
    }
    return lifts;
}

// True if the first surface below the position is no floor, because it is too steep.
bool is_above_steep(const PlacedLevel& here, const NavRun& run, const Vec3& position) {
    const Vec3 below = position - Vec3{0, 0, LocateOptions().reach};
    const Contact contact = trace(
        here, run.space, position, below, {.mask = static_cast<Contents>(run.record.blockers)});
    return contact.hit && !contact.start_blocked && contact.normal.z < run.record.floor_normal;
}

}  // namespace

Result<void> prepare_mesh(const Level& level, const NavArguments& arguments, NavRun& run) {
    run.space = SpaceId(level.nav_meshes().empty() ? 0 : level.nav_meshes().front().space);
    if (!arguments.space.empty()) {
        const std::optional<SpaceId> found = find_space(level, arguments.space);
        if (!found) {
            Error error = no_such_space(level, arguments.space);
            error.where.file = arguments.level;
            return std::unexpected(std::move(error));
        }
        run.space = *found;
    }
    Result<NavMesh> mesh = NavMesh::from_level(level, run.space);
    if (!mesh) {
        mesh.error().where.file = arguments.level;
        return std::unexpected(std::move(mesh.error()));
    }
    run.mesh = *std::move(mesh);
    run.lifts = lifts_of(level);
    run.record = *std::ranges::find(level.nav_meshes(), run.space.value, &NavMeshRecord::space);
    if (arguments.crouches && run.record.standing_space == 0) {
        return std::unexpected(Error{
            ErrorCode::Range,
            fmt::format("--crouch: '{}' is no body that one crouches with; ask --space crouch",
                        printable(space_name(level, run.space))),
            {arguments.level}});
    }
    if (Result<void> closed = close_doors(level, arguments, run); !closed) {
        return closed;
    }
    return set_costs(arguments, run);
}

RouteOptions route_options(const NavArguments& arguments, const NavRun& run) {
    RouteOptions options = arguments.route;
    options.doors = &*run.doors;
    options.area_costs = run.costs;
    const MoverOptions mover;
    options.crouch_cost = arguments.crouches ? mover.walk_speed / mover.crouch_speed : 1;
    return options;
}

std::string door_text(const Level& level, ModelId door) {
    const EntityId entity = entity_of(level, door);
    const auto name = key_value(level, entity, "targetname");
    return fmt::format("{} ({}{})",
                       door.value,
                       printable(classname_of(level, entity)),
                       name ? fmt::format(" \"{}\"", printable(*name)) : "");
}

NoPlace no_place(const PlacedLevel& here,
                 const NavRun& run,
                 const Vec3& position,
                 std::string_view what) {
    constexpr double kRadius = 1024;  // map units
    const std::optional<NavPlace> place = nearest(*run.mesh, position, kRadius);
    if (!is_free(here, run.space, position, kPlayerBlockers)) {
        return {fmt::format("the {} is in a wall", what), place};
    }
    if (is_above_steep(here, run, position)) {
        return {fmt::format("the floor below the {} is too steep to stand on", what), place};
    }
    return {fmt::format("no floor up to {} units below the {}", LocateOptions().reach, what),
            place};
}

std::string to_text(const NoPlace& missing) {
    return missing.nearest ? fmt::format("{}; the nearest place is {:.3f},{:.3f},{:.3f}",
                                         missing.why,
                                         missing.nearest->position.x,
                                         missing.nearest->position.y,
                                         missing.nearest->position.z)
                           : missing.why;
}

std::vector<ModelId> touched_on_foot(const Level& level,
                                     const NavRun& run,
                                     std::span<const RoutePoint> route) {
    std::set<ModelId> found;
    // What the next link begins in, as long as the way back from the link touches it.
    ModelId next;
    for (std::size_t i = route.size(); i-- > 1;) {
        const RoutePoint& from = route[i - 1];
        const RoutePoint& to = route[i];
        if (from.link.is_valid()) {
            continue;
        }
        next = to.link.is_valid() ? run.mesh->link(to.link).model : next;
        bool touches_next = false;
        const auto add = [&](ModelId model) {
            if (model == next) {
                touches_next = true;
            } else {
                found.insert(model);
            }
        };
        std::ranges::for_each(lifts_below(run, {from.position, to.position}), add);
        raycast(*run.mesh, {from.polygon, from.position}, to.position, [&](NavPolygonId polygon) {
            for (const ModelId door : doors_at(level, run, polygon)) {
                if (is_trigger(level, door) && !run.doors->is_closed(door)) {
                    add(door);
                }
            }
        });
        next = touches_next ? next : ModelId();
    }
    return {found.begin(), found.end()};
}

namespace {

// The doors in whose way a place is, and the triggers and lifts that move who is there.
struct AtPlace {
    std::vector<ModelId> doors;
    std::vector<ModelId> touched;
};
AtPlace at_place(const Level& level, const NavRun& run, const NavPlace& place) {
    AtPlace at;
    for (const ModelId door : doors_at(level, run, place.polygon)) {
        (is_trigger(level, door) ? at.touched : at.doors).push_back(door);
    }
    std::ranges::copy(lifts_below(run, {place.position, place.position}),
                      std::back_inserter(at.touched));
    return at;
}

}  // namespace

std::string located_text(const Level& level, const NavRun& run, const NavPlace& place) {
    const NavMesh& mesh = *run.mesh;
    std::string text = fmt::format("polygon {} island {} at {}",
                                   place.polygon.value,
                                   mesh.island(place.polygon),
                                   point_text(place.position, " "));
    if (const std::string_view area = area_name(mesh, place.polygon); !area.empty()) {
        text += fmt::format(", area {}", printable(area));
    }
    if (const std::string liquid = liquid_name(mesh, place.polygon); !liquid.empty()) {
        text += ", in " + liquid;
    }
    if (mesh.is_low(place.polygon)) {
        text += ", low: a standing body has no room";
    }
    const AtPlace at = at_place(level, run, place);
    for (const ModelId door : at.doors) {
        text += ", in the way of door " + door_text(level, door);
    }
    for (const ModelId touched : at.touched) {
        text += ", touches " + door_text(level, touched);
    }
    return text;
}

Json place_json(const std::optional<NavPlace>& place) {
    return place ? point_json(place->position) : Json();
}

Json located_json(const Level& level,
                  const NavRun& run,
                  const std::optional<NavPlace>& place,
                  const NoPlace& missing) {
    const std::string_view area = place ? area_name(*run.mesh, place->polygon) : "";
    const std::string liquid = place ? liquid_name(*run.mesh, place->polygon) : "";
    const AtPlace at = place ? at_place(level, run, *place) : AtPlace();
    const auto numbers = [](const std::vector<ModelId>& models) {
        Json json = Json::array();
        for (const ModelId model : models) {
            json.push_back(model.value);
        }
        return json;
    };
    Json json;
    json["polygon"] = place ? Json(place->polygon.value) : Json();
    json["island"] = place ? Json(run.mesh->island(place->polygon)) : Json();
    json["place"] = place_json(place);
    json["area"] = area.empty() ? Json() : Json(area);
    json["liquid"] = liquid.empty() ? Json() : Json(liquid);
    json["low"] = place ? Json(run.mesh->is_low(place->polygon)) : Json();
    json["doors"] = numbers(at.doors);
    json["touches"] = numbers(at.touched);
    if (!place) {
        json["status"] = missing.why;
        json["nearest"] = place_json(missing.nearest);
    }
    return json;
}

}  // namespace halfspace::tool
