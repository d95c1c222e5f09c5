// SPDX-License-Identifier: MIT
// The native side of the benchmarks of the web (run.mjs): the same batches, by the interface for C,
// in one thread.
//
//     halfspace_web_bench SOURCE MOTIONS RAYS HALF_HEIGHT RADIUS CENTRE
//
// SOURCE is a .map or a .grid. MOTIONS and RAYS are files of doubles, six for each segment:
// from.xyz and to.xyz. The capsule stands with its middle CENTRE above its position. Each line of
// the input is a job and a number of repetitions, such as "sweep 40". Each line of the output is
// the CPU time of all repetitions in seconds.
#include "halfspace_compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void need(int condition, const char* what) {
    if (!condition) {
        fprintf(stderr, "halfspace_web_bench: %s\n", what);
        exit(1);
    }
}

static void* room_for(size_t count, size_t size) {
    void* memory = calloc(count + 1, size);
    need(memory != NULL, "no memory");
    return memory;
}

typedef struct content {
    char* bytes;
    size_t size;
} content;

static content content_of(const char* path) {
    FILE* file = fopen(path, "rb");
    need(file != NULL && fseek(file, 0, SEEK_END) == 0, path);
    content result;
    result.size = (size_t)ftell(file);
    result.bytes = room_for(result.size, 1);
    rewind(file);
    need(fread(result.bytes, 1, result.size, file) == result.size, path);
    fclose(file);
    return result;
}

static halfspace_level* compiled(const char* path, content source) {
    char error[400] = "";
    halfspace_compile_options options = halfspace_default_compile_options();
    options.threads = 1;
    halfspace_world* world =
        halfspace_read_world(source.bytes, source.size, path, error, sizeof error);
    need(world != NULL, error);
    halfspace_level* level = halfspace_compile(world, &options, error, sizeof error);
    need(level != NULL, error);
    halfspace_free_world(world);
    return level;
}

typedef struct batch {
    double* segments;
    double* points;  // where the segments begin
    size_t count;
} batch;

static batch batch_of(const char* path) {
    const content file = content_of(path);
    batch result;
    result.segments = (double*)file.bytes;
    result.count = file.size / (6 * sizeof(double));
    result.points = room_for(result.count, 3 * sizeof(double));
    for (size_t i = 0; i < result.count; ++i) {
        memcpy(result.points + 3 * i, result.segments + 6 * i, 3 * sizeof(double));
    }
    return result;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char** argv) {
    need(argc == 7,
         "usage: halfspace_web_bench SOURCE MOTIONS RAYS HALF_HEIGHT RADIUS CENTRE < JOBS");
    const content source = content_of(argv[1]);
    halfspace_level* level = compiled(argv[1], source);
    halfspace_collision_world* world = halfspace_new_collision_world(level);
    uint32_t stand = 0;
    while (strcmp(halfspace_space_name(level, stand), "stand") != 0) {
        ++stand;
    }
    const batch motions = batch_of(argv[2]);
    const batch rays = batch_of(argv[3]);
    halfspace_placed_shape capsule = {halfspace_new_capsule(atof(argv[4]), atof(argv[5])),
                                      halfspace_placement_at_rest(0)};
    capsule.placement.translation[2] = atof(argv[6]);
    const size_t most = motions.count > rays.count ? motions.count : rays.count;
    halfspace_contact* contacts = room_for(most, sizeof(halfspace_contact));
    uint32_t* contents = room_for(most, sizeof(uint32_t));
    uint8_t* seen = room_for(most, 1);
    char job[20];
    int times;
    while (scanf("%19s %d", job, &times) == 2) {
        const double start = seconds();
        for (; times > 0; --times) {
            halfspace_status status = HALFSPACE_BAD_ARGUMENT;
            if (strcmp(job, "trace") == 0) {
                status = halfspace_trace_all(
                    world, NULL, stand, motions.segments, motions.count, NULL, contacts);
            } else if (strcmp(job, "sweep") == 0) {
                status = halfspace_sweep_all(
                    world, NULL, &capsule, motions.segments, motions.count, NULL, contacts);
            } else if (strcmp(job, "ray") == 0) {
                status =
                    halfspace_trace_all(world, NULL, 0, rays.segments, rays.count, NULL, contacts);
            } else if (strcmp(job, "contents") == 0) {
                status = halfspace_point_contents_all(
                    world, NULL, motions.points, motions.count, contents);
            } else if (strcmp(job, "sees") == 0) {
                status = halfspace_line_of_sight_all(world, NULL, rays.segments, rays.count, seen);
            } else if (strcmp(job, "compile") == 0) {
                halfspace_free_level(compiled(argv[1], source));
                status = HALFSPACE_OK;
            }
            need(status == HALFSPACE_OK, job);
        }
        printf("%.9f\n", seconds() - start);
        fflush(stdout);
    }
    return 0;
}
