/* SPDX-License-Identifier: MIT */
/* Questions about a compiled level from C, and from every language that can call C: levels and
 * their entities, what a game places in them, contents, sight, visibility, traces, shapes, and
 * cameras. This header suffices for a game that only asks. Further ones:
 *
 * halfspace_move.h     what walks, jumps, swims and rides; doors; players
 * halfspace_draw.h     what to draw, and in which order; the tree of a level
 * halfspace_nav.h      where a body can stand, and the shortest path from one place to another
 * halfspace_agents.h   followers, which find their way and give the controls of movers
 * halfspace_spatial.h  an octree of things that move, and triangle meshes, without a level
 * halfspace_compile.h  levels from sources; the walls as a body meets them. Its functions are in
 *                      the library halfspace_c_compile, all others in halfspace_c
 *
 * Over 200 lines: one header for all that a game asks, so that a game needs to know one name.
 *
 * Rules for all functions:
 * - A loaded level never changes. Any number of threads may ask it at the same time. Only
 *   halfspace_free_level requires that no other thread uses the level.
 * - Who gets a handle (a pointer to a struct without fields) frees it by the function with `free`
 *   and the name of its type, which also takes null. Texts belong to the level and live as long as
 *   the level.
 * - The functions print nothing and throw no exceptions.
 * - A mistake of the caller (a null pointer, an index out of range, a number that is not finite)
 *   gives HALFSPACE_BAD_ARGUMENT. The results stay as they were.
 * - Arguments come in this order: whom to ask, what is left out, the body, the place or `from` and
 *   `to`, the mask or the options, and at last where the results go.
 *
 * A point is three doubles, in map units. The C++ headers in halfspace/query say what the answers
 * mean on boundaries. */
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

/* The version of this interface. Later versions do not change the functions and structs of this
 * version; they add new ones with new names. */
#define HALFSPACE_C_VERSION 1

typedef struct halfspace_level halfspace_level;
typedef int32_t halfspace_status;
#define HALFSPACE_OK 0
#define HALFSPACE_NOT_FOUND 1    /* no such space, key or free place; results stay as they were */
#define HALFSPACE_BAD_ARGUMENT 2 /* the caller's mistake */
#define HALFSPACE_TOO_SMALL 3    /* a buffer of the caller is too small */
#define HALFSPACE_NO_MEMORY 4    /* only from functions that are said to allocate */
/* What a status means, in a few words for a message; never null. The text lives for ever. */
HALFSPACE_API const char* halfspace_status_text(halfspace_status status);

/* No such index. */
#define HALFSPACE_NONE 0xffffffffu

/* HALFSPACE_C_VERSION of the library at run time, and the project's version, such as "0.1.0". */
HALFSPACE_API uint32_t halfspace_c_version(void);
HALFSPACE_API const char* halfspace_version(void);

/* ---- Threads ------------------------------------------------------------------------------- */

/* How a game does work on its own threads. run: calls body(argument, i) once for each i < count, in
 * any order and on any threads, and returns when all calls have returned. */
typedef struct halfspace_executor {
    void (*run)(void* context,
                size_t count,
                void (*body)(void* argument, size_t i),
                void* argument);
    void* context;
} halfspace_executor;

/* From now on, batches that the calling thread asks for (functions that end with _all,
 * halfspace_step_movers, halfspace_beam_distances) are answered in parts by this executor. Null: by
 * the calling thread alone, as at first. The answers are the same. The struct is copied.
 * halfspace_set_threads of halfspace_compile.h sets an executor that is ready. */
HALFSPACE_API void halfspace_set_executor(const halfspace_executor* executor);

/* ---- Levels -------------------------------------------------------------------------------- */

/* Both loaders check the whole file; a damaged file gives an error, never a crash. The
 * result is null if the file cannot be used. Then `error`, unless it is null, holds the reason,
 * shortened to error_size bytes with the NUL. The caller frees the level by
 * halfspace_free_level. */
HALFSPACE_API halfspace_level* halfspace_load_file(const char* path,
                                                   char* error,
                                                   size_t error_size);
/* The same without a copy of the file: the system keeps it once for all processes that map it.
 * Nobody may write into the file before halfspace_free_level; to replace it by a rename is
 * safe. Its checks need memory for a while, which malloc may keep: glibc's malloc_trim gives it
 * back. */
HALFSPACE_API halfspace_level* halfspace_map_file(const char* path, char* error, size_t error_size);
/* Loads the bytes of an .hsw file, which are copied. name: for the text of errors; may be null. */
HALFSPACE_API halfspace_level* halfspace_load_memory(
    const void* bytes, size_t size, const char* name, char* error, size_t error_size);
/* Frees a level; null is allowed. REQUIRES: no other thread uses the level or its texts any
 * more. */
HALFSPACE_API void halfspace_free_level(halfspace_level* level);

/* The bytes of the level's .hsw file, which belong to the level. Null for a null level. */
HALFSPACE_API const void* halfspace_level_bytes(const halfspace_level* level, size_t* size);

/* XXH3 (64 bits) of the file, which its header holds: it tells levels apart.
 * 0 for a null level. */
HALFSPACE_API uint64_t halfspace_level_checksum(const halfspace_level* level);

/* Numbers of models, spaces and entities; 0 for a null level. Indices begin at 0. Model 0 is the
 * world, space 0 the point. */
