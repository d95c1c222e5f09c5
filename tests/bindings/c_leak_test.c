// SPDX-License-Identifier: MIT
// Compiles a level that leaks and a level that is sealed, as C. The arguments are
// examples/levels/leak.map and examples/levels/keep.map.
#include "check.h"
#include "halfspace_compile.h"
#include "halfspace_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static halfspace_world* world_of(const char* path, const char* name) {
    static char text[1 << 20];
    char error[256] = "";
    FILE* const file = fopen(path, "rb");
    const size_t size = file == NULL ? 0 : fread(text, 1, sizeof text, file);
    if (file != NULL) {
        fclose(file);
    }
    halfspace_world* const world = halfspace_read_world(text, size, name, error, sizeof error);
    CHECK(world != NULL && size > 0);
    return world;
}

// What a watcher has been told.
struct told {
    int leaks;
    uint32_t entity;
    double from[3];
    double to[3];
    double middle[3];  // of the opening
    size_t brush_line_count;
    uint32_t brush_line;
    char text[256];
};

static void see_leak(void* context, const halfspace_leak* leak) {
    struct told* const told = context;
    CHECK(leak->line_count > 1 && leak->opening_count >= 3);
    ++told->leaks;
    told->entity = leak->entity;
    memcpy(told->from, leak->line, sizeof told->from);
    memcpy(told->to, leak->line + 3 * (leak->line_count - 1), sizeof told->to);
    for (size_t i = 0; i < 3 * leak->opening_count; ++i) {
        told->middle[i % 3] += leak->opening[i] / (double)leak->opening_count;
    }
    told->brush_line_count = leak->brush_line_count;
    told->brush_line = leak->brush_line_count == 0 ? 0 : leak->brush_lines[0];
    CHECK(strlen(leak->text) < sizeof told->text);
    strncpy(told->text, leak->text, sizeof told->text - 1);
}

static halfspace_level* compiled(const halfspace_world* world,
                                 const halfspace_compile_options* options,
                                 struct told* told) {
    char error[256] = "";
    const halfspace_watcher watcher = {told, NULL, NULL, see_leak};
    halfspace_level* const level =
        halfspace_compile_watched(world, options, &watcher, error, sizeof error);
    CHECK(level != NULL && error[0] == '\0');
    return level;
}

// 1 if a leaf is void: what no entity can reach.
static int has_void(const halfspace_level* level) {
    for (uint32_t leaf = 0; leaf < halfspace_leaf_count(level); ++leaf) {
        uint32_t contents = 0;
        CHECK(halfspace_leaf_contents(level, leaf, &contents) == HALFSPACE_OK);
        if ((contents & HALFSPACE_VOID) != 0) {
            return 1;
        }
    }
    return 0;
}

// The gap of leak.map is at x 128 to 160 of the north wall, whose brushes are read to line 72.
static void check_leak(const char* path) {
    halfspace_world* const world = world_of(path, "leak.map");
    struct told told;
    memset(&told, 0, sizeof told);
    halfspace_level* const level = compiled(world, NULL, &told);
    CHECK(told.leaks == 1);
    const char* const origin = halfspace_key_value(level, told.entity, "origin");
    CHECK(origin != NULL);
    if (origin != NULL) {
        double at[3];
        CHECK(halfspace_key_vec3(level, told.entity, "origin", at) == HALFSPACE_OK);
        CHECK(memcmp(at, told.from, sizeof at) == 0);
    }
    CHECK(fabs(told.middle[0] - 144) < 17 && fabs(told.middle[1] - 264) < 9);
    CHECK(told.to[1] > 272);
    CHECK(strncmp(told.text, "the level leaks: light (entity ", 31) == 0);
    CHECK(strstr(told.text, " reaches the outside through the opening at 144 ") != NULL);
    CHECK(told.brush_line_count > 0 && told.brush_line > 1 && told.brush_line < 73);
    CHECK(halfspace_cluster_count(level) > 1 && halfspace_has_visibility(level) == 0);
    int32_t sees = 0;
    CHECK(halfspace_may_see(level, 0, halfspace_cluster_count(level) - 1, &sees) == HALFSPACE_OK);
    CHECK(sees == 1);
    // It is found in the level, too.
    halfspace_leak* leak = NULL;
    CHECK(halfspace_find_leak(level, &leak) == HALFSPACE_OK && leak != NULL);
    if (leak != NULL) {
        struct told again;
        memset(&again, 0, sizeof again);
        see_leak(&again, leak);
        CHECK(memcmp(&again, &told, sizeof told) == 0);
    }
    halfspace_free_leak(leak);
    halfspace_free_leak(NULL);
    CHECK(halfspace_find_leak(NULL, &leak) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_find_leak(level, NULL) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_level(level);

    // Nobody has to be told.
    const halfspace_watcher silent = {NULL, NULL, NULL, NULL};
    halfspace_level* const untold = halfspace_compile_watched(world, NULL, &silent, NULL, 0);
    CHECK(untold != NULL);
    halfspace_free_level(untold);
    halfspace_free_world(world);
}

// How many pairs of clusters see each other.
static size_t visible_pairs(const halfspace_level* level) {
    size_t all = 0;
    for (uint32_t c = 0; c < halfspace_cluster_count(level); ++c) {
        size_t count = 0;
        CHECK(halfspace_visible_clusters(level, c, NULL, 0, &count) == HALFSPACE_OK);
        all += count;
    }
    return all;
}

static void check_options(const char* path) {
    halfspace_world* const world = world_of(path, "keep.map");
    struct told told;
    memset(&told, 0, sizeof told);
    halfspace_compile_options options = halfspace_default_compile_options();
    CHECK(options.fill_outside == 1 && options.visibility == HALFSPACE_VISIBILITY_BOUNDED);
    CHECK(options.visible_distance == 0);
    halfspace_level* const full = compiled(world, &options, &told);
    CHECK(halfspace_has_visibility(full) == 1);
    CHECK(has_void(full));
    halfspace_leak* leak = NULL;
    CHECK(halfspace_find_leak(full, &leak) == HALFSPACE_NOT_FOUND && leak == NULL);

    options.visibility = HALFSPACE_VISIBILITY_FAST;
    halfspace_level* const fast = compiled(world, &options, &told);
    CHECK(halfspace_has_visibility(fast) == 1);
    CHECK(visible_pairs(full) <= visible_pairs(fast));

    options.visible_distance = 64;
    halfspace_level* const near = compiled(world, &options, &told);
    CHECK(visible_pairs(near) < visible_pairs(fast));

    options.visibility = HALFSPACE_VISIBILITY_NONE;
    options.fill_outside = 0;
    halfspace_level* const open = compiled(world, &options, &told);
    CHECK(halfspace_has_visibility(open) == 0);
    CHECK(!has_void(open));
    CHECK(halfspace_find_leak(open, &leak) == HALFSPACE_NOT_FOUND && leak == NULL);
    CHECK(told.leaks == 0);
    halfspace_free_level(full);
    halfspace_free_level(fast);
    halfspace_free_level(near);
    halfspace_free_level(open);

    char error[256];
    options.visibility = 4;
    CHECK(halfspace_compile(world, &options, error, sizeof error) == NULL);
    CHECK(strstr(error, "visibility") != NULL);
    options = halfspace_default_compile_options();
    options.visible_distance = -1;
    CHECK(halfspace_compile(world, &options, error, sizeof error) == NULL);
    CHECK(strstr(error, "visible_distance") != NULL);
    halfspace_free_world(world);
}

int main(int argc, char** argv) {
    if (argc != 3) {
        return 2;
    }
    check_leak(argv[1]);
    check_options(argv[2]);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
