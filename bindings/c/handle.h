// SPDX-License-Identifier: MIT
// Shared by the sources of the C interface: what is behind the handles, and checks of arguments.
// The C++ functions only assert them.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/frustum.h"
#include "halfspace/math/transform.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/segment.h"

#include "executor.h"
#include "guard.h"
#include "halfspace.h"
#include "kept_meshes.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

struct halfspace_level {
    halfspace::Level level;
};

struct halfspace_collision_world {
    halfspace::CollisionWorld world;
    // The world, or the model that is asked alone. Then no model is placed.
    halfspace::ModelId base = halfspace::kWorldModel;
    halfspace::c::KeptMeshes meshes = {};
};

namespace halfspace::c {

inline bool has_model(const halfspace_level* level, uint32_t model) {
    return level != nullptr && model < level->level.models().size();
}

inline bool has_space(const halfspace_level* level, uint32_t space) {
    return level != nullptr && space < level->level.spaces().size();
}

inline bool has_space(const halfspace_collision_world* world, uint32_t space) {
    return world != nullptr && space < world->world.level().spaces().size();
}

inline bool are_ids(const uint32_t* ids, size_t count) {
    return ids != nullptr || count == 0;
}

// The ids of C as ids of C++; none for null.
inline std::span<const ObstacleId> obstacle_ids(const uint32_t* ids, size_t count) {
    return {reinterpret_cast<const ObstacleId*>(ids), ids == nullptr ? 0 : count};
}

// True if so many records can be there.
template <class Record>
bool are_records(const Record* records, size_t count) {
    return count == 0 || (records != nullptr && count <= PTRDIFF_MAX / sizeof(Record));
}

// True if both together can be asked.
inline bool is_leave_out(const halfspace_leave_out* without) {
    return without == nullptr || (are_ids(without->obstacles, without->obstacle_count) &&
                                  are_ids(without->models, without->model_count) &&
                                  are_ids(without->meshes, without->mesh_count));
}

inline bool are_given(const halfspace_collision_world* world, const halfspace_leave_out* without) {
    return world != nullptr && is_leave_out(without);
}

// What is left out; nothing for null. REQUIRES: is_leave_out(without).
LeaveOut leave_out(const halfspace_leave_out* without);

// What a question asks. REQUIRES: are_given(world, without).
PlacedLevel placed_level(const halfspace_collision_world* world,
                         const halfspace_leave_out* without);

inline bool has_entity(const halfspace_level* level, uint32_t entity) {
    return level != nullptr && entity < level->level.entities().size();
}

inline Vec3 vec3(const double* p) {
    return {p[0], p[1], p[2]};
}

// No array has more points.
constexpr size_t kMaxPoints = PTRDIFF_MAX / (3 * sizeof(double));

// True if p points to `count` points. Their coordinates are finite, and at most `most` from 0.
inline bool are_points(const double* p, size_t count, double most = DBL_MAX) {
    return count == 0 ||
           (p != nullptr && count <= kMaxPoints &&
            std::all_of(p, p + 3 * count, [&](double x) { return std::abs(x) <= most; }));
}

// The same for segments (see segment()).
inline bool are_segments(const double* p, size_t count, double most = DBL_MAX) {
    return count <= kMaxPoints / 2 && are_points(p, 2 * count, most);
}

inline bool is_point(const double* p, double most = DBL_MAX) {
    return are_points(p, 1, most);
}

inline void store(const Vec3& v, double* p) {
    p[0] = v.x;
    p[1] = v.y;
    p[2] = v.z;
}

inline bool is_distance(double value) {
    return std::isfinite(value) && value >= 0;
}

// The segment of six numbers: `from`.xyz, `to`.xyz.
inline Segment segment(const double* p) {
    return {vec3(p), vec3(p + 3)};
}

// True if all numbers are finite.
inline bool is_frustum(const halfspace_frustum& frustum) {
    return std::all_of(&frustum.planes[0][0], &frustum.planes[0][0] + 5 * 4, [](double x) {
        return std::isfinite(x);
    });
}

inline Frustum frustum_from(const halfspace_frustum& from) {
    Frustum frustum;
    for (size_t i = 0; i < 5; ++i) {
        frustum.planes[i] = Plane{vec3(from.planes[i]), from.planes[i][3]};
    }
    return frustum;
}

// Puts value(0) to value(count - 1) into chunks of at most kChunk values on the stack, and calls
// ask(values, begin) for each chunk, on the threads of the batch. begin: the index of its first
// value.
template <size_t kChunk, class MakeValue, class Ask>
void in_chunks(size_t count, const MakeValue& value, const Ask& ask) {
    using Value = decltype(value(size_t{0}));
    in_batch(count, [&](size_t first, size_t part) {
        Value chunk[kChunk];
        for (size_t begin = first; begin < first + part; begin += kChunk) {
            const size_t size = std::min(kChunk, first + part - begin);
            for (size_t i = 0; i < size; ++i) {
                chunk[i] = value(begin + i);
            }
            ask(std::span<const Value>(chunk, size), begin);
        }
    });
}

// The placement as a transform for which is_rigid is true (math/transform.h). Every placement of a
// caller becomes a transform here. Directions that are off by the rounding of floats become a turn.
// nullopt if a number is not finite, or if the directions are farther from a turn.
std::optional<Transform> rigid_transform(const halfspace_placement& placement);

// The placement of a transform.
halfspace_placement placement_of(uint32_t model, const Transform& transform);

// Where the mesh stands, by rigid_transform(); null: where its arrays say. nullopt if
// rigid_transform() has none, if the translation is not within `most`, or if the mesh is not within
// kMaxSweepCoordinate there. The definition is in placed_meshes.cpp.
std::optional<Transform> place_of(const TriangleBvh& mesh,
                                  const halfspace_placement* placement,
                                  double most);

}  // namespace halfspace::c
