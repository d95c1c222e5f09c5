// SPDX-License-Identifier: MIT
// Questions about a level without a body, and the numbers that all questions are made of.
#include "questions.h"

#include "halfspace_compile.h"
#include "halfspace_draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void need(int condition, const char* what) {
    if (!condition) {
        fprintf(stderr, "halfspace_web_hashes: %s\n", what);
        exit(1);
    }
}

void ok(halfspace_status status) {
    need(status == HALFSPACE_OK, "a status is not HALFSPACE_OK");
}

void* room_for(size_t count, size_t size) {
    void* memory = calloc(count + 1, size);
    need(memory != NULL, "no memory");
    return memory;
}

const char* name_of(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

halfspace_level* compile_file(const char* path, const halfspace_compile_options* options) {
    FILE* file = fopen(path, "rb");
    need(file != NULL && fseek(file, 0, SEEK_END) == 0, path);
    const long size = ftell(file);
    rewind(file);
    char* text = room_for((size_t)size, 1);
    need(fread(text, 1, (size_t)size, file) == (size_t)size, path);
    fclose(file);
    char error[400] = "";
    halfspace_world* world =
        halfspace_read_world(text, (size_t)size, name_of(path), error, sizeof error);
    need(world != NULL, error);
    halfspace_level* level = halfspace_compile(world, options, error, sizeof error);
    need(level != NULL, error);
    halfspace_free_world(world);
    free(text);
    return level;
}

places places_of(const halfspace_level* level, uint32_t seed) {
    places result;
    double min[3];
    double max[3];
    ok(halfspace_model_bounds(level, 0, min, max));
    for (int axis = 0; axis < 3; ++axis) {
        result.low[axis] = floor(min[axis]) * 64;
        result.size[axis] = (uint32_t)((ceil(max[axis]) - floor(min[axis])) * 64) + 1;
    }
    result.random = seed;
    return result;
}

void next_place(places* all, uint32_t step, double place[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        const uint32_t offset = next_random(&all->random) % all->size[axis];
        place[axis] = (all->low[axis] + offset / step * step) / 64;
    }
}

void next_segment(places* all, uint32_t number, double segment[6]) {
    next_place(all, number % 4 < 2 ? 1 : 512, segment);
    next_place(all, 1, segment + 3);
    if (number % 2 == 0) {
        for (int axis = 0; axis < 3; ++axis) {
            segment[3 + axis] = segment[axis] + (segment[3 + axis] - segment[axis]) / 32;
        }
    }
}

double* segments_of(const halfspace_level* level, uint32_t seed, uint32_t count) {
    places all = places_of(level, seed);
    double* segments = room_for(count, 6 * sizeof(double));
    for (uint32_t i = 0; i < count; ++i) {
        next_segment(&all, i, segments + (size_t)6 * i);
    }
    return segments;
}

double degrees(uint32_t random) {
    return (double)(int16_t)(random & 0xffff) * 45 / 8192;
}

void next_angles(uint32_t* random, double angles[3]) {
    for (int i = 0; i < 3; ++i) {
        angles[i] = degrees(next_random(random));
    }
}

halfspace_collision_world* turned_models(const halfspace_level* level, places* all) {
    halfspace_collision_world* world = halfspace_new_collision_world(level);
    uint32_t count = halfspace_model_count(level) - 1;
    count = count < MOST_MODELS ? count : MOST_MODELS;
    for (uint32_t i = 0; i < count; ++i) {
        double pivot[3];
        double angles[3];
        next_place(all, 64, pivot);
        next_angles(&all->random, angles);
        const halfspace_placement model = halfspace_placement_turned(i + 1, pivot, angles);
        ok(halfspace_place_model(world, &model));
    }
    return world;
}

// What the level consists of: bytes, spaces, entities, materials, faces.
hash hash_parts(const halfspace_level* level) {
    hash h = new_hash();
    add_word(&h, halfspace_model_count(level));
    for (uint32_t s = 0; s < halfspace_space_count(level); ++s) {
        double box[6];
        ok(halfspace_space_box(level, s, box, box + 3));
        add_text(&h, halfspace_space_name(level, s));
        add_memory(&h, box, sizeof box);
    }
    for (uint32_t e = 0; e < halfspace_entity_count(level); ++e) {
        const char* name;
        for (uint32_t k = 0; (name = halfspace_key_name(level, e, k)) != NULL; ++k) {
            add_text(&h, name);
            add_text(&h, halfspace_key_value(level, e, name));
        }
        double vector[3];
        if (halfspace_key_vec3(level, e, "origin", vector) == HALFSPACE_OK) {
            add_memory(&h, vector, sizeof vector);
        }
        if (halfspace_entity_facing(level, e, vector) == HALFSPACE_OK) {
            add_memory(&h, vector, sizeof vector);
        }
        add_word(&h, halfspace_entity_model(level, e));
    }
    for (uint32_t m = 0; m < halfspace_material_count(level); ++m) {
        add_text(&h, halfspace_material_name(level, m));
    }
    for (uint32_t f = 0; f < halfspace_face_count(level); ++f) {
        halfspace_face face;
        ok(halfspace_get_face(level, f, &face));
        add_memory(&h, &face, sizeof face);
    }
    const size_t corners = halfspace_corner_count(level);
    float* positions = room_for(corners, 3 * sizeof(float));
    float* texcoords = room_for(corners, 2 * sizeof(float));
    ok(halfspace_write_corners(level, positions, texcoords, corners));
    add_memory(&h, positions, corners * 3 * sizeof(float));
    add_memory(&h, texcoords, corners * 2 * sizeof(float));
    free(positions);
    free(texcoords);
    return h;
}

// What a body touches, of the first two spaces.
hash hash_surfaces(const halfspace_level* level) {
    double* segments = segments_of(level, 13, SURFACES);
    halfspace_contact* contacts = room_for(SURFACES, sizeof(halfspace_contact));
    halfspace_collision_world* world = halfspace_new_collision_world(level);
    hash h = new_hash();
    for (uint32_t space = 0; space < 2 && space < halfspace_space_count(level); ++space) {
        ok(halfspace_trace_all(world, NULL, space, segments, SURFACES, NULL, contacts));
        for (uint32_t i = 0; i < SURFACES; ++i) {
            halfspace_surface surface;
            ok(halfspace_touched_surface(world, space, &contacts[i], &surface));
            add_word(&h, surface.brush);
            add_word(&h, surface.side);
            add_word(&h, (uint32_t)surface.is_sky);
            add_word(&h, (uint32_t)surface.is_bevel);
            add_text(&h, surface.material ? surface.material : "no material");
        }
    }
    halfspace_free_collision_world(world);
    free(segments);
    free(contacts);
    return h;
}

// The walls of the second space.
hash hash_walls(const halfspace_level* level) {
    halfspace_walls* walls = halfspace_new_walls(level, 0, 1, HALFSPACE_BODY_BLOCKERS);
    need(walls != NULL, "no walls");
    const size_t count = halfspace_wall_count(walls);
    const size_t corners = halfspace_wall_corner_count(walls);
    halfspace_wall* all = room_for(count, sizeof(halfspace_wall));
    double* positions = room_for(corners, 3 * sizeof(double));
    ok(halfspace_write_walls(walls, all, count));
    ok(halfspace_write_wall_corners(walls, positions, corners));
    hash h = new_hash();
    add_memory(&h, positions, corners * 3 * sizeof(double));
    for (size_t i = 0; i < count; ++i) {
        add_word(&h, all[i].first_corner);
        add_memory(&h, all[i].plane, sizeof all[i].plane);
        add_bytes(&h, all[i].colour, sizeof all[i].colour);
    }
    halfspace_free_walls(walls);
    free(all);
    free(positions);
    return h;
}

// The faces from some eyes: of the world, in a view, and with placed models, also by marks.
hash hash_order(const halfspace_level* level) {
    places all = places_of(level, 19);
    halfspace_collision_world* world = turned_models(level, &all);
    const size_t capacity = halfspace_corner_count(level) * 3;
    uint32_t* indices = room_for(capacity, sizeof(uint32_t));
    halfspace_model_order* sorter = halfspace_new_model_order();
    halfspace_visible_faces* visible = halfspace_new_visible_faces(level);
    hash h = new_hash();
    for (int i = 0; i < 20; ++i) {
        double eye[3];
        double angles[3];
        halfspace_frustum view;
        size_t used = 0;
        const halfspace_order order =
            i % 3 == 0 ? HALFSPACE_FRONT_TO_BACK : HALFSPACE_BACK_TO_FRONT;
        next_place(&all, i % 2 == 0 ? 1 : 512, eye);
        next_angles(&all.random, angles);
        ok(halfspace_order_faces(level, 0, eye, order, indices, capacity, &used));
        add_memory(&h, indices, used * sizeof(uint32_t));
        ok(halfspace_look_along(eye, angles, 90, 1.5, &view));
        ok(halfspace_order_faces_in_view(level, 0, eye, order, &view, indices, capacity, &used));
        add_memory(&h, indices, used * sizeof(uint32_t));
        ok(halfspace_look_from(visible, eye, NULL));
        ok(halfspace_sort_models(
            sorter, world, NULL, eye, order, &view, i % 4 < 2 ? visible : NULL));
        const size_t items = halfspace_draw_item_count(sorter);
        halfspace_draw_item* drawn = room_for(items, sizeof(halfspace_draw_item));
        ok(halfspace_write_draw_items(sorter, drawn, items));
        add_memory(&h, drawn, items * sizeof(halfspace_draw_item));
        free(drawn);
        const size_t vertices = halfspace_piece_vertex_count(sorter);
        double* pieces = room_for(vertices, 5 * sizeof(double));
        ok(halfspace_write_piece_vertices(sorter, pieces, vertices));
        add_memory(&h, pieces, vertices * 5 * sizeof(double));
        free(pieces);
    }
    halfspace_free_visible_faces(visible);
    halfspace_free_model_order(sorter);
    halfspace_free_collision_world(world);
    free(indices);
    return h;
}
