// SPDX-License-Identifier: MIT
#include "halfspace/nav_build/build_nav.h"

#include "halfspace/base/option_check.h"
#include "halfspace/exact/plane.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/triggers.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/space.h"

#include "level/shared/derive.h"
#include "level/shared/moving_classes.h"
#include "nav_build/area_cuts.h"
#include "nav_build/climb.h"
#include "nav_build/door_cuts.h"
#include "nav_build/entity_links.h"
#include "nav_build/floor_mesh.h"
#include "nav_build/leaps.h"
#include "nav_build/lift_links.h"
#include "nav_build/links.h"
#include "nav_build/narrow_doors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

namespace halfspace {
namespace {

Error range_error(const std::string& message) {
    return {ErrorCode::Range, message, {}};
}

Result<std::vector<SpaceId>> wanted_spaces(const Level& level, const NavOptions& options) {
    if (!(options.floor_normal >= 0.01 && options.floor_normal <= 1)) {
        return std::unexpected(range_error("floor_normal is not from 0.01 to 1"));
    }
    if (!(options.step_height >= 0 && options.step_height <= 1000)) {
        return std::unexpected(range_error("step_height is not from 0 to 1000 map units"));
    }
    if (any(options.blockers & ~kBodyBlockers)) {
        return std::unexpected(range_error("blockers has contents that do not stop bodies: " +
                                           to_string(options.blockers & ~kBodyBlockers)));
    }
    std::vector<SpaceId> spaces = options.spaces;
    for (std::uint32_t s = 1; options.spaces.empty() && s < level.spaces().size(); ++s) {
        spaces.push_back(SpaceId(s));
    }
    std::ranges::sort(spaces);
    const auto repeated = std::ranges::unique(spaces);
    spaces.erase(repeated.begin(), repeated.end());
    if (!spaces.empty() && spaces.back().value >= level.spaces().size()) {
        return std::unexpected(
            range_error("the level has no space " + std::to_string(spaces.back().value)));
    }
    return spaces;
}

std::vector<ModelId> resting_models(const Level& level) {
    std::vector<ModelId> models{kWorldModel};
    for (std::uint32_t m = 1; m < level.models().size(); ++m) {
        const bool is_drawing = (level.models()[m].flags & kModelCurves) != 0;
        if (!is_drawing && stays_in_place(level, ModelId(m))) {
            models.push_back(ModelId(m));
        }
    }
    return models;
}

// The standing body of a mover that crouches with this one.
std::optional<SpaceId> standing_space(const Level& level, SpaceId space) {
    const std::optional<SpaceId> stand = find_space(level, "stand");
    const bool crouches = stand && *stand != space && space_name(level, space) == "crouch" &&
                          fits(level, {*stand, space});
    return crouches ? stand : std::nullopt;
}

// The middle of an entity's model; its origin if it has none.
Vec3 middle_of(const Level& level, EntityId entity) {
    const auto model = model_of(level, entity);
    const Aabb box = model ? level.model_bounds(*model) : Aabb();
    return is_empty(box) ? vec3_value(level, entity, "origin").value_or(Vec3())
                         : (box.min + box.max) * 0.5;
}

// Adds the entities of areas that change no mesh.
void add_idle_areas(const Level& level, NavAreas& areas, NavData& data) {
    for (const AreaEntity& area : areas.entities) {
        if (!area.has_floor) {
            areas.dropped.push_back(
                {{}, area.entity, {}, "no floor is in it, or areas of higher cost hold all of it"});
        }
    }
    std::ranges::sort(areas.dropped, {}, &NavDropped::entity);
    for (NavDropped& dropped : areas.dropped) {
        dropped.place = middle_of(level, dropped.entity);
    }
    data.dropped.insert(data.dropped.begin(), areas.dropped.begin(), areas.dropped.end());
}

// Finds the neighbours and islands of a mesh.
void derive(NavData& mesh) {
    LevelData level;  // of what is read
    level.nav_meshes = mesh.meshes;
    level.nav_polygons = std::move(mesh.polygons);
    level.nav_edges = std::move(mesh.edges);
    level.nav_steps = mesh.steps;
    derive_nav(level);
    mesh.polygons = std::move(level.nav_polygons);
    mesh.edges = std::move(level.nav_edges);
}

// Adds a mesh that is written alone. Islands count within their mesh.
void append(const NavData& mesh, NavData& all) {
    const auto polygons = static_cast<std::uint32_t>(all.polygons.size());
    const auto edges = static_cast<std::uint32_t>(all.edges.size());
    const auto vertices = static_cast<std::uint32_t>(all.vertices.size());
    for (NavMeshRecord record : mesh.meshes) {
        record.first_polygon += polygons;
        all.meshes.push_back(record);
    }
    for (NavPolygonRecord record : mesh.polygons) {
        record.first_edge += edges;
        all.polygons.push_back(record);
    }
    for (NavEdgeRecord record : mesh.edges) {
        record.vertex += vertices;
        record.neighbour += record.neighbour == kNone ? 0 : polygons;
        all.edges.push_back(record);
    }
    all.vertices.insert(all.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
    for (NavStepRecord record : mesh.steps) {
        record.lower += edges;
        record.upper += edges;
        all.steps.push_back(record);
    }
    for (NavLinkRecord record : mesh.links) {
        record.from_polygon += polygons;
        record.to_polygon += polygons;
        all.links.push_back(record);
    }
    for (NavDoorRecord record : mesh.doors) {
        record.polygon += polygons;
        all.doors.push_back(record);
    }
    all.dropped.insert(all.dropped.end(), mesh.dropped.begin(), mesh.dropped.end());
}

// How the movers walk that find the links. Where the level has no ladder, they look for none.
MoverOptions walking(const Level& level, const NavOptions& options) {
    MoverOptions walk{.mask = options.blockers,
                      .step_height = options.step_height,
                      .floor_normal = options.floor_normal};
    const bool has_ladders = std::ranges::any_of(level.leaves(), [](const LeafRecord& leaf) {
        return any(static_cast<Contents>(leaf.contents) & Contents::Ladder);
    });
    walk.ladder_speed = has_ladders ? walk.ladder_speed : 0;
    return walk;
}

Error cancelled() {
    return {ErrorCode::Cancelled, "cancelled", {}};
}

// The same executor, which does nothing more after a cancel.
Executor stoppable(const Executor& executor, const Progress* progress) {
    if (progress == nullptr) {
        return executor;
    }
    return [=](std::size_t count, const std::function<void(std::size_t)>& body) {
        executor(count, [&](std::size_t i) {
            if (!is_cancelled(progress)) {
                body(i);
            }
        });
    };
}

// Writes the records of meshes, each alone: its first polygon, edge and vertex are 0.
class MeshWriter {
public:
    MeshWriter(const CollisionWorld& world,
               const Triggers& triggers,
               const Doors& lifts,
               const NavOptions& options,
               const PlaneTable& planes,
               std::span<const std::uint32_t> plane_ids,
               std::size_t area_count)
        : around_(world),
          triggers_(triggers),
          lifts_(lifts),
          walk_(walking(world.level(), options)),
          planes_(planes),
          plane_ids_(plane_ids),
          areas_(area_count),
          progress_(options.progress) {}

    // Errors: none that the level's floor can cause, see NavMesh::from_records; Cancelled.
    Result<NavData> records_of(const NavMeshRecord& header,
                               const FloorMesh& mesh,
                               const Executor& executor) const {
        NavData data;
        data.meshes.push_back(header);
        for (const FloorPolygon& polygon : mesh.polygons) {
            for (const ModelId door : polygon.doors) {
                data.doors.push_back(
                    {static_cast<std::uint32_t>(data.polygons.size()), door.value});
            }
            data.polygons.push_back({plane_ids_[polygon.plane.value],
                                     static_cast<std::uint32_t>(data.edges.size()),
                                     0,
                                     static_cast<std::uint32_t>(polygon.contents),
                                     polygon.area,
                                     polygon.is_low ? kNavPolygonLow : 0});
            for (const std::uint32_t corner : polygon.corners) {
                data.edges.push_back({corner, kNone});
            }
        }
        const double unit = std::ldexp(1, -around_.level.grid_exponent());
        for (const ExactPoint& vertex : mesh.vertices) {
            data.vertices.push_back(vertex.rounded * unit);
        }
        add_steps(mesh, data);
        if (is_cancelled(progress_)) {
            return std::unexpected(cancelled());
        }
        derive(data);
        std::vector<Plane> planes;
        for (const NavPolygonRecord& polygon : data.polygons) {
            const PlaneId id{polygon.plane};
            const Plane plane = around_.level.scaled_plane(id.pair());
            planes.push_back(id.is_flipped() ? flipped(plane) : plane);
        }
        const Result<NavMesh> floor = NavMesh::from_records({.polygons = data.polygons,
                                                             .edges = data.edges,
                                                             .vertices = data.vertices,
                                                             .planes = planes,
                                                             .areas = areas_,
                                                             .steps = data.steps});
        if (!floor) {
            return std::unexpected(floor.error());
        }
        const MeshInLevel here{
            around_, SpaceId(header.space), data, planes, areas_, *floor, lifts_};
        std::ranges::move(narrow_doors(here), std::back_inserter(data.dropped));
        data.links = find_links(here, walk_, executor);
        Result<EntityLinks> rides = find_lift_links(here, walk_, executor);
        if (!rides) {
            return std::unexpected(std::move(rides).error());
        }
        for (EntityLinks& more :
             std::array{find_entity_links(here, triggers_, walk_, executor), *std::move(rides)}) {
            data.links.insert(data.links.end(), more.links.begin(), more.links.end());
            std::ranges::move(more.dropped, std::back_inserter(data.dropped));
        }
        if (is_cancelled(progress_)) {
            return std::unexpected(cancelled());
        }
        std::ranges::stable_sort(data.links, {}, &NavLinkRecord::from_polygon);
        const Result<NavMesh> whole = NavMesh::from_records({.polygons = data.polygons,
                                                             .edges = data.edges,
                                                             .vertices = data.vertices,
                                                             .planes = planes,
                                                             .links = data.links,
                                                             .areas = areas_,
                                                             .steps = data.steps});
        if (!whole) {
            return std::unexpected(whole.error());
        }
        const std::vector<NavLinkRecord> leaps = find_leaps(here, *whole, walk_, executor);
        if (is_cancelled(progress_)) {
            return std::unexpected(cancelled());
        }
        data.links.insert(data.links.end(), leaps.begin(), leaps.end());
        std::ranges::stable_sort(data.links, {}, &NavLinkRecord::from_polygon);
        return data;
    }

private:
    void add_steps(const FloorMesh& mesh, NavData& data) const {
        const auto edge_of = [&](const FloorEdge& edge) {
            return data.polygons[edge.polygon].first_edge + edge.corner;
        };
        const auto ends_of = [&](const FloorEdge& edge) {
            const std::vector<std::uint32_t>& corners = mesh.polygons[edge.polygon].corners;
            return std::pair(data.vertices[corners[edge.corner]],
                             data.vertices[corners[(edge.corner + 1) % corners.size()]]);
        };
        // The highest floor that can be climbed comes first.
        std::vector<std::pair<double, FloorStep>> candidates;
        for (const FloorStep& step : mesh.steps) {
            candidates.emplace_back(ends_of(step.lower).first.z - ends_of(step.upper).second.z,
                                    step);
        }
        std::ranges::stable_sort(
            candidates, {}, [](const auto& candidate) { return candidate.first; });
        std::vector<bool> is_taken(data.edges.size());
        for (const auto& [height, step] : candidates) {
            if (is_cancelled(progress_)) {
                return;
            }
            const std::uint32_t lower = edge_of(step.lower);
            const std::uint32_t upper = edge_of(step.upper);
            if (is_taken[lower] || is_taken[upper]) {
                continue;
            }
            const auto [a, b] = ends_of(step.lower);
            const auto [d, c] = ends_of(step.upper);
            const std::optional<double> speed =
                climbing_speed(around_,
                               SpaceId(data.meshes.back().space),
                               {{a, b},
                                {c, d},
                                normal_of(mesh.polygons[step.lower.polygon]),
                                normal_of(mesh.polygons[step.upper.polygon]),
                                right_of(b - a)},
                               walk_);
            // One who crouches below a low ceiling is slower.
            const bool is_low = mesh.polygons[step.lower.polygon].is_low ||
                                mesh.polygons[step.upper.polygon].is_low;
            if (speed && (!is_low || *speed <= walk_.crouch_speed)) {
                is_taken[lower] = true;
                is_taken[upper] = true;
                data.steps.push_back({lower, upper, static_cast<float>(*speed), 0});
            } else {
                data.dropped.push_back({SpaceId(data.meshes.back().space),
                                        {},
                                        (a + b) * 0.5,
                                        "the mover does not climb the step"});
            }
        }
        std::ranges::sort(data.steps, {}, &NavStepRecord::lower);
    }

    Vec3 normal_of(const FloorPolygon& polygon) const {
        return to_vec3(planes_.plane(polygon.plane).n);
    }

    // Polygons lie to the left of their edges, so the way out leads to the right.
    static Vec3 right_of(const Vec3& along) { return normalized(Vec3{along.y, -along.x, 0}); }

    PlacedLevel around_;
    const Triggers& triggers_;
    const Doors& lifts_;
    MoverOptions walk_;
    const PlaneTable& planes_;
    std::span<const std::uint32_t> plane_ids_;  // of the level, by id in the table
    std::vector<NavArea> areas_;                // links do not heed their costs
    const Progress* progress_;
};

}  // namespace

bool stays_in_place(const Level& level, ModelId model) {
    const EntityId entity(level.models()[model.value].entity);
    return !is_moving_class(classname_of(level, entity));
}

Result<NavData> build_navigation(const Level& level,
                                 const NavOptions& options,
                                 const Executor& executor) {
    const Result<std::vector<SpaceId>> spaces = wanted_spaces(level, options);
    if (!spaces) {
        return std::unexpected(spaces.error());
    }
    LevelPlanes planes = planes_of(level.view());
    std::vector<std::uint32_t> plane_ids(planes.id.size());  // of the level, by id in the table
    for (std::uint32_t id = 0; id < planes.id.size(); ++id) {
        plane_ids[planes.id[id].value] = id;
    }
    const std::vector<ModelId> models = resting_models(level);
    for (const ModelId model : models) {
        box_planes(grid_box(level.view(), model), planes.table);
    }
    NavAreas areas = areas_of(level);
    std::vector<std::vector<ClosingBox>> doors;    // of each space
    std::vector<std::vector<AreaVolume>> volumes;  // likewise
    for (const SpaceId space : *spaces) {
        doors.push_back(closing_boxes(level, space, planes.table));
        volumes.push_back(area_volumes(level, areas.entities, space, planes));
    }
    if (planes.table.predicate_bits() > kMaxPredicateBits) {
        return std::unexpected(Error{
            ErrorCode::Unsupported, "the planes have too many bits for exact arithmetic", {}});
    }
    const Contents blockers = (options.blockers & kBarriers) |
                              (any(options.blockers & kOpaque) ? Contents::Solid : Contents::Empty);
    CollisionWorld world(level);  // it knows which models are near a mover
    for (const ModelId model : models) {
        if (model != kWorldModel) {
            world.place(model);
        }
    }
    const Triggers triggers(level);
    const Doors lifts = game_of_lifts(level, models);
    const MeshWriter writer(
        world, triggers, lifts, options, planes.table, plane_ids, areas.records.size());
    const double step_height = std::ldexp(options.step_height, level.grid_exponent());
    NavData data;
    for (const IdleTrigger& idle : triggers.idle()) {
        data.dropped.push_back({{}, idle.entity, middle_of(level, idle.entity), idle.reason});
    }
    Predicates predicates(planes.table);
    const Executor run = stoppable(executor, options.progress);
    for (std::size_t s = 0; s < spaces->size(); ++s) {
        const SpaceId space = (*spaces)[s];
        const std::optional<SpaceId> standing = standing_space(level, space);
        std::vector<FloorPiece> pieces =
            walkable_surface(level, space, standing, models, options, planes, run);
        if (is_cancelled(options.progress)) {
            return std::unexpected(cancelled());
        }
        pieces = cut_by_doors(std::move(pieces), doors[s], predicates);
        pieces = cut_by_areas(std::move(pieces), volumes[s], areas.entities, predicates);
        const Result<NavData> mesh =
            writer.records_of({options.floor_normal,
                               options.step_height,
                               space.value,
                               0,
                               static_cast<std::uint32_t>(blockers),
                               standing ? standing->value : 0},
                              make_floor_mesh(pieces, step_height, planes.table),
                              run);
        if (!mesh) {
            return std::unexpected(mesh.error());
        }
        append(*mesh, data);
    }
    data.areas = std::move(areas.records);
    add_idle_areas(level, areas, data);
    return data;
}

void set_navigation(LevelData& level, NavData meshes) {
    level.nav_meshes = std::move(meshes.meshes);
    level.nav_polygons = std::move(meshes.polygons);
    level.nav_edges = std::move(meshes.edges);
    level.nav_vertices = std::move(meshes.vertices);
    level.nav_steps = std::move(meshes.steps);
    level.nav_links = std::move(meshes.links);
    level.nav_doors = std::move(meshes.doors);
    level.nav_areas = std::move(meshes.areas);
}

}  // namespace halfspace
