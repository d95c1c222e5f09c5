// SPDX-License-Identifier: MIT
// Reads and compiles levels from memory, and builds worlds by calls, as C. The argument is
// examples/levels/keep.map.
#include "check.h"
#include "halfspace_compile.h"
#include "halfspace_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t contents_at(const halfspace_level* level, double x, double y, double z) {
    const double point[3] = {x, y, z};
    uint32_t contents = 0xffff;
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    CHECK(halfspace_point_contents(world, NULL, point, &contents) == HALFSPACE_OK);
    halfspace_free_collision_world(world);
    return contents;
}

static void check_text(const char* path) {
    static char text[1 << 20];
    char error[256];
    FILE* const file = fopen(path, "rb");
    CHECK(file != NULL);
    if (file == NULL) {
        return;
    }
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    halfspace_world* const world =
        halfspace_read_world(text, size, "keep.map", error, sizeof error);
    CHECK(world != NULL && error[0] == '\0');
    halfspace_level* const level = halfspace_compile(world, NULL, error, sizeof error);
    CHECK(level != NULL && error[0] == '\0');
    halfspace_free_world(world);
    CHECK(contents_at(level, 1040, 128, -40) == HALFSPACE_WATER);
    CHECK(halfspace_space_count(level) == 4);

    // What was compiled can be saved and loaded.
    size_t byte_count = 0;
    const void* const bytes = halfspace_level_bytes(level, &byte_count);
    halfspace_level* const again = halfspace_load_memory(bytes, byte_count, NULL, NULL, 0);
    CHECK(again != NULL && contents_at(again, 1040, 128, -40) == HALFSPACE_WATER);
    halfspace_free_level(again);
    halfspace_free_level(level);

    CHECK(halfspace_read_world("{", 1, "bad.map", error, sizeof error) == NULL);
    CHECK(strncmp(error, "bad.map:", 8) == 0);
    CHECK(halfspace_read_world("{", 1, "bad.xyz", error, sizeof error) == NULL && error[0] != 0);
    CHECK(halfspace_read_world(NULL, 1, "bad.map", error, sizeof error) == NULL);
    CHECK(halfspace_read_world("", 0, NULL, error, sizeof error) == NULL);
}

// Adds a box.
static void add_box(halfspace_world* world,
                    uint32_t entity,
                    uint32_t contents,
                    uint32_t material,
                    const double min[3],
                    const double max[3]) {
    halfspace_side sides[6];
    memset(sides, 0, sizeof sides);
    for (int axis = 0; axis < 3; ++axis) {
        for (int upper = 0; upper < 2; ++upper) {
            halfspace_side* const side = &sides[2 * axis + upper];
            const int u = (axis + 1) % 3;
            const int v = (axis + 2) % 3;
            for (int p = 0; p < 3; ++p) {
                memcpy(side->points[p], min, 3 * sizeof(double));
                side->points[p][axis] = upper ? max[axis] : min[axis];
            }
            side->points[upper ? 1 : 2][u] = max[u];
            side->points[upper ? 2 : 1][v] = max[v];
            side->material = material;
        }
    }
    CHECK(halfspace_add_brush(world, entity, contents, sides, 6) == HALFSPACE_OK);
}

// What a watcher has seen.
struct seen {
    int reports;
    int stop_after;     // this many reports; 0: never
    char warning[256];  // the first one
};

static int32_t see_report(void* context, const char* stage, double fraction) {
    struct seen* const seen = context;
    CHECK(stage[0] != '\0' && fraction >= 0 && fraction <= 1);
    ++seen->reports;
    return seen->reports != seen->stop_after;
}

static void see_warning(void* context, const char* text) {
    struct seen* const seen = context;
    if (seen->warning[0] == '\0') {
        snprintf(seen->warning, sizeof seen->warning, "%s", text);
    }
}

