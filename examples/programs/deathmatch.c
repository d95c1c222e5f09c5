// SPDX-License-Identifier: MIT
// A deathmatch server: deathmatch.cpp in C, with the same argument and output.
#include "halfspace_move.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { BOTS = 16, TICKS = 1024, FIRE_BUTTON = 4, SIGHT = 2048, BLAST = 120 };  // [units]

// All that changes, without padding: equal states have equal bytes. The doors follow from it.
static struct {
    int64_t tick, item_back[4];  // of each item: the tick when it is there again
    struct bot {
        halfspace_mover_state mover;
        double rocket[3], rocket_aim[3];
        int32_t rocket_flies, score, health, reloaded;  // reloaded: the tick of the next shot
    } bots[BOTS];
} state;
static halfspace_doors* doors;
static halfspace_collision_world* world;  // the level with its doors and the bots
static halfspace_mover_body stand;
static struct { uint32_t count; double at[32][3]; } starts, items;
static halfspace_mover_input record[TICKS + 1][BOTS];

static void need(halfspace_status status) {
    if (status != HALFSPACE_OK) {
        fprintf(stderr, "deathmatch: %s\n", halfspace_status_text(status));
        exit(1);
    }
}

// sum = a + b * scale. Returns the length of the sum.
static double add(const double a[3], const double b[3], double scale, double sum[3]) {
    for (int i = 0; i < 3; ++i) {
        sum[i] = a[i] + b[i] * scale;
    }
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
}

static int sees(const double from[3], const double to[3]) {
    int32_t is_clear;
    need(halfspace_line_of_sight(world, NULL, from, to, &is_clear));
    return is_clear;
}

// Two bots at one start get out of one another, because an overlap stops only ways that go deeper.
static void spawn(uint32_t who) {
    const double* at = starts.at[(state.tick + who) % starts.count];
    const halfspace_obstacle body = {who, 0, stand, {at[0], at[1], at[2]}};
    need(halfspace_mover_at(at, &state.bots[who].mover));
    need(halfspace_place_obstacle(world, &body));
    state.bots[who].health = 100;
}

// A ray, or a rocket in one tick: meets all but its owner. Whoever has no health begins again.
static halfspace_contact shoot(uint32_t who, const double at[3], const double aim[3], double way) {
    const halfspace_leave_out others = {&who, 1, NULL, 0, NULL, 0};
    halfspace_contact hit;
    double to[3];
    add(at, aim, way, to);
    need(halfspace_trace(world, &others, 0, at, to, NULL, &hit));
    if (hit.obstacle != HALFSPACE_NONE && (state.bots[hit.obstacle].health -= 40) <= 0) {
        ++state.bots[who].score;
        spawn(hit.obstacle);
    }
    return hit;
}

// A rocket explodes at what it touches, and throws all who have no wall before them.
static void fly(struct bot* bot, uint32_t owner) {
    const halfspace_contact hit = shoot(owner, bot->rocket, bot->rocket_aim, 12);
    memcpy(bot->rocket, hit.end, sizeof(bot->rocket));
    bot->rocket_flies = !hit.hit;
    for (uint32_t who = 0; hit.hit && who < BOTS; ++who) {
        halfspace_mover_state* mover = &state.bots[who].mover;
        double away[3];
        const double distance = add(mover->position, hit.end, -1, away);
        if (distance < BLAST && sees(hit.end, mover->position)) {
            add(away, away, 500 / (distance + 1) - 1, away);
            need(halfspace_pushed(mover, away, mover));
        }
    }
}

