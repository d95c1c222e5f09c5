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
 * Handles may be freed in any order: each keeps what it needs of the others.
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
    uint32_t area;     /* the area that holds it; HALFSPACE_NONE: none does */
    /* 1 if a mover crouches here that stands elsewhere: the mesh is that of its crouching body. */
    int32_t is_low;
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

/* ---- Areas --------------------------------------------------------------------------------- */

/* A part of the floor to which a designer has given a name. */
typedef struct halfspace_nav_area {
    const char* name; /* lives as long as the mesh */
    double cost;      /* by how much a way counts more there than elsewhere [>= 1] */
} halfspace_nav_area;
/* How many areas the level has; 0 for null. They count up from 0. */
HALFSPACE_API uint32_t halfspace_nav_area_count(const halfspace_nav_mesh* mesh);
HALFSPACE_API halfspace_status halfspace_get_nav_area(const halfspace_nav_mesh* mesh,
                                                      uint32_t area,
                                                      halfspace_nav_area* result);
/* The area of a name, or HALFSPACE_NONE. No two areas of a level have equal names. */
HALFSPACE_API uint32_t halfspace_find_nav_area(const halfspace_nav_mesh* mesh, const char* name);

/* ---- Places -----------------------------------------------------------------------------------
 *
 * Which place of the mesh belongs to a position of the body. */

/* A place on a mesh: x and y are in the polygon or on its border, z is the height of its plane.
 * Functions that take a place answer BAD_ARGUMENT if it is not on its polygon of their mesh: if
 * there is no such polygon, if it is more than 1 unit away from it and its edges in space, and for
 * coordinates beyond 2^40. Each place that this mesh gave is on its polygon. */
typedef struct halfspace_nav_place {
    uint32_t polygon;
    uint32_t reserved;
    double position[3]; /* [units] */
} halfspace_nav_place;
/* 1 if functions of this mesh take the place; 0 also for null. Cost: the corners of the polygon. */
HALFSPACE_API int32_t halfspace_is_nav_place(const halfspace_nav_mesh* mesh,
                                             const halfspace_nav_place* place);

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
/* The same within one area; area: HALFSPACE_NONE for what is outside of all areas. */
HALFSPACE_API halfspace_status halfspace_nav_random_place_in_area(const halfspace_nav_mesh* mesh,
                                                                  uint32_t area,
                                                                  uint64_t seed,
                                                                  halfspace_nav_place* place);

/* ---- Doors ------------------------------------------------------------------------------------
 *
 * Which doors of a mesh are closed (nav/door_state.h). The floor goes on below doors, so a door
 * that nobody closes in a state is open, whatever the model of the door does. */

/* A state for one mesh. A game sets it and gives it to questions, followers and crowds. They all
 * see each later change, but none may be asked at the time of a change. */
typedef struct halfspace_nav_door_state halfspace_nav_door_state;
/* A state with all doors open. Null for null, and without memory. Cost: linear in polygons. */
HALFSPACE_API halfspace_nav_door_state* halfspace_new_nav_door_state(
    const halfspace_nav_mesh* mesh);
/* Frees a state; null is allowed. */
HALFSPACE_API void halfspace_free_nav_door_state(halfspace_nav_door_state* doors);
/* How many doors close a polygon of the mesh; 0 for null. */
HALFSPACE_API uint32_t halfspace_nav_door_count(const halfspace_nav_door_state* doors);
/* model: the model of a door. Models ascend with `door`, which counts up from 0. */
HALFSPACE_API halfspace_status halfspace_get_nav_door(const halfspace_nav_door_state* doors,
                                                      uint32_t door,
                                                      uint32_t* model);
/* Closes the door of a model (is_closed: 1), or opens it (0). NOT_FOUND, and nothing changes, if
 * the model is no door of the mesh. Allocates nothing. */
HALFSPACE_API halfspace_status halfspace_close_nav_door(halfspace_nav_door_state* doors,
                                                        uint32_t model,
                                                        int32_t is_closed);
/* is_closed: 1 or 0. NOT_FOUND if the model is no door of the mesh. */
HALFSPACE_API halfspace_status halfspace_is_nav_door_closed(const halfspace_nav_door_state* doors,
                                                            uint32_t model,
                                                            int32_t* is_closed);

/* ---- Ways -------------------------------------------------------------------------------------
 *
 * doors: closed doors are walls for who is outside of them. Null: all doors are open. BAD_ARGUMENT
 * for a state of another mesh. */

/* Whether a path leads from one polygon to the other: 1 or 0. */
HALFSPACE_API halfspace_status halfspace_nav_is_reachable(const halfspace_nav_mesh* mesh,
                                                          uint32_t from,
                                                          uint32_t to,
                                                          const halfspace_nav_door_state* doors,
                                                          int32_t* is_reachable);

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
                                                     const halfspace_nav_door_state* doors,
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
                                                           const halfspace_nav_door_state* doors,
                                                           halfspace_nav_scratch* scratch,
                                                           halfspace_nav_wall* wall);

