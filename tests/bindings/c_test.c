// SPDX-License-Identifier: MIT
// Uses levels, their entities, questions and traces on a compiled examples/levels/keep.map, as C.
#include "check.h"
#include "halfspace_draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_near(double a, double b) {
    return fabs(a - b) < 1e-6;
}

static const double kYard[3] = {64, 256, 100};
static const double kHall[3] = {1040, 256, 100};
static const double kPool[3] = {1040, 128, -40};
static const double kWall[3] = {-8, 256, 100};

static void check_versions(void) {
    CHECK(halfspace_c_version() == HALFSPACE_C_VERSION);
    CHECK(strchr(halfspace_version(), '.') != NULL);
}

static void check_that_statuses_have_texts(void) {
    for (halfspace_status a = HALFSPACE_OK; a <= HALFSPACE_NO_MEMORY + 1; ++a) {
        CHECK(strlen(halfspace_status_text(a)) > 3);
        for (halfspace_status b = HALFSPACE_OK; b < a; ++b) {
            CHECK(strcmp(halfspace_status_text(a), halfspace_status_text(b)) != 0);
        }
    }
    CHECK(strcmp(halfspace_status_text(HALFSPACE_NO_MEMORY), "no memory") == 0);
    CHECK(strcmp(halfspace_status_text(-1), "unknown status") == 0);
}

static void check_bad_levels(void) {
    char error[64];
    CHECK(halfspace_load_file("no/such.hsw", error, sizeof error) == NULL);
    CHECK(strncmp(error, "no/such.hsw: error: ", 20) == 0);
    CHECK(strlen(error) < sizeof error);
    CHECK(halfspace_load_file(NULL, NULL, 0) == NULL);
    CHECK(halfspace_load_memory("no level", 8, "junk", error, sizeof error) == NULL);
    CHECK(strncmp(error, "junk: error: ", 13) == 0);
    CHECK(halfspace_load_memory(NULL, 0, NULL, error, 1) == NULL);
    CHECK(error[0] == '\0');
    halfspace_free_level(NULL);
    CHECK(halfspace_model_count(NULL) == 0 && halfspace_space_count(NULL) == 0 &&
          halfspace_entity_count(NULL) == 0 && halfspace_corner_count(NULL) == 0);
}

static void check_contents_and_sight(const halfspace_level* level) {
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    uint32_t contents = 77;
    CHECK(halfspace_point_contents(world, NULL, kPool, &contents) == HALFSPACE_OK);
    CHECK(contents == HALFSPACE_WATER);
    CHECK(halfspace_point_contents(world, NULL, kWall, &contents) == HALFSPACE_OK);
    CHECK(contents == HALFSPACE_SOLID);
    CHECK(halfspace_new_model_world(level, 99) == NULL);
    const double low_yard[3] = {64, 256, 24};
    const double low_hall[3] = {1040, 256, 24};
    int32_t clear = -1;
    CHECK(halfspace_line_of_sight(world, NULL, kYard, kHall, &clear) == HALFSPACE_OK && clear == 1);
    CHECK(halfspace_line_of_sight(world, NULL, low_yard, low_hall, &clear) == HALFSPACE_OK &&
          clear == 0);
    halfspace_free_collision_world(world);
}

static uint32_t check_spaces(const halfspace_level* level) {
    uint32_t stand = 99;
    double min[3];
    double max[3];
    CHECK(halfspace_space_count(level) == 4);
    CHECK(halfspace_find_space(level, "giant", &stand) == HALFSPACE_NOT_FOUND && stand == 99);
    CHECK(halfspace_find_space(level, NULL, &stand) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_find_space(level, "stand", &stand) == HALFSPACE_OK && stand == 1);
    CHECK(strcmp(halfspace_space_name(level, stand), "stand") == 0);
    CHECK(halfspace_space_name(level, 4) == NULL);
    CHECK(halfspace_space_box(level, stand, min, max) == HALFSPACE_OK);
    CHECK(min[2] == -24 && max[2] == 32);
    CHECK(halfspace_space_box(level, 4, min, max) == HALFSPACE_BAD_ARGUMENT);
    return stand;
}

