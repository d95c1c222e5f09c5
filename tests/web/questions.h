// SPDX-License-Identifier: MIT
// What halfspace_web_hashes and halfspace_web_damage share: the questions, and the numbers that
// they are made of.
#ifndef HALFSPACE_TESTS_WEB_QUESTIONS_H
#define HALFSPACE_TESTS_WEB_QUESTIONS_H

#include "halfspace.h"
#include "halfspace_compile.h"
#include "hash.h"

#define POINTS 100000
#define SURFACES 2000
#define PAIRS 300
#define MOST_MODELS 40

// Each ends the program if the condition does not hold: a question of this program has an answer.
void need(int condition, const char* what);
void ok(halfspace_status status);
void* room_for(size_t count, size_t size);

// The last part of a path, and the level of the source at a path.
const char* name_of(const char* path);
halfspace_level* compile_file(const char* path, const halfspace_compile_options* options);

// Random places in the box of a level's world, in steps of 1/64 unit.
typedef struct places {
    double low[3];     // a whole number of steps
    uint32_t size[3];  // [steps]
    uint32_t random;
} places;
places places_of(const halfspace_level* level, uint32_t seed);
// step: 1 for any place; larger ones give a coarse lattice, which meets planes often.
void next_place(places* all, uint32_t step, double place[3]);
// A long segment, or one of a 32nd of its length. Both ends are exact.
void next_segment(places* all, uint32_t number, double segment[6]);
double* segments_of(const halfspace_level* level, uint32_t seed, uint32_t count);

// A whole number of 65536ths of a turn, in degrees. The result is exact.
double degrees(uint32_t random);
void next_angles(uint32_t* random, double angles[3]);

// A world of the level with its models, each turned around a place.
halfspace_collision_world* turned_models(const halfspace_level* level, places* all);

hash hash_parts(const halfspace_level* level);
hash hash_surfaces(const halfspace_level* level);
hash hash_walls(const halfspace_level* level);
hash hash_order(const halfspace_level* level);
hash hash_questions(const halfspace_level* level);
hash hash_models(const halfspace_level* level);
hash hash_walks(const halfspace_level* level);
hash hash_shapes(void);
hash hash_meshes(void);
// Of the level of this source, compiled with navigation meshes.
hash hash_navigation(const char* path);

#endif
