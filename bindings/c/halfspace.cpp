// SPDX-License-Identifier: MIT
// Every function checks what its C++ counterpart REQUIRES, and converts pointers to values.
#include "halfspace.h"

#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"

#include "guard.h"
#include "handle.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace halfspace::c {

static_assert(HALFSPACE_NONE == kNone);

namespace {

// The number of points that go down the tree together. More would gain little and take more stack.
constexpr size_t kPointChunk = 512;

halfspace_status stored(const std::optional<Vec3>& found, double* p) {
    if (!found) {
        return HALFSPACE_NOT_FOUND;
    }
    store(*found, p);
    return HALFSPACE_OK;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

uint32_t halfspace_c_version(void) {
    return HALFSPACE_C_VERSION;
}

const char* halfspace_status_text(halfspace_status status) {
    switch (status) {
        case HALFSPACE_OK:
            return "done";
        case HALFSPACE_NOT_FOUND:
            return "not found";
        case HALFSPACE_BAD_ARGUMENT:
            return "bad argument: a null pointer, an index or a number out of its range";
        case HALFSPACE_TOO_SMALL:
            return "the buffer is too small";
        case HALFSPACE_NO_MEMORY:
            return "no memory";
        default:
            return "unknown status";
    }
}

const char* halfspace_version(void) {
    return HALFSPACE_VERSION;
}

halfspace_level* halfspace_load_file(const char* path, char* error, size_t error_size) {
    return new_handle<halfspace_level>(
        [&] { return load_level(path == nullptr ? "" : path); }, error, error_size);
}

halfspace_level* halfspace_map_file(const char* path, char* error, size_t error_size) {
    return new_handle<halfspace_level>(
        [&] { return map_level(path == nullptr ? "" : path); }, error, error_size);
}

halfspace_level* halfspace_load_memory(
    const void* bytes, size_t size, const char* name, char* error, size_t error_size) {
    const auto load = [&] {
        const auto* const first = static_cast<const std::byte*>(bytes);
        std::vector<std::byte> copy;
        if (first != nullptr) {
            copy.assign(first, first + size);
        }
        return Level::from_bytes(std::move(copy), name == nullptr ? "" : name);
    };
    return new_handle<halfspace_level>(load, error, error_size);
}

void halfspace_free_level(halfspace_level* level) {
    delete level;
}

uint32_t halfspace_model_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.models().size());
}

uint32_t halfspace_space_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.spaces().size());
}

uint32_t halfspace_entity_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.entities().size());
}