HALFSPACE_API uint32_t halfspace_model_count(const halfspace_level* level);
HALFSPACE_API uint32_t halfspace_space_count(const halfspace_level* level);
HALFSPACE_API uint32_t halfspace_entity_count(const halfspace_level* level);

/* The spaces: the bodies that the level was compiled for (query/space.h). NOT_FOUND if there is no
 * space of this name. */
HALFSPACE_API halfspace_status halfspace_find_space(const halfspace_level* level,
                                                    const char* name,
                                                    uint32_t* space);
/* The name of a space; null if there is no such space. */
HALFSPACE_API const char* halfspace_space_name(const halfspace_level* level, uint32_t space);
HALFSPACE_API halfspace_status halfspace_space_box(const halfspace_level* level,
                                                   uint32_t space,
                                                   double min[3],
                                                   double max[3]);

/* ---- Entities ---------------------------------------------------------------------------------
 *
 * The entities of a level and their keys (query/entities.h). */

/* The value of a key; null if the entity has no such key. */
HALFSPACE_API const char* halfspace_key_value(const halfspace_level* level,
                                              uint32_t entity,
                                              const char* key);
/* The name of the entity's key number `number`, counted from 0; null behind the last key. */
HALFSPACE_API const char* halfspace_key_name(const halfspace_level* level,
                                             uint32_t entity,
                                             uint32_t number);
/* The first entity from `first` on whose key has the value, or HALFSPACE_NONE:
 * for (e = find(l, 0, k, v); e != HALFSPACE_NONE; e = find(l, e + 1, k, v)) */
HALFSPACE_API uint32_t halfspace_find_entity(const halfspace_level* level,
                                             uint32_t first,
                                             const char* key,
                                             const char* value);
/* The value of a key as one number or as three numbers. NOT_FOUND if there is no such key or its
 * value is something else. */
HALFSPACE_API halfspace_status halfspace_key_number(const halfspace_level* level,
                                                    uint32_t entity,
                                                    const char* key,
                                                    double* value);
HALFSPACE_API halfspace_status halfspace_key_vec3(const halfspace_level* level,
                                                  uint32_t entity,
                                                  const char* key,
                                                  double value[3]);
/* The entity's angles (pitch, yaw, roll in degrees), and the direction in which it looks. NOT_FOUND
 * if its keys do not say. */
HALFSPACE_API halfspace_status halfspace_entity_angles(const halfspace_level* level,
                                                       uint32_t entity,
                                                       double angles[3]);
HALFSPACE_API halfspace_status halfspace_entity_facing(const halfspace_level* level,
                                                       uint32_t entity,
                                                       double direction[3]);
/* The model of an entity and the entity of a model; HALFSPACE_NONE if there is none. */
HALFSPACE_API uint32_t halfspace_entity_model(const halfspace_level* level, uint32_t entity);
HALFSPACE_API uint32_t halfspace_model_entity(const halfspace_level* level, uint32_t model);

/* ---- Models -----------------------------------------------------------------------------------
 *
 * Doors, lifts and other models of a level: what they are, and where they are. */

/* The place of a model: a point p of the level is now at x * p.x + y * p.y + z * p.z + translation.
 * x, y and z have length 1, are perpendicular and right-handed. If they are off by less than 1e-5,
 * for example because they were floats, every function takes the turn next to them. If they are off
 * by more, or not finite, the result is BAD_ARGUMENT.
 *
 * An entity may have two models: one of its brushes or polygons, and one that draws its curves.
 * A game that moves the entity places every model whose halfspace_model_entity is the entity. */
typedef struct halfspace_placement {
    uint32_t model;
    uint32_t reserved;
    double x[3];
    double y[3];
    double z[3];
    double translation[3];
} halfspace_placement;

/* The place where the editor put the model. */
HALFSPACE_API halfspace_placement halfspace_placement_at_rest(uint32_t model);
/* The model turned around a point. pivot: for example a hinge, or halfspace_model_origin. angles:
 * pitch, yaw, roll [degrees]. A mistake gives a placement that every function refuses. */
HALFSPACE_API halfspace_placement halfspace_placement_turned(uint32_t model,
                                                             const double pivot[3],
                                                             const double angles[3]);
/* The direction, of length 1, of a view turned by these angles (pitch, yaw, roll in degrees). The
 * angles 0 90 0 give the direction 0 1 0. */
HALFSPACE_API halfspace_status halfspace_facing(const double angles[3], double direction[3]);
/* The angles (pitch, yaw, roll in degrees) of a view in this direction, of any length. Roll is 0.
 * The direction 0 1 0 gives the angles 0 90 0, and 0 0 0 gives 0 0 0. The same bits on every
 * machine. */
HALFSPACE_API halfspace_status halfspace_angles_towards(const double direction[3],
                                                        double angles[3]);

/* The smallest box around the model's brushes, polygons and curves, where the editor placed it.
 * NOT_FOUND for a model that has none. */
HALFSPACE_API halfspace_status halfspace_model_bounds(const halfspace_level* level,
                                                      uint32_t model,
                                                      double min[3],
                                                      double max[3]);
/* The point that the model turns around. */
HALFSPACE_API halfspace_status halfspace_model_origin(const halfspace_level* level,
                                                      uint32_t model,
                                                      double origin[3]);

/* Whether the model can block a body by contents of the mask (does_block in query/free.h).
 * blocks: 1 or 0. With HALFSPACE_BODY_BLOCKERS: triggers, for example, do not, and need no
 * place. */