static void check_watcher(void) {
    // A key that occurs twice is a warning of the reader.
    const char text[] =
        "{\n\"classname\" \"worldspawn\"\n\"message\" \"a\"\n\"message\" \"b\"\n}\n";
    char error[256];
    halfspace_world* const world =
        halfspace_read_world(text, sizeof text - 1, "twice.map", error, sizeof error);
    CHECK(world != NULL);
    struct seen seen = {0, 0, ""};
    halfspace_watcher watcher = {&seen, see_report, see_warning, NULL};
    halfspace_level* const level =
        halfspace_compile_watched(world, NULL, &watcher, error, sizeof error);
    CHECK(level != NULL && seen.reports > 1);
    CHECK(strncmp(seen.warning, "twice.map:4", 11) == 0);
    uint64_t differences = 99;
    CHECK(halfspace_verify(level, world, &differences, error, sizeof error) == HALFSPACE_OK);
    CHECK(differences == 0 && error[0] == '\0');
    CHECK(halfspace_verify(level, NULL, &differences, error, sizeof error) ==
          HALFSPACE_BAD_ARGUMENT);

    // The level of another source differs.
    halfspace_world* const other = halfspace_new_world();
    const double min[3] = {0, 0, 0};
    const double max[3] = {64, 64, 64};
    add_box(other, 0, HALFSPACE_SOLID, halfspace_add_material(other, "stone", 64, 64), min, max);
    CHECK(halfspace_verify(level, other, &differences, error, sizeof error) == HALFSPACE_OK);
    CHECK(differences > 0 && error[0] != '\0');
    halfspace_free_world(other);
    halfspace_free_level(level);

    // A watcher may stop the compile; a watcher may have no functions.
    seen.stop_after = seen.reports + 1;
    CHECK(halfspace_compile_watched(world, NULL, &watcher, error, sizeof error) == NULL);
    CHECK(error[0] != '\0');
    watcher.report = NULL;
    watcher.warn = NULL;
    halfspace_level* const unseen =
        halfspace_compile_watched(world, NULL, &watcher, error, sizeof error);
    CHECK(unseen != NULL);
    halfspace_free_level(unseen);
    halfspace_free_world(world);
}

static void check_world_of_brushes(void) {
    char error[256];
    halfspace_world* const world = halfspace_new_world();
    const uint32_t stone = halfspace_add_material(world, "stone", 64, 64);
    const uint32_t wood = halfspace_add_material(world, "wood", 0, 0);
    const double floor_min[3] = {-128, -128, -16};
    const double floor_max[3] = {128, 128, 0};
    const double pool_max[3] = {64, 64, 48};
    const double pool_min[3] = {0, 0, 0};
    const double door_min[3] = {-64, -8, 0};
    const double door_max[3] = {-32, 8, 100.125};
    add_box(world, 0, HALFSPACE_SOLID, stone, floor_min, floor_max);
    add_box(world, 0, HALFSPACE_WATER, stone, pool_min, pool_max);
    const uint32_t door = halfspace_add_entity(world, "func_door");
    add_box(world, door, HALFSPACE_SOLID, wood, door_min, door_max);
    CHECK(halfspace_set_key(world, door, "targetname", "gate") == HALFSPACE_OK);
    CHECK(halfspace_set_key(world, door, "targetname", "portal") == HALFSPACE_OK);
    CHECK(halfspace_set_key(world, 9, "a", "b") == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_set_key(world, 0, NULL, "b") == HALFSPACE_BAD_ARGUMENT);

    const halfspace_body giant = {"giant", {-64, -64, 0}, {64, 64, 128}};
    halfspace_compile_options options = halfspace_default_compile_options();
    options.bodies = &giant;
    options.body_count = 1;
    options.grid_exponent = 3;
    halfspace_level* const level = halfspace_compile(world, &options, error, sizeof error);
    CHECK(level != NULL);
    CHECK(contents_at(level, 100, 100, -8) == HALFSPACE_SOLID);
    CHECK(contents_at(level, 32, 32, 8) == HALFSPACE_WATER);
    CHECK(contents_at(level, -48, 0, 8) == 0);
    CHECK(halfspace_model_count(level) == 2 && halfspace_space_count(level) == 2);
    CHECK(halfspace_find_entity(level, 0, "targetname", "portal") == door);
    size_t together_size = 0;
    CHECK(halfspace_level_bytes(level, &together_size) != NULL);
    halfspace_free_level(level);

    options.collision = HALFSPACE_COLLISION_SEPARATE;
    halfspace_level* const apart = halfspace_compile(world, &options, error, sizeof error);
    CHECK(apart != NULL && contents_at(apart, 32, 32, 8) == HALFSPACE_WATER);
    size_t apart_size = 0;
    CHECK(halfspace_level_bytes(apart, &apart_size) != NULL && apart_size != together_size);
    halfspace_free_level(apart);
    options.collision = 2;
    CHECK(halfspace_compile(world, &options, error, sizeof error) == NULL);
    CHECK(strstr(error, "collision") != NULL);
    options.collision = HALFSPACE_COLLISION_ONION;

    options.grid_exponent = 11;
    CHECK(halfspace_compile(world, &options, error, sizeof error) == NULL && error[0] != 0);
    options = halfspace_default_compile_options();
    options.facet_tolerance = NAN;
    CHECK(halfspace_compile(world, &options, error, sizeof error) == NULL);
    CHECK(strstr(error, "facet_tolerance") != NULL);
    CHECK(halfspace_compile(NULL, NULL, error, sizeof error) == NULL && error[0] != 0);

    halfspace_side sides[4];
    memset(sides, 0, sizeof sides);
    CHECK(halfspace_add_brush(world, 0, HALFSPACE_SOLID, sides, 3) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_add_brush(world, 9, HALFSPACE_SOLID, sides, 4) == HALFSPACE_BAD_ARGUMENT);
    sides[3].points[0][0] = 1e30;
    CHECK(halfspace_add_brush(world, 0, HALFSPACE_SOLID, sides, 4) == HALFSPACE_BAD_ARGUMENT);
    sides[3].points[0][0] = 0;
    sides[3].material = 99;
    CHECK(halfspace_add_brush(world, 0, HALFSPACE_SOLID, sides, 4) == HALFSPACE_BAD_ARGUMENT);
    sides[3].material = stone;
    CHECK(halfspace_add_brush(world, 0, 0x80000000u, sides, 4) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_add_brush(world, 0, 0x10001u, sides, 4) == HALFSPACE_BAD_ARGUMENT);
    // Four planes without a direction: the compiler says so.
    CHECK(halfspace_add_brush(world, 0, HALFSPACE_SOLID, sides, 4) == HALFSPACE_OK);
    CHECK(halfspace_compile(world, NULL, error, sizeof error) == NULL);
    CHECK(strncmp(error, "world: error: ", 14) == 0);
    halfspace_free_world(world);
    halfspace_free_world(NULL);
}

