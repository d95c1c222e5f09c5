// SPDX-License-Identifier: MIT
// Questions about a compiled level from C, and from every language that can call C. Further
// headers: halfspace_entities.h, halfspace_collision_world.h (doors and obstacles),
// halfspace_trace.h and halfspace_sweep.h (moving bodies), halfspace_draw.h (drawing),
// halfspace_shapes.h (convex shapes), halfspace_move.h (the mover), halfspace_octree.h,
// halfspace_mesh.h and halfspace_compile.h.
//
// Rules for all functions:
// - A loaded level never changes. Any number of threads may ask it at the same time. Only
// halfspace_free_level requires that no other thread uses the level.
// - What a function with `new`, `load` or `copy` in its name gives must be freed. Texts belong to
// the level and live as long as the level.
// - The functions print nothing and throw no exceptions.
// - A mistake of the caller (a null pointer, an index out of range, a number that is not finite)
// gives HALFSPACE_BAD_ARGUMENT. The results stay as they were.
//
// A point is three doubles, in map units. The C++ headers in halfspace/query say what the answers
// mean on boundaries.
#ifndef HALFSPACE_H
#define HALFSPACE_H

#include "halfspace_contents.h"

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

// The version of this interface. Later versions do not change the functions and structs of this
// version; they add new ones with new names.
#define HALFSPACE_C_VERSION 1

typedef struct halfspace_level halfspace_level;
typedef int32_t halfspace_status;
#define HALFSPACE_OK 0
#define HALFSPACE_NOT_FOUND 1     // no such space, key or free place; results stay as they were
#define HALFSPACE_BAD_ARGUMENT 2  // the caller's mistake
#define HALFSPACE_TOO_SMALL 3     // a buffer of the caller is too small
#define HALFSPACE_NO_MEMORY 4     // only from functions that are said to allocate
// What a status means, in a few words for a message; never null. The text lives for ever.
HALFSPACE_API const char* halfspace_status_text(halfspace_status status);

// Stands for: no such index.
#define HALFSPACE_NONE 0xffffffffu

// HALFSPACE_C_VERSION of the library at run time, and the project's version, such as "0.1.0".
HALFSPACE_API uint32_t halfspace_c_version(void);
HALFSPACE_API const char* halfspace_version(void);

// Levels. Both loaders check the whole file; a damaged file gives an error, never a crash. The
// result is null if the file cannot be used. Then `error`, unless it is null, holds the reason,
// shortened to error_size bytes with the NUL. The caller frees the level by halfspace_free_level.
HALFSPACE_API halfspace_level* halfspace_load_file(const char* path,
                                                   char* error,
                                                   size_t error_size);
// Loads the bytes of an .hsw file, which are copied. name: for the text of errors; may be null.
HALFSPACE_API halfspace_level* halfspace_load_memory(
    const void* bytes, size_t size, const char* name, char* error, size_t error_size);
// Frees a level; null is allowed. REQUIRES: no other thread uses the level or its texts any more.
HALFSPACE_API void halfspace_free_level(halfspace_level* level);

// The bytes of the level's .hsw file, which belong to the level. Null for a null level.
HALFSPACE_API const void* halfspace_level_bytes(const halfspace_level* level, size_t* size);

// Numbers of models, spaces and entities; 0 for a null level. Indices begin at 0. Model 0 is the
// world, space 0 the point.
HALFSPACE_API uint32_t halfspace_model_count(const halfspace_level* level);
HALFSPACE_API uint32_t halfspace_space_count(const halfspace_level* level);
HALFSPACE_API uint32_t halfspace_entity_count(const halfspace_level* level);

// All that a game places: a level, its doors and lifts where they stand, and obstacles
// (halfspace_collision_world.h). Every question takes one. Many threads may ask it at the same time
// while nobody changes it.
typedef struct halfspace_collision_world halfspace_collision_world;
// The world of a level, without any of its models. It may outlive the level. A null level: nothing
// but obstacles blocks, and the point is the only body. Null without memory. The caller frees it.
HALFSPACE_API halfspace_collision_world* halfspace_new_collision_world(
    const halfspace_level* level);