HALFSPACE_API halfspace_status halfspace_model_blocks(const halfspace_level* level,
                                                      uint32_t model,
                                                      uint32_t mask,
                                                      int32_t* blocks);

/* ---- Shapes -----------------------------------------------------------------------------------
 *
 * Convex shapes (spatial/convex.h): agents, doors, things that are thrown. No level is needed. A
 * shape never changes. A placement says where it is; the placement's model does not count.
 * Coordinates are at most 2^40. */

typedef struct halfspace_shape halfspace_shape;

/* Null if a size is negative, not finite or above 2^22, or without memory. half: half of the size
 * along each axis. A capsule and a cylinder run along z from -half_height to half_height; a
 * capsule has half balls beyond them. */
HALFSPACE_API halfspace_shape* halfspace_new_box(const double half[3]);
HALFSPACE_API halfspace_shape* halfspace_new_sphere(double radius);
HALFSPACE_API halfspace_shape* halfspace_new_capsule(double half_height, double radius);
HALFSPACE_API halfspace_shape* halfspace_new_cylinder(double half_height, double radius);
/* The convex hull of `count` points, xyz after xyz, which are copied. Null also without a point. */
HALFSPACE_API halfspace_shape* halfspace_new_hull(const double* points, size_t count);
/* Frees a shape; null is allowed. */
HALFSPACE_API void halfspace_free_shape(halfspace_shape* shape);

typedef struct halfspace_placed_shape {
    const halfspace_shape* shape;
    halfspace_placement placement;
} halfspace_placed_shape;

/* ---- Collision worlds -------------------------------------------------------------------------
 *
 * All that a game places: a level, its doors and lifts where they are, meshes, and obstacles
 * (query/collision_world.h). Every question takes one.
 *
 *     halfspace_collision_world* world = halfspace_new_collision_world(level);
 *     halfspace_place_models_at_rest(world);
 *
 * A step of a game:
 *
 *     halfspace_end_step(world);            what has moved rests where it is now
 *     halfspace_move_model(world, &door);   goes there in this step
 *     halfspace_step_mover(world, ...);     (halfspace_move.h)
 *
 * Questions see models, meshes and obstacles where they are now, at the end of their ways. A
 * mover's step takes them along their ways: they carry and push the mover.
 *
 * A change allocates only if more is placed than ever before. NO_MEMORY means that the world is as
 * it was. While one thread changes a world, no other thread may use it; otherwise many threads may
 * ask it at the same time. */

typedef struct halfspace_collision_world halfspace_collision_world;
/* The world of a level, without any of its models. It may outlive the level. A null level: nothing
 * but meshes and obstacles blocks, and the point is the only body that needs no shape. Null without
 * memory. The caller frees it. */
HALFSPACE_API halfspace_collision_world* halfspace_new_collision_world(
    const halfspace_level* level);
/* The same for one model alone, in its own frame. It holds meshes and obstacles, but no models and
 * no movers. Null also if the level has no such model. */
HALFSPACE_API halfspace_collision_world* halfspace_new_model_world(const halfspace_level* level,
                                                                   uint32_t model);
/* An independent copy; null for null or without memory. */
HALFSPACE_API halfspace_collision_world* halfspace_copy_collision_world(
    const halfspace_collision_world* world);
/* Frees a world; null is allowed. */
HALFSPACE_API void halfspace_free_collision_world(halfspace_collision_world* world);
/* Ends a step: what has moved rests where it is now. */
HALFSPACE_API halfspace_status halfspace_end_step(halfspace_collision_world* world);

/* ---- Models of a collision world --------------------------------------------------------------
 *
 * BAD_ARGUMENT for a model that the level has not, for model 0, for coordinates of a translation
 * beyond 2^21, and in the world of a model alone. */

/* Puts the model there, at rest, for example after a load or a teleport. */
HALFSPACE_API halfspace_status halfspace_place_model(halfspace_collision_world* world,
                                                     const halfspace_placement* placement);
/* Places all models that are not placed, where the editor put them. */
HALFSPACE_API halfspace_status halfspace_place_models_at_rest(halfspace_collision_world* world);
/* In this step, the model goes from where it was at the end of the last step to the placement. Of
 * several calls in one step, the last one counts. NOT_FOUND if the model is not placed. */
HALFSPACE_API halfspace_status halfspace_move_model(halfspace_collision_world* world,
                                                    const halfspace_placement* to);
/* Does nothing if the model is not placed. */
HALFSPACE_API halfspace_status halfspace_remove_model(halfspace_collision_world* world,
                                                      uint32_t model);
/* The way of the model in this step; of a model at rest twice its place. from, to: may be null.
 * NOT_FOUND if the model is not placed. */
HALFSPACE_API halfspace_status halfspace_model_way(const halfspace_collision_world* world,
                                                   uint32_t model,
                                                   halfspace_placement* from,
                                                   halfspace_placement* to);
/* The number of placed models; 0 for null. */
HALFSPACE_API size_t halfspace_placed_model_count(const halfspace_collision_world* world);

/* ---- Meshes of a collision world --------------------------------------------------------------
 *
 * Triangles as they are, open or closed (query/placed_mesh.h). They need no level. A triangle is a
 * sheet without thickness: no place is inside of a mesh, and halfspace_point_contents does not know
 * meshes. BAD_ARGUMENT for coordinates of a translation beyond 2^21, and if a mesh has triangles
 * beyond 2^22 in the world. Movers stop near more than 64 meshes, so join those that never move. */

