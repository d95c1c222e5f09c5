// SPDX-License-Identifier: MIT
#include "viewpoint.h"

#include "halfspace/math/sin_cos.h"
#include "halfspace/query/sight.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace halfspace::tool {
bool is_in_reach(const Vec3& point) {
    return is_within(point, kMaxCoordinate);
}

Vec3 default_target(const Level& level, const Vec3& eye) {
    const Aabb box = level.drawn_box(kWorldModel);
    const Vec3 middle = centre_of(box);
    return middle == eye ? eye + Vec3{1, 0, 0} : middle;
}

std::optional<Viewpoint> player_viewpoint(const Level& level) {
    const std::vector<PlayerStart> starts = player_starts(level);
    return starts.empty() ? std::nullopt : std::optional(viewpoint_at(level, starts.front()));
}

Viewpoint viewpoint_at(const Level& level, const PlayerStart& start) {
    Vec3 eye = start.position + Vec3{0, 0, kEyeHeight};
    if (!line_of_sight(level, start.position, eye)) {
        eye = start.position;  // the room is for smaller bodies
    }
    const SinCos turn = sin_cos(start.yaw);
    return {eye, eye + Vec3{turn.cosine, turn.sine, 0} * 64};
}

Viewpoint overview(const Aabb& box) {
    const Vec3 size = box.max - box.min;
    const double reach = std::max({size.x, size.y, size.z, 1.0});
    return {{box.min.x - reach / 8, box.min.y - reach / 4, box.max.z + reach / 2}, centre_of(box)};
}

Viewpoint overview(const Level& level) {
    return overview(level.drawn_box(kWorldModel));
}

}  // namespace halfspace::tool
