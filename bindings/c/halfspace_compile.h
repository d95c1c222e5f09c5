/* SPDX-License-Identifier: MIT */
/* Levels from sources, for C: reads the text of a map, builds a world by calls, compiles. Also the
 * walls as a body meets them. The rules of halfspace.h hold here, too.
 *
 * These functions are in the library halfspace_c_compile (CMake: halfspace::c_compile), which needs
 * halfspace_c of the same build, too. A build without the compiler does not make this library.
 *
 * Over 200 lines: all that halfspace_c_compile has. */
#ifndef HALFSPACE_COMPILE_H
#define HALFSPACE_COMPILE_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sources ------------------------------------------------------------------------------- */

/* A world is what the compiler reads: entities with brushes, polygons and meshes. Only one thread
 * may use a world at a time. */
typedef struct halfspace_world halfspace_world;

/* A new world with only entity 0, the worldspawn. Null if there is no memory. */
HALFSPACE_API halfspace_world* halfspace_new_world(void);
/* Frees a world; null is allowed. */
HALFSPACE_API void halfspace_free_world(halfspace_world* world);

/* Reads a source in memory. The ending of `name` tells the format: "keep.map", "keep.grid" or
 * "keep.bsp". The result is null if the source cannot be read. Then `error`, unless it is null,
 * holds the reason, shortened to error_size bytes. The caller frees the world by
 * halfspace_free_world. */
HALFSPACE_API halfspace_world* halfspace_read_world(
    const void* bytes, size_t size, const char* name, char* error, size_t error_size);

/* Sets the name of the world for errors; before it is "world". */
HALFSPACE_API halfspace_status halfspace_set_source(halfspace_world* world, const char* name);

/* Adds a material and returns its index. width and height: of its texture [texels]; 0 if they are
 * unknown. HALFSPACE_NONE for a bad argument or without memory. */
HALFSPACE_API uint32_t halfspace_add_material(halfspace_world* world,
                                              const char* name,
                                              uint32_t width,
                                              uint32_t height);
/* Says that each texel of a material is either opaque or absent, as in fences. */
HALFSPACE_API halfspace_status halfspace_mask_material(halfspace_world* world, uint32_t material);
/* Adds an entity and returns its index. An entity with brushes, polygons or meshes becomes a model.
 * HALFSPACE_NONE for a bad argument or without memory. */
HALFSPACE_API uint32_t halfspace_add_entity(halfspace_world* world, const char* classname);
/* Sets a key of an entity, or adds it. */
HALFSPACE_API halfspace_status halfspace_set_key(halfspace_world* world,
                                                 uint32_t entity,
                                                 const char* key,
                                                 const char* value);
/* Sets the point around which the model of an entity turns, or where an entity without a model
 * stands [units]: the compiler looks for leaks from there. The key "origin" is set separately. */
HALFSPACE_API halfspace_status halfspace_set_origin(halfspace_world* world,
                                                    uint32_t entity,
                                                    const double origin[3]);

/* A side of a brush: a plane through three points, counter-clockwise seen from outside. */
typedef struct halfspace_side {
    double points[3][3];
    uint32_t material;
    uint32_t reserved;
} halfspace_side;
/* Adds a brush: the convex volume behind all sides. contents: HALFSPACE_SOLID and others; a bit
 * without a meaning is BAD_ARGUMENT.
 * Coordinates must be within 2^40 units of 0; digits behind the 18th decimal are dropped. */
HALFSPACE_API halfspace_status halfspace_add_brush(halfspace_world* world,
                                                   uint32_t entity,
                                                   uint32_t contents,
                                                   const halfspace_side* sides,
                                                   size_t count);

/* Adds a flat convex polygon of a surface. Its corners run counter-clockwise seen from the open
 * space in front; behind it is solid. points: x, y, z of `count` corners. texcoords: u, v of each
 * corner, or null. */
HALFSPACE_API halfspace_status halfspace_add_polygon(halfspace_world* world,
                                                     uint32_t entity,
                                                     uint32_t material,
                                                     const double* points,
                                                     const double* texcoords,
                                                     size_t count);
/* Adds triangles of a surface, as halfspace_add_polygon. indices: three points for each triangle.
 * All polygons of an entity are one surface; halfspace_add_object adds what is closed by itself. */
HALFSPACE_API halfspace_status halfspace_add_mesh(halfspace_world* world,
                                                  uint32_t entity,
                                                  uint32_t material,
                                                  const double* points,
                                                  const double* texcoords,
                                                  size_t point_count,
                                                  const uint32_t* indices,
                                                  size_t index_count);

