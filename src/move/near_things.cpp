// SPDX-License-Identifier: MIT
#include "move/near_things.h"

#include "halfspace/level/level.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <algorithm>

namespace halfspace {
namespace {

template <class ThingId>
bool is_in(std::span<const ThingId> list, ThingId id) {
    return std::ranges::find(list, id) != list.end();
}

// Calls visit(id) for each id that find(found, next) gives and that is not left out, until a call
// returns false; then the result is false. find: as CollisionWorld::models_in.
template <class ThingId, class Find, class Visit>
bool for_ids(const Find& find, std::span<const ThingId> left_out, const Visit& visit) {
    std::array<ThingId, 16> found;
    for (ThingId next(0);;) {
        const std::size_t count = find(std::span<ThingId>(found), next);
        for (const ThingId id : std::span(found).first(std::min(count, found.size()))) {
            if (!is_in(left_out, id) && !visit(id)) {
                return false;
            }
        }
        if (count <= found.size()) {
            return true;
        }
        next = ThingId(found.back().value + 1);
    }
}

}  // namespace

NearThings::NearThings(const PlacedLevel& around,
                       const Aabb& reach,
                       ModelId ground_model,
                       MeshId ground_mesh)
    : ground_model_(ground_model), ground_mesh_(ground_mesh) {
    // What moves may push the body into the reach of other things. So the reach grows by the ways
    // of all that is in it, until nothing else that moves is in it.
    Aabb grown_reach = reach;
    for (double pushed = 0; !are_too_many_;) {
        model_count_ = mesh_count_ = obstacle_count_ = 0;
        does_a_rigid_thing_move_ = does_an_obstacle_move_ = false;
        gather_lists(around, grown_reach);
        const double ways = around.world == nullptr ? 0 : gather(around, grown_reach);
        if (ways <= pushed) {
            break;
        }
        pushed = ways;
        grown_reach = grown(reach, pushed);
    }
    if (are_too_many_) {
        model_count_ = mesh_count_ = obstacle_count_ = 0;
    }
}

std::size_t NearThings::index_of(ModelId model, MeshId mesh) const {
    std::size_t i = 0;
    while (i < model_count_ && models_[i].model != model) {
        ++i;
    }
    if (i < model_count_) {
        return i;
    }
    while (i < rigid_count() && this->mesh(i).id != mesh) {
        ++i;
    }
    return i;
}

void NearThings::note_way(const StepMotion* way) {
    does_a_rigid_thing_move_ = does_a_rigid_thing_move_ || (way != nullptr && way->moves());
}

bool NearThings::add(const PlacedModel& model, const StepMotion* way) {
    are_too_many_ = are_too_many_ || model_count_ == models_.size();
    if (!are_too_many_) {
        note_way(way);
        model_ways_[model_count_] = way;
        models_[model_count_++] = model;
    }
    return !are_too_many_;
}

bool NearThings::add(const PlacedMesh& mesh, const StepMotion* way) {
    are_too_many_ = are_too_many_ || mesh_count_ == meshes_.size();
    if (!are_too_many_) {
        note_way(way);
        mesh_ways_[mesh_count_] = way;
        meshes_[mesh_count_++] = mesh;
    }
    return !are_too_many_;
}

bool NearThings::add(const PlacedObstacle& obstacle, const MovingObstacle* way) {
    are_too_many_ = are_too_many_ || obstacle_count_ == obstacles_.size();
    if (!are_too_many_) {
        does_an_obstacle_move_ = does_an_obstacle_move_ || (way != nullptr && way->from != way->to);
        obstacle_ways_[obstacle_count_] = way;
        obstacles_[obstacle_count_++] = obstacle;
    }
    return !are_too_many_;
}

// Those of the lists are at rest.
void NearThings::gather_lists(const PlacedLevel& around, const Aabb& reach) {
    for (const PlacedModel& model : around.models) {
        const Aabb box = box_to_world(model.transform, around.level.tree_box(model.model));
        if (touch(grown(box, 1), reach) && !add(model, nullptr)) {
            return;
        }
    }
    for (const PlacedMesh& mesh : around.meshes) {
        const Aabb box = box_to_world(mesh.transform, mesh.surface.triangles->bounds());
        if (touch(grown(box, 1), reach) && !add(mesh, nullptr)) {
            return;
        }
    }
    for (const PlacedObstacle& obstacle : around.obstacles) {
        if (touch(box_at(*obstacle.body, obstacle.position), reach) && !add(obstacle, nullptr)) {
            return;
        }
    }
}

// Adds what is placed in the world. Returns how far all of this may push the body.
double NearThings::gather(const PlacedLevel& around, const Aabb& reach) {
    const CollisionWorld& world = *around.world;
    double ways = 0;
    const auto models_in = [&](auto found, ModelId next) {
        return world.models_in(reach, found, next);
    };
    const auto meshes_in = [&](auto found, MeshId next) {
        return world.meshes_in(reach, found, next);
    };
    const auto obstacles_in = [&](auto found, ObstacleId next) {
        return world.obstacles_in(reach, found, next);
    };
    const auto add_model = [&](ModelId id) {
        const MovingModel& moving = world.model(id);
        // A body that leaves the ground keeps the velocity of the ground.
        ways += (id == ground_model_ ? 2 : 1) * moving.longest_way();
        return add(PlacedModel{id, moving.from()}, &moving);
    };
    const auto add_mesh = [&](MeshId id) {
        const MovingMesh& moving = world.mesh(id);
        ways += (id == ground_mesh_ ? 2 : 1) * moving.longest_way();
        return add(PlacedMesh{id, moving.surface(), moving.from()}, &moving);
    };
    const auto add_obstacle = [&](ObstacleId id) {
        const MovingObstacle& moving = world.obstacle(id);
        ways += 2 * distance(moving.from, moving.to);
        return add(PlacedObstacle{id, moving.contents, &moving.body, moving.from}, &moving);
    };
    const bool fits = for_ids<ModelId>(models_in, around.without.models, add_model) &&
                      for_ids<MeshId>(meshes_in, around.without.meshes, add_mesh) &&
                      for_ids<ObstacleId>(obstacles_in, around.without.obstacles, add_obstacle);
    return fits ? ways : 0;
}

void NearThings::place_all_at_the_end() {
    for (std::size_t i = 0; i < rigid_count(); ++i) {
        place(i, to(i));
    }
    for (std::size_t i = 0; i < obstacle_count_; ++i) {
        obstacles_[i].position = obstacle_to(i);
    }
}

Blockers blockers_among(const PlacedLevel& around,
                        const NearThings& near,
                        const TraceOptions& options) {
    Blockers blockers;
    blockers.level = &around.level;
    blockers.base = around.base;
    blockers.models = near.models();
    blockers.meshes = near.meshes();
    blockers.obstacles = near.obstacles();
    blockers.options = options;
    return blockers;
}

}  // namespace halfspace
