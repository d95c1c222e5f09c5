// SPDX-License-Identifier: MIT
// The entities of a level and their keys, for C (query/entities.h). The rules are those of
// halfspace.h.
#ifndef HALFSPACE_ENTITIES_H
#define HALFSPACE_ENTITIES_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

// The value of a key; null if the entity has no such key.
HALFSPACE_API const char* halfspace_key_value(const halfspace_level* level,
                                              uint32_t entity,
                                              const char* key);
// The name of the entity's key number `number`, counted from 0; null behind the last key.
HALFSPACE_API const char* halfspace_key_name(const halfspace_level* level,
                                             uint32_t entity,
                                             uint32_t number);
// The first entity from `first` on whose key has the value, or HALFSPACE_NONE:
// for (e = find(l, 0, k, v); e != HALFSPACE_NONE; e = find(l, e + 1, k, v))
HALFSPACE_API uint32_t halfspace_find_entity(const halfspace_level* level,
                                             uint32_t first,
                                             const char* key,
                                             const char* value);
// The value of a key as one number or as three numbers. NOT_FOUND if there is no such key or its
// value is something else.
HALFSPACE_API halfspace_status halfspace_key_number(const halfspace_level* level,
                                                    uint32_t entity,
                                                    const char* key,
                                                    double* value);
HALFSPACE_API halfspace_status halfspace_key_vec3(const halfspace_level* level,
                                                  uint32_t entity,
                                                  const char* key,
                                                  double value[3]);
// The entity's angles (pitch, yaw, roll in degrees), and the direction in which it looks. NOT_FOUND
// if its keys do not say.
HALFSPACE_API halfspace_status halfspace_entity_angles(const halfspace_level* level,
                                                       uint32_t entity,
                                                       double angles[3]);
HALFSPACE_API halfspace_status halfspace_entity_facing(const halfspace_level* level,
                                                       uint32_t entity,
                                                       double direction[3]);
// The model of an entity and the entity of a model; HALFSPACE_NONE if there is none.
HALFSPACE_API uint32_t halfspace_entity_model(const halfspace_level* level, uint32_t entity);
HALFSPACE_API uint32_t halfspace_model_entity(const halfspace_level* level, uint32_t model);

#ifdef __cplusplus
}
#endif

#endif
