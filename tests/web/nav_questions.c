// SPDX-License-Identifier: MIT
// A level with navigation meshes: its bytes, questions to one mesh after the other, and a crowd on
// it.
#include "halfspace_agents.h"
#include "questions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLACES 1000
#define PATHS 300
#define FIELDS 10
#define AGENTS 12
#define STEPS 150
#define MOST_AREAS 256

static void add_place(hash* h, halfspace_status status, const halfspace_nav_place* place) {
    add_word(h, status == HALFSPACE_OK);
    if (status == HALFSPACE_OK) {
        add_word(h, place->polygon);
        add_memory(h, place->position, sizeof place->position);
    } else {
        need(status == HALFSPACE_NOT_FOUND, "a place");
    }
}

static void add_edge(hash* h, const halfspace_nav_edge* edge) {
    add_word(h, edge->polygon);
    add_word(h, edge->corner);
}

static void add_polygons(hash* h, const halfspace_nav_mesh* mesh) {
    const uint32_t polygons = halfspace_nav_polygon_count(mesh);
    const uint32_t corners = halfspace_nav_corner_count(mesh);
    double* const positions = room_for(3 * (size_t)corners, sizeof *positions);
    uint32_t* const neighbours = room_for(corners, sizeof *neighbours);
    add_word(h, polygons);
    add_word(h, halfspace_nav_island_count(mesh));
    for (uint32_t p = 0; p < polygons; ++p) {
        halfspace_nav_polygon polygon;
        ok(halfspace_get_nav_polygon(mesh, p, &polygon));
        add_word(h, polygon.first_corner);
        add_word(h, polygon.island);
        add_word(h, polygon.contents);
        add_word(h, polygon.area);
        add_word(h, (uint32_t)polygon.is_low);
    }
    ok(halfspace_write_nav_corners(mesh, positions, neighbours, corners));
    add_memory(h, positions, 3 * (size_t)corners * sizeof *positions);
    add_memory(h, neighbours, corners * sizeof *neighbours);
    free(positions);
    free(neighbours);
}

static void add_areas(hash* h, const halfspace_nav_mesh* mesh) {
    const uint32_t areas = halfspace_nav_area_count(mesh);
    add_word(h, areas);
    for (uint32_t a = 0; a <= areas; ++a) {
        const uint32_t area = a < areas ? a : HALFSPACE_NONE;
        halfspace_nav_area named;
        halfspace_nav_place place;
        if (a < areas) {
            ok(halfspace_get_nav_area(mesh, a, &named));
            add_text(h, named.name);
            add_memory(h, &named.cost, sizeof named.cost);
        }
        for (uint32_t i = 0; i < 30; ++i) {
            add_place(h, halfspace_nav_random_place_in_area(mesh, area, i, &place), &place);
        }
    }
}

// A cost for each area. costs: memory for all areas of a level.
static void set_area_costs(halfspace_route_options* options,
                           const halfspace_nav_mesh* mesh,
                           uint32_t number,
                           double* costs) {
    options->area_costs = costs;
    options->area_cost_count = halfspace_nav_area_count(mesh);
    for (uint32_t a = 0; a < options->area_cost_count; ++a) {
        costs[a] = (number + a) % 7 == 6 ? HUGE_VAL : 1 + (number + a) % 7;
    }
}

static void add_places(hash* h, const halfspace_level* level, const halfspace_nav_mesh* mesh) {
    places all = places_of(level, 31);
    for (uint32_t i = 0; i < PLACES; ++i) {
        const halfspace_nav_locate_options options = {i % 200, i % 3 / 32.0};
        double position[3];
        halfspace_nav_place place;
        next_place(&all, 1, position);
        add_place(h, halfspace_nav_locate(mesh, position, NULL, &place), &place);
        add_place(h, halfspace_nav_locate(mesh, position, &options, &place), &place);
        const double reach = i % 2 == 0 ? HUGE_VAL : i;
        add_place(h, halfspace_nav_nearest(mesh, position, reach, &place), &place);
    }
}