// A bot moves, takes what lies there, and fires a rocket, or a ray while its last rocket flies.
static void act(struct bot* bot, uint32_t who, const halfspace_mover_input* command) {
    const double angles[3] = {command->pitch * (360.0 / 65536), command->yaw * (360.0 / 65536), 0};
    const halfspace_leave_out others = {&who, 1, NULL, 0, NULL, 0};
    halfspace_mover_state* mover = &bot->mover;
    halfspace_mover_step step;
    double aim[3], way[3];
    need(halfspace_step_mover(world, &others, &stand, &stand, mover, command, NULL, &step));
    while (step.is_crushed && halfspace_turn_back_door(doors, step.crush_model) == HALFSPACE_OK) {
        need(halfspace_move_doors(doors, world));
        need(halfspace_step_mover(world, &others, &stand, &stand, mover, command, NULL, &step));
    }
    *mover = step.state;
    need(halfspace_place_obstacle_at(world, who, mover->position));
    for (uint32_t i = 0; i < items.count; ++i) {
        if (state.tick >= state.item_back[i] && add(mover->position, items.at[i], -1, way) < 40) {
            state.item_back[i] = state.tick + 640;
            bot->health += 50;
        }
    }
    need(halfspace_facing(angles, aim));
    if ((command->buttons & FIRE_BUTTON) && state.tick >= bot->reloaded) {
        bot->reloaded = (int32_t)state.tick + 32;
        if (bot->rocket_flies) {
            shoot(who, mover->position, aim, SIGHT);
        } else {
            memcpy(bot->rocket, mover->position, sizeof(bot->rocket));
            memcpy(bot->rocket_aim, aim, sizeof(aim));
            bot->rocket_flies = 1;
        }
    }
}

// A bot shoots at one that it sees, else it goes on or another way. dice: any number.
static void think(uint32_t who, uint32_t dice, halfspace_mover_input* command) {
    const double wish[3] = {1, 0, 0}, *eye = state.bots[who].mover.position;
    double angles[3] = {0, dice % 360, 0}, way[3];
    command->buttons = 0;
    if (dice % 64 == 0) {
        need(halfspace_quantised(angles, wish, HALFSPACE_JUMP_BUTTON, command));
    }
    for (uint32_t i = 0; i < BOTS; ++i) {
        const double* other = state.bots[i].mover.position;
        if (i != who && add(other, eye, -1, way) < SIGHT && sees(eye, other)) {
            need(halfspace_angles_towards(way, angles));
            need(halfspace_quantised(angles, wish, 0, command));
            command->buttons = FIRE_BUTTON;
        }
    }
}

// Plays all ticks and returns the hash of the state.
static unsigned long long play(const halfspace_level* level, int is_replay) {
    double places[BOTS][3];
    uint64_t dice = 1;
    memset(&state, 0, sizeof(state));
    doors = halfspace_new_doors(level);
    world = halfspace_new_collision_world(level);
    need(halfspace_place_models_at_rest(world));
    need(halfspace_move_doors(doors, world));
    for (uint32_t who = 0; who < BOTS; ++who) {
        spawn(who);
    }
    while (state.tick++ < TICKS) {
        halfspace_mover_input* commands = record[state.tick];
        for (uint32_t who = 0; who < BOTS; ++who) {
            memcpy(places[who], state.bots[who].mover.position, sizeof(places[who]));
            if (!is_replay) {
                dice = dice * 48271 % 2147483647;
                commands[who] = record[state.tick - 1][who];
                think(who, (uint32_t)dice, &commands[who]);
            }
        }
        need(halfspace_end_step(world));
        need(halfspace_step_doors(doors, 1.0 / 64, places[0], BOTS));
        need(halfspace_move_doors(doors, world));
        for (uint32_t who = 0; who < BOTS; ++who) {
            act(&state.bots[who], who, &commands[who]);
            if (state.bots[who].rocket_flies) {
                fly(&state.bots[who], who);
            }
        }
        need(halfspace_finish_doors(doors, NULL));
    }
    halfspace_free_doors(doors);
    halfspace_free_collision_world(world);
    return XXH3_64bits(&state, sizeof(state));
}

int main(int argc, char** argv) {
    char why[300];
    halfspace_level* level = halfspace_load_file(argc > 1 ? argv[1] : "arena.hsw", why, sizeof why);
    if (level == NULL) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    need(halfspace_find_space(level, "stand", &stand.space));
    for (uint32_t entity = 0; entity < halfspace_entity_count(level); ++entity) {
        const char* name = halfspace_key_value(level, entity, "classname");
        if (strncmp(name, "info_player", 11) == 0 && starts.count < 32) {
            need(halfspace_key_vec3(level, entity, "origin", starts.at[starts.count++]));
        } else if (strcmp(name, "item_health") == 0 && items.count < 4) {
            need(halfspace_key_vec3(level, entity, "origin", items.at[items.count++]));
        }
    }
    const unsigned long long first = play(level, 0), again = play(level, 1);
    printf("hash %016llx, again %016llx\n", first, again);
    halfspace_free_level(level);
    return first == again ? 0 : 1;
}