/* The tree over the triangles of a mesh: halfspace_new_mesh_bvh (halfspace_spatial.h) makes it. */
typedef struct halfspace_mesh_bvh halfspace_mesh_bvh;

/* Which sides of triangles stop a body. The front is where the corners are counter-clockwise. */
#define HALFSPACE_BOTH_SIDES 0
#define HALFSPACE_FRONT_SIDE 1

/* A mesh that a game places. */
typedef struct halfspace_placed_mesh {
    uint32_t id; /* chosen by the game; not HALFSPACE_NONE */
    /* The mesh blocks a question whose mask has one of these bits. 0 means: HALFSPACE_SOLID. */
    uint32_t contents;
    /* The world keeps the tree alive: halfspace_free_mesh_bvh may be called at once. But the arrays
     * of the tree must outlive all worlds that hold it. After halfspace_mesh_refit, place the mesh
     * again. */
    const halfspace_mesh_bvh* tree;
    uint32_t sides; /* HALFSPACE_BOTH_SIDES or HALFSPACE_FRONT_SIDE. Sight is blocked from both */
    uint32_t reserved;
    halfspace_placement placement; /* its model does not count */
} halfspace_placed_mesh;

/* Adds the mesh, or replaces the one with this id. It is at rest. */
HALFSPACE_API halfspace_status halfspace_place_mesh(halfspace_collision_world* world,
                                                    const halfspace_placed_mesh* mesh);
/* Puts it there, at rest. NOT_FOUND if there is no such mesh. The placement's model does not count,
 * here and below. */
HALFSPACE_API halfspace_status halfspace_place_mesh_at(halfspace_collision_world* world,
                                                       uint32_t mesh,
                                                       const halfspace_placement* placement);
/* In this step, the mesh goes from where it was at the end of the last step to the placement. It
 * carries and pushes movers. NOT_FOUND if there is no such mesh. */
HALFSPACE_API halfspace_status halfspace_move_mesh(halfspace_collision_world* world,
                                                   uint32_t mesh,
                                                   const halfspace_placement* to);
/* Does nothing if there is no such mesh. */
HALFSPACE_API halfspace_status halfspace_remove_mesh(halfspace_collision_world* world,
                                                     uint32_t mesh);
/* The way of the mesh in this step; their model is 0. from, to: may be null. NOT_FOUND if there is
 * none. */
HALFSPACE_API halfspace_status halfspace_mesh_way(const halfspace_collision_world* world,
                                                  uint32_t mesh,
                                                  halfspace_placement* from,
                                                  halfspace_placement* to);
/* The number of placed meshes; 0 for null. */
HALFSPACE_API size_t halfspace_placed_mesh_count(const halfspace_collision_world* world);

/* ---- Obstacles of a collision world -----------------------------------------------------------
 *
 * BAD_ARGUMENT for coordinates of positions and offsets beyond 2^20. */

/* What moves: a body that the level was compiled for, {.space = 1}, or any shape. */
typedef struct halfspace_mover_body {
    uint32_t space;
    uint32_t reserved;
    const halfspace_shape* shape; /* upright; null: the body `space` */
    double offset[3];             /* from the position to the origin of `shape` */
} halfspace_mover_body;

/* A body that a game places among the models: an agent, a crate, a missile. */
typedef struct halfspace_obstacle {
    uint32_t id; /* chosen by the game; not HALFSPACE_NONE */
    /* The obstacle blocks a question whose mask has one of these bits. 0 means:
     * HALFSPACE_OBSTACLE_CONTENTS. */
    uint32_t contents;
    halfspace_mover_body body;
    double position[3];
} halfspace_obstacle;

/* Adds the obstacle, or replaces the one with this id. It is at rest. The shape is copied. */
HALFSPACE_API halfspace_status halfspace_place_obstacle(halfspace_collision_world* world,
                                                        const halfspace_obstacle* obstacle);
/* Puts it there, at rest. A game that has made the step of a mover tells its new position so.
 * NOT_FOUND if there is no such obstacle. */
HALFSPACE_API halfspace_status halfspace_place_obstacle_at(halfspace_collision_world* world,
                                                           uint32_t obstacle,
                                                           const double position[3]);
/* In this step, the obstacle goes from where it was at the end of the last step to the position. It
 * pushes movers out of its way. NOT_FOUND if there is no such obstacle. */
HALFSPACE_API halfspace_status halfspace_move_obstacle(halfspace_collision_world* world,
                                                       uint32_t obstacle,
                                                       const double to[3]);
/* Does nothing if there is no such obstacle. */
HALFSPACE_API halfspace_status halfspace_remove_obstacle(halfspace_collision_world* world,
                                                         uint32_t obstacle);
/* The way of the obstacle in this step. from, to: may be null. NOT_FOUND if there is none. */
HALFSPACE_API halfspace_status halfspace_obstacle_way(const halfspace_collision_world* world,
                                                      uint32_t obstacle,
                                                      double from[3],
                                                      double to[3]);
/* The number of placed obstacles; 0 for null. */
HALFSPACE_API size_t halfspace_obstacle_count(const halfspace_collision_world* world);

/* ---- What is near in a collision world ----------------------------------------------------- */

/* The models whose boxes, over their whole way in this step, touch the box. count: their number.
 * found: their ids in ascending order, at most `capacity`; null if that is 0. first: lower ids do
 * not count. */
