// SPDX-License-Identifier: MIT
// Questions about a compiled level from C, and from every language that can call C. Beside this
// header stand halfspace_trace.h (moving bodies), halfspace_models.h (doors and lifts),
// halfspace_draw.h (what to draw, in which order) and halfspace_compile.h (levels from sources).
//
// Rules for all functions. A level never changes once it is loaded: any number of threads may ask
// it at once, and only halfspace_free_level needs it alone. Nothing that is returned has to be
// freed, but levels; texts belong to the level and live as long as it. Nothing is printed and no
// exception gets out. What a caller gets wrong (a null pointer, an index out of range, a number
// that is not finite) is HALFSPACE_BAD_ARGUMENT, and results stay as they were.
//
// Points are three doubles, in map units. The answers are those of the C++ headers in
// halfspace/query, which say what they mean on boundaries.
#ifndef HALFSPACE_H
#define HALFSPACE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define HALFSPACE_API
#else
#define HALFSPACE_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Of this interface. Functions and structs of a version stay as they are; what is new in the next
// one comes with names of its own.
#define HALFSPACE_C_VERSION 1

typedef struct halfspace_level halfspace_level;

typedef int32_t halfspace_status;
#define HALFSPACE_OK 0
#define HALFSPACE_NOT_FOUND 1     // there is no answer: no such space, key, free place
#define HALFSPACE_BAD_ARGUMENT 2  // the caller's mistake
#define HALFSPACE_TOO_SMALL 3     // a buffer of the caller has too little room
#define HALFSPACE_NO_MEMORY 4     // only where it is said that a function allocates

// "no such index"
#define HALFSPACE_NONE 0xffffffffu

// What space is made of, in masks and answers.
#define HALFSPACE_SOLID 0x0001u
#define HALFSPACE_DETAIL 0x0002u
#define HALFSPACE_FENCE 0x0004u
#define HALFSPACE_ILLUSIONARY 0x0008u
#define HALFSPACE_PLAYER_CLIP 0x0010u
#define HALFSPACE_MONSTER_CLIP 0x0020u
#define HALFSPACE_WATER 0x0040u
#define HALFSPACE_SLIME 0x0080u
#define HALFSPACE_LAVA 0x0100u
#define HALFSPACE_SKY 0x0200u
#define HALFSPACE_VOID 0x0400u
#define HALFSPACE_TRIGGER 0x0800u
#define HALFSPACE_LADDER 0x1000u
#define HALFSPACE_AREA_PORTAL 0x2000u
// All that blocks a body.
#define HALFSPACE_BODY_BLOCKERS 0x0637u

// HALFSPACE_C_VERSION of the library, which a program linked at run time compares with its own.
HALFSPACE_API uint32_t halfspace_c_version(void);
// Of the project: "0.1.0".
HALFSPACE_API const char* halfspace_version(void);

// Levels. Both loaders check everything; a damaged file is an error, never a crash. Null if it
// cannot be used: then `error`, unless it is null, holds why, cut to error_size bytes with the
// NUL at the end. The level is the caller's, who gives it back by halfspace_free_level.
HALFSPACE_API halfspace_level* halfspace_load_file(const char* path,
                                                   char* error,
                                                   size_t error_size);
// The bytes of an .hsw file, which are copied; `name` is for the error's text and may be null.
HALFSPACE_API halfspace_level* halfspace_load_memory(
    const void* bytes, size_t size, const char* name, char* error, size_t error_size);
// Null is nothing to free. REQUIRES: no other thread uses the level, nor its texts, any more.
HALFSPACE_API void halfspace_free_level(halfspace_level* level);

// The bytes of the level's .hsw file, which belong to the level. Null for a null level.
HALFSPACE_API const void* halfspace_level_bytes(const halfspace_level* level, size_t* size);

// How many there are; indices go from 0 on. 0 for a null level. Model 0 is the world, space 0 the
// point.
HALFSPACE_API uint32_t halfspace_model_count(const halfspace_level* level);
HALFSPACE_API uint32_t halfspace_space_count(const halfspace_level* level);
HALFSPACE_API uint32_t halfspace_entity_count(const halfspace_level* level);

// What is here (query/classify.h).
HALFSPACE_API halfspace_status halfspace_point_contents(const halfspace_level* level,
                                                        uint32_t model,
                                                        const double point[3],
                                                        uint32_t* contents);
