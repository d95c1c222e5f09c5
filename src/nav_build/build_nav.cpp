// SPDX-License-Identifier: MIT
#include "halfspace/nav_build/build_nav.h"

#include "halfspace/base/option_check.h"
#include "halfspace/query/entities.h"

#include "level/shared/derive.h"
#include "nav_build/floor_mesh.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace halfspace {
namespace {

// Models of entities whose names begin like this move in the games that know them.
constexpr std::string_view kMovingClasses[] = {"func_door",
                                               "func_plat",
                                               "func_train",
                                               "func_button",
                                               "func_rotating",
                                               "func_bobbing",
                                               "func_pendulum",
                                               "func_water",
                                               "func_tracktrain",
                                               "func_breakable",
                                               "func_pushable",
                                               "func_explosive",
                                               "func_areaportal",
                                               "momentary_",
                                               "trigger_"};

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
    std::vector<SpaceId> spaces = options.spaces;
    for (std::uint32_t s = 1; options.spaces.empty() && s < level.spaces().size(); ++s) {
        spaces.push_back(SpaceId(s));
    }
    std::ranges::sort(spaces);
    const auto repeated = std::ranges::unique(spaces);
    spaces.erase(repeated.begin(), repeated.end());
    if (!spaces.empty() && spaces.back().value >= level.spaces().size()) {
        return std::unexpected(range_error("the level has no space " +
                                           std::to_string(spaces.back().value)));
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

void append(const FloorMesh& mesh,
            std::span<const std::uint32_t> plane_ids,
            int grid_exponent,
            NavData& data) {
    const auto first = static_cast<std::uint32_t>(data.vertices.size());
    for (const FloorPolygon& polygon : mesh.polygons) {
        data.polygons.push_back({plane_ids[polygon.plane.value],
                                 static_cast<std::uint32_t>(data.edges.size()),
                                 0,
                                 static_cast<std::uint32_t>(polygon.contents)});
        for (const std::uint32_t corner : polygon.corners) {
            data.edges.push_back({first + corner, kNone});
        }
    }
    const double unit = std::ldexp(1, -grid_exponent);
    for (const ExactPoint& vertex : mesh.vertices) {
        data.vertices.push_back(vertex.rounded * unit);
    }
}

}  // namespace

bool stays_in_place(const Level& level, ModelId model) {
    const std::string_view name = classname_of(level, EntityId(level.models()[model.value].entity));
    return std::ranges::none_of(kMovingClasses,
                                [&](std::string_view moving) { return name.starts_with(moving); });
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
    if (planes.table.predicate_bits() > kMaxPredicateBits) {
        return std::unexpected(Error{ErrorCode::Unsupported,
                                     "the planes have too many bits for exact arithmetic",
                                     {}});
    }
    const Contents blockers =
        (options.blockers & kBarriers) |
        (any(options.blockers & kOpaque) ? Contents::Solid : Contents::Empty);
    NavData data;
    for (const SpaceId space : *spaces) {
        data.meshes.push_back({options.floor_normal,
                               options.step_height,
                               space.value,
                               static_cast<std::uint32_t>(data.polygons.size()),
                               static_cast<std::uint32_t>(blockers),
                               0});
        const std::vector<FloorPiece> pieces =
            walkable_surface(level, space, models, options, planes, executor);
        append(make_floor_mesh(pieces, planes.table), plane_ids, level.grid_exponent(), data);
    }
    LevelData derived;  // the meshes alone
    set_navigation(derived, std::move(data));
    derive_nav(derived);
    return NavData{std::move(derived.nav_meshes),
                   std::move(derived.nav_polygons),
                   std::move(derived.nav_edges),
                   std::move(derived.nav_vertices)};
}

void set_navigation(LevelData& level, NavData meshes) {
    level.nav_meshes = std::move(meshes.meshes);
    level.nav_polygons = std::move(meshes.polygons);
    level.nav_edges = std::move(meshes.edges);
    level.nav_vertices = std::move(meshes.vertices);
}

}  // namespace halfspace
