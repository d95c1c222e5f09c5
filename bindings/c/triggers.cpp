// SPDX-License-Identifier: MIT
#include "halfspace/move/triggers.h"

#include "halfspace_move.h"
#include "handle.h"
#include "motion.h"
#include "seen.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

struct halfspace_triggers {
    halfspace::Level level;
    halfspace::Triggers triggers;
};

namespace halfspace::c {

static_assert(HALFSPACE_TRIGGER_TELEPORT == static_cast<uint32_t>(TriggerKind::Teleport));
static_assert(HALFSPACE_TRIGGER_PUSH == static_cast<uint32_t>(TriggerKind::Push));

namespace {

size_t number_of(const Trigger& trigger, const halfspace_triggers& of) {
    return static_cast<size_t>(&trigger - of.triggers.triggers().data());
}

}  // namespace

}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_triggers* halfspace_new_triggers(const halfspace_level* level, double gravity) {
    return pointer_of([&]() -> halfspace_triggers* {
        return level == nullptr || !is_distance(gravity)
                   ? nullptr
                   : new halfspace_triggers{level->level, Triggers(level->level, gravity)};
    });
}

void halfspace_free_triggers(halfspace_triggers* triggers) {
    delete triggers;
}

size_t halfspace_trigger_count(const halfspace_triggers* triggers) {
    return triggers == nullptr ? 0 : triggers->triggers.triggers().size();
}

halfspace_status halfspace_get_trigger(const halfspace_triggers* triggers,
                                       size_t trigger,
                                       halfspace_trigger* out) {
    if (trigger >= halfspace_trigger_count(triggers) || out == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Trigger& from = triggers->triggers.triggers()[trigger];
    *out = {from.entity.value, from.model.value, static_cast<uint32_t>(from.kind), 0, {}, {}};
    store(from.destination, out->destination);
    store(from.velocity, out->velocity);
    return HALFSPACE_OK;
}

size_t halfspace_idle_trigger_count(const halfspace_triggers* triggers) {
    return triggers == nullptr ? 0 : triggers->triggers.idle().size();
}

halfspace_status halfspace_get_idle_trigger(const halfspace_triggers* triggers,
                                            size_t trigger,
                                            uint32_t* entity,
                                            const char** reason) {
    if (trigger >= halfspace_idle_trigger_count(triggers) || entity == nullptr ||
        reason == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const IdleTrigger& idle = triggers->triggers.idle()[trigger];
    *entity = idle.entity.value;
    *reason = idle.reason.c_str();
    return HALFSPACE_OK;
}

halfspace_status halfspace_touched_trigger(const halfspace_triggers* triggers,
                                           const halfspace_mover_body* body,
                                           const double position[3],
                                           size_t* trigger) {
    if (triggers == nullptr || !is_point(position) || trigger == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const std::optional<MoverBody> given = mover_body(triggers->level, body);
        if (!given) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        const Trigger* const found = triggers->triggers.touched(*given, vec3(position));
        if (found == nullptr) {
            return HALFSPACE_NOT_FOUND;
        }
        *trigger = number_of(*found, *triggers);
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_apply_triggers(const halfspace_triggers* triggers,
                                          const halfspace_collision_world* world,
                                          const halfspace_leave_out* without,
                                          const halfspace_mover_body* stand,
                                          const halfspace_mover_body* crouch,
                                          halfspace_mover_state* state,
                                          const halfspace_mover_options* options,
                                          size_t* trigger) {
    const std::optional<MoverState> before = mover_state(state);
    const std::optional<MoverOptions> how = mover_options(options);
    if (triggers == nullptr || !can_move_in(world, without) ||
        !are_same(triggers->level, world->world.level()) || !before || !how) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const std::optional<MoverBodies> bodies = mover_bodies(triggers->level, stand, crouch);
        if (!bodies) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        const bool is_crouched = has_flag(before->flags, MoverFlags::Crouched);
        const MoverBody& body = is_crouched ? bodies->crouch : bodies->stand;
        const Trigger* const found = triggers->triggers.touched(body, before->position);
        if (found == nullptr) {
            return HALFSPACE_NOT_FOUND;
        }
        *state = std::bit_cast<halfspace_mover_state>(triggers->triggers.apply(
            placed_level(world, without), *found, body, *before, how->mask));
        if (trigger != nullptr) {
            *trigger = number_of(*found, *triggers);
        }
        return HALFSPACE_OK;
    });
}