/* An object of triangles that close it, as a modelling program makes them. Convex parts become
 * brushes; concave parts are cut into brushes (world/mesh.h). */
typedef struct halfspace_object {
    const char* name;       /* for errors and tags; null: none */
    const double* vertices; /* x, y, z of each vertex [units]; Z is up */
    size_t vertex_count;
    /* Three vertices for each triangle, counter-clockwise seen from outside. */
    const uint32_t* indices;
    size_t index_count;
    const double* texcoords;   /* u, v of each index [repeats], v downwards; null: all 0 */
    const uint32_t* materials; /* of each triangle */
    const double* opacities;   /* of each triangle, 0 (invisible) to 1 (opaque); null: all 1 */
    /* A word that says what the object is, such as "clip" or "room" (formats/mesh_tag.h): it sets
     * contents and flags. "": the word at the end of the name, as in "wall-clip". null, or a word
     * without a meaning: contents and flags count as they are. A word without a meaning in `tag`
     * itself gives a warning (halfspace_watcher). */
    const char* tag;
    uint32_t contents; /* HALFSPACE_SOLID and others */
    uint32_t flags;    /* HALFSPACE_OBJECT_... */
} halfspace_object;
#define HALFSPACE_OBJECT_NOT_DRAWN 1 /* the object only collides */
/* The triangles look inwards. Around all rooms of an entity is solid. Their contents are equal, and
 * all of them are drawn or none is. */
#define HALFSPACE_OBJECT_ROOM 2
/* Adds a copy of an object. NOT_FOUND: its tag leaves it out, and nothing was added. An entity may
 * have objects and brushes, but not objects and polygons. halfspace_compile tells what is wrong
 * with the shape of an object: open edges, numbers that are not finite, indices beyond the
 * vertices. */
HALFSPACE_API halfspace_status halfspace_add_object(halfspace_world* world,
                                                    uint32_t entity,
                                                    const halfspace_object* object);

/* ---- Compiling ----------------------------------------------------------------------------- */

/* A body that moves through the level without turning: a box around its position [units]. */
typedef struct halfspace_body {
    const char* name;
    double min[3];
    double max[3];
} halfspace_body;

/* One tree for the point and all bodies; or a tree for each, which makes traces faster and the
 * level smaller. */
#define HALFSPACE_COLLISION_ONION 0
#define HALFSPACE_COLLISION_SEPARATE 1

/* Which clusters see which (halfspace_cluster_at): nothing is computed, and nothing is hidden; a
 * quick flood, by which too many clusters see each other; portal flow, which ends early where it
 * would take more than about a minute; portal flow to its end. */
#define HALFSPACE_VISIBILITY_NONE 0
#define HALFSPACE_VISIBILITY_FAST 1
#define HALFSPACE_VISIBILITY_BOUNDED 2
#define HALFSPACE_VISIBILITY_FULL 3

typedef struct halfspace_compile_options {
    int32_t grid_exponent;        /* a grid step is 2^-k units [0 to 10]; -1: the compiler
                                   * chooses */
    uint32_t threads;             /* 0: all of the machine */
    const halfspace_body* bodies; /* null: stand, crouch and large */
    size_t body_count;            /* 0 if `bodies` is not null: the point alone */
    /* How far the facets of curves may be from the curves [units, > 0 to 64]. */
    double facet_tolerance;
    int32_t skip_bad_brushes; /* 1: leave out brushes that cannot be compiled; 0: fail */
    int32_t collision;        /* HALFSPACE_COLLISION_ONION or _SEPARATE */
    /* 1: what no entity can reach becomes HALFSPACE_VOID, or HALFSPACE_SOLID beside walls, if the
     * level is sealed; 0: it stays as it is. */
    int32_t fill_outside;
    int32_t visibility; /* a HALFSPACE_VISIBILITY_*; of a sealed level */
    /* Clusters farther apart than this do not see each other [units, >= 0; 0: no limit]. */
    double visible_distance;
    /* 1: add a navigation mesh for each body but the point (halfspace_nav.h); 0: add none. */
    int32_t build_navigation;
    uint32_t reserved;
} halfspace_compile_options;
HALFSPACE_API halfspace_compile_options halfspace_default_compile_options(void);

