// SPDX-License-Identifier: MIT
#include "halfspace/query/entities.h"

#include "halfspace.h"
#include "handle.h"

#include <optional>

namespace halfspace::c {
namespace {

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
    return find_entities(level->level, key, value).first_from(first).value;
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

halfspace_status halfspace_key_number(const halfspace_level* level,
                                      uint32_t entity,
                                      const char* key,
                                      double* value) {
    if (!has_entity(level, entity) || key == nullptr || value == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<double> number = number_value(level->level, EntityId(entity), key);
    if (!number) {
        return HALFSPACE_NOT_FOUND;
    }
    *value = *number;
    return HALFSPACE_OK;
}

halfspace_status halfspace_entity_angles(const halfspace_level* level,
                                         uint32_t entity,
                                         double angles[3]) {
    if (!has_entity(level, entity) || angles == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<Angles> found = angles_of(level->level, EntityId(entity));
    if (!found) {
        return HALFSPACE_NOT_FOUND;
    }
    store({found->pitch, found->yaw, found->roll}, angles);
    return HALFSPACE_OK;
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
