/* SPDX-License-Identifier: MIT */
/* Navigation meshes for C: where a body can stand, and the shortest path from one place to another
 * (nav/nav_mesh.h). The rules of halfspace.h hold here, too. All results have the same bits on
 * every machine.
 *
 * The compiler makes the meshes: `halfspace compile --nav`, or `build_navigation` in
 * halfspace_compile_options. Lengths of ways are those seen from above, so the shortest path is the
 * quickest one for a mover.
 *
 *     halfspace_nav_mesh* mesh = halfspace_new_nav_mesh(level, space, error, sizeof error);
 *     halfspace_nav_scratch* scratch = halfspace_new_nav_scratch();
 *     halfspace_nav_place from, to;
 *     halfspace_nav_path path;
 *     halfspace_nav_locate(mesh, monster, NULL, &from);
 *     halfspace_nav_locate(mesh, player, NULL, &to);
 *     halfspace_nav_find_path(mesh, &from, &to, NULL, scratch, &path);
 *
 * Over 200 lines: one header for all that a game asks of a mesh, so that a game needs to know one
 * name. */
#ifndef HALFSPACE_NAV_H
#define HALFSPACE_NAV_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Meshes -------------------------------------------------------------------------------- */

/* The floor of one body as convex polygons. A mesh never changes, and any number of threads may ask
 * it at the same time. */
typedef struct halfspace_nav_mesh halfspace_nav_mesh;
/* The mesh of a space of the level, which may be freed before it. Null if the level has no mesh for
 * the space; then `error`, unless it is null, says what to do, shortened to error_size bytes. Null
 * also for a bad argument and without memory. Cost: n log n in the edges. */
HALFSPACE_API halfspace_nav_mesh* halfspace_new_nav_mesh(const halfspace_level* level,
                                                         uint32_t space,
                                                         char* error,
                                                         size_t error_size);
/* Frees a mesh; null is allowed. */
HALFSPACE_API void halfspace_free_nav_mesh(halfspace_nav_mesh* mesh);

/* Numbers of polygons, of their corners, of islands and of links; 0 for null. All count up from 0.
 * No path leads from one island to another, but a route may. */
HALFSPACE_API uint32_t halfspace_nav_polygon_count(const halfspace_nav_mesh* mesh);
HALFSPACE_API uint32_t halfspace_nav_corner_count(const halfspace_nav_mesh* mesh);
HALFSPACE_API uint32_t halfspace_nav_island_count(const halfspace_nav_mesh* mesh);
HALFSPACE_API uint32_t halfspace_nav_link_count(const halfspace_nav_mesh* mesh);

/* A polygon. Its corners are [first_corner, first_corner + corner_count), counter-clockwise seen
 * from above. */
typedef struct halfspace_nav_polygon {
    uint32_t first_corner;
    uint32_t corner_count;
    uint32_t island;
    uint32_t contents; /* the liquids in which its positions are */
} halfspace_nav_polygon;
HALFSPACE_API halfspace_status halfspace_get_nav_polygon(const halfspace_nav_mesh* mesh,
                                                         uint32_t polygon,
                                                         halfspace_nav_polygon* result);
/* Writes x, y, z of all corners [units]. neighbours: for each corner the polygon beyond the edge
 * from it to the next one, HALFSPACE_NONE at a border; may be null. capacity: how many corners
 * fit. */
HALFSPACE_API halfspace_status halfspace_write_nav_corners(const halfspace_nav_mesh* mesh,
                                                           double* positions,
                                                           uint32_t* neighbours,
                                                           size_t capacity);

/* ---- Places -----------------------------------------------------------------------------------
 *
 * Which place of the mesh belongs to a position of the body. */

/* A place on a mesh: x and y are in the polygon or on its border, z is the height of its plane.
 * Functions that take a place REQUIRE that it is one of this mesh, up to rounding: else the answer
 * means nothing. BAD_ARGUMENT if there is no such polygon, and for coordinates beyond 2^40. */
typedef struct halfspace_nav_place {
    uint32_t polygon;
    uint32_t reserved;
    double position[3]; /* [units] */
} halfspace_nav_place;

typedef struct halfspace_nav_locate_options {
    double reach; /* how far below the position the floor may be [units, >= 0] */
    double above; /* how far above it [units, >= 0] */
} halfspace_nav_locate_options;
/* The default options; null options mean the same. */
HALFSPACE_API halfspace_nav_locate_options halfspace_default_nav_locate_options(void);