halfspace_status halfspace_point_contents(const halfspace_collision_world* world,
                                          const halfspace_leave_out* without,
                                          const double point[3],
                                          uint32_t* contents) {
    if (!are_given(world, without) || !is_point(point) || contents == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *contents = static_cast<uint32_t>(point_contents(placed_level(world, without), vec3(point)));
    return HALFSPACE_OK;
}

halfspace_status halfspace_point_contents_all(const halfspace_collision_world* world,
                                              const halfspace_leave_out* without,
                                              const double* points,
                                              size_t count,
                                              uint32_t* contents) {
    if (!are_given(world, without) || !are_points(points, count) ||
        (count > 0 && contents == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const PlacedLevel here = placed_level(world, without);
    const auto ask = [&](std::span<const Vec3> chunk, size_t begin) {
        Contents results[kPointChunk];
        point_contents_all(here, chunk, {results, chunk.size()});
        std::transform(results, results + chunk.size(), contents + begin, [](Contents result) {
            return static_cast<uint32_t>(result);
        });
    };
    in_chunks<kPointChunk>(count, [&](size_t i) { return vec3(points + 3 * i); }, ask);
    return HALFSPACE_OK;
}

halfspace_status halfspace_line_of_sight(const halfspace_collision_world* world,
                                         const halfspace_leave_out* without,
                                         const double from[3],
                                         const double to[3],
                                         int32_t* is_clear) {
    if (!are_given(world, without) || !is_point(from) || !is_point(to) || is_clear == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *is_clear = line_of_sight(placed_level(world, without), vec3(from), vec3(to)) ? 1 : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_line_of_sight_all(const halfspace_collision_world* world,
                                             const halfspace_leave_out* without,
                                             const double* segments,
                                             size_t count,
                                             uint8_t* is_clear) {
    if (!are_given(world, without) || !are_segments(segments, count) ||
        (count > 0 && is_clear == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    constexpr size_t kSegmentChunk = 128;
    const PlacedLevel here = placed_level(world, without);
    const auto ask = [&](std::span<const Segment> chunk, size_t begin) {
        line_of_sight_all(here, chunk, {is_clear + begin, chunk.size()});
    };
    in_chunks<kSegmentChunk>(count, [&](size_t i) { return segment(segments + 6 * i); }, ask);
    return HALFSPACE_OK;
}

halfspace_status halfspace_find_space(const halfspace_level* level,
                                      const char* name,
                                      uint32_t* space) {
    if (level == nullptr || name == nullptr || space == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<SpaceId> found = find_space(level->level, name);
    if (!found) {
        return HALFSPACE_NOT_FOUND;
    }
    *space = found->value;
    return HALFSPACE_OK;
}

const char* halfspace_space_name(const halfspace_level* level, uint32_t space) {
    return has_space(level, space) ? space_name(level->level, SpaceId(space)).data() : nullptr;
}

halfspace_status halfspace_space_box(const halfspace_level* level,
                                     uint32_t space,
                                     double min[3],
                                     double max[3]) {
    if (!has_space(level, space) || min == nullptr || max == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Aabb box = body_of(level->level, SpaceId(space));
    store(box.min, min);
    store(box.max, max);
    return HALFSPACE_OK;
}

halfspace_status halfspace_is_free(const halfspace_collision_world* world,
                                   const halfspace_leave_out* without,
                                   uint32_t space,
                                   const double position[3],
                                   uint32_t mask,
                                   int32_t* is_free) {
    if (!are_given(world, without) || !has_space(world, space) || !is_point(position) ||
        is_free == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *is_free = halfspace::is_free(placed_level(world, without),
                                  SpaceId(space),
                                  vec3(position),
                                  static_cast<Contents>(mask))
                   ? 1
                   : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_is_free_all(const halfspace_collision_world* world,
                                       const halfspace_leave_out* without,
                                       uint32_t space,
                                       const double* positions,
                                       size_t count,
                                       uint32_t mask,
                                       uint8_t* is_free) {
    if (!are_given(world, without) || !has_space(world, space) || !are_points(positions, count) ||
        (count > 0 && is_free == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const PlacedLevel here = placed_level(world, without);
    const auto ask = [&](std::span<const Vec3> chunk, size_t begin) {
        is_free_all(here,
                    SpaceId(space),
                    chunk,
                    {is_free + begin, chunk.size()},
                    static_cast<Contents>(mask));
    };
    in_chunks<kPointChunk>(count, [&](size_t i) { return vec3(positions + 3 * i); }, ask);
    return HALFSPACE_OK;
}

halfspace_status halfspace_unstick(const halfspace_collision_world* world,
                                   const halfspace_leave_out* without,
                                   uint32_t space,
                                   const double position[3],
                                   double distance,
                                   uint32_t mask,
                                   double free_position[3]) {
    if (!are_given(world, without) || !has_space(world, space) || !is_point(position) ||
        !is_distance(distance) || free_position == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return stored(unstick(placed_level(world, without),
                          SpaceId(space),
                          vec3(position),
                          distance,
                          static_cast<Contents>(mask)),
                  free_position);
}

halfspace_status halfspace_overlaps_box(const halfspace_collision_world* world,
                                        const halfspace_leave_out* without,
                                        const double min[3],
                                        const double max[3],
                                        uint32_t mask,
                                        int32_t* overlaps) {
    if (!are_given(world, without) || !is_point(min) || !is_point(max) || overlaps == nullptr ||
        !(min[0] < max[0] && min[1] < max[1] && min[2] < max[2])) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Aabb box{vec3(min), vec3(max)};
    *overlaps =
        overlaps_box(placed_level(world, without), box, static_cast<Contents>(mask)) ? 1 : 0;
    return HALFSPACE_OK;
}

uint64_t halfspace_level_checksum(const halfspace_level* level) {
    return level == nullptr ? 0 : level->level.checksum();
}

const void* halfspace_level_bytes(const halfspace_level* level, size_t* size) {
    if (level == nullptr) {
        return nullptr;
    }
    if (size != nullptr) {
        *size = level->level.bytes().size();
    }
    return level->level.bytes().data();
}