// The same for `count` points, xyz after xyz. Faster than one by one.
HALFSPACE_API halfspace_status halfspace_point_contents_all(const halfspace_level* level,
                                                            uint32_t model,
                                                            const double* points,
                                                            size_t count,
                                                            uint32_t* contents);

// Who sees whom (query/sight.h): 1 or 0.
HALFSPACE_API halfspace_status halfspace_line_of_sight(const halfspace_level* level,
                                                       uint32_t model,
                                                       const double src[3],
                                                       const double dest[3],
                                                       int32_t* is_clear);
// The same for `count` segments: src.xyz dest.xyz, one after the other. Faster than one by one.
HALFSPACE_API halfspace_status halfspace_line_of_sight_all(const halfspace_level* level,
                                                           uint32_t model,
                                                           const double* segments,
                                                           size_t count,
                                                           uint8_t* is_clear);

// The bodies that the level was compiled for (query/space.h). NOT_FOUND if it was not for that one.
HALFSPACE_API halfspace_status halfspace_find_space(const halfspace_level* level,
                                                    const char* name,
                                                    uint32_t* space);
// Null if there is no such space.
HALFSPACE_API const char* halfspace_space_name(const halfspace_level* level, uint32_t space);
HALFSPACE_API halfspace_status halfspace_space_box(const halfspace_level* level,
                                                   uint32_t space,
                                                   double min[3],
                                                   double max[3]);

// Room for bodies (query/free.h). NOT_FOUND by `unstick` if none of the thousands of free places
// around that it tries is near enough.
HALFSPACE_API halfspace_status halfspace_is_free(const halfspace_level* level,
                                                 uint32_t model,
                                                 uint32_t space,
                                                 const double position[3],
                                                 uint32_t mask,
                                                 int32_t* is_free);
// The same for `count` positions, xyz after xyz. Faster than one by one.
HALFSPACE_API halfspace_status halfspace_is_free_all(const halfspace_level* level,
                                                     uint32_t model,
                                                     uint32_t space,
                                                     const double* positions,
                                                     size_t count,
                                                     uint32_t mask,
                                                     uint8_t* is_free);
HALFSPACE_API halfspace_status halfspace_unstick(const halfspace_level* level,
                                                 uint32_t model,
                                                 uint32_t space,
                                                 const double position[3],
                                                 double distance,
                                                 uint32_t mask,
                                                 double free_position[3]);
HALFSPACE_API halfspace_status halfspace_overlaps_box(const halfspace_level* level,
                                                      uint32_t model,
                                                      const double min[3],
                                                      const double max[3],
                                                      uint32_t mask,
                                                      int32_t* overlaps);

// Entities (query/entities.h). The value of a key, or null.
HALFSPACE_API const char* halfspace_key_value(const halfspace_level* level,
                                              uint32_t entity,
                                              const char* key);
// The name of its key of that number, from 0 on; null behind the last.
HALFSPACE_API const char* halfspace_key_name(const halfspace_level* level,
                                             uint32_t entity,
                                             uint32_t number);
// The first entity from `first` on whose key has the value, or HALFSPACE_NONE:
// for (e = find(l, 0, k, v); e != HALFSPACE_NONE; e = find(l, e + 1, k, v))
HALFSPACE_API uint32_t halfspace_find_entity(const halfspace_level* level,
                                             uint32_t first,
                                             const char* key,
                                             const char* value);
// A key's value as a number, as three numbers. NOT_FOUND if there is none or it is something else.
HALFSPACE_API halfspace_status halfspace_key_number(const halfspace_level* level,
                                                    uint32_t entity,
                                                    const char* key,
                                                    double* value);
HALFSPACE_API halfspace_status halfspace_key_vec3(const halfspace_level* level,
                                                  uint32_t entity,
                                                  const char* key,
                                                  double value[3]);
// How the entity is turned (pitch, yaw, roll in degrees), and where it looks then. NOT_FOUND if the
// keys do not say.
HALFSPACE_API halfspace_status halfspace_entity_angles(const halfspace_level* level,
                                                       uint32_t entity,
                                                       double angles[3]);
HALFSPACE_API halfspace_status halfspace_entity_facing(const halfspace_level* level,
                                                       uint32_t entity,
                                                       double direction[3]);
// HALFSPACE_NONE if there is none.
HALFSPACE_API uint32_t halfspace_entity_model(const halfspace_level* level, uint32_t entity);
HALFSPACE_API uint32_t halfspace_model_entity(const halfspace_level* level, uint32_t model);

#ifdef __cplusplus
}
#endif

#endif