static void check_world_of_triangles(void) {
    char error[256];
    halfspace_world* const world = halfspace_new_world();
    const uint32_t stone = halfspace_add_material(world, "stone", 64, 64);
    // A cube that is solid: its corners are counter-clockwise from outside.
    double points[3 * 8];
    double texcoords[2 * 8];
    for (int i = 0; i < 8; ++i) {
        points[3 * i] = i & 1 ? 64 : 0;
        points[3 * i + 1] = i & 2 ? 64 : 0;
        points[3 * i + 2] = i & 4 ? 64 : 0;
        texcoords[2 * i] = texcoords[2 * i + 1] = i;
    }
    const uint32_t indices[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                  2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    CHECK(halfspace_add_mesh(world, 0, stone, points, texcoords, 8, indices, 36) == HALFSPACE_OK);
    CHECK(halfspace_add_mesh(world, 0, stone, points, NULL, 7, indices, 36) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_add_mesh(world, 0, stone, points, NULL, 8, indices, 35) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_add_mesh(world, 0, 99, points, NULL, 8, indices, 36) == HALFSPACE_BAD_ARGUMENT);
    halfspace_level* const level = halfspace_compile(world, NULL, error, sizeof error);
    CHECK(level != NULL);
    CHECK(contents_at(level, 32, 32, 32) == HALFSPACE_SOLID);
    CHECK(contents_at(level, 32, 32, 65) == 0);
    CHECK(halfspace_corner_count(level) >= 24);
    halfspace_free_level(level);

    // A single polygon closes no surface.
    CHECK(halfspace_add_polygon(world, 0, stone, points, texcoords, 2) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_add_polygon(world, 0, stone, NULL, texcoords, 3) == HALFSPACE_BAD_ARGUMENT);
    const uint32_t open = halfspace_add_entity(world, "func_wall");
    CHECK(halfspace_add_polygon(world, open, stone, points, texcoords, 3) == HALFSPACE_OK);
    CHECK(halfspace_compile(world, NULL, error, sizeof error) == NULL && error[0] != 0);
    CHECK(halfspace_add_entity(world, NULL) == HALFSPACE_NONE);
    CHECK(halfspace_add_material(world, NULL, 1, 1) == HALFSPACE_NONE);
    halfspace_free_world(world);
}

// A box as an object: the corner i lies at max on the axes whose bits i has.
struct box_object {
    double vertices[3 * 8];
    uint32_t indices[36];
    uint32_t materials[12];
    double texcoords[2 * 36];
    double opacities[12];
    halfspace_object object;
};

static void fill_box(struct box_object* box, const char* name, double min, double max, int inward) {
    const uint32_t indices[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                  2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    memset(box, 0, sizeof *box);
    for (int i = 0; i < 24; ++i) {
        box->vertices[i] = (i / 3) & (1 << i % 3) ? max : min;
    }
    for (int i = 0; i < 36; ++i) {
        const int corner = i % 3;
        box->indices[i] = indices[inward && corner > 0 ? i + 3 - 2 * corner : i];
        box->texcoords[2 * i] = box->vertices[3 * box->indices[i]] / 64;
    }
    for (int t = 0; t < 12; ++t) {
        box->opacities[t] = 1;
    }
    halfspace_object* const object = &box->object;
    object->name = name;
    object->vertices = box->vertices;
    object->vertex_count = 8;
    object->indices = box->indices;
    object->index_count = 36;
    object->materials = box->materials;
    object->contents = HALFSPACE_SOLID;
}

static void check_objects(void) {
    char error[2048];
    halfspace_world* const world = halfspace_new_world();
    CHECK(halfspace_set_source(world, "house.glb") == HALFSPACE_OK);
    CHECK(halfspace_set_source(world, NULL) == HALFSPACE_BAD_ARGUMENT);
    const uint32_t stone = halfspace_add_material(world, "stone", 64, 64);
    CHECK(halfspace_mask_material(world, stone) == HALFSPACE_OK);
    CHECK(halfspace_mask_material(world, 9) == HALFSPACE_BAD_ARGUMENT);
    struct box_object box;
    fill_box(&box, "hall", 0, 256, 1);
    box.object.tag = "room";
    CHECK(halfspace_add_object(world, 0, &box.object) == HALFSPACE_OK);
    // The copy is the world's.
    fill_box(&box, "crate", 16, 48, 0);
    box.object.texcoords = box.texcoords;
    box.object.opacities = box.opacities;
    CHECK(halfspace_add_object(world, 0, &box.object) == HALFSPACE_OK);
    fill_box(&box, "pool-water.001", 64, 96, 0);
    box.object.tag = "";
    CHECK(halfspace_add_object(world, 0, &box.object) == HALFSPACE_OK);
    fill_box(&box, "barrier", 112, 128, 0);
    box.object.contents = HALFSPACE_PLAYER_CLIP;
    box.object.flags = HALFSPACE_OBJECT_NOT_DRAWN;
    CHECK(halfspace_add_object(world, 0, &box.object) == HALFSPACE_OK);
    fill_box(&box, "note-noimp", 0, 256, 0);
    box.object.tag = "";
    CHECK(halfspace_add_object(world, 0, &box.object) == HALFSPACE_NOT_FOUND);
    const uint32_t door = halfspace_add_entity(world, "func_door");
    fill_box(&box, "leaf", 144, 160, 0);
    CHECK(halfspace_add_object(world, door, &box.object) == HALFSPACE_OK);
    const double pivot[3] = {144, 144, 144};
    CHECK(halfspace_set_origin(world, door, pivot) == HALFSPACE_OK);
    CHECK(halfspace_set_origin(world, 9, pivot) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_set_origin(world, door, NULL) == HALFSPACE_BAD_ARGUMENT);
    const uint32_t start = halfspace_add_entity(world, "info_player_start");
    CHECK(halfspace_set_key(world, start, "origin", "200 200 24") == HALFSPACE_OK);
    // A tag without a meaning is a warning, and the contents count.
    fill_box(&box, "odd", 176, 192, 0);
    box.object.tag = "wobble";
    CHECK(halfspace_add_object(world, 0, &box.object) == HALFSPACE_OK);

    struct seen seen = {0, 0, ""};
    const halfspace_watcher watcher = {&seen, NULL, see_warning, NULL};
    halfspace_level* const level =
        halfspace_compile_watched(world, NULL, &watcher, error, sizeof error);
    CHECK(strncmp(seen.warning,
                  "house.glb: warning: object 'odd' has the unknown tag 'wobble'; known are col, ",
                  78) == 0);
    CHECK(contents_at(level, 180, 180, 180) == HALFSPACE_SOLID);
    CHECK(level != NULL && error[0] == '\0');
    CHECK(contents_at(level, 8, 8, 8) == 0);
    CHECK(contents_at(level, 32, 32, 32) == HALFSPACE_SOLID);
    CHECK((contents_at(level, 264, 128, 128) & HALFSPACE_SOLID) != 0);
    CHECK(contents_at(level, 80, 80, 80) == HALFSPACE_WATER);
    CHECK(contents_at(level, 120, 120, 120) == HALFSPACE_PLAYER_CLIP);
    CHECK(contents_at(level, 150, 150, 150) == 0);  // the door is a model of its own
    CHECK(halfspace_model_count(level) == 2);
    CHECK(halfspace_find_entity(level, 0, "classname", "info_player_start") == start);
    uint64_t differences = 99;
    CHECK(halfspace_verify(level, world, &differences, error, sizeof error) == HALFSPACE_OK);
    CHECK(differences == 0);
    halfspace_free_level(level);

    // What is wrong with the arrays is an argument that is wrong.
    fill_box(&box, "bad", 0, 16, 0);
    halfspace_object wrong = box.object;
    wrong.index_count = 35;
    CHECK(halfspace_add_object(world, 0, &wrong) == HALFSPACE_BAD_ARGUMENT);
    wrong = box.object;
    wrong.indices = NULL;
    CHECK(halfspace_add_object(world, 0, &wrong) == HALFSPACE_BAD_ARGUMENT);
    wrong = box.object;
    wrong.materials = NULL;
    CHECK(halfspace_add_object(world, 0, &wrong) == HALFSPACE_BAD_ARGUMENT);
    wrong = box.object;
    wrong.vertices = NULL;
    CHECK(halfspace_add_object(world, 0, &wrong) == HALFSPACE_BAD_ARGUMENT);
    wrong = box.object;
    wrong.contents = 1u << 31;
    CHECK(halfspace_add_object(world, 0, &wrong) == HALFSPACE_BAD_ARGUMENT);
    wrong = box.object;
    wrong.flags = 4;
    CHECK(halfspace_add_object(world, 0, &wrong) == HALFSPACE_BAD_ARGUMENT);
    wrong = box.object;
    wrong.opacities = box.opacities;
    box.opacities[11] = NAN;
    CHECK(halfspace_add_object(world, 0, &wrong) == HALFSPACE_BAD_ARGUMENT);
    wrong = box.object;
    wrong.texcoords = box.texcoords;
    box.texcoords[71] = INFINITY;
    CHECK(halfspace_add_object(world, 0, &wrong) == HALFSPACE_BAD_ARGUMENT);
    box.materials[11] = 1;
    CHECK(halfspace_add_object(world, 0, &box.object) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_add_object(world, 9, &box.object) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_add_object(world, 0, NULL) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_world(world);
}

// The compiler tells what is wrong with a shape, and names the object.
static void check_bad_object(const halfspace_object* object, const char* wanted) {
    char error[2048];
    halfspace_world* const world = halfspace_new_world();
    halfspace_add_material(world, "stone", 64, 64);
    CHECK(halfspace_add_object(world, 0, object) == HALFSPACE_OK);
    CHECK(halfspace_compile(world, NULL, error, sizeof error) == NULL);
    CHECK(strncmp(error, "world: error: object 'crate'", 28) == 0);
    CHECK(strstr(error, wanted) != NULL);
    if (strstr(error, wanted) == NULL) {
        printf("%s\n", error);
    }
    halfspace_free_world(world);
}

static void check_bad_objects(void) {
    struct box_object box;
    fill_box(&box, "crate", 0, 64, 0);
    box.object.index_count = 33;
    check_bad_object(&box.object, "3 edges are open");
    check_bad_object(&box.object, "open edge from (64 64 64) to (64 0 0)");
    box.object.index_count = 0;
    check_bad_object(&box.object, "triangles");
    fill_box(&box, "crate", 0, 64, 1);
    check_bad_object(&box.object, "inwards");
    fill_box(&box, "crate", 0, 64, 0);
    box.object.flags = HALFSPACE_OBJECT_ROOM;
    check_bad_object(&box.object, "outwards");
    fill_box(&box, "crate", 0, 64, 0);
    box.indices[7] = 8;
    check_bad_object(&box.object, "vertex");
    fill_box(&box, "crate", 0, NAN, 0);
    check_bad_object(&box.object, "finite");
    fill_box(&box, "crate", 0, 1e300, 0);
    check_bad_object(&box.object, "limit");
}

// The verdicts on the objects of two entities, their errors and open edges.
static void check_mesh_checks(void) {
    char error[256];
    halfspace_world* const world = halfspace_new_world();
    halfspace_add_material(world, "stone", 64, 64);
    const uint32_t door = halfspace_add_entity(world, "func_door");
    struct box_object box;
    fill_box(&box, "leaf", 0, 64, 1);
    CHECK(halfspace_add_object(world, door, &box.object) == HALFSPACE_OK);
    fill_box(&box, "crate", 0, 64, 0);
    CHECK(halfspace_add_object(world, 0, &box.object) == HALFSPACE_OK);
    box.object.index_count = 33;
    CHECK(halfspace_add_object(world, 0, &box.object) == HALFSPACE_OK);
    fill_box(&box, "hall", 0, 64, 1);
    box.object.flags = HALFSPACE_OBJECT_ROOM;
    CHECK(halfspace_add_object(world, 0, &box.object) == HALFSPACE_OK);
    halfspace_mesh_checks* const checks = halfspace_check_meshes(world, NULL, error, sizeof error);
    CHECK(checks != NULL && error[0] == '\0');
    CHECK(halfspace_mesh_check_count(checks) == 4);
    halfspace_mesh_check all[4];
    CHECK(halfspace_write_mesh_checks(checks, all, 3) == HALFSPACE_TOO_SMALL);
    CHECK(halfspace_write_mesh_checks(checks, all, 4) == HALFSPACE_OK);
    const uint32_t verdicts[4] = {HALFSPACE_MESH_SOLID,
                                  HALFSPACE_MESH_OPEN,
                                  HALFSPACE_MESH_ROOM,
                                  HALFSPACE_MESH_LOOKS_INWARDS};
    for (uint32_t i = 0; i < 4; ++i) {
        CHECK(all[i].verdict == verdicts[i] && all[i].welded == 0 && all[i].weld_distance == 0);
        CHECK(all[i].entity == (i == 3 ? door : 0) && all[i].object == (i == 3 ? 0 : i));
        CHECK((all[i].error_count > 0) == (i % 2 == 1));
        CHECK(all[i].open_edge_count == (i == 1 ? 3 : 0));
        CHECK(halfspace_mesh_check_error(checks, i, all[i].error_count) == NULL);
    }
    uint32_t edges[6];
    CHECK(halfspace_write_open_edges(checks, 1, edges, 2) == HALFSPACE_TOO_SMALL);
    CHECK(halfspace_write_open_edges(checks, 1, edges, 3) == HALFSPACE_OK);
    // The missing triangle is 1, 7, 5.
    for (int i = 0; i < 6; ++i) {
        CHECK(edges[i] == 1 || edges[i] == 5 || edges[i] == 7);
    }
    CHECK(strstr(halfspace_mesh_check_error(checks, 1, 0), "'crate' is not closed") != NULL);
    CHECK(strstr(halfspace_mesh_check_error(checks, 3, 0), "inwards") != NULL);
    CHECK(halfspace_mesh_check_error(checks, 4, 0) == NULL);
    CHECK(halfspace_write_open_edges(checks, 4, edges, 3) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_write_open_edges(checks, 1, NULL, 3) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_write_mesh_checks(NULL, all, 4) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_mesh_checks(checks);
    halfspace_free_mesh_checks(NULL);
    halfspace_free_world(world);
    CHECK(halfspace_mesh_check_count(NULL) == 0);
    CHECK(halfspace_mesh_check_error(NULL, 0, 0) == NULL);
    CHECK(halfspace_check_meshes(NULL, NULL, error, sizeof error) == NULL && error[0] != '\0');
}

int main(int argc, char** argv) {
    if (argc != 2) {
        return 2;
    }
    check_text(argv[1]);
    check_watcher();
    check_mesh_checks();
    check_world_of_brushes();
    check_world_of_triangles();
    check_objects();
    check_bad_objects();
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
