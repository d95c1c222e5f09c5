// SPDX-License-Identifier: MIT
#include "halfspace/query/collision_world.h"

#include "halfspace/query/sweep.h"

#include "query/placed_things.h"

#include <cassert>
#include <memory>

namespace halfspace {
namespace {

// Places of a turned model are rounded: its box is larger by this much [units].
constexpr double kTurnMargin = 0x1p-10;

[[maybe_unused]] bool is_good_place(const Transform& transform) {
    return is_rigid(transform) && is_within(transform.translation, 2 * kMaxMoverPlace);
}

Aabb box_of(const MovingObstacle& obstacle) {
    return merge(box_at(obstacle.body, obstacle.from), box_at(obstacle.body, obstacle.to));
}

void set_model(PlacedThings& things, ModelId model, const Transform& from, const Transform& to) {
    const MovingModel moving(things.level, model, from, to);
    things.models.set(model.value, moving, grown(moving.box(), kTurnMargin));
}

void set_mesh(PlacedThings& things,
              MeshId id,
              const MeshSurface& surface,
              const Transform& from,
              const Transform& to) {
    const MovingMesh moving(id, surface, from, to);
    things.meshes.set(id.value, moving, grown(moving.box(), kTurnMargin));
}

// A copy, with the memory for all changes that the original has memory for.
PlacedThings* copy_of(const PlacedThings& things) {
    auto copy = std::make_unique<PlacedThings>(things);
    copy->models.make_room(things.models.things.size());
    copy->meshes.make_room(things.meshes.things.size());
    copy->obstacles.make_room(things.obstacles.things.size());
    return copy.release();
}

}  // namespace

Aabb box_at(const ShapeBody& body, const Vec3& position) {
    return moved(body.shape.bounds(), position + body.offset);
}

CollisionWorld::CollisionWorld() : things_(new PlacedThings) {}
CollisionWorld::CollisionWorld(const Level& level) : things_(new PlacedThings{level, {}, {}, {}}) {}
CollisionWorld::CollisionWorld(const CollisionWorld& other) : things_(copy_of(*other.things_)) {}
CollisionWorld::CollisionWorld(CollisionWorld&& other) noexcept : things_(other.things_) {
    other.things_ = nullptr;
}
CollisionWorld& CollisionWorld::operator=(const CollisionWorld& other) {
    if (this != &other) {
        *this = CollisionWorld(other);
    }
    return *this;
}
CollisionWorld& CollisionWorld::operator=(CollisionWorld&& other) noexcept {
    if (this != &other) {
        delete things_;
        things_ = other.things_;
        other.things_ = nullptr;
    }
    return *this;
}
CollisionWorld::~CollisionWorld() {
    delete things_;
}

const Level& CollisionWorld::level() const {
    assert(things_ != nullptr);  // else the object has been moved from
    return things_->level;
}

void CollisionWorld::place(ModelId model, const Transform& at) {
    assert(model.value > 0 && model.value < level().models().size() && is_good_place(at));
    set_model(*things_, model, at, at);
}

void CollisionWorld::place_models_at_rest() {
    things_->models.make_room(level().models().size());
    for (std::uint32_t m = 1; m < level().models().size(); ++m) {
        if (!holds(ModelId(m))) {
            place(ModelId(m));
        }
    }
}

void CollisionWorld::move(ModelId id, const Transform& to) {
    assert(holds(id) && is_good_place(to));
    const Transform from = model(id).from();
    set_model(*things_, id, from, to);
    if (model(id).moves()) {
        things_->models.note_moved(things_->models.slot_of(id.value));
    }
}

void CollisionWorld::remove(ModelId model) {
    things_->models.remove(model.value);
}

bool CollisionWorld::holds(ModelId model) const {
    return things_->models.slot_of(model.value) != kNone;
}

const MovingModel& CollisionWorld::model(ModelId model) const {
    assert(holds(model));
    return things_->models.things[things_->models.slot_of(model.value)];
}

std::size_t CollisionWorld::model_count() const {
    return things_->models.by_id.size();
}

void CollisionWorld::place(MeshId id, const MeshSurface& surface, const Transform& at) {
    assert(id.is_valid() && surface.triangles != nullptr && is_good_place(at));
    set_mesh(*things_, id, surface, at, at);
}

void CollisionWorld::place(MeshId id, const Transform& at) {
    assert(holds(id) && is_good_place(at));
    set_mesh(*things_, id, MeshSurface(mesh(id).surface()), at, at);
}

void CollisionWorld::move(MeshId id, const Transform& to) {
    assert(holds(id) && is_good_place(to));
    const Transform from = mesh(id).from();
    set_mesh(*things_, id, MeshSurface(mesh(id).surface()), from, to);
    if (mesh(id).moves()) {
        things_->meshes.note_moved(things_->meshes.slot_of(id.value));
    }
}

void CollisionWorld::remove(MeshId id) {
    things_->meshes.remove(id.value);
}

bool CollisionWorld::holds(MeshId id) const {
    return things_->meshes.slot_of(id.value) != kNone;
}

const MovingMesh& CollisionWorld::mesh(MeshId id) const {
    assert(holds(id));
    return things_->meshes.things[things_->meshes.slot_of(id.value)];
}

std::size_t CollisionWorld::mesh_count() const {
    return things_->meshes.by_id.size();
}

void CollisionWorld::place(ObstacleId id, const Obstacle& obstacle) {
    assert(id.is_valid() && is_within(obstacle.position, 2 * kMaxMoverPlace) &&
           is_within(obstacle.body.offset, kMaxMoverPlace));
    const MovingObstacle placed{
        id, obstacle.contents, obstacle.body, obstacle.position, obstacle.position};
    things_->obstacles.set(id.value, placed, box_of(placed));
}

void CollisionWorld::place(ObstacleId id, const Vec3& position) {
    assert(holds(id) && is_within(position, 2 * kMaxMoverPlace));
    auto& table = things_->obstacles;
    const std::uint32_t slot = table.slot_of(id.value);
    table.things[slot].from = table.things[slot].to = position;
    table.boxes[slot] = box_of(table.things[slot]);
    table.index.update(slot, table.boxes[slot]);
}

void CollisionWorld::move(ObstacleId id, const Vec3& to) {
    assert(holds(id) && is_within(to, 2 * kMaxMoverPlace));
    auto& table = things_->obstacles;
    const std::uint32_t slot = table.slot_of(id.value);
    MovingObstacle& obstacle = table.things[slot];
    obstacle.to = to;
    if (obstacle.from != to) {
        table.note_moved(slot);
    }
    table.boxes[slot] = box_of(obstacle);
    table.index.update(slot, table.boxes[slot]);
}

void CollisionWorld::remove(ObstacleId id) {
    things_->obstacles.remove(id.value);
}

bool CollisionWorld::holds(ObstacleId id) const {
    return things_->obstacles.slot_of(id.value) != kNone;
}

const MovingObstacle& CollisionWorld::obstacle(ObstacleId id) const {
    assert(holds(id));
    return things_->obstacles.things[things_->obstacles.slot_of(id.value)];
}

std::size_t CollisionWorld::obstacle_count() const {
    return things_->obstacles.by_id.size();
}

void CollisionWorld::end_step() {
    things_->models.take_moved(
        [&](std::uint32_t id) { place(ModelId(id), Transform(model(ModelId(id)).to())); });
    things_->meshes.take_moved(
        [&](std::uint32_t id) { place(MeshId(id), Transform(mesh(MeshId(id)).to())); });
    things_->obstacles.take_moved(
        [&](std::uint32_t id) { place(ObstacleId(id), Vec3(obstacle(ObstacleId(id)).to)); });
}

namespace {

template <class ThingId, class Thing>
std::size_t ids_in(const ThingTable<Thing>& table,
                   const Aabb& box,
                   std::span<ThingId> found,
                   ThingId first) {
    if (table.by_id.empty()) {
        return 0;
    }
    const NearBox near(box);
    std::size_t size = 0;
    std::size_t total = 0;
    // Slots come first; there is no memory for all of them.
    std::array<std::uint32_t, 32> slots;
    for (std::uint32_t next = first.value;; next = table.ids[slots.back()] + 1) {
        const std::size_t count = find_near(table, near, next, slots);
        total = size + count;
        for (std::size_t i = 0; i < std::min(count, slots.size()) && size < found.size(); ++i) {
            found[size++] = ThingId(table.ids[slots[i]]);
        }
        if (count <= slots.size() || size == found.size()) {
            return total;
        }
    }
}

}  // namespace

std::size_t CollisionWorld::models_in(const Aabb& box,
                                      std::span<ModelId> found,
                                      ModelId first) const {
    return ids_in(things_->models, box, found, first);
}

std::size_t CollisionWorld::meshes_in(const Aabb& box,
                                      std::span<MeshId> found,
                                      MeshId first) const {
    return ids_in(things_->meshes, box, found, first);
}

std::size_t CollisionWorld::obstacles_in(const Aabb& box,
                                         std::span<ObstacleId> found,
                                         ObstacleId first) const {
    return ids_in(things_->obstacles, box, found, first);
}

namespace {

// alone: the thing that moves and nothing else, in its own frame.
std::optional<ObstacleId> first_in(const CollisionWorld& world,
                                   const StepMotion& thing,
                                   const PlacedLevel& alone) {
    std::optional<ObstacleId> first;
    any_near(world.things().obstacles, NearBox(thing.box()), [&](const MovingObstacle& obstacle) {
        PlacedShape shape{obstacle.body.shape, inverse(thing.to())};
        const Vec3 place = to_local(thing.to(), obstacle.to + obstacle.body.offset);
        shape.transform.translation = {};
        if (!is_free(alone, shape, place)) {
            first = obstacle.id;
        }
        return first.has_value();
    });
    return first;
}

}  // namespace

std::optional<ObstacleId> first_overlapped(const CollisionWorld& world, ModelId model) {
    return first_in(world, world.model(model), {world.level(), model});
}

std::optional<ObstacleId> first_overlapped(const CollisionWorld& world, MeshId mesh) {
    const Level nothing;
    const PlacedMesh itself{mesh, world.mesh(mesh).surface(), {}};
    PlacedLevel alone(nothing);
    alone.meshes = {&itself, 1};
    return first_in(world, world.mesh(mesh), alone);
}

}  // namespace halfspace