HALFSPACE_API halfspace_status halfspace_models_in(const halfspace_collision_world* world,
                                                   const double min[3],
                                                   const double max[3],
                                                   uint32_t first,
                                                   uint32_t* found,
                                                   size_t capacity,
                                                   size_t* count);
/* The same for meshes and for obstacles. */
HALFSPACE_API halfspace_status halfspace_meshes_in(const halfspace_collision_world* world,
                                                   const double min[3],
                                                   const double max[3],
                                                   uint32_t first,
                                                   uint32_t* found,
                                                   size_t capacity,
                                                   size_t* count);
HALFSPACE_API halfspace_status halfspace_obstacles_in(const halfspace_collision_world* world,
                                                      const double min[3],
                                                      const double max[3],
                                                      uint32_t first,
                                                      uint32_t* found,
                                                      size_t capacity,
                                                      size_t* count);

/* The lowest id of the obstacles that the model overlaps where it is now: whom a door crushes.
 * NOT_FOUND if there is none, or if the model is not placed. */
HALFSPACE_API halfspace_status halfspace_first_overlapped(const halfspace_collision_world* world,
                                                          uint32_t model,
                                                          uint32_t* obstacle);
/* The same for a mesh. */
HALFSPACE_API halfspace_status halfspace_first_overlapped_by_mesh(
    const halfspace_collision_world* world, uint32_t mesh, uint32_t* obstacle);

/* ---- Questions ----------------------------------------------------------------------------- */

/* What a question leaves out, such as the body that asks. Null: nothing. */
typedef struct halfspace_leave_out {
    const uint32_t* obstacles; /* ids */
    size_t obstacle_count;
    const uint32_t* models;
    size_t model_count;
    const uint32_t* meshes; /* ids */
    size_t mesh_count;
} halfspace_leave_out;

/* The contents at a point (query/classify.h). */
HALFSPACE_API halfspace_status halfspace_point_contents(const halfspace_collision_world* world,
                                                        const halfspace_leave_out* without,
                                                        const double point[3],
                                                        uint32_t* contents);
/* The same for `count` points, xyz after xyz. Faster than one by one. */
HALFSPACE_API halfspace_status halfspace_point_contents_all(const halfspace_collision_world* world,
                                                            const halfspace_leave_out* without,
                                                            const double* points,
                                                            size_t count,
                                                            uint32_t* contents);

/* Whether `from` sees `to` (query/sight.h). is_clear: 1 or 0. */
HALFSPACE_API halfspace_status halfspace_line_of_sight(const halfspace_collision_world* world,
                                                       const halfspace_leave_out* without,
                                                       const double from[3],
                                                       const double to[3],
                                                       int32_t* is_clear);
/* The same for `count` segments: `from`.xyz `to`.xyz, one after the other. Faster than one by
 * one. */
HALFSPACE_API halfspace_status halfspace_line_of_sight_all(const halfspace_collision_world* world,
                                                           const halfspace_leave_out* without,
                                                           const double* segments,
                                                           size_t count,
                                                           uint8_t* is_clear);

/* Whether the body of a space is free at a position (query/free.h). mask: the contents that block.
 * is_free: 1 or 0. */
HALFSPACE_API halfspace_status halfspace_is_free(const halfspace_collision_world* world,
                                                 const halfspace_leave_out* without,
                                                 uint32_t space,
                                                 const double position[3],
                                                 uint32_t mask,
                                                 int32_t* is_free);
/* The same for `count` positions, xyz after xyz. Faster than one by one. */
HALFSPACE_API halfspace_status halfspace_is_free_all(const halfspace_collision_world* world,
                                                     const halfspace_leave_out* without,
                                                     uint32_t space,
                                                     const double* positions,
                                                     size_t count,
                                                     uint32_t mask,
                                                     uint8_t* is_free);
/* The nearest free position less than `distance` away. NOT_FOUND if none of the positions that it
 * tries is free. */
HALFSPACE_API halfspace_status halfspace_unstick(const halfspace_collision_world* world,
                                                 const halfspace_leave_out* without,
                                                 uint32_t space,
                                                 const double position[3],
                                                 double distance,
                                                 uint32_t mask,
                                                 double free_position[3]);
/* Whether a box overlaps contents of the mask. overlaps: 1 or 0. */
HALFSPACE_API halfspace_status halfspace_overlaps_box(const halfspace_collision_world* world,
                                                      const halfspace_leave_out* without,
                                                      const double min[3],
                                                      const double max[3],
                                                      uint32_t mask,
                                                      int32_t* overlaps);

/* ---- Visibility -------------------------------------------------------------------------------
 *
 * Clusters: the convex cells of a level without what hides, and which of them see each other
 * (query/visibility.h). The compiler computes what they see, if the level is sealed. A server sends
 * a player only what is in clusters that the player's cluster may see. */

/* Numbers of clusters, portals and corners of all portals; 0 for null. Indices begin at 0. */
HALFSPACE_API uint32_t halfspace_cluster_count(const halfspace_level* level);
HALFSPACE_API uint32_t halfspace_portal_count(const halfspace_level* level);
HALFSPACE_API size_t halfspace_portal_corner_count(const halfspace_level* level);
/* 1 if the level says which clusters see each other; else 0, and all of them may. 0 for null. */
HALFSPACE_API int32_t halfspace_has_visibility(const halfspace_level* level);

/* The cluster at a point. NOT_FOUND in walls, in what is outside of a sealed level, beyond the box
 * of the world, and in a level without clusters. */
