// SPDX-License-Identifier: MIT
#include "doors.h"

#include "halfspace/query/entities.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace halfspace::tool {
namespace {

constexpr double kReach = 80;  // how far from a door a player opens it [map units]
constexpr double kDefaultLip = 8;
constexpr double kDefaultSpeed = 100;
constexpr double kDefaultTurn = 90;

}  // namespace

Doors::Doors(const Level& level) : level_(level), placed_(models_at_rest(level)) {
    for (std::uint32_t e = 0; e < level.entities().size(); ++e) {
        const EntityId entity(e);
        const std::string_view name = classname_of(level, entity);
        const auto model = model_of(level, entity);
        if (!name.starts_with("func_door") || !model) {
            continue;
        }
        const Aabb box = level.model_bounds(*model);
        Door door{.entity = entity, .reach = grown(box, kReach)};
        door.turns = name.starts_with("func_door_rotating");
        door.direction = facing_of(level, entity).value_or(Vec3{1, 0, 0});
        door.origin = vec3_value(level, entity, "origin").value_or(Vec3{});
        const double size = std::abs(dot(door.direction, box.max - box.min));
        const double lip = number_value(level, entity, "lip").value_or(kDefaultLip);
        door.travel = door.turns ? number_value(level, entity, "distance").value_or(kDefaultTurn)
                                 : std::max(size - lip, 0.0);
        door.speed = std::abs(number_value(level, entity, "speed").value_or(kDefaultSpeed));
        doors_.push_back(door);
        for (std::size_t i = 0; i < placed_.size(); ++i) {
            if (entity_of(level, placed_[i].model) == entity) {
                door_models_.push_back({i, doors_.size() - 1});
            }
        }
    }
    for (const PlacedModel& placed : placed_) {
        ways_.emplace_back(level_, placed);
    }
}

Transform Doors::place_of(const Door& door, double open) {
    return door.turns ? turned_about(door.origin, {.yaw = open}) : moved_by(door.direction * open);
}

void Doors::set_ways() {
    for (const auto& [placed, door] : door_models_) {
        const PlacedModel& model = placed_[placed];
        ways_[placed] = MovingModel(
            level_, model.model, model.transform, place_of(doors_[door], doors_[door].next));
    }
}

std::span<const MovingModel> Doors::step(double seconds, const Vec3& player) {
    for (Door& door : doors_) {
        const double way = door.speed * seconds;
        // A door with a negative distance turns the other way.
        const double goal = contains(door.reach, player) ? door.travel : 0;
        door.next = door.open + std::clamp(goal - door.open, -way, way);
    }
    set_ways();
    return ways_;
}

std::span<const MovingModel> Doors::hold(ModelId model) {
    for (const auto& [placed, door] : door_models_) {
        if (placed_[placed].model == model) {
            doors_[door].next = doors_[door].open;
        }
    }
    set_ways();
    return ways_;
}

void Doors::finish() {
    for (Door& door : doors_) {
        door.open = door.next;
    }
    for (const auto& [placed, door] : door_models_) {
        placed_[placed].transform = ways_[placed].to();
    }
}

MoverStep step_among(Doors& doors,
                     const MoverBodies& bodies,
                     const MoverState& state,
                     const MoverInput& input,
                     const MoverOptions& options) {
    const Level& level = doors.level();
    MoverStep step = step_mover(
        {level, doors.step(options.seconds, state.position)}, bodies, state, input, options);
    // Where two doors press, first the one and then the other is held. No door is held twice.
    for (std::size_t i = 0; i < doors.count() && step.crush && step.crush->model.is_valid(); ++i) {
        step = step_mover({level, doors.hold(step.crush->model)}, bodies, state, input, options);
    }
    doors.finish();
    return step;
}

}  // namespace halfspace::tool