static void check_room(const halfspace_collision_world* world, uint32_t stand) {
    const double floor[3] = {64, 256, 24};
    const double in_floor[3] = {64, 256, 20};
    const double box_max[3] = {80, 260, 130};
    const uint32_t mask = HALFSPACE_BODY_BLOCKERS;
    double place[3] = {0, 0, 0};
    int32_t answer = -1;
    CHECK(halfspace_is_free(world, NULL, stand, floor, mask, &answer) == HALFSPACE_OK &&
          answer == 1);
    CHECK(halfspace_is_free(world, NULL, stand, in_floor, mask, &answer) == HALFSPACE_OK &&
          answer == 0);
    CHECK(halfspace_unstick(world, NULL, stand, in_floor, 16, mask, place) == HALFSPACE_OK);
    CHECK(place[0] == 64 && place[2] >= 24 && place[2] < 24.01);
    CHECK(halfspace_unstick(world, NULL, stand, in_floor, 1, mask, place) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_unstick(world, NULL, stand, in_floor, -1, mask, place) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_overlaps_box(world, NULL, kYard, box_max, mask, &answer) == HALFSPACE_OK &&
          answer == 0);
    CHECK(halfspace_overlaps_box(world, NULL, kWall, box_max, mask, &answer) == HALFSPACE_OK &&
          answer == 1);
}

static void check_traces(const halfspace_level* level,
                         const halfspace_collision_world* world,
                         uint32_t stand) {
    const double from[3] = {64, 256, 60};
    const double to[3] = {64, 256, -60};
    const double to_door[3] = {1000, 256, 64};
    halfspace_contact contact;
    halfspace_contact again;
    CHECK(halfspace_trace(world, NULL, stand, from, to, NULL, &contact) == HALFSPACE_OK);
    CHECK(contact.hit == 1 && contact.start_blocked == 0);
    CHECK(is_near(contact.fraction, 36.0 / 120) && is_near(contact.point[2], 24));
    CHECK(contact.normal[2] == 1 && contact.contents == HALFSPACE_SOLID);
    CHECK(contact.end[2] > 24 && contact.end[2] < 24.1);
    CHECK(contact.model == 0 && contact.obstacle == HALFSPACE_NONE);
    halfspace_surface surface;
    CHECK(halfspace_touched_surface(world, stand, &contact, &surface) == HALFSPACE_OK);
    CHECK(surface.brush != HALFSPACE_NONE && surface.is_sky == 0 && surface.is_bevel == 0);
    CHECK(surface.material != NULL && strcmp(surface.material, "floor1") == 0);
    again = contact;
    again.node = 0x7fffffff;
    CHECK(halfspace_touched_surface(world, stand, &again, &surface) == HALFSPACE_BAD_ARGUMENT);
    again.hit = 0;
    CHECK(halfspace_touched_surface(world, stand, &again, &surface) == HALFSPACE_OK &&
          surface.material == NULL);

    halfspace_trace_options options = halfspace_default_trace_options();
    CHECK(options.mask == HALFSPACE_BODY_BLOCKERS && options.skin > 0);
    options.skin = 1;
    CHECK(halfspace_trace(world, NULL, stand, from, to, &options, &contact) == HALFSPACE_OK);
    CHECK(is_near(contact.end[2], 25));
    options.skin = -1;
    CHECK(halfspace_trace(world, NULL, stand, from, to, &options, &again) ==
          HALFSPACE_BAD_ARGUMENT);
    options.skin = NAN;
    CHECK(halfspace_trace(world, NULL, stand, from, to, &options, &again) ==
          HALFSPACE_BAD_ARGUMENT);
    // Options of zeros once hit nothing, with status 0.
    const halfspace_trace_options zeros = {0};
    CHECK(halfspace_trace(world, NULL, stand, from, to, &zeros, &again) == HALFSPACE_BAD_ARGUMENT);
    double way[6];
    memcpy(way, from, sizeof from);
    memcpy(way + 3, to, sizeof to);
    CHECK(halfspace_trace_all(world, NULL, stand, way, 1, &zeros, &again) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_trace(world, NULL, stand, from, to, &zeros, &again) == HALFSPACE_BAD_ARGUMENT);

    const double corridor[3] = {500, 256, 64};
    halfspace_placement door = halfspace_placement_at_rest(1);
    halfspace_collision_world* const house = halfspace_new_collision_world(level);
    CHECK(halfspace_place_model(house, &door) == HALFSPACE_OK);
    CHECK(halfspace_trace(house, NULL, stand, corridor, to_door, NULL, &contact) == HALFSPACE_OK);
    CHECK(contact.hit == 1 && contact.model == 1);
    CHECK(halfspace_touched_surface(house, stand, &contact, &surface) == HALFSPACE_OK);
    CHECK(surface.material != NULL && strcmp(surface.material, "wood1") == 0);
    CHECK(halfspace_touched_surface(world, stand, &contact, &surface) == HALFSPACE_BAD_ARGUMENT);
    door.translation[2] = 1000;
    CHECK(halfspace_place_model(house, &door) == HALFSPACE_OK);
    CHECK(halfspace_trace(house, NULL, stand, corridor, to_door, NULL, &again) == HALFSPACE_OK);
    CHECK(again.fraction > contact.fraction);
    halfspace_free_collision_world(house);
}

