// SPDX-License-Identifier: MIT
#include "halfspace/math/aabb.h"
#include "halfspace/query/entities.h"
#include "halfspace/world/describe.h"

#include "level/shared/record_box.h"
#include "lint/entity_checks.h"
#include "world/shared/brush_centre.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace {
namespace {

// The box around the clusters of a gate. first: its first area portal.
Aabb box_of_gate(const Level& level, std::uint32_t first) {
    Aabb box;
    for (const ClusterRecord& cluster : level.clusters()) {
        if (cluster.area == (kGateBit | first)) {
            box = merge(box, box_of(cluster));
        }
    }
    return box;
}

// True if something opens and closes the area portal by its name.
bool is_targeted(const World& world, const Entity& portal) {
    const std::string& name = portal.value("targetname");
    return !name.empty() && std::ranges::any_of(world.entities, [&](const Entity& entity) {
        return entity.value("target") == name;
    });
}

// The first func_areaportal in the box.
std::optional<std::uint32_t> portal_entity_in(const LintInput& input, const Aabb& box) {
    for (std::uint32_t m = 1; m < input.level.models().size(); ++m) {
        const std::uint32_t entity = input.level.models()[m].entity;
        if (input.world.entities[entity].value("classname") == "func_areaportal" &&
            touch(input.level.model_bounds(ModelId(m)), box)) {
            return entity;
        }
    }
    return std::nullopt;
}

// The first brush of the world in the box that has the contents of an area portal.
std::optional<std::uint32_t> portal_brush_in(const LintInput& input, const Aabb& box) {
    const std::vector<Brush>& brushes = input.world.entities.front().brushes;
    for (std::uint32_t b = 0; b < brushes.size(); ++b) {
        if (any(brushes[b].contents & Contents::AreaPortal) &&
            contains(box, centre_of(brushes[b]))) {
            return b;
        }
    }
    return std::nullopt;
}

}  // namespace

void find_gates_without_doors(const LintInput& input, FindingList& list) {
    constexpr const char* kOpen = "; it is always open and hides nothing";
    const std::span<const AreaPortalRecord> portals = input.level.area_portals();
    for (std::uint32_t p = 0; p < portals.size(); ++p) {
        const bool is_first = p == 0 || portals[p - 1].gate != portals[p].gate;
        if (!is_first || portals[p].model != kNone) {
            continue;
        }
        const Aabb box = box_of_gate(input.level, p);
        if (const auto e = portal_entity_in(input, box)) {
            const Entity& entity = input.world.entities[*e];
            if (!is_targeted(input.world, entity)) {
                list.add(LintCheck::AreaPortalWithoutDoor,
                         {*e, entity.position, centre_of(box)},
                         describe_entity(input.world, *e) + " has no door that targets it" + kOpen);
            }
        } else if (const auto b = portal_brush_in(input, box)) {
            const Brush& brush = input.world.entities.front().brushes[*b];
            list.add(LintCheck::AreaPortalWithoutDoor,
                     {0, brush.position, centre_of(brush)},
                     "the area portal " + describe_brush(input.world, 0, *b) +
                         " has no door beside it" + kOpen);
        }
    }
}

}  // namespace halfspace
