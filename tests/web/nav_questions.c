// SPDX-License-Identifier: MIT
// A level with navigation meshes: its bytes, questions to one mesh after the other, and a crowd on
// it.
#include "halfspace_agents.h"
#include "questions.h"

#include <math.h>
#include <stdlib.h>

#define PLACES 1000
#define PATHS 300
#define AGENTS 12
#define STEPS 150

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
    }
    ok(halfspace_write_nav_corners(mesh, positions, neighbours, corners));
    add_memory(h, positions, 3 * (size_t)corners * sizeof *positions);
    add_memory(h, neighbours, corners * sizeof *neighbours);
    free(positions);
    free(neighbours);
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

static void add_ways(hash* h, const halfspace_nav_mesh* mesh, halfspace_nav_scratch* scratch) {
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
        ok(halfspace_nav_raycast(mesh, &from, to.position, &hit));
        add_place(h, HALFSPACE_OK, &hit.end);
        add_word(h, hit.wall.polygon != HALFSPACE_NONE);
        if (hit.wall.polygon != HALFSPACE_NONE) {
            add_edge(h, &hit.wall);
        }
        const double reach = i % 2 == 0 ? HUGE_VAL : i % 30;
        if (halfspace_nav_wall_distance(mesh, &from, reach, scratch, &wall) == HALFSPACE_OK) {
            add_memory(h, &wall.distance, sizeof wall.distance);
            add_place(h, HALFSPACE_OK, &wall.place);
            add_edge(h, &wall.edge);
        }
        const halfspace_status status =
            halfspace_nav_find_path(mesh, &from, &to, NULL, scratch, &path);
        int32_t is_reachable;
        ok(halfspace_nav_is_reachable(mesh, from.polygon, to.polygon, &is_reachable));
        need(is_reachable == (status == HALFSPACE_OK), "a path");
        add_word(h, (uint32_t)is_reachable);
        if (is_reachable) {
            add_memory(h, &path.length, sizeof path.length);
            add_memory(h, path.points, path.point_count * 3 * sizeof *path.points);
            add_memory(h, path.polygons, path.polygon_count * sizeof *path.polygons);
        }
    }
}

static void add_routes(hash* h, const halfspace_nav_mesh* mesh, halfspace_nav_scratch* scratch) {
    add_word(h, halfspace_nav_link_count(mesh));
    for (uint32_t i = 0; i < PATHS; ++i) {
        halfspace_nav_place from;
        halfspace_nav_place to;
        halfspace_nav_route route;
        halfspace_route_options options = halfspace_default_route_options();
        options.may_jump = i % 3 != 0;
        options.max_drop = i % 2 == 0 ? HUGE_VAL : i;
        ok(halfspace_nav_random_place(mesh, HALFSPACE_NONE, 2 * (uint64_t)i, &from));
        ok(halfspace_nav_random_place(mesh, HALFSPACE_NONE, 2 * (uint64_t)i + 1, &to));
        const halfspace_status status =
            halfspace_nav_find_route(mesh, &from, &to, &options, scratch, &route);
        add_word(h, status == HALFSPACE_OK);
        if (status != HALFSPACE_OK) {
            need(status == HALFSPACE_NOT_FOUND, "a route");
            continue;
        }
        add_memory(h, &route.seconds, sizeof route.seconds);
        for (size_t k = 0; k < route.point_count; ++k) {
            const halfspace_route_point* const point = &route.points[k];
            add_place(h, HALFSPACE_OK, &point->place);
            add_word(h, point->link != HALFSPACE_NONE);
            if (point->link != HALFSPACE_NONE) {
                halfspace_nav_link link;
                ok(halfspace_get_nav_link(mesh, point->link, &link));
                add_memory(h, &link.seconds, sizeof link.seconds);
                add_place(h, HALFSPACE_OK, &link.from[0]);
                add_place(h, HALFSPACE_OK, &link.to[1]);
            }
        }
    }
}

static void add_crowd(hash* h,
                      const halfspace_level* level,
                      uint32_t space,
                      const halfspace_nav_mesh* mesh) {
    const halfspace_mover_body body = {space, 0, NULL, {0, 0, 0}};
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    halfspace_crowd* const crowd = halfspace_new_crowd(NULL);
    halfspace_mover_state states[AGENTS];
    for (uint32_t i = 0; i < AGENTS; ++i) {
        halfspace_nav_place start;
        halfspace_nav_place goal;
        uint32_t agent;
        uint32_t status;
        ok(halfspace_nav_random_place(mesh, HALFSPACE_NONE, i, &start));
        ok(halfspace_nav_random_place(mesh, HALFSPACE_NONE, i / 3, &goal));
        start.position[2] += 1.0 / 16;
        ok(halfspace_mover_at(start.position, &states[i]));
        ok(halfspace_crowd_add(crowd, world, &body, mesh, &states[i], NULL, NULL, &agent));
        ok(halfspace_crowd_go_to(crowd, agent, &goal, &status));
        add_word(h, status == HALFSPACE_FOLLOW_FOLLOWING);
    }
    for (uint32_t step = 0; step < STEPS; ++step) {
        ok(halfspace_crowd_step(crowd));
        for (uint32_t i = 0; i < AGENTS; ++i) {
            halfspace_mover_input input;
            halfspace_mover_step made;
            ok(halfspace_crowd_input(crowd, i, &input));
            add_memory(h, &input, sizeof input);
            ok(halfspace_step_mover(world, NULL, &body, &body, &states[i], &input, NULL, &made));
            states[i] = made.state;
            ok(halfspace_crowd_set_state(crowd, i, &states[i]));
        }
    }
    add_memory(h, states, sizeof states);
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
        add_places(&h, level, mesh);
        if (halfspace_nav_island_count(mesh) > 0) {
            add_ways(&h, mesh, scratch);
            add_routes(&h, mesh, scratch);
            add_crowd(&h, level, space, mesh);
        }
        halfspace_free_nav_mesh(mesh);
    }
    halfspace_free_nav_scratch(scratch);
    halfspace_free_level(level);
    return h;
}