HALFSPACE_API halfspace_status halfspace_cluster_at(const halfspace_level* level,
                                                    const double point[3],
                                                    uint32_t* cluster);
/* Whether a line of sight may join two clusters. may_see: 1 or 0. 0 is certain, 1 is not. Doors are
 * open. */
HALFSPACE_API halfspace_status halfspace_may_see(const halfspace_level* level,
                                                 uint32_t from,
                                                 uint32_t to,
                                                 int32_t* may_see);
/* The clusters that a cluster may see, itself included. count: their number. found: the clusters in
 * ascending order, at most `capacity`; null if that is 0. halfspace_cluster_count always
 * suffices. */
HALFSPACE_API halfspace_status halfspace_visible_clusters(const halfspace_level* level,
                                                          uint32_t cluster,
                                                          uint32_t* found,
                                                          size_t capacity,
                                                          size_t* count);

/* A portal: the convex polygon that two neighbouring clusters share. Its corners are [first_corner,
 * first_corner + corner_count), counter-clockwise seen from the cluster in front. */
typedef struct halfspace_portal {
    uint32_t front;  /* the cluster in front of the polygon */
    uint32_t behind; /* the cluster behind it */
    uint32_t first_corner;
    uint32_t corner_count;
} halfspace_portal;
HALFSPACE_API halfspace_status halfspace_get_portal(const halfspace_level* level,
                                                    uint32_t portal,
                                                    halfspace_portal* result);
/* Writes x, y, z of the corners of all portals [units]. capacity: how many corners fit. */
HALFSPACE_API halfspace_status halfspace_write_portal_corners(const halfspace_level* level,
                                                              double* positions,
                                                              size_t capacity);

/* ---- Areas ------------------------------------------------------------------------------------
 *
 * The parts of a level that closed doors keep apart (query/areas.h). A designer marks doorways.
 * Such a doorway is a gate: its clusters belong to no area. An area portal is a gate with two areas
 * that it touches. A game asks for sound here, and for sight by halfspace_look_from
 * (halfspace_draw.h). */

/* Numbers of areas and of area portals; 0 for null. Indices begin at 0. The first one counts the
 * clusters. */
HALFSPACE_API uint32_t halfspace_area_count(const halfspace_level* level);
HALFSPACE_API uint32_t halfspace_area_portal_count(const halfspace_level* level);
/* A gate of the areas a < b < c has two area portals, of a and b and of a and c, one after the
 * other. */
typedef struct halfspace_area_portal {
    uint32_t areas[2]; /* the lower one first */
    uint32_t model;    /* of the door that shuts the gate; HALFSPACE_NONE if it is not known */
    uint32_t gate;     /* gates count up from 0 */
} halfspace_area_portal;
HALFSPACE_API halfspace_status halfspace_get_area_portal(const halfspace_level* level,
                                                         uint32_t portal,
                                                         halfspace_area_portal* result);

/* The area of a cluster. NOT_FOUND for a cluster of a gate. */
HALFSPACE_API halfspace_status halfspace_area_of(const halfspace_level* level,
                                                 uint32_t cluster,
                                                 uint32_t* area);
/* The area of the cluster at a point. NOT_FOUND in a gate and where halfspace_cluster_at finds no
 * cluster. */
HALFSPACE_API halfspace_status halfspace_area_at(const halfspace_level* level,
                                                 const double point[3],
                                                 uint32_t* area);
/* The area portals of the gate in which a cluster is: [first, first + count). NOT_FOUND for a
 * cluster of an area. */
HALFSPACE_API halfspace_status halfspace_gate_of(const halfspace_level* level,
                                                 uint32_t cluster,
                                                 uint32_t* first,
                                                 uint32_t* count);

/* Which area portals of a level are open. A level may have many states, such as one for each step
 * of a game. Questions may come from many threads, changes from one. */
typedef struct halfspace_area_state halfspace_area_state;
/* A state in which all are open. Null for a null level, and without memory. The level may be freed
 * before the state. */
HALFSPACE_API halfspace_area_state* halfspace_new_area_state(const halfspace_level* level);
HALFSPACE_API void halfspace_free_area_state(halfspace_area_state* areas);
/* Opens an area portal, or shuts it if is_open is 0. A door opens all area portals of its gate;
 * halfspace_set_areas (halfspace_move.h) does it for all doors. */
HALFSPACE_API halfspace_status halfspace_open_area_portal(halfspace_area_state* areas,
                                                          uint32_t portal,
                                                          int32_t is_open);
/* is_open: 1 or 0. */
HALFSPACE_API halfspace_status halfspace_is_area_portal_open(const halfspace_area_state* areas,
                                                             uint32_t portal,
                                                             int32_t* is_open);
/* Whether a way of open area portals leads from one area to the other, or from one cluster to the
 * other: 1 or 0. At 0, closed doors are on every way. A cluster of a gate belongs to each area that
 * the gate touches, whether it is open or not. */
HALFSPACE_API halfspace_status halfspace_areas_connected(const halfspace_area_state* areas,
                                                         uint32_t a,
                                                         uint32_t b,
                                                         int32_t* connected);
HALFSPACE_API halfspace_status halfspace_clusters_connected(const halfspace_area_state* areas,
                                                            uint32_t a,
                                                            uint32_t b,
                                                            int32_t* connected);

/* ---- Traces -----------------------------------------------------------------------------------
 *
 * Where a moving body first touches something (query/trace.h). */

