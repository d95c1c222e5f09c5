// SPDX-License-Identifier: MIT
// Every function checks what its C++ counterpart REQUIRES, and turns pointers into values.
#include "halfspace.h"

#include "halfspace/query/classify.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/free.h"
#include "halfspace/query/order.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"

#include "handle.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

static_assert(HALFSPACE_BODY_BLOCKERS == static_cast<uint32_t>(halfspace::kBodyBlockers));
static_assert(HALFSPACE_AREA_PORTAL == static_cast<uint32_t>(halfspace::Contents::AreaPortal));
static_assert(HALFSPACE_NONE == halfspace::kNone);

namespace {

using halfspace::Aabb;
using halfspace::Contents;
using halfspace::DrawOrder;
using halfspace::EntityId;
using halfspace::EntityRecord;
using halfspace::FaceOrder;
using halfspace::FaceRecord;
using halfspace::Level;
using halfspace::MaterialId;
using halfspace::ModelId;
using halfspace::Result;
using halfspace::SpaceId;
using halfspace::TexcoordRecord;
using halfspace::Vec3;
using halfspace::VertexRecord;
using halfspace::c::are_points;
using halfspace::c::has_entity;
using halfspace::c::has_model;
using halfspace::c::has_space;
using halfspace::c::is_point;
using halfspace::c::store;
using halfspace::c::vec3;

void copy_text(std::string_view text, char* buffer, size_t size) {
    if (buffer != nullptr && size > 0) {
        const size_t count = std::min(text.size(), size - 1);
        std::memcpy(buffer, text.data(), count);
        buffer[count] = '\0';
    }
}

halfspace_status stored(const std::optional<Vec3>& found, double* p) {
    if (!found) {
        return HALFSPACE_NOT_FOUND;
    }
    store(*found, p);
    return HALFSPACE_OK;
}

// Loading is all that allocates, hence all that may throw.
template <class Load>
halfspace_level* loaded(const Load& load, char* error, size_t error_size) {
    try {
        Result<Level> level = load();
        if (level) {
            copy_text("", error, error_size);
            return new halfspace_level{std::move(*level)};
        }
        copy_text(to_string(level.error()), error, error_size);
    } catch (const std::exception& exception) {
        copy_text(exception.what(), error, error_size);
    } catch (...) {
        copy_text("unknown exception", error, error_size);
    }
    return nullptr;
}

}  // namespace

uint32_t halfspace_c_version(void) {
    return HALFSPACE_C_VERSION;
}

const char* halfspace_version(void) {
    return HALFSPACE_VERSION;
}