/* The floor below a position. NOT_FOUND if there is none. Coordinates are at most 2^40. */
HALFSPACE_API halfspace_status halfspace_nav_locate(const halfspace_nav_mesh* mesh,
                                                    const double position[3],
                                                    const halfspace_nav_locate_options* options,
                                                    halfspace_nav_place* place);
/* The same for `count` positions, xyz after xyz. Where there is no floor, the polygon is
 * HALFSPACE_NONE. */
HALFSPACE_API halfspace_status halfspace_nav_locate_all(const halfspace_nav_mesh* mesh,
                                                        const double* positions,
                                                        size_t count,
                                                        const halfspace_nav_locate_options* options,
                                                        halfspace_nav_place* places);
/* The place that is nearest to a position in space. max_distance: NOT_FOUND if it is farther away
 * than this [units, >= 0]; INFINITY for any distance. Coordinates are at most 2^40. */
HALFSPACE_API halfspace_status halfspace_nav_nearest(const halfspace_nav_mesh* mesh,
                                                     const double position[3],
                                                     double max_distance,
                                                     halfspace_nav_place* place);
/* A place of the mesh, or of one island; island: HALFSPACE_NONE for all. Equal areas, seen from
 * above, get equally many places. seed: any number, such as 1, 2, 3; equal seeds give equal places.
 * NOT_FOUND if there is no area. */
HALFSPACE_API halfspace_status halfspace_nav_random_place(const halfspace_nav_mesh* mesh,
                                                          uint32_t island,
                                                          uint64_t seed,
                                                          halfspace_nav_place* place);
/* Whether a path leads from one polygon to the other: 1 or 0. */
HALFSPACE_API halfspace_status halfspace_nav_is_reachable(const halfspace_nav_mesh* mesh,
                                                          uint32_t from,
                                                          uint32_t to,
                                                          int32_t* is_reachable);

/* ---- Ways ----------------------------------------------------------------------------------- */

/* Memory for the questions below. It grows with what is asked; after that they allocate nothing. A
 * scratch serves one thread at a time and any number of meshes. */
typedef struct halfspace_nav_scratch halfspace_nav_scratch;
/* Null without memory. */
HALFSPACE_API halfspace_nav_scratch* halfspace_new_nav_scratch(void);
/* Frees a scratch; null is allowed. */
HALFSPACE_API void halfspace_free_nav_scratch(halfspace_nav_scratch* scratch);

/* An edge of a polygon: from corner `corner`, counted within the polygon, to the next one. */
typedef struct halfspace_nav_edge {
    uint32_t polygon;
    uint32_t corner;
} halfspace_nav_edge;

typedef struct halfspace_nav_hit {
    halfspace_nav_place end; /* the goal, or where a border stops the way */
    halfspace_nav_edge wall; /* the border; its polygon is HALFSPACE_NONE if the way goes through */
} halfspace_nav_hit;

/* Goes straight in x and y from a place towards `to`, along the surface: to[2] does not count, as
 * ramps lead up and down. Allocates nothing. Coordinates are at most 2^40. */
HALFSPACE_API halfspace_status halfspace_nav_raycast(const halfspace_nav_mesh* mesh,
                                                     const halfspace_nav_place* from,
                                                     const double to[3],
                                                     halfspace_nav_hit* hit);

typedef struct halfspace_nav_wall {
    double distance;           /* seen from above [units] */
    halfspace_nav_place place; /* the nearest place of the border */
    halfspace_nav_edge edge;   /* the border */
} halfspace_nav_wall;

/* The border that is nearest along the surface, seen from above. max_distance: NOT_FOUND if it is
 * farther away than this [units, >= 0]; INFINITY for any distance. */
HALFSPACE_API halfspace_status halfspace_nav_wall_distance(const halfspace_nav_mesh* mesh,
                                                           const halfspace_nav_place* place,
                                                           double max_distance,
                                                           halfspace_nav_scratch* scratch,
                                                           halfspace_nav_wall* wall);

typedef struct halfspace_nav_path_options {
    /* The most nodes that a search may make [1 to 2^31]; a node takes about 80 bytes of the
     * scratch. */
    uint32_t max_nodes;
    uint32_t reserved;
} halfspace_nav_path_options;
/* The default options; null options mean the same. */
HALFSPACE_API halfspace_nav_path_options halfspace_default_nav_path_options(void);