// The same for one model alone, in its own frame. It holds obstacles, but no models and no movers.
// Null also if the level has no such model.
HALFSPACE_API halfspace_collision_world* halfspace_new_model_world(const halfspace_level* level,
                                                                   uint32_t model);
// An independent copy; null for null or without memory.
HALFSPACE_API halfspace_collision_world* halfspace_copy_collision_world(
    const halfspace_collision_world* world);
// Frees a world; null is allowed.
HALFSPACE_API void halfspace_free_collision_world(halfspace_collision_world* world);

// What a question leaves out, such as the body of whoever asks. Null: nothing.
typedef struct halfspace_leave_out {
    const uint32_t* obstacles;  // ids
    size_t obstacle_count;
    const uint32_t* models;
    size_t model_count;
} halfspace_leave_out;

// The contents at a point (query/classify.h).
HALFSPACE_API halfspace_status halfspace_point_contents(const halfspace_collision_world* world,
                                                        const halfspace_leave_out* without,
                                                        const double point[3],
                                                        uint32_t* contents);
// The same for `count` points, xyz after xyz. Faster than one by one.
HALFSPACE_API halfspace_status halfspace_point_contents_all(const halfspace_collision_world* world,
                                                            const halfspace_leave_out* without,
                                                            const double* points,
                                                            size_t count,
                                                            uint32_t* contents);

// Whether `from` sees `to` (query/sight.h). is_clear: 1 or 0.
HALFSPACE_API halfspace_status halfspace_line_of_sight(const halfspace_collision_world* world,
                                                       const halfspace_leave_out* without,
                                                       const double from[3],
                                                       const double to[3],
                                                       int32_t* is_clear);
// The same for `count` segments: `from`.xyz `to`.xyz, one after the other. Faster than one by one.
HALFSPACE_API halfspace_status halfspace_line_of_sight_all(const halfspace_collision_world* world,
                                                           const halfspace_leave_out* without,
                                                           const double* segments,
                                                           size_t count,
                                                           uint8_t* is_clear);

// The spaces: the bodies that the level was compiled for (query/space.h). NOT_FOUND if there is no
// space of this name.
HALFSPACE_API halfspace_status halfspace_find_space(const halfspace_level* level,
                                                    const char* name,
                                                    uint32_t* space);
// The name of a space; null if there is no such space.
HALFSPACE_API const char* halfspace_space_name(const halfspace_level* level, uint32_t space);
HALFSPACE_API halfspace_status halfspace_space_box(const halfspace_level* level,
                                                   uint32_t space,
                                                   double min[3],
                                                   double max[3]);

// Room for bodies (query/free.h). halfspace_unstick gives NOT_FOUND if no free position within
// `distance` is among the positions that it tries.
HALFSPACE_API halfspace_status halfspace_is_free(const halfspace_collision_world* world,
                                                 const halfspace_leave_out* without,
                                                 uint32_t space,
                                                 const double position[3],
                                                 uint32_t mask,
                                                 int32_t* is_free);
// The same for `count` positions, xyz after xyz. Faster than one by one.
HALFSPACE_API halfspace_status halfspace_is_free_all(const halfspace_collision_world* world,
                                                     const halfspace_leave_out* without,
                                                     uint32_t space,
                                                     const double* positions,
                                                     size_t count,
                                                     uint32_t mask,
                                                     uint8_t* is_free);
HALFSPACE_API halfspace_status halfspace_unstick(const halfspace_collision_world* world,
                                                 const halfspace_leave_out* without,
                                                 uint32_t space,
                                                 const double position[3],
                                                 double distance,
                                                 uint32_t mask,
                                                 double free_position[3]);
HALFSPACE_API halfspace_status halfspace_overlaps_box(const halfspace_collision_world* world,
                                                      const halfspace_leave_out* without,
                                                      const double min[3],
                                                      const double max[3],
                                                      uint32_t mask,
                                                      int32_t* overlaps);

#ifdef __cplusplus
}
#endif

#endif