static void check_entities(const halfspace_level* level) {
    double v[3];
    uint32_t lights = 0;
    CHECK(strcmp(halfspace_key_value(level, 0, "classname"), "worldspawn") == 0);
    CHECK(halfspace_key_value(level, 0, "no such key") == NULL);
    CHECK(halfspace_key_value(level, 99, "classname") == NULL);
    CHECK(strcmp(halfspace_key_name(level, 0, 0), "classname") == 0);
    uint32_t keys = 0;
    while (halfspace_key_name(level, 0, keys) != NULL) {
        CHECK(halfspace_key_value(level, 0, halfspace_key_name(level, 0, keys)) != NULL);
        ++keys;
    }
    CHECK(keys > 0 && keys < 10);
    CHECK(halfspace_key_name(level, 99, 0) == NULL && halfspace_key_name(NULL, 0, 0) == NULL);
    for (uint32_t e = halfspace_find_entity(level, 0, "classname", "light"); e != HALFSPACE_NONE;
         e = halfspace_find_entity(level, e + 1, "classname", "light")) {
        ++lights;
    }
    CHECK(lights == 3);
    const uint32_t start = halfspace_find_entity(level, 0, "classname", "info_player_start");
    CHECK(halfspace_key_vec3(level, start, "origin", v) == HALFSPACE_OK);
    CHECK(v[0] == 64 && v[1] == 256 && v[2] == 24);
    CHECK(halfspace_key_vec3(level, start, "classname", v) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_entity_facing(level, start, v) == HALFSPACE_OK && v[0] == 1 && v[2] == 0);
    CHECK(halfspace_entity_angles(level, start, v) == HALFSPACE_OK && v[0] == 0 && v[1] == 0);
    CHECK(halfspace_entity_angles(level, 0, v) == HALFSPACE_NOT_FOUND);
    double number = -7;
    CHECK(halfspace_key_number(level, start, "angle", &number) == HALFSPACE_OK && number == 0);
    CHECK(halfspace_key_number(level, start, "origin", &number) == HALFSPACE_NOT_FOUND &&
          number == 0);
    CHECK(halfspace_key_number(level, start, NULL, &number) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_entity_facing(level, 0, v) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_entity_model(level, start) == HALFSPACE_NONE);
    const uint32_t door = halfspace_find_entity(level, 0, "classname", "func_door");
    CHECK(halfspace_model_count(level) == 2 && halfspace_entity_model(level, door) == 1);
    CHECK(halfspace_model_entity(level, 1) == door);
    CHECK(halfspace_model_entity(level, 2) == HALFSPACE_NONE);
    CHECK(halfspace_entity_count(level) == 6);
}

