// SPDX-License-Identifier: MIT
#include "halfspace/move/triggers.h"

#include "halfspace/query/collision_world.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/free.h"

#include "move/touch.h"

#include <cmath>
#include <expected>
#include <string_view>
#include <utility>

namespace halfspace {
namespace {

// Quake lets a body arrive this far above a destination [units].
constexpr double kArrivalHeight = 27;
// A push without a speed has this one, and all speeds are multiplied [units per second].
constexpr double kUsualSpeed = 1000;
constexpr double kSpeedFactor = 10;
constexpr double kMaxSpeed = 0x1p19;
// A bit of the key "spawnflags" of a push.
constexpr double kWorksOnce = 1;

class Reader {
public:
    Reader(const Level& level, double gravity) : level_(level), gravity_(gravity) {}

    // A trigger, or the reason why it does nothing.
    std::expected<Trigger, std::string> read(EntityId entity, TriggerKind kind) const {
        Trigger trigger{.entity = entity, .kind = kind};
        const auto model = model_of(level_, entity);
        if (!model || is_empty(level_.model_bounds(*model))) {
            return std::unexpected("it has no brushes");
        }
        trigger.model = *model;
        if (kind == TriggerKind::Push) {
            return read_push(trigger);
        }
        if (text_of(entity, "targetname")) {
            return std::unexpected("it has a targetname, so it waits until something sets it off");
        }
        const std::expected<Vec3, std::string> target = target_of(entity);
        if (!target) {
            return std::unexpected(target.error());
        }
        trigger.destination = *target;
        return trigger;
    }

private:
    // Editors leave keys without a text: they do not count.
    std::optional<std::string_view> text_of(EntityId entity, std::string_view key) const {
        const std::optional<std::string_view> text = key_value(level_, entity, key);
        return text && !text->empty() ? text : std::nullopt;
    }

    // The origin of the first entity that the entity's target names.
    std::expected<Vec3, std::string> target_of(EntityId entity) const {
        const auto name = text_of(entity, "target");
        if (!name) {
            return std::unexpected("it has no target");
        }
        for (const EntityId target : find_entities(level_, "targetname", *name)) {
            if (const auto origin = vec3_value(level_, target, "origin")) {
                if (!is_within(*origin, kMaxMoverPlace / 2)) {
                    return std::unexpected("its target is too far away");
                }
                return *origin;
            }
        }
        return std::unexpected("no entity with an origin has the targetname \"" +
                               std::string(*name) + "\"");
    }

    std::expected<Trigger, std::string> read_push(Trigger trigger) const {
        const double flags = number_value(level_, trigger.entity, "spawnflags").value_or(0);
        if (std::fmod(flags, 2) == kWorksOnce) {
            return std::unexpected("it works once");
        }
        if (text_of(trigger.entity, "target")) {
            return thrown_to_target(trigger);
        }
        const double speed = number_value(level_, trigger.entity, "speed").value_or(0);
        const Vec3 direction = facing_of(level_, trigger.entity).value_or(Vec3{1, 0, 0});
        trigger.velocity = direction * (speed != 0 ? speed * kSpeedFactor : kUsualSpeed);
        return checked(trigger);
    }

    // As in Quake III: from the middle of the trigger the highest place of the flight is the
    // target.
    std::expected<Trigger, std::string> thrown_to_target(Trigger trigger) const {
        const std::expected<Vec3, std::string> target = target_of(trigger.entity);
        if (!target) {
            return std::unexpected(target.error());
        }
        const Aabb box = level_.model_bounds(trigger.model);
        const Vec3 way = *target - (box.min + box.max) * 0.5;
        if (!(way.z > 0 && gravity_ > 0)) {
            return std::unexpected("its target is not above it");
        }
        const double seconds = std::sqrt(2 * way.z / gravity_);
        trigger.velocity = {way.x / seconds, way.y / seconds, seconds * gravity_};
        return checked(trigger);
    }

    static std::expected<Trigger, std::string> checked(const Trigger& trigger) {
        if (!is_within(trigger.velocity, kMaxSpeed)) {
            return std::unexpected("its speed is too high");
        }
        return trigger;
    }

    const Level& level_;
    double gravity_;
};

}  // namespace

Triggers::Triggers(const Level& level, double gravity) : level_(level) {
    const Reader reader(level, gravity);
    for (std::uint32_t e = 0; e < level.entities().size(); ++e) {
        const EntityId entity(e);
        const std::string_view name = classname_of(level, entity);
        if (name != "trigger_teleport" && name != "trigger_push") {
            continue;
        }
        auto trigger =
            reader.read(entity, name == "trigger_push" ? TriggerKind::Push : TriggerKind::Teleport);
        if (trigger) {
            triggers_.push_back(*trigger);
        } else {
            idle_.push_back({entity, std::move(trigger.error())});
        }
    }
}

const Trigger* Triggers::touched(const MoverBody& body, const Vec3& position) const {
    const Aabb box = box_at(shape_of(level_, body), position);
    for (const Trigger& trigger : triggers_) {
        if (touch(level_.model_bounds(trigger.model), box) &&
            overlaps_box({level_, trigger.model}, box, ~Contents::Void)) {
            return &trigger;
        }
    }
    return nullptr;
}

std::optional<Vec3> Triggers::arrival(const PlacedLevel& around,
                                      const Trigger& teleporter,
                                      const MoverBody& body,
                                      Contents mask) const {
    const MovedBody moved(level_, body);
    for (const double above : {0.0, kArrivalHeight}) {
        const Vec3 place = teleporter.destination + Vec3{0, 0, above};
        if (is_free(around, moved, place, mask)) {
            return place;
        }
    }
    return std::nullopt;
}

MoverState Triggers::apply(const PlacedLevel& around,
                           const MoverBodies& bodies,
                           const MoverState& state,
                           Contents mask) const {
    const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
    const MoverBody& body = is_crouched ? bodies.crouch : bodies.stand;
    const Trigger* const trigger = touched(body, state.position);
    return trigger == nullptr ? state : apply(around, *trigger, body, state, mask);
}

MoverState Triggers::apply(const PlacedLevel& around,
                           const Trigger& trigger,
                           const MoverBody& body,
                           const MoverState& state,
                           Contents mask) const {
    if (trigger.kind == TriggerKind::Push) {
        MoverState after = pushed(state, trigger.velocity - state.velocity);
        if (after.mode == MoverMode::Air) {  // whatever the slope was
            after.velocity = trigger.velocity;
        }
        return after;
    }
    const std::optional<Vec3> place = arrival(around, trigger, body, mask);
    if (!place) {
        return state;
    }
    MoverState after = moved_to(state, *place);
    after.velocity = {};
    return after;
}

}  // namespace halfspace