// The doors of the mesh: those of `bits` are closed.
static void set_doors(halfspace_nav_door_state* doors, uint32_t bits) {
    for (uint32_t door = 0; door < halfspace_nav_door_count(doors); ++door) {
        uint32_t model;
        ok(halfspace_get_nav_door(doors, door, &model));
        ok(halfspace_close_nav_door(doors, model, bits >> door % 8 & 1));
    }
}

static void add_path(hash* h, const halfspace_nav_path* path) {
    add_memory(h, &path->length, sizeof path->length);
    add_memory(h, path->points, path->point_count * 3 * sizeof *path->points);
    add_memory(h, path->polygons, path->polygon_count * sizeof *path->polygons);
}

static void add_ways(hash* h, const halfspace_nav_mesh* mesh, halfspace_nav_scratch* scratch) {
    halfspace_nav_door_state* const doors = halfspace_new_nav_door_state(mesh);
    halfspace_nav_path_options options = halfspace_default_nav_path_options();
    options.doors = doors;
    add_word(h, halfspace_nav_door_count(doors));
    for (uint32_t i = 0; i < PATHS; ++i) {
        halfspace_nav_place from;
        halfspace_nav_place to;
        halfspace_nav_hit hit;
        halfspace_nav_wall wall;
        halfspace_nav_path path;
        const uint32_t island = i % halfspace_nav_island_count(mesh);
        const uint32_t goals = i % 4 == 0 ? HALFSPACE_NONE : island;
        const halfspace_status some =
            halfspace_nav_random_place(mesh, island, 2 * (uint64_t)i, &from);
        const halfspace_status other =
            halfspace_nav_random_place(mesh, goals, 2 * (uint64_t)i + 1, &to);
        add_place(h, some, &from);
        add_place(h, other, &to);
        if (some != HALFSPACE_OK || other != HALFSPACE_OK) {
            continue;
        }
        set_doors(doors, i);
        ok(halfspace_nav_raycast(mesh, &from, to.position, doors, &hit));
        add_place(h, HALFSPACE_OK, &hit.end);
        add_word(h, hit.wall.polygon != HALFSPACE_NONE);
        if (hit.wall.polygon != HALFSPACE_NONE) {
            add_edge(h, &hit.wall);
        }
        const double reach = i % 2 == 0 ? HUGE_VAL : i % 30;
        if (halfspace_nav_wall_distance(mesh, &from, reach, doors, scratch, &wall) ==
            HALFSPACE_OK) {
            add_memory(h, &wall.distance, sizeof wall.distance);
            add_place(h, HALFSPACE_OK, &wall.place);
            add_edge(h, &wall.edge);
        }
        const halfspace_status status =
            halfspace_nav_find_path(mesh, &from, &to, &options, scratch, &path);
        int32_t is_reachable;
        ok(halfspace_nav_is_reachable(mesh, from.polygon, to.polygon, doors, &is_reachable));
        need(is_reachable == (status == HALFSPACE_OK), "a path");
        add_word(h, (uint32_t)is_reachable);
        if (is_reachable) {
            add_path(h, &path);
        }
    }
    halfspace_free_nav_door_state(doors);
}

static void add_fields(hash* h, const halfspace_nav_mesh* mesh, halfspace_nav_scratch* scratch) {
    halfspace_nav_door_state* const doors = halfspace_new_nav_door_state(mesh);
    halfspace_distance_field* const field = halfspace_new_distance_field();
    halfspace_nav_path_options options = halfspace_default_nav_path_options();
    options.doors = doors;
    for (uint32_t i = 0; i < FIELDS; ++i) {
        halfspace_nav_place place;
        size_t count = 0;
        set_doors(doors, 3 * i);
        ok(halfspace_nav_random_place(mesh, HALFSPACE_NONE, 1000 + i, &place));
        const double most = i % 2 == 0 ? HUGE_VAL : 200.0 * i;
        ok(halfspace_find_distance_field(field, mesh, &place, most, &options));
        const uint32_t* const polygons = halfspace_distance_field_polygons(field, &count);
        add_memory(h, polygons, count * sizeof *polygons);
        for (uint32_t k = 0; k < PATHS / FIELDS; ++k) {
            double length;
            halfspace_nav_path path;
            ok(halfspace_nav_random_place(mesh, HALFSPACE_NONE, k, &place));
            const halfspace_status status =
                halfspace_distance_field_length(field, &place, scratch, &length);
            add_word(h, status == HALFSPACE_OK);
            if (status == HALFSPACE_OK) {
                add_memory(h, &length, sizeof length);
                ok(halfspace_distance_field_path(field, &place, scratch, &path));
                add_path(h, &path);
            }
        }
    }
    halfspace_free_distance_field(field);
    halfspace_free_nav_door_state(doors);
}