/* Compiles a world. The result is as if the level had been saved and loaded. options: null for the
 * defaults. Null if the world cannot be compiled; then `error` holds the first errors, one on each
 * line. The caller frees the level by halfspace_free_level. */
HALFSPACE_API halfspace_level* halfspace_compile(const halfspace_world* world,
                                                 const halfspace_compile_options* options,
                                                 char* error,
                                                 size_t error_size);

/* A way from an entity to the outside of a level. What a watcher gets lives as long as its call. */
typedef struct halfspace_leak {
    uint32_t entity;
    uint32_t reserved;
    /* x, y, z of points from the entity to the outside [units]: the shortest way that the compiler
     * finds. */
    const double* line;
    size_t line_count;
    /* x, y, z of the corners of the opening in the walls, a convex polygon. None if the entity
     * itself is outside. */
    const double* opening;
    size_t opening_count;
    /* The lines in the source of the brushes nearest to the opening, the nearest first. */
    const uint32_t* brush_lines;
    size_t brush_line_count;
    /* All of it in words, such as "the level leaks: light (entity 5) at 0 0 32 reaches the outside
     * through the opening at 64 0 32, near the brushes of lines 7, 9". */
    const char* text;
} halfspace_leak;

/* Who watches a compile. Each function may be null. One thread at a time calls them. */
typedef struct halfspace_watcher {
    void* context; /* handed to the functions */
    /* Called at the start of every stage and within long ones. stage: a few words. fraction: how
     * much of this stage is done, 0 to 1. Returns 1 to go on, 0 to stop with an error. */
    int32_t (*report)(void* context, const char* stage, double fraction);
    /* Called for each warning and note of the reader and of the compiler, when the compile has
     * succeeded. A compile that fails does not call it, even if the reader had warnings. */
    void (*warn)(void* context, const char* text);
    /* Called once, behind the warnings, if an entity can reach the outside. The level is compiled
     * all the same, but its outside is not filled, and its clusters do not know what they see. */
    void (*leak)(void* context, const halfspace_leak* leak);
} halfspace_watcher;
/* Where a level leaks, found in the level without its source (query/leak.h): what a watcher of its
 * compile is told. NOT_FOUND if no entity can reach the outside, and in a level without clusters.
 * The caller frees the leak. Cost: an exact cut for each node of the cluster tree, less than 0.1 s
 * in a level of 5,000 brushes. */
HALFSPACE_API halfspace_status halfspace_find_leak(const halfspace_level* level,
                                                   halfspace_leak** leak);
/* Frees what halfspace_find_leak gave; null is allowed. */
HALFSPACE_API void halfspace_free_leak(halfspace_leak* leak);

/* As halfspace_compile, with a watcher; null is allowed. The caller frees the level by
 * halfspace_free_level. */
HALFSPACE_API halfspace_level* halfspace_compile_watched(const halfspace_world* world,
                                                         const halfspace_compile_options* options,
                                                         const halfspace_watcher* watcher,
                                                         char* error,
                                                         size_t error_size);

/* ---- Checking objects ---------------------------------------------------------------------- */

/* What halfspace_compile would make of each object of a world. The checks never change. */
typedef struct halfspace_mesh_checks halfspace_mesh_checks;

/* The verdict on one object. */
typedef struct halfspace_mesh_check {
    uint32_t entity;
    /* Which object of the entity, in the order of halfspace_add_object; objects that their tags
     * left out (NOT_FOUND) do not count. */
    uint32_t object;
    uint32_t verdict; /* HALFSPACE_MESH_... */
    /* 0: halfspace_compile reads the object. It may still refuse a brush that it makes of the
     * object, such as a very sharp wedge. */
    uint32_t error_count;
    uint32_t open_edge_count; /* of an object that is HALFSPACE_MESH_OPEN */
    uint32_t welded;      /* number of vertices that halfspace_compile moves to close the object */
    double weld_distance; /* how far the farthest of them moves [units] */
} halfspace_mesh_check;
#define HALFSPACE_MESH_SOLID 0
#define HALFSPACE_MESH_ROOM 1
#define HALFSPACE_MESH_OPEN 2           /* it has open edges */
#define HALFSPACE_MESH_FLAT 3           /* it encloses no volume */
#define HALFSPACE_MESH_LOOKS_INWARDS 4  /* and is no room */
#define HALFSPACE_MESH_LOOKS_OUTWARDS 5 /* and is a room */
#define HALFSPACE_MESH_REFUSED 6        /* for another reason, which its errors tell */