static void check_drawing(const halfspace_level* level) {
    const size_t corners = halfspace_corner_count(level);
    CHECK(corners > 100);
    float* const positions = malloc(3 * corners * sizeof(float));
    float* const texcoords = malloc(2 * corners * sizeof(float));
    uint32_t* const indices = malloc(3 * corners * sizeof(uint32_t));
    size_t count = 0;
    CHECK(halfspace_write_corners(level, positions, texcoords, corners) == HALFSPACE_OK);
    CHECK(halfspace_write_corners(level, positions, NULL, corners - 1) == HALFSPACE_TOO_SMALL);
    CHECK(halfspace_order_faces(
              level, 0, kYard, HALFSPACE_BACK_TO_FRONT, indices, 3 * corners, &count) ==
          HALFSPACE_OK);
    CHECK(count > 0 && count % 3 == 0);
    int wrong = 0;
    for (size_t i = 0; i < count; ++i) {
        wrong += indices[i] >= corners;
    }
    CHECK(wrong == 0);
    const uint32_t last = indices[count - 1];
    CHECK(halfspace_order_faces(
              level, 0, kYard, HALFSPACE_FRONT_TO_BACK, indices, 3 * corners, &count) ==
          HALFSPACE_OK);
    CHECK(indices[count - 1] != last);
    CHECK(halfspace_order_faces(level, 0, kYard, 7, indices, 3 * corners, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_order_faces(level, 0, kYard, HALFSPACE_BACK_TO_FRONT, indices, 1, &count) ==
          HALFSPACE_TOO_SMALL);
    uint32_t* const materials = malloc(corners * sizeof(uint32_t));
    CHECK(halfspace_write_materials(level, materials, corners - 1) == HALFSPACE_TOO_SMALL);
    CHECK(halfspace_write_materials(level, materials, corners) == HALFSPACE_OK);
    const uint32_t material_count = halfspace_material_count(level);
    uint32_t used = 0;
    wrong = 0;
    for (size_t i = 0; i < corners; ++i) {
        wrong += materials[i] >= material_count;
        used |= 1u << materials[i] % 32;
    }
    CHECK(wrong == 0 && (used & (used - 1)) != 0);
    CHECK(halfspace_material_name(level, materials[0])[0] != '\0');
    CHECK(halfspace_material_name(level, material_count) == NULL);
    free(materials);
    free(positions);
    free(texcoords);
    free(indices);
}

// The same level from memory.
static void check_memory(const char* path) {
    FILE* const file = fopen(path, "rb");
    CHECK(file != NULL);
    if (file == NULL) {
        return;
    }
    static char bytes[1 << 22];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    halfspace_level* const level = halfspace_load_memory(bytes, size, NULL, NULL, 0);
    CHECK(level != NULL);
    size_t own_size = 0;
    CHECK(memcmp(halfspace_level_bytes(level, &own_size), bytes, size) == 0 && own_size == size);
    CHECK(halfspace_level_bytes(NULL, NULL) == NULL);
    memset(bytes, 0, size);  // they were copied
    check_contents_and_sight(level);
    halfspace_free_level(level);
}

int main(int argc, char** argv) {
    char error[256] = "stale";
    if (argc != 2) {
        return 2;
    }
    check_versions();
    check_that_statuses_have_texts();
    check_bad_levels();
    halfspace_level* const level = halfspace_load_file(argv[1], error, sizeof error);
    if (level == NULL) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    CHECK(error[0] == '\0');
    check_contents_and_sight(level);
    const uint32_t stand = check_spaces(level);
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    check_room(world, stand);
    check_traces(level, world, stand);
    halfspace_free_collision_world(world);
    check_entities(level);
    check_drawing(level);
    halfspace_free_level(level);
    check_memory(argv[1]);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