static void add_routes(hash* h, const halfspace_nav_mesh* mesh, halfspace_nav_scratch* scratch) {
    add_word(h, halfspace_nav_link_count(mesh));
    for (uint32_t i = 0; i < PATHS; ++i) {
        halfspace_nav_place from;
        halfspace_nav_place to;
        halfspace_nav_route route;
        double costs[MOST_AREAS];
        halfspace_route_options options = halfspace_default_route_options();
        options.links = i % 3 == 0 ? i : HALFSPACE_MOVER_LINKS | HALFSPACE_GAME_LINKS;
        options.run_speed = i % 7 == 0 ? 100 : HUGE_VAL;
        options.max_drop = i % 2 == 0 ? HUGE_VAL : i;
        options.crouch_cost = 1 + i % 5;
        options.do_shorten = i % 4 != 1;
        if (i % 3 != 2) {
            set_area_costs(&options, mesh, i, costs);
        }
        ok(halfspace_nav_random_place(mesh, HALFSPACE_NONE, 2 * (uint64_t)i, &from));
        ok(halfspace_nav_random_place(mesh, HALFSPACE_NONE, 2 * (uint64_t)i + 1, &to));
        const halfspace_status status =
            halfspace_nav_find_route(mesh, &from, &to, &options, scratch, &route);
        add_word(h, status == HALFSPACE_OK);
        if (i % 10 == 0) {
            double bound;
            need(halfspace_nav_bound_routes(mesh, &from, &to, 32, &options, scratch, &bound) ==
                     status,
                 "a bound");
            add_memory(h, &bound, sizeof bound);
        }
        if (status != HALFSPACE_OK) {
            need(status == HALFSPACE_NOT_FOUND, "a route");
            continue;
        }
        add_memory(h, &route.seconds, sizeof route.seconds);
        add_memory(h, &route.cost, sizeof route.cost);
        for (size_t k = 0; k < route.point_count; ++k) {
            const halfspace_route_point* const point = &route.points[k];
            add_place(h, HALFSPACE_OK, &point->place);
            add_word(h, point->link != HALFSPACE_NONE);
            if (point->link != HALFSPACE_NONE) {
                halfspace_nav_link link;
                ok(halfspace_get_nav_link(mesh, point->link, &link));
                add_memory(h, &link.seconds, sizeof link.seconds);
                add_word(h, link.model);
                add_place(h, HALFSPACE_OK, &link.from[0]);
                add_place(h, HALFSPACE_OK, &link.to[1]);
            }
        }
    }
}

