// SPDX-License-Identifier: MIT
// All that a game places: a level, its doors and lifts where they are, meshes, and obstacles. Every
// question of this module and every mover takes a CollisionWorld. What is far from a question costs
// it nothing.
//
//     CollisionWorld world(level);
//     world.place_models_at_rest();
//     world.place(MeshId(1), {.triangles = &terrain});
//     world.place(ObstacleId(7), {.body = player_shape, .position = player.position});
//     trace(world, stand, from, to);                    against all of it
//     trace({world, {.obstacles = {&me, 1}}}, ...);     without some of it (placed_level.h)
//
// A step of a game:
//
//     world.end_step();                                 what has moved rests where it is now
//     world.move(door, moved_by({0, 0, 64}));           goes there in this step
//     state = step_mover(world, bodies, state, input).state;
//
// Questions see models, meshes and obstacles where they are now, at the end of their ways. A
// mover's step takes them along their ways: they carry and push the mover (move/mover.h).
//
// Any number of threads may ask at the same time, if no thread changes the world. Answers depend on
// what is placed and on nothing else, such as the order of the changes. Questions allocate nothing.
// Changes allocate only if more is placed than ever before.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/transform.h"
#include "halfspace/query/moving_model.h"
#include "halfspace/query/obstacle.h"
#include "halfspace/query/placed_mesh.h"

#include <cstddef>
#include <optional>
#include <span>

namespace halfspace {

// The limit of the coordinates of movers [units]. Nothing pushes a mover beyond it. A mover that
// falls or flies beyond it has the problem BadState in its next step.
inline constexpr double kMaxMoverPlace = 0x1p20;

// An obstacle during one step, as a CollisionWorld holds it.
struct MovingObstacle {
    ObstacleId id;
    Contents contents = kObstacleContents;
    ShapeBody body;
    // At the start of the step, and now.
    Vec3 from;
    Vec3 to;
};

// The memory of a CollisionWorld.
struct PlacedThings;

// Copies are independent. A CollisionWorld that was moved from may only be assigned to or
// destroyed.
class CollisionWorld {
public:
    // Without a level: only meshes and obstacles block.
    CollisionWorld();
    // The world of the level, without any of its models. The level's bytes are shared, not copied.
    explicit CollisionWorld(const Level& level);
    CollisionWorld(const CollisionWorld&);
    CollisionWorld(CollisionWorld&&) noexcept;
    CollisionWorld& operator=(const CollisionWorld&);
    CollisionWorld& operator=(CollisionWorld&&) noexcept;
    ~CollisionWorld();

    const Level& level() const;

    // Models. A model blocks and is seen if it is placed. REQUIRES of each function: the model is
    // one of the level, and not the world; transforms are rigid (is_rigid), with coordinates of the
    // translation within 2 * kMaxMoverPlace.
    //
    // Puts the model there, at rest, for example after a load or a teleport. Transform{} is the
    // place where the editor put it.
    void place(ModelId model, const Transform& at = {});
    // Places all models that are not placed, where the editor put them.
    void place_models_at_rest();
    // In this step, the model goes from where it was at the end of the last step to `to`. Of
    // several calls in one step, the last one counts. REQUIRES: the model is placed.
    void move(ModelId model, const Transform& to);
    // Does nothing if the model is not placed.
    void remove(ModelId model);
    bool holds(ModelId model) const;
    // REQUIRES: the model is placed. The reference holds until the next change.
    const MovingModel& model(ModelId model) const;
    // The number of placed models.
    std::size_t model_count() const;

    // Meshes: as models. REQUIRES of each function: the id is valid; transforms are rigid, with
    // coordinates of the translation within 2 * kMaxMoverPlace; triangles in the world are within
    // kMaxSweepCoordinate.
    //
    // Adds the mesh, or replaces the one with this id. It is at rest.
    void place(MeshId id, const MeshSurface& surface, const Transform& at = {});
    // Puts it there, at rest. REQUIRES: the mesh is placed.
    void place(MeshId id, const Transform& at);
    // As for models. REQUIRES: the mesh is placed.
    void move(MeshId id, const Transform& to);
    // Does nothing if the mesh is not placed.
    void remove(MeshId id);
    bool holds(MeshId id) const;
    // REQUIRES: the mesh is placed. The reference holds until the next change.
    const MovingMesh& mesh(MeshId id) const;
    // The number of placed meshes.
    std::size_t mesh_count() const;

    // Obstacles. REQUIRES of each function: the id is valid; coordinates of positions are within
    // 2 * kMaxMoverPlace, offsets within kMaxMoverPlace.
    //
    // Adds the obstacle, or replaces the one with this id. It is at rest.
    void place(ObstacleId id, const Obstacle& obstacle);
    // Puts it there, at rest. A game that has made the step of a mover tells its new position so.
    // REQUIRES: the obstacle is placed.
    void place(ObstacleId id, const Vec3& position);
    // In this step, the obstacle goes from where it was at the end of the last step to `to`, and
    // nothing stops it: it pushes movers out of its way, as a door does. Of several calls in one
    // step, the last one counts. REQUIRES: the obstacle is placed.
    void move(ObstacleId id, const Vec3& to);
    // Does nothing if the obstacle is not placed.
    void remove(ObstacleId id);
    bool holds(ObstacleId id) const;
    // REQUIRES: the obstacle is placed. The reference holds until the next change.
    const MovingObstacle& obstacle(ObstacleId id) const;
    // The number of placed obstacles.
    std::size_t obstacle_count() const;

    // Ends a step: what has moved rests where it is now. Cost: what has moved since the last call.
    void end_step();

    // The models whose boxes, over their whole way in this step, touch the box: their number. Their
    // ids are written to `found` in ascending order, the lowest ones if there are too many. first:
    // lower ids do not count. Cost: the boxes near the box.
    std::size_t models_in(const Aabb& box,
                          std::span<ModelId> found,
                          ModelId first = ModelId(0)) const;
    // The same for meshes and for obstacles.
    std::size_t meshes_in(const Aabb& box, std::span<MeshId> found, MeshId first = MeshId(0)) const;
    std::size_t obstacles_in(const Aabb& box,
                             std::span<ObstacleId> found,
                             ObstacleId first = ObstacleId(0)) const;

    // For the questions of this module.
    const PlacedThings& things() const { return *things_; }

private:
    // A pointer to what the object owns. std::unique_ptr would bring <memory> to all who ask.
    PlacedThings* things_;
};

// The lowest id of the obstacles that the model overlaps where it is now: what a door crushes.
// nullopt if there is none. Touching does not count. Cost: the obstacles near the model.
// REQUIRES: the model is placed.
std::optional<ObstacleId> first_overlapped(const CollisionWorld& world, ModelId model);
// The same for a mesh.
std::optional<ObstacleId> first_overlapped(const CollisionWorld& world, MeshId mesh);

}  // namespace halfspace