halfspace_level* halfspace_load_file(const char* path, char* error, size_t error_size) {
    return loaded(
        [&] { return halfspace::load_level(path == nullptr ? "" : path); }, error, error_size);
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
    return loaded(load, error, error_size);
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

halfspace_status halfspace_point_contents(const halfspace_level* level,
                                          uint32_t model,
                                          const double point[3],
                                          uint32_t* contents) {
    if (!has_model(level, model) || !is_point(point) || contents == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *contents = static_cast<uint32_t>(point_contents(level->level, vec3(point), ModelId(model)));
    return HALFSPACE_OK;
}

halfspace_status halfspace_point_contents_all(const halfspace_level* level,
                                              uint32_t model,
                                              const double* points,
                                              size_t count,
                                              uint32_t* contents) {
    if (!has_model(level, model) || !are_points(points, count) ||
        (count > 0 && contents == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    // As many as go down the tree together with profit; more would only need more stack.
    constexpr size_t kChunk = 1024;
    Vec3 chunk[kChunk];
    Contents results[kChunk];
    for (size_t begin = 0; begin < count; begin += kChunk) {
        const size_t size = std::min(kChunk, count - begin);
        for (size_t i = 0; i < size; ++i) {
            chunk[i] = vec3(points + 3 * (begin + i));
        }
        point_contents(level->level, {chunk, size}, {results, size}, ModelId(model));
        for (size_t i = 0; i < size; ++i) {
            contents[begin + i] = static_cast<uint32_t>(results[i]);
        }
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_line_of_sight(const halfspace_level* level,
                                         uint32_t model,
                                         const double src[3],
                                         const double dest[3],
                                         int32_t* is_clear) {
    if (!has_model(level, model) || !is_point(src) || !is_point(dest) || is_clear == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *is_clear = line_of_sight(level->level, vec3(src), vec3(dest), ModelId(model)) ? 1 : 0;
    return HALFSPACE_OK;
}

// Without find_space, whose error would have to be allocated.
halfspace_status halfspace_find_space(const halfspace_level* level,
                                      const char* name,
                                      uint32_t* space) {
    if (level == nullptr || name == nullptr || space == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    for (uint32_t s = 0; s < level->level.spaces().size(); ++s) {
        if (space_name(level->level, SpaceId(s)) == name) {
            *space = s;
            return HALFSPACE_OK;
        }
    }
    return HALFSPACE_NOT_FOUND;
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

halfspace_status halfspace_is_free(const halfspace_level* level,
                                   uint32_t model,
                                   uint32_t space,
                                   const double position[3],
                                   uint32_t mask,
                                   int32_t* is_free) {
    if (!has_model(level, model) || !has_space(level, space) || !is_point(position) ||
        is_free == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *is_free = halfspace::is_free(level->level,
                                  SpaceId(space),
                                  vec3(position),
                                  static_cast<Contents>(mask),
                                  ModelId(model))
                   ? 1
                   : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_unstick(const halfspace_level* level,
                                   uint32_t model,
                                   uint32_t space,
                                   const double position[3],
                                   double distance,
                                   uint32_t mask,
                                   double free_position[3]) {
    if (!has_model(level, model) || !has_space(level, space) || !is_point(position) ||
        !std::isfinite(distance) || distance < 0 || free_position == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return stored(unstick(level->level,
                          SpaceId(space),
                          vec3(position),
                          distance,
                          static_cast<Contents>(mask),
                          ModelId(model)),
                  free_position);
}

halfspace_status halfspace_overlaps_box(const halfspace_level* level,
                                        uint32_t model,
                                        const double min[3],
                                        const double max[3],
                                        uint32_t mask,
                                        int32_t* overlaps) {
    if (!has_model(level, model) || !is_point(min) || !is_point(max) || overlaps == nullptr ||
        !(min[0] < max[0] && min[1] < max[1] && min[2] < max[2])) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Aabb box{vec3(min), vec3(max)};
    *overlaps =
        overlaps_box(level->level, box, static_cast<Contents>(mask), ModelId(model)) ? 1 : 0;
    return HALFSPACE_OK;
}

const char* halfspace_key_value(const halfspace_level* level, uint32_t entity, const char* key) {
    if (!has_entity(level, entity) || key == nullptr) {
        return nullptr;
    }
    const auto value = key_value(level->level, EntityId(entity), key);
    return value ? value->data() : nullptr;  // texts of a level end with a NUL
}

const char* halfspace_key_name(const halfspace_level* level, uint32_t entity, uint32_t number) {
    if (!has_entity(level, entity) || number >= level->level.entities()[entity].key_count) {
        return nullptr;
    }
    const EntityRecord& record = level->level.entities()[entity];
    return level->level.string(level->level.keys()[record.first_key + number].key).data();
}

uint32_t halfspace_find_entity(const halfspace_level* level,
                               uint32_t first,
                               const char* key,
                               const char* value) {
    if (level == nullptr || key == nullptr || value == nullptr) {
        return HALFSPACE_NONE;
    }
    for (uint32_t e = first; e < level->level.entities().size(); ++e) {
        if (key_value(level->level, EntityId(e), key) == value) {
            return e;
        }
    }
    return HALFSPACE_NONE;
}

halfspace_status halfspace_key_vec3(const halfspace_level* level,
                                    uint32_t entity,
                                    const char* key,
                                    double value[3]) {
    if (!has_entity(level, entity) || key == nullptr || value == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return stored(vec3_value(level->level, EntityId(entity), key), value);
}

halfspace_status halfspace_entity_facing(const halfspace_level* level,
                                         uint32_t entity,
                                         double direction[3]) {
    if (!has_entity(level, entity) || direction == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return stored(facing_of(level->level, EntityId(entity)), direction);
}

uint32_t halfspace_entity_model(const halfspace_level* level, uint32_t entity) {
    return has_entity(level, entity) ? level->level.entities()[entity].model : HALFSPACE_NONE;
}

uint32_t halfspace_model_entity(const halfspace_level* level, uint32_t model) {
    return has_model(level, model) ? level->level.models()[model].entity : HALFSPACE_NONE;
}

size_t halfspace_corner_count(const halfspace_level* level) {
    return level == nullptr ? 0 : level->level.face_vertices().size();
}

halfspace_status halfspace_write_corners(const halfspace_level* level,
                                         float* positions,
                                         float* texcoords,
                                         size_t capacity) {
    if (level == nullptr || positions == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const size_t count = level->level.face_vertices().size();
    if (capacity < count) {
        return HALFSPACE_TOO_SMALL;
    }
    for (size_t i = 0; i < count; ++i) {
        const VertexRecord& p = level->level.vertices()[level->level.face_vertices()[i]];
        positions[3 * i] = p.x;
        positions[3 * i + 1] = p.y;
        positions[3 * i + 2] = p.z;
        if (texcoords != nullptr) {
            const TexcoordRecord& t = level->level.face_texcoords()[i];
            texcoords[2 * i] = t.u;
            texcoords[2 * i + 1] = t.v;
        }
    }
    return HALFSPACE_OK;
}

uint32_t halfspace_material_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.materials().size());
}

const char* halfspace_material_name(const halfspace_level* level, uint32_t material) {
    return material < halfspace_material_count(level)
               ? level->level.material_name(MaterialId(material)).data()
               : nullptr;
}

halfspace_status halfspace_write_materials(const halfspace_level* level,
                                           uint32_t* materials,
                                           size_t capacity) {
    if (level == nullptr || materials == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < level->level.face_vertices().size()) {
        return HALFSPACE_TOO_SMALL;
    }
    for (const FaceRecord& face : level->level.faces()) {
        std::fill_n(materials + face.first_vertex, face.vertex_count, face.material);
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_order_faces(const halfspace_level* level,
                                       uint32_t model,
                                       const double eye[3],
                                       halfspace_order order,
                                       uint32_t* indices,
                                       size_t capacity,
                                       size_t* count) {
    const bool is_order = order == HALFSPACE_BACK_TO_FRONT || order == HALFSPACE_FRONT_TO_BACK;
    if (!has_model(level, model) || !is_point(eye) || !is_order || indices == nullptr ||
        count == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < 3 * level->level.face_vertices().size()) {
        return HALFSPACE_TOO_SMALL;
    }
    const DrawOrder draw_order =
        order == HALFSPACE_BACK_TO_FRONT ? DrawOrder::BackToFront : DrawOrder::FrontToBack;
    *count =
        write_triangles(level->level,
                        FaceOrder(level->level, vec3(eye), draw_order, nullptr, ModelId(model)),
                        {indices, capacity});
    return HALFSPACE_OK;
}
