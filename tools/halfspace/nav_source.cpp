// SPDX-License-Identifier: MIT
#include "nav_source.h"

#include "halfspace/query/entities.h"
#include "halfspace/query/space.h"
#include "halfspace/tasks/parallel_for.h"

#include "printable.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace halfspace::tool {
namespace {

// Bodies that can stand nowhere.
void note_bodies(const NavData& meshes,
                 const Level& level,
                 const World& world,
                 std::vector<Diagnostic>& notes) {
    for (std::size_t m = 0; m < meshes.meshes.size(); ++m) {
        const std::size_t end = m + 1 < meshes.meshes.size() ? meshes.meshes[m + 1].first_polygon
                                                             : meshes.polygons.size();
        if (meshes.meshes[m].first_polygon == end) {
            notes.push_back(
                {Severity::Note,
                 fmt::format("the body '{}' has no floor: its navigation mesh is empty",
                             printable(space_name(level, SpaceId(meshes.meshes[m].space)))),
                 {world.source, 0, 0}});
        }
    }
}

// What the entity is not, though it looks like it.
std::string_view kind_of(std::string_view classname) {
    return classname == "func_nav_area"         ? "area"
           : classname.starts_with("func_door") ? "open way"
                                                : "link";
}

// Notes for the designer: which entities are no ways or areas though they look like ones, and how
// many steps nobody climbs. Several bodies often have the same reason.
void note_dropped(const NavData& meshes,
                  const Level& level,
                  const World& world,
                  std::vector<Diagnostic>& notes) {
    std::set<std::pair<std::uint32_t, std::string>> noted;
    std::size_t steps = 0;
    Vec3 first_step;
    for (const NavDropped& dropped : meshes.dropped) {
        const std::uint32_t entity = dropped.entity.value;
        if (!dropped.entity.is_valid()) {
            first_step = steps++ == 0 ? dropped.place : first_step;
        } else if (noted.emplace(entity, dropped.reason).second) {
            const SourcePosition& position = world.entities[entity].position;
            notes.push_back(
                {Severity::Note,
                 fmt::format(
                     "this {} (entity {}) is no {} of the navigation mesh{}, at {} {} {}: {}",
                     printable(classname_of(level, dropped.entity)),
                     entity,
                     kind_of(classname_of(level, dropped.entity)),
                     dropped.space.is_valid()
                         ? fmt::format(" of the body '{}'",
                                       printable(space_name(level, dropped.space)))
                         : "",
                     dropped.place.x,
                     dropped.place.y,
                     dropped.place.z,
                     dropped.reason),
                 {world.source, position.line, position.column}});
        }
    }
    if (steps > 0) {
        notes.push_back(
            {Severity::Note,
             fmt::format("{} steps of the navigation meshes are left out: the mover does not climb "
                         "them; the first one is at {} {} {}",
                         steps,
                         first_step.x,
                         first_step.y,
                         first_step.z),
             {world.source, 0, 0}});
    }
}

}  // namespace

Result<NavData> source_meshes(const SourceArguments& arguments,
                              const World& world,
                              const Level& level,
                              std::vector<Diagnostic>& notes) {
    Result<NavData> meshes = build_navigation(level, {}, executor(arguments.options.threads));
    if (meshes) {
        note_bodies(*meshes, level, world, notes);
        note_dropped(*meshes, level, world, notes);
    }
    return meshes;
}

Json dropped_json(const NavData& meshes, const Level& level) {
    Json all = Json::array();
    for (const NavDropped& dropped : meshes.dropped) {
        const bool is_entity = dropped.entity.is_valid();
        all.push_back(
            {{"body", dropped.space.is_valid() ? Json(space_name(level, dropped.space)) : Json()},
             {"entity", is_entity ? Json(dropped.entity.value) : Json()},
             {"classname", is_entity ? Json(classname_of(level, dropped.entity)) : Json()},
             {"place", point_json(dropped.place)},
             {"reason", dropped.reason}});
    }
    return all;
}

}  // namespace halfspace::tool