typedef struct halfspace_trace_options {
    /* The contents that block: some of HALFSPACE_BODY_BLOCKERS, as no others block bodies; SOLID
     * includes DETAIL, SKY and VOID. 0 is BAD_ARGUMENT, so options of zeros are not taken for the
     * default ones: begin with halfspace_default_trace_options. */
    uint32_t mask;
    uint32_t reserved;
    double skin; /* distance between the body at rest and the touched surface [units, >= 0] */
    double hair; /* how much shorter than necessary rounding may make a motion [units, >= 0] */
} halfspace_trace_options;

typedef struct halfspace_contact {
    int32_t hit;
    int32_t start_blocked; /* 1: the body begins in a wall, a model, a mesh or an obstacle, and
                            * stays there */
    double fraction;       /* of the motion up to the touch; 1 without a touch */
    double point[3];       /* the position at the touch */
    double end[3];         /* where the body comes to rest */
    double normal[3];      /* of length 1, towards the body; zero without a hit or with a blocked
                            * start */
    uint32_t contents;     /* the blocking contents of the mask; 0 with a blocked start */
    uint32_t model;        /* the touched model; 0 is the world; HALFSPACE_NONE if it is none */
    uint32_t plane;        /* for halfspace_touched_surface; HALFSPACE_NONE without a hit */
    uint32_t node;         /* for halfspace_touched_surface */
    uint32_t obstacle;     /* the id of the obstacle; HALFSPACE_NONE if it is none */
    uint32_t mesh;         /* the id of the mesh; HALFSPACE_NONE if it is none */
    uint32_t triangle;     /* of the mesh; HALFSPACE_NONE if it is none, and with a blocked start */
    uint32_t reserved;
} halfspace_contact;

/* What was touched. */
typedef struct halfspace_surface {
    uint32_t brush; /* HALFSPACE_NONE for polygons */
    uint32_t side;
    int32_t is_sky;
    int32_t is_bevel; /* 1: the body touched an edge */
    /* A text of the level. Null if nothing was touched, at a wall of a model's box, and where no
     * side of the mask's contents is in the plane of the touch (TouchedSurface in
     * query/trace.h). */
    const char* material;
} halfspace_surface;

/* The default options; null options mean the same. */
HALFSPACE_API halfspace_trace_options halfspace_default_trace_options(void);
/* Moves the body of a space through all that is placed in the world. Space 0 is the point. */
HALFSPACE_API halfspace_status halfspace_trace(const halfspace_collision_world* world,
                                               const halfspace_leave_out* without,
                                               uint32_t space,
                                               const double from[3],
                                               const double to[3],
                                               const halfspace_trace_options* options,
                                               halfspace_contact* contact);
/* The same for `count` segments: `from`.xyz `to`.xyz, one after the other. Faster than one by
 * one. */
HALFSPACE_API halfspace_status halfspace_trace_all(const halfspace_collision_world* world,
                                                   const halfspace_leave_out* without,
                                                   uint32_t space,
                                                   const double* segments,
                                                   size_t count,
                                                   const halfspace_trace_options* options,
                                                   halfspace_contact* contacts);

/* Beams from several poses, as a laser scanner (lidar) sends them (query/beams.h). */
typedef struct halfspace_beams {
    const halfspace_placement* poses; /* their models do not count */
    size_t pose_count;
    const double* directions; /* xyz after xyz, in the frame of a pose: (1, 0, 0) is ahead */
    size_t direction_count;
    double range; /* a beam ends after `range` times its direction [>= 0] */
    /* The obstacle that a pose belongs to, which its beams leave out; HALFSPACE_NONE for none. One
     * for each pose, or null. */
    const uint32_t* themselves;
} halfspace_beams;

/* How far each beam comes, in lengths of its direction: `range`, if it touches nothing. Beam d of
 * pose p goes to distances[p * direction_count + d]. A beam is a trace of the body of the space; 0
 * where this body starts blocked. Allocates. */
HALFSPACE_API halfspace_status halfspace_beam_distances(const halfspace_collision_world* world,
                                                        const halfspace_leave_out* without,
                                                        uint32_t space,
                                                        const halfspace_beams* beams,
                                                        const halfspace_trace_options* options,
                                                        double* distances);

/* The surface of a contact from this world and space, while the touched model is where it was.
 * This is a separate function because it may cost more than the trace. */
HALFSPACE_API halfspace_status halfspace_touched_surface(const halfspace_collision_world* world,
                                                         uint32_t space,
                                                         const halfspace_contact* contact,
                                                         halfspace_surface* surface);

/* ---- Sweeps -----------------------------------------------------------------------------------
 *
 * Moving bodies of any shape (query/sweep.h). The level needs no space for the body.
 *
 * body: the body when its position is the origin. Its placement turns the shape and shifts it away
 * from the position; the placement's model does not count. A box from the feet upwards, 32 wide and
 * 56 high:
 *
 *     const double half[3] = {16, 16, 28};
 *     halfspace_placed_shape body = {halfspace_new_box(half), halfspace_placement_at_rest(0)};
 *     body.placement.translation[2] = 28;
 *     halfspace_sweep(world, NULL, &body, from, to, NULL, &contact);
 *
 * Coordinates of positions, and of the placement's translation, are between -4194304 and 4194304;
 * otherwise the result is BAD_ARGUMENT. The functions allocate where query/sweep.h says so. */