/* Checks all objects without compiling them: in the order of the entities and their objects.
 * options: null for the defaults; grid_exponent and bodies count, which choose the grid. Null for a
 * bad argument; then `error` holds the reason. The caller frees the checks by
 * halfspace_free_mesh_checks. Cost: n log n in triangles. */
HALFSPACE_API halfspace_mesh_checks* halfspace_check_meshes(
    const halfspace_world* world,
    const halfspace_compile_options* options,
    char* error,
    size_t error_size);
/* Frees checks; null is allowed. */
HALFSPACE_API void halfspace_free_mesh_checks(halfspace_mesh_checks* checks);

/* 0 for null. */
HALFSPACE_API size_t halfspace_mesh_check_count(const halfspace_mesh_checks* checks);
/* Writes all checks. capacity: how many fit. */
HALFSPACE_API halfspace_status halfspace_write_mesh_checks(const halfspace_mesh_checks* checks,
                                                           halfspace_mesh_check* to,
                                                           size_t capacity);
/* Writes the open edges of check `index`: two vertices of each, in the direction of the triangles
 * beside the edge. capacity: how many edges fit. */
HALFSPACE_API halfspace_status halfspace_write_open_edges(const halfspace_mesh_checks* checks,
                                                          size_t index,
                                                          uint32_t* vertices,
                                                          size_t capacity);
/* The error `number` of check `index`, or null if there is none. The text lives as long as the
 * checks. */
HALFSPACE_API const char* halfspace_mesh_check_error(const halfspace_mesh_checks* checks,
                                                     size_t index,
                                                     size_t number);

/* ---- Proving ------------------------------------------------------------------------------- */

/* Proves a level against its source (verify/verify.h). `differences` becomes 0 if they agree.
 * `text`, unless it is null, becomes the first difference, shortened to text_size bytes. */
HALFSPACE_API halfspace_status halfspace_verify(const halfspace_level* level,
                                                const halfspace_world* source,
                                                uint64_t* differences,
                                                char* text,
                                                size_t text_size);

/* ---- Walls ------------------------------------------------------------------------------------
 *
 * The walls as a body meets them, for pictures (render/space_polygons.h). A library that was built
 * without the painter lacks these functions. */

/* All walls of one model for one body. They never change. */
typedef struct halfspace_walls halfspace_walls;

/* Finds the walls where they stop the position of a body. mask: the contents that block. It may
 * have only bits of HALFSPACE_BODY_BLOCKERS; another bit, such as HALFSPACE_WATER, is a bad
 * argument. A mask of 0 gives no walls. Null for a bad argument or without memory. The caller frees
 * the walls by halfspace_free_walls. */
HALFSPACE_API halfspace_walls* halfspace_new_walls(const halfspace_level* level,
                                                   uint32_t model,
                                                   uint32_t space,
                                                   uint32_t mask);
/* Frees walls; null is allowed. */
HALFSPACE_API void halfspace_free_walls(halfspace_walls* walls);

/* A wall: a convex polygon. Its corners are [first_corner, first_corner + corner_count),
 * counter-clockwise seen from the free side. */
typedef struct halfspace_wall {
    double plane[4]; /* n.x, n.y, n.z, d: n has length 1 and points to the free side */
    uint32_t first_corner;
    uint32_t corner_count;
    /* Red, green, blue, 255. It tells what blocks; it is warmer where the body touches only an
     * edge. */
    uint8_t colour[4];
    uint32_t reserved;
} halfspace_wall;

/* 0 for null. */
HALFSPACE_API size_t halfspace_wall_count(const halfspace_walls* walls);
HALFSPACE_API size_t halfspace_wall_corner_count(const halfspace_walls* walls);
/* Writes all walls; and x, y, z of all corners [map units]. capacity: how many fit. */
HALFSPACE_API halfspace_status halfspace_write_walls(const halfspace_walls* walls,
                                                     halfspace_wall* to,
                                                     size_t capacity);
HALFSPACE_API halfspace_status halfspace_write_wall_corners(const halfspace_walls* walls,
                                                            double* positions,
                                                            size_t capacity);

/* ---- Threads ------------------------------------------------------------------------------- */

/* Batches that the calling thread asks for are answered by so many threads of oneTBB
 * (halfspace_set_executor). 0: as many as the machine has; 1: by the calling thread alone. */
HALFSPACE_API void halfspace_set_threads(uint32_t threads);

#ifdef __cplusplus
}
#endif

#endif
