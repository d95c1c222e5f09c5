// SPDX-License-Identifier: MIT
#include "nav_build/point_link.h"

#include "halfspace/nav/locate.h"

#include "math/shared/nearest_float.h"

namespace halfspace {

std::optional<NavPlace> stored_place(const NavMesh& mesh, const Vec3& position, double reach) {
    const Vec3 stored{nearest_float(position.x), nearest_float(position.y), position.z};
    return locate(mesh, stored, {.reach = reach, .above = 1});
}

std::optional<NavLinkRecord> point_link(const NavMesh& mesh,
                                        const Vec3& from,
                                        const Vec3& to,
                                        NavLinkKind kind,
                                        ModelId model,
                                        double seconds) {
    const std::optional<NavPlace> a = stored_place(mesh, from);
    const std::optional<NavPlace> b = stored_place(mesh, to);
    if (!a || !b || a->polygon == b->polygon) {
        return std::nullopt;
    }
    const auto x = static_cast<float>(a->position.x);
    const auto y = static_cast<float>(a->position.y);
    const auto to_x = static_cast<float>(b->position.x);
    const auto to_y = static_cast<float>(b->position.y);
    return NavLinkRecord{a->polygon.value,
                         b->polygon.value,
                         {x, y, x, y},
                         {to_x, to_y, to_x, to_y},
                         static_cast<float>(seconds),
                         static_cast<std::uint32_t>(kind),
                         model.value,
                         0};
}

}  // namespace halfspace