/* Moves a body through all that is placed in the world, without turning it. The contact has no
 * plane and no node, so halfspace_touched_surface finds nothing. Null options are the default
 * options. */
HALFSPACE_API halfspace_status halfspace_sweep(const halfspace_collision_world* world,
                                               const halfspace_leave_out* without,
                                               const halfspace_placed_shape* body,
                                               const double from[3],
                                               const double to[3],
                                               const halfspace_trace_options* options,
                                               halfspace_contact* contact);
/* The same for `count` segments: `from`.xyz `to`.xyz, one after the other. */
HALFSPACE_API halfspace_status halfspace_sweep_all(const halfspace_collision_world* world,
                                                   const halfspace_leave_out* without,
                                                   const halfspace_placed_shape* body,
                                                   const double* segments,
                                                   size_t count,
                                                   const halfspace_trace_options* options,
                                                   halfspace_contact* contacts);

/* Whether the body is free at a position. mask: the contents that block. is_free: 1 or 0. */
HALFSPACE_API halfspace_status halfspace_is_shape_free(const halfspace_collision_world* world,
                                                       const halfspace_leave_out* without,
                                                       const halfspace_placed_shape* body,
                                                       const double position[3],
                                                       uint32_t mask,
                                                       int32_t* is_free);

/* ---- Cameras (math/frustum.h) -------------------------------------------------------------- */

/* The view of a camera: all points in front of five planes n.p >= d, each as n.x, n.y, n.z, d. */
typedef struct halfspace_frustum {
    double planes[5][4];
} halfspace_frustum;

/* The frustum of a camera at `eye` with `target` in the middle of its picture. field_of_view: the
 * angle of the picture's width [degrees, > 0, < 180]. aspect: width / height [> 0]. BAD_ARGUMENT if
 * the eye is the target. */
HALFSPACE_API halfspace_status halfspace_look_at(const double eye[3],
                                                 const double target[3],
                                                 double field_of_view,
                                                 double aspect,
                                                 halfspace_frustum* frustum);
/* The frustum of a camera turned by these angles (pitch, yaw, roll in degrees), which may look
 * straight up or down. field_of_view and aspect: as in halfspace_look_at. */
HALFSPACE_API halfspace_status halfspace_look_along(const double eye[3],
                                                    const double angles[3],
                                                    double field_of_view,
                                                    double aspect,
                                                    halfspace_frustum* frustum);

/* ---- Two shapes -------------------------------------------------------------------------------
 *
 * How two shapes meet (spatial/convex.h, spatial/contact_points.h). No level is needed. */

/* Whether the shapes overlap. overlaps: 1 or 0. */
HALFSPACE_API halfspace_status halfspace_shapes_overlap(const halfspace_placed_shape* a,
                                                        const halfspace_placed_shape* b,
                                                        int32_t* overlaps);

typedef struct halfspace_penetration {
    double depth;     /* a moved by normal * depth does not overlap b any more [units] */
    double normal[3]; /* from b to a, of length 1 */
    double point[3];  /* in both shapes */
    double error;     /* the least depth of all directions is at least depth - error */
} halfspace_penetration;

/* How deep they overlap: the least depth. NOT_FOUND if they do not. */
HALFSPACE_API halfspace_status halfspace_shapes_penetration(const halfspace_placed_shape* a,
                                                            const halfspace_placed_shape* b,
                                                            halfspace_penetration* penetration);

typedef struct halfspace_distance {
    double distance;   /* 0 if they touch or overlap [units] */
    double error;      /* they are at least distance - error apart */
    double point_a[3]; /* the nearest points; at distance 0 a common point, twice */
    double point_b[3];
    double normal[3]; /* from b to a, of length 1; zero if no direction parts the cores */
} halfspace_distance;

/* How far they are apart. */
HALFSPACE_API halfspace_status halfspace_shapes_distance(const halfspace_placed_shape* a,
                                                         const halfspace_placed_shape* b,
                                                         halfspace_distance* distance);

typedef struct halfspace_time_of_impact {
    double fraction;  /* of the motion up to the touch */
    double distance;  /* of the shapes there; negative: how deep they overlap */
    double normal[3]; /* from b to a, of length 1 */
    double point[3];  /* of b, nearest to a */
} halfspace_time_of_impact;

/* Where a meets b if a moves by `motion` without turning. NOT_FOUND if they do not meet.
 * tolerance: how near counts as touching [units, > 0]. */
HALFSPACE_API halfspace_status halfspace_shapes_time_of_impact(const halfspace_placed_shape* a,
                                                               const halfspace_placed_shape* b,
                                                               const double motion[3],
                                                               double tolerance,
                                                               halfspace_time_of_impact* impact);

typedef struct halfspace_contact_point {
    double point[3]; /* half way between the surfaces */
    double depth;    /* how deep they overlap there [units]; negative is a gap */
} halfspace_contact_point;

/* Where they touch, in one to four points. penetration: of halfspace_shapes_penetration; its normal
 * has length 1. face_depth: what is less deep than the farthest point by at most this much
 * belongs to a face [units, >= 0]; 0.25 is a good choice. */
HALFSPACE_API halfspace_status halfspace_contact_points(const halfspace_placed_shape* a,
                                                        const halfspace_placed_shape* b,
                                                        const halfspace_penetration* penetration,
                                                        double face_depth,
                                                        halfspace_contact_point points[4],
                                                        uint32_t* count);

#ifdef __cplusplus
}
#endif

#endif
