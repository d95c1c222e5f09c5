// SPDX-License-Identifier: MIT
#include "render/plain_polygon.h"

#include "halfspace/base/id.h"

#include <cstddef>

namespace halfspace {

void append_plain(PolygonList& list,
                  std::span<const Vec3> corners,
                  const Vec3& eye,
                  const Rgba& colour,
                  Light light) {
    Vec3 normal;
    for (std::size_t i = 2; i < corners.size(); ++i) {
        normal = normal + cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
    }
    const bool is_behind = dot(normal, eye - corners[0]) < 0;
    const Vec3 to_front = is_behind ? -normal : normal;
    if (!(dot(to_front, to_front) > 0)) {
        return;
    }
    const auto first = static_cast<std::uint32_t>(list.vertices.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        list.vertices.push_back({corners[is_behind ? corners.size() - 1 - i : i]});
    }
    list.polygons.push_back({.first = first,
                             .count = static_cast<std::uint32_t>(corners.size()),
                             .face = kNone,
                             .plane = {to_front, dot(to_front, corners[0])},
                             .colour = colour,
                             .is_glowing = light == Light::Glowing});
}

}  // namespace halfspace