// A half of the agents goes by a field to its goal. A game moves who touches a trigger. Doors close
// and open on the way. On the mesh of the crouching body, agents stand where they can.
static void add_crowd(hash* h,
                      const halfspace_level* level,
                      uint32_t space,
                      const halfspace_nav_mesh* mesh) {
    halfspace_mover_body body = {space, 0, NULL, {0, 0, 0}};
    const halfspace_mover_body crouch = body;
    double costs[MOST_AREAS];
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    halfspace_triggers* const triggers = halfspace_new_triggers(level, 800);
    halfspace_nav_door_state* const doors = halfspace_new_nav_door_state(mesh);
    halfspace_distance_field* const field = halfspace_new_distance_field();
    halfspace_crowd* const crowd = halfspace_new_crowd(NULL);
    halfspace_follow_options follow = halfspace_default_follow_options();
    halfspace_mover_state states[AGENTS];
    follow.route.links = HALFSPACE_MOVER_LINKS | HALFSPACE_GAME_LINKS;
    follow.route.doors = doors;
    set_area_costs(&follow.route, mesh, 1, costs);
    if (strcmp(halfspace_space_name(level, space), "crouch") == 0) {
        follow.crouches = 1;
        ok(halfspace_find_space(level, "stand", &body.space));
    }
    add_word(h, (uint32_t)halfspace_trigger_count(triggers));
    add_word(h, (uint32_t)halfspace_idle_trigger_count(triggers));
    for (size_t i = 0; i < halfspace_trigger_count(triggers); ++i) {
        halfspace_trigger trigger;
        ok(halfspace_get_trigger(triggers, i, &trigger));
        add_word(h, trigger.entity);
        add_word(h, trigger.model);
        add_memory(h, trigger.destination, sizeof trigger.destination);
        add_memory(h, trigger.velocity, sizeof trigger.velocity);
    }
    for (uint32_t i = 0; i < AGENTS; ++i) {
        halfspace_nav_place start;
        halfspace_nav_place goal;
        uint32_t agent;
        uint32_t status;
        ok(halfspace_nav_random_place(mesh, HALFSPACE_NONE, i, &start));
        ok(halfspace_nav_random_place(mesh, HALFSPACE_NONE, i / 3, &goal));
        start.position[2] += 1.0 / 16;
        ok(halfspace_mover_at(start.position, &states[i]));
        ok(halfspace_crowd_add(crowd, world, &body, mesh, &states[i], &follow, NULL, &agent));
        if (i % 2 == 0) {
            ok(halfspace_find_distance_field(field, mesh, &goal, HUGE_VAL, NULL));
        }
        ok(halfspace_crowd_go_to(
            crowd, agent, i % 2 == 0 ? NULL : &goal, i % 2 == 0 ? field : NULL, &status));
        add_word(h, status == HALFSPACE_FOLLOW_FOLLOWING);
    }
    for (uint32_t step = 0; step < STEPS; ++step) {
        set_doors(doors, step / 32);
        ok(halfspace_crowd_step(crowd));
        for (uint32_t i = 0; i < AGENTS; ++i) {
            halfspace_mover_input input;
            halfspace_mover_step made;
            ok(halfspace_crowd_input(crowd, i, &input));
            add_memory(h, &input, sizeof input);
            ok(halfspace_step_mover(world, NULL, &body, &crouch, &states[i], &input, NULL, &made));
            states[i] = made.state;
            const halfspace_status status = halfspace_apply_triggers(
                triggers, world, NULL, &body, &crouch, &states[i], NULL, NULL);
            add_word(h, status == HALFSPACE_OK);
            ok(halfspace_crowd_set_state(crowd, i, &states[i]));
        }
    }
    add_memory(h, states, sizeof states);
    halfspace_free_triggers(triggers);
    halfspace_free_distance_field(field);
    halfspace_free_nav_door_state(doors);
    halfspace_free_crowd(crowd);
    halfspace_free_collision_world(world);
}

hash hash_navigation(const char* path) {
    hash h = new_hash();
    halfspace_compile_options options = halfspace_default_compile_options();
    options.visibility = HALFSPACE_VISIBILITY_NONE;
    options.build_navigation = 1;
    halfspace_level* const level = compile_file(path, &options);
    size_t size = 0;
    const void* const bytes = halfspace_level_bytes(level, &size);
    add_bytes(&h, bytes, size);
    halfspace_nav_scratch* const scratch = halfspace_new_nav_scratch();
    for (uint32_t space = 1; space < halfspace_space_count(level); ++space) {
        char error[200];
        halfspace_nav_mesh* const mesh = halfspace_new_nav_mesh(level, space, error, sizeof error);
        need(mesh != NULL, error);
        add_polygons(&h, mesh);
        add_areas(&h, mesh);
        add_places(&h, level, mesh);
        if (halfspace_nav_island_count(mesh) > 0) {
            add_ways(&h, mesh, scratch);
            add_routes(&h, mesh, scratch);
            add_fields(&h, mesh, scratch);
            add_crowd(&h, level, space, mesh);
        }
        halfspace_free_nav_mesh(mesh);
    }
    halfspace_free_nav_scratch(scratch);
    halfspace_free_level(level);
    return h;
}