/* The shortest path. The arrays are in the scratch, until its next question. */
typedef struct halfspace_nav_path {
    double length; /* seen from above [units] */
    /* x, y, z of the start, of the corners where the path turns or which it touches, and of the
     * goal. Between two of them the path is straight seen from above. */
    const double* points;
    size_t point_count;
    /* The polygons that the path goes through, in order. */
    const uint32_t* polygons;
    size_t polygon_count;
} halfspace_nav_path;

/* The shortest path between two places (nav/path.h). NOT_FOUND if they are on different islands.
 * TOO_SMALL if the search needs more than max_nodes: then a path may exist. Allocates, unless the
 * scratch is large enough. */
HALFSPACE_API halfspace_status halfspace_nav_find_path(const halfspace_nav_mesh* mesh,
                                                       const halfspace_nav_place* from,
                                                       const halfspace_nav_place* to,
                                                       const halfspace_nav_path_options* options,
                                                       halfspace_nav_scratch* scratch,
                                                       halfspace_nav_path* path);

/* ---- Routes -----------------------------------------------------------------------------------
 *
 * Quick ways, also over links: down ledges and by jumps (nav/route.h). A follower
 * (halfspace_agents.h) goes a route with a mover. */

/* How a mover goes a link: the C++ type NavLinkKind (level/nav_records.h) explains the kinds. */
#define HALFSPACE_NAV_WALK 0
#define HALFSPACE_NAV_DROP 1
#define HALFSPACE_NAV_JUMP 2
#define HALFSPACE_NAV_CHANCE 3
#define HALFSPACE_NAV_TELEPORT 4
#define HALFSPACE_NAV_PUSH 5
#define HALFSPACE_NAV_LADDER 6
#define HALFSPACE_NAV_DRAWN 7
#define HALFSPACE_NAV_LIFT 8

/* A way in one direction over a part of the border of a polygon. */
typedef struct halfspace_nav_link {
    uint32_t kind; /* HALFSPACE_NAV_WALK to HALFSPACE_NAV_LIFT */
    uint32_t reserved;
    double seconds;              /* what it takes to go it */
    halfspace_nav_place from[2]; /* the ends of the part of the border */
    halfspace_nav_place to[2];   /* where one lands from each end */
} halfspace_nav_link;
HALFSPACE_API halfspace_status halfspace_get_nav_link(const halfspace_nav_mesh* mesh,
                                                      uint32_t link,
                                                      halfspace_nav_link* result);

typedef struct halfspace_route_options {
    double speed;      /* over the ground, to weigh walking against links [units per second, > 0] */
    double max_drop;   /* how deep a drop may be [units, >= 0]; INFINITY for any drop */
    double water_cost; /* how much more than dry floor it counts [>= 1]; INFINITY: never enter it */
    double slime_cost; /* [>= 1] */
    double lava_cost;  /* [>= 1] */
    int32_t may_drop;  /* 1: it may go down ledges; 0: it may not */
    int32_t may_jump;  /* 1: it may jump onto walls; 0: it may not */
    uint32_t max_nodes; /* of each search [1 to 2^31]; a node takes about 80 bytes of the scratch */
    uint32_t reserved;
} halfspace_route_options;
/* The default options; null options mean the same. */
HALFSPACE_API halfspace_route_options halfspace_default_route_options(void);

typedef struct halfspace_route_point {
    halfspace_nav_place place;
    uint32_t link; /* leads from here to the next point; HALFSPACE_NONE: one walks there */
    uint32_t reserved;
} halfspace_route_point;

/* A route. The array is in the scratch, until its next question. */
typedef struct halfspace_nav_route {
    double seconds; /* without the costs of liquids */
    /* The start, each place where the way turns or where a link begins or ends, and the goal. */
    const halfspace_route_point* points;
    size_t point_count;
} halfspace_nav_route;

/* A quick route between two places. NOT_FOUND if none leads there by the ways that are allowed.
 * TOO_SMALL if a search needs more than max_nodes: then a route may exist. Allocates, unless the
 * scratch is large enough. */
HALFSPACE_API halfspace_status halfspace_nav_find_route(const halfspace_nav_mesh* mesh,
                                                        const halfspace_nav_place* from,
                                                        const halfspace_nav_place* to,
                                                        const halfspace_route_options* options,
                                                        halfspace_nav_scratch* scratch,
                                                        halfspace_nav_route* route);

#ifdef __cplusplus
}
#endif

#endif
