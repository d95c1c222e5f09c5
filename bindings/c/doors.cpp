// SPDX-License-Identifier: MIT
#include "halfspace/move/doors.h"

#include "halfspace/move/player_start.h"

#include "halfspace_move.h"
#include "handle.h"
#include "motion.h"
#include "seen.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace halfspace::c {

static_assert(sizeof(halfspace_door_state) == sizeof(DoorState));
static_assert(offsetof(halfspace_door_state, mode) == offsetof(DoorState, mode));
static_assert(offsetof(halfspace_door_state, turned_back) == offsetof(DoorState, turned_back));
static_assert(offsetof(halfspace_door_state, carries_down) == offsetof(DoorState, carries_down));

namespace {

bool has_door(const halfspace_doors* doors, size_t door) {
    return doors != nullptr && door < doors->doors->doors().size();
}

halfspace_player_start stored_start(const PlayerStart& from) {
    halfspace_player_start to{};
    to.entity = from.entity.value;
    to.refused = static_cast<uint32_t>(from.refused);
    store(from.origin, to.origin);
    to.yaw = from.yaw;
    store(from.position, to.position);
    return to;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_doors* halfspace_new_doors(const halfspace_level* level) {
    return pointer_of([&]() -> halfspace_doors* {
        return level == nullptr ? nullptr
                                : new halfspace_doors{std::make_shared<Doors>(level->level)};
    });
}

void halfspace_free_doors(halfspace_doors* doors) {
    delete doors;
}

size_t halfspace_door_count(const halfspace_doors* doors) {
    return doors == nullptr ? 0 : doors->doors->doors().size();
}

halfspace_status halfspace_get_door(const halfspace_doors* doors,
                                    size_t door,
                                    halfspace_door* out) {
    if (!has_door(doors, door) || out == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Door& from = doors->doors->doors()[door];
    halfspace_door to{};
    to.entity = from.entity.value;
    to.group = from.group;
    store(from.reach.min, to.reach_min);
    store(from.reach.max, to.reach_max);
    to.travel = from.travel;
    to.speed = from.speed;
    to.wait = from.wait;
    *out = to;
    return HALFSPACE_OK;
}

halfspace_status halfspace_get_door_state(const halfspace_doors* doors,
                                          size_t door,
                                          halfspace_door_state* state) {
    if (!has_door(doors, door) || state == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *state = std::bit_cast<halfspace_door_state>(doors->doors->states()[door]);
    return HALFSPACE_OK;
}

halfspace_status halfspace_restore_doors(halfspace_doors* doors,
                                         const halfspace_door_state* states,
                                         size_t count) {
    if (doors == nullptr || count != doors->doors->doors().size() ||
        (states == nullptr && count > 0)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        std::vector<DoorState> taken(count);
        std::transform(
            states, states + count, taken.begin(), [](const halfspace_door_state& state) {
                return std::bit_cast<DoorState>(state);
            });
        return doors->doors->restore(taken) ? HALFSPACE_OK : HALFSPACE_BAD_ARGUMENT;
    });
}

halfspace_status halfspace_lock_door(halfspace_doors* doors, size_t door, int32_t is_locked) {
    if (!has_door(doors, door)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (is_locked != 0) {
        doors->doors->lock(door);
    } else {
        doors->doors->unlock(door);
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_step_doors(halfspace_doors* doors,
                                      double seconds,
                                      const double* visitors,
                                      size_t count) {
    if (doors == nullptr || !is_distance(seconds) || !are_points(visitors, count)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        std::vector<Vec3> places(count);
        for (size_t i = 0; i < count; ++i) {
            places[i] = vec3(visitors + 3 * i);
        }
        doors->doors->step(seconds, places);
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_turn_back_door(halfspace_doors* doors, uint32_t model) {
    if (doors == nullptr || model >= doors->doors->level().models().size()) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        return doors->doors->turn_back(ModelId(model)) ? HALFSPACE_OK : HALFSPACE_NOT_FOUND;
    });
}

halfspace_status halfspace_door_way(const halfspace_doors* doors,
                                    uint32_t model,
                                    halfspace_placement* from,
                                    halfspace_placement* to) {
    if (doors == nullptr || model == 0 || !doors->doors->world().holds(ModelId(model))) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const MovingModel& way = doors->doors->world().model(ModelId(model));
    if (from != nullptr) {
        *from = placement_of(model, way.from());
    }
    if (to != nullptr) {
        *to = placement_of(model, way.to());
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_move_doors(const halfspace_doors* doors,
                                      halfspace_collision_world* world) {
    if (doors == nullptr || !can_move_in(world, nullptr) ||
        doors->doors->level().models().size() != world->world.level().models().size()) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        for (const PlacedModel& placed : doors->doors->placed()) {
            if (world->world.holds(placed.model)) {
                world->world.move(placed.model, doors->doors->world().model(placed.model).to());
            }
        }
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_set_areas(const halfspace_doors* doors, halfspace_area_state* areas) {
    if (doors == nullptr || areas == nullptr || !are_same(areas->level, doors->doors->level())) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    doors->doors->set_areas(areas->areas);
    return HALFSPACE_OK;
}

halfspace_status halfspace_finish_doors(halfspace_doors* doors, int32_t* has_moved) {
    if (doors == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const bool moved = doors->doors->finish();
    if (has_moved != nullptr) {
        *has_moved = moved ? 1 : 0;
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_step_among(halfspace_doors* doors,
                                      const halfspace_leave_out* without,
                                      const halfspace_mover_body* stand,
                                      const halfspace_mover_body* crouch,
                                      const halfspace_mover_state* state,
                                      const halfspace_mover_input* input,
                                      const halfspace_mover_options* options,
                                      halfspace_mover_step* step) {
    if (doors == nullptr || !is_leave_out(without)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const auto bodies = mover_bodies(doors->doors->level(), stand, crouch);
        const auto how = mover_options(options);
        if (!bodies || !how || state == nullptr || input == nullptr || step == nullptr) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        *step = stored(step_among(*doors->doors,
                                  *bodies,
                                  std::bit_cast<MoverState>(*state),
                                  std::bit_cast<MoverInput>(*input),
                                  *how,
                                  leave_out(without)));
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_find_start(const halfspace_collision_world* world,
                                      const halfspace_leave_out* without,
                                      const halfspace_mover_body* body,
                                      uint32_t mask,
                                      halfspace_player_start* start) {
    if (!can_move_in(world, without) || start == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const Level& level = world->world.level();
        if (body == nullptr) {
            const std::vector<PlayerStart> starts = player_starts(level);
            if (!starts.empty()) {
                *start = stored_start(starts.front());
            }
            return starts.empty() ? HALFSPACE_NOT_FOUND : HALFSPACE_OK;
        }
        const auto stand = mover_body(level, body);
        if (!stand) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        const auto found =
            find_start(placed_level(world, without), *stand, static_cast<Contents>(mask));
        if (found) {
            *start = stored_start(*found);
        }
        return found ? HALFSPACE_OK : HALFSPACE_NOT_FOUND;
    });
}

halfspace_status halfspace_find_ground_start(const halfspace_collision_world* world,
                                             const halfspace_leave_out* without,
                                             const halfspace_mover_body* body,
                                             double eye_height,
                                             uint32_t mask,
                                             halfspace_ground_start* start) {
    if (!can_move_in(world, without) || start == nullptr || !std::isfinite(eye_height)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const auto stand = mover_body(world->world.level(), body);
        if (!stand) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        const auto found = find_ground_start(
            placed_level(world, without), *stand, eye_height, static_cast<Contents>(mask));
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        const Angles look =
            angles_towards(found->target - found->position - Vec3{0, 0, eye_height});
        store(found->position, start->position);
        start->pitch = look.pitch;
        start->yaw = look.yaw;
        return HALFSPACE_OK;
    });
}
