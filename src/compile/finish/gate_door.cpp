// SPDX-License-Identifier: MIT
#include "compile/finish/gate_door.h"

#include "halfspace/math/aabb.h"

#include "level/shared/record_box.h"

#include <algorithm>
#include <string>

namespace halfspace {

std::uint32_t door_of_gate(const Gate& gate, const World& world, const LevelData& level) {
    Aabb box;
    for (const std::uint32_t cluster : gate.clusters) {
        box = merge(box, box_of(level.clusters[cluster]));
    }
    const auto is_door = [&](const ModelRecord& model) {
        const Entity& entity = world.entities[model.entity];
        if (gate.entities.empty()) {
            return entity.value("classname").starts_with("func_door") &&
                   touch(grown({vec3_of(model.bounds_min), vec3_of(model.bounds_max)}, 1), box);
        }
        const std::string& target = entity.value("target");
        return !target.empty() && std::ranges::any_of(gate.entities, [&](std::uint32_t e) {
            return world.entities[e].value("targetname") == target;
        });
    };
    for (std::uint32_t m = 1; m < level.models.size(); ++m) {
        if ((level.models[m].flags & kModelCurves) == 0 && is_door(level.models[m])) {
            return m;
        }
    }
    return kNone;
}

}  // namespace halfspace
