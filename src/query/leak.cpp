// SPDX-License-Identifier: MIT
#include "halfspace/query/leak.h"

#include "halfspace/level/level.h"
#include "halfspace/query/entities.h"

#include "level/shared/find_leak.h"

#include <cassert>
#include <string_view>
#include <vector>

namespace halfspace {
namespace {

// For each entity whether it has brushes or polygons, in a model or left out.
std::vector<bool> have_shapes(const Level& level) {
    std::vector<bool> has(level.entities().size());
    for (const ModelRecord& model : level.models()) {
        has[model.entity] = true;
    }
    for (const LeftOutRecord& brush : level.left_out()) {
        has[brush.entity] = true;
    }
    return has;
}

}  // namespace

std::optional<Leak> find_leak(const Level& level) {
    if (!level.visible_starts().empty()) {
        return std::nullopt;  // only sealed levels know what is visible
    }
    const std::vector<bool> has_shape = have_shapes(level);
    std::vector<LeakStart> starts;
    for (std::uint32_t e = 1; e < has_shape.size(); ++e) {
        const auto origin = has_shape[e] ? std::nullopt : vec3_value(level, EntityId(e), "origin");
        if (origin) {
            starts.push_back({e, *origin});
        }
    }
    return find_leak(level.view(), starts);
}

std::string describe_leak(const Level& level, const Leak& leak) {
    assert(leak.entity < level.entities().size());
    const std::string number = "entity " + std::to_string(leak.entity);
    const std::string classname(classname_of(level, EntityId(leak.entity)));
    return describe_leak(leak, classname.empty() ? number : classname + " (" + number + ")");
}

}  // namespace halfspace
