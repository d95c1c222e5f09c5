// SPDX-License-Identifier: MIT
// The models, meshes and obstacles near a mover, in the order of their ids, and where they stand
// while they go their ways.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/move/mover_body.h"

#include "move/touch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace halfspace {

// Memory for values that are written before they are read. An array would write all of them first.
template <class T, std::size_t Size>
class UnsetArray {
public:
    UnsetArray() {}

    static constexpr std::size_t size() { return Size; }
    const T* data() const { return values; }
    T& operator[](std::size_t i) { return values[i]; }
    const T& operator[](std::size_t i) const { return values[i]; }

private:
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    union {
        T values[Size];
    };
};

// Models and meshes are rigid things: they turn, and they carry what stands on them. A rigid thing
// has an index: first come the models, then the meshes.
inline constexpr std::size_t kMaxNearRigid = kMaxNearModels + kMaxNearMeshes;

class NearThings {
public:
    // What the box meets at any time of the step. reach: the box of all places where the body may
    // be, things that push it not counted. ground_model, ground_mesh: what the body stands on;
    // invalid if it does not stand on one.
    NearThings(const PlacedLevel& around,
               const Aabb& reach,
               ModelId ground_model,
               MeshId ground_mesh);

    // True if there are more than kMaxNearModels, kMaxNearMeshes or kMaxNearObstacles. Then the
    // lists are empty.
    bool are_too_many() const { return are_too_many_; }
    bool does_a_rigid_thing_move() const { return does_a_rigid_thing_move_; }
    bool does_an_obstacle_move() const { return does_an_obstacle_move_; }

    // Where all stand now: at the start of the step, until they are placed elsewhere.
    std::span<const PlacedModel> models() const { return {models_.data(), model_count_}; }
    std::span<const PlacedMesh> meshes() const { return {meshes_.data(), mesh_count_}; }
    std::span<const PlacedObstacle> obstacles() const {
        return {obstacles_.data(), obstacle_count_};
    }
    void place_obstacle(std::size_t i, const Vec3& at) { obstacles_[i].position = at; }
    void place_all_at_the_end();

    // Rigid things, by their index.
    std::size_t rigid_count() const { return model_count_ + mesh_count_; }
    bool is_model(std::size_t i) const { return i < model_count_; }
    const PlacedMesh& mesh(std::size_t i) const { return meshes_[i - model_count_]; }
    const Transform& place_of(std::size_t i) const {
        return is_model(i) ? models_[i].transform : mesh(i).transform;
    }
    void place(std::size_t i, const Transform& at) {
        (is_model(i) ? models_[i].transform : meshes_[i - model_count_].transform) = at;
    }
    // The index of the model or of the mesh with this id; rigid_count() if it is not near.
    std::size_t index_of(ModelId model, MeshId mesh) const;

    // Their ways. What stands in a list of the placed level has no way: it stays.
    const Transform& from(std::size_t i) const {
        return way_of(i) == nullptr ? place_of(i) : way_of(i)->from();
    }
    const Transform& to(std::size_t i) const {
        return way_of(i) == nullptr ? place_of(i) : way_of(i)->to();
    }
    bool moves(std::size_t i) const { return way_of(i) != nullptr && way_of(i)->moves(); }
    bool turns(std::size_t i) const { return way_of(i) != nullptr && way_of(i)->turns(); }

    // The ways of obstacles, by their index in the list.
    const Vec3& obstacle_from(std::size_t i) const {
        return obstacle_ways_[i] == nullptr ? obstacles_[i].position : obstacle_ways_[i]->from;
    }
    const Vec3& obstacle_to(std::size_t i) const {
        return obstacle_ways_[i] == nullptr ? obstacles_[i].position : obstacle_ways_[i]->to;
    }
    bool does_obstacle_move(std::size_t i) const { return obstacle_from(i) != obstacle_to(i); }

private:
    void gather_lists(const PlacedLevel& around, const Aabb& reach);
    double gather(const PlacedLevel& around, const Aabb& reach);
    bool add(const PlacedObstacle& obstacle, const MovingObstacle* way);
    bool add(const PlacedMesh& mesh, const StepMotion* way);
    bool add(const PlacedModel& model, const StepMotion* way);
    void note_way(const StepMotion* way);
    const StepMotion* way_of(std::size_t i) const {
        return is_model(i) ? model_ways_[i] : mesh_ways_[i - model_count_];
    }

    ModelId ground_model_;
    MeshId ground_mesh_;
    UnsetArray<PlacedModel, kMaxNearModels> models_;
    std::array<const StepMotion*, kMaxNearModels> model_ways_;
    UnsetArray<PlacedMesh, kMaxNearMeshes> meshes_;
    std::array<const StepMotion*, kMaxNearMeshes> mesh_ways_;
    UnsetArray<PlacedObstacle, kMaxNearObstacles> obstacles_;
    std::array<const MovingObstacle*, kMaxNearObstacles> obstacle_ways_;
    std::size_t model_count_ = 0;
    std::size_t mesh_count_ = 0;
    std::size_t obstacle_count_ = 0;
    bool are_too_many_ = false;
    bool does_a_rigid_thing_move_ = false;
    bool does_an_obstacle_move_ = false;
};

// Everything that blocks now. `around` and `near` must outlive the result.
Blockers blockers_among(const PlacedLevel& around,
                        const NearThings& near,
                        const TraceOptions& options);

}  // namespace halfspace