typedef struct halfspace_nav_path_options {
    /* The most nodes that a search may make [1 to 2^31]; a node takes about 80 bytes of the
     * scratch. */
    uint32_t max_nodes;
    uint32_t reserved;
    const halfspace_nav_door_state* doors;
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

/* The shortest path between two places (nav/path.h). NOT_FOUND if they are on different islands, or
 * if closed doors are between them. TOO_SMALL if the search needs more than max_nodes: then a path
 * may exist. Allocates, unless the scratch is large enough. */
HALFSPACE_API halfspace_status halfspace_nav_find_path(const halfspace_nav_mesh* mesh,
                                                       const halfspace_nav_place* from,
                                                       const halfspace_nav_place* to,
                                                       const halfspace_nav_path_options* options,
                                                       halfspace_nav_scratch* scratch,
                                                       halfspace_nav_path* path);

/* ---- Fields -----------------------------------------------------------------------------------
 *
 * How far all places are from one place, and the shortest path of each (nav/distance_field.h): for
 * many agents with one goal, and for all that is within a length. */

typedef struct halfspace_distance_field halfspace_distance_field;
/* A field without a goal. Null without memory. */
HALFSPACE_API halfspace_distance_field* halfspace_new_distance_field(void);
/* Frees a field; null is allowed. */
HALFSPACE_API void halfspace_free_distance_field(halfspace_distance_field* field);
/* Finds the paths of all places that are not farther from the goal than max_length, seen from above
 * [units, >= 0]; INFINITY for all. TOO_SMALL if that needs more than max_nodes: then the field has
 * no goal. A field that was found before as large allocates nothing. Cost: up to about that of
 * halfspace_nav_find_path to the farthest place. */
HALFSPACE_API halfspace_status
halfspace_find_distance_field(halfspace_distance_field* field,
                              const halfspace_nav_mesh* mesh,
                              const halfspace_nav_place* goal,
                              double max_length,
                              const halfspace_nav_path_options* options);
/* 1 if the field has a goal, and if no door of its state was set since the field was found; else
 * find it again. 0 for null. */
HALFSPACE_API int32_t halfspace_is_distance_field_current(const halfspace_distance_field* field);
/* The length of the shortest path from a place to the goal [units]. NOT_FOUND if there is none that
 * is not longer than max_length. BAD_ARGUMENT also for a field that is not current, here and below.
 * Cost: a side or two for each window of the field in the place's polygon. */
HALFSPACE_API halfspace_status
halfspace_distance_field_length(const halfspace_distance_field* field,
                                const halfspace_nav_place* place,
                                halfspace_nav_scratch* scratch,
                                double* length);
/* The shortest path from a place to the goal; NOT_FOUND as above. The arrays are in the scratch,
 * until its next question. Cost: as above, and that of the path. */
HALFSPACE_API halfspace_status halfspace_distance_field_path(const halfspace_distance_field* field,
                                                             const halfspace_nav_place* place,
                                                             halfspace_nav_scratch* scratch,
                                                             halfspace_nav_path* path);
/* All polygons with places that are not farther than max_length, and perhaps some that are a bit
 * farther; in ascending order. The array is in the field, until it is found again or freed. count:
 * how many; 0 with null for a field without a goal. */
HALFSPACE_API const uint32_t* halfspace_distance_field_polygons(
    const halfspace_distance_field* field, size_t* count);

/* ---- Routes -----------------------------------------------------------------------------------
 *
 * Quick ways, also over links: down ledges, by jumps, up ladders, and where the game moves the
 * mover (nav/route.h). A follower (halfspace_agents.h) goes a route with a mover. */

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

/* Sets of kinds: bit 1 << kind of each, joined by OR. */
/* What a mover goes by its controls alone. */
#define HALFSPACE_MOVER_LINKS 0xc7u
/* Where the game moves the mover: it asks halfspace_apply_triggers, and moves its lifts. */
#define HALFSPACE_GAME_LINKS 0x130u

/* A way in one direction over a part of the border of a polygon. */
typedef struct halfspace_nav_link {
    uint32_t kind; /* HALFSPACE_NAV_WALK to HALFSPACE_NAV_LIFT */
    uint32_t
        model; /* what carries the mover: a teleporter, a push or a lift; HALFSPACE_NONE: nothing */
    double seconds;              /* what it takes to go it */
    double least_speed;          /* that the mover must have at the border; 0: any speed */
    halfspace_nav_place from[2]; /* the ends of the part of the border */
    halfspace_nav_place to[2];   /* where one lands from each end */
} halfspace_nav_link;
HALFSPACE_API halfspace_status halfspace_get_nav_link(const halfspace_nav_mesh* mesh,
                                                      uint32_t link,
                                                      halfspace_nav_link* result);

typedef struct halfspace_route_options {
    double speed;      /* over the ground, to weigh walking against links [units per second, 1e-6 to
                        * 1e9] */
    double run_speed;  /* the most that the mover reaches: links that need more
                        * (halfspace_nav_link.least_speed) are not taken [units per second, >= 0].
                        * INFINITY by default. A follower uses its walk_speed where this is larger */
    double max_drop;   /* how deep a drop may be [units, >= 0]; INFINITY for any drop */
    double water_cost; /* how much more than dry floor it counts [>= 1]; INFINITY: never enter it */
    double slime_cost; /* [>= 1] */
    double lava_cost;  /* [>= 1] */
    /* How many times as long a way takes where halfspace_nav_polygon.is_low [>= 1; INFINITY: never
     * enter it]: the mover's full speed over that while crouching. For a mover with the body of the
     * mesh: 1. */
    double crouch_cost;
    /* The kinds of links that it may take. Too many: the mover waits for ever where the game does
     * not do its part. */
    uint32_t links;
    uint32_t max_nodes; /* of each search [1 to 2^31]; a node takes about 80 bytes of the scratch */
    const halfspace_nav_door_state* doors; /* a link into a closed polygon is not taken */
    /* A cost for each area, in place of halfspace_nav_area.cost [>= 1; INFINITY: never enter it].
     * Null with a count of 0: those of the level. BAD_ARGUMENT for another count than that of the
     * areas. */
    const double* area_costs;
    uint32_t area_cost_count;
    /* 1: each part on foot is a shortest path. 0: the shortest one through the polygons that the
     * search has found: quicker to find, and it costs 0.1 to 2 percent more in the mean. */
    int32_t do_shorten;
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
    double seconds; /* with crouch_cost, without the costs of liquids and areas */
    double cost;    /* the seconds, with all costs */
    /* The start, each place where the way turns, where its cost changes or where a link begins or
     * ends, and the goal. */
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

/* A cost that no route with these options is below: it says how good a route is
 * (nav/route_bound.h). step: the longest part of an edge or a link [units, > 0]; a smaller one
 * gives a higher bound, and half of it takes up to four times as long. NOT_FOUND: there is no
 * route, and the cost is infinite. TOO_SMALL: it needs more than max_nodes parts of 16 bytes; the
 * cost is that of a straight way, a bound, too, but a low one. Coordinates are at most 2^24. */
HALFSPACE_API halfspace_status halfspace_nav_bound_routes(const halfspace_nav_mesh* mesh,
                                                          const halfspace_nav_place* from,
                                                          const halfspace_nav_place* to,
                                                          double step,
                                                          const halfspace_route_options* options,
                                                          halfspace_nav_scratch* scratch,
                                                          double* cost);

/* ---- Batches ----------------------------------------------------------------------------------
 *
 * Many paths or routes at once (nav/path_all.h), on several threads after halfspace_set_executor.
 * The answers are those of single calls, bit for bit. For many places and one goal a field is
 * quicker. */

typedef struct halfspace_nav_ends {
    halfspace_nav_place from;
    halfspace_nav_place to;
} halfspace_nav_ends;

/* Memory for batches and their answers. It grows with what is asked. It serves one batch at a time,
 * and any number of meshes. */
typedef struct halfspace_nav_batch_scratch halfspace_nav_batch_scratch;
/* Null without memory. */
HALFSPACE_API halfspace_nav_batch_scratch* halfspace_new_nav_batch_scratch(void);
/* Frees a scratch; null is allowed. */
HALFSPACE_API void halfspace_free_nav_batch_scratch(halfspace_nav_batch_scratch* scratch);

/* halfspace_nav_find_path for each pair of `ends`: paths[i] and statuses[i] belong to ends[i].
 * Where a status is not OK, all of the path is 0. The arrays of the paths are in the scratch, until
 * its next batch. BAD_ARGUMENT, and nothing is written, if a place is none. */
HALFSPACE_API halfspace_status
halfspace_nav_find_path_all(const halfspace_nav_mesh* mesh,
                            const halfspace_nav_ends* ends,
                            size_t count,
                            const halfspace_nav_path_options* options,
                            halfspace_nav_batch_scratch* scratch,
                            halfspace_nav_path* paths,
                            halfspace_status* statuses);
/* The same for halfspace_nav_find_route. */
HALFSPACE_API halfspace_status halfspace_nav_find_route_all(const halfspace_nav_mesh* mesh,
                                                            const halfspace_nav_ends* ends,
                                                            size_t count,
                                                            const halfspace_route_options* options,
                                                            halfspace_nav_batch_scratch* scratch,
                                                            halfspace_nav_route* routes,
                                                            halfspace_status* statuses);

#ifdef __cplusplus
}
#endif

#endif
