// SPDX-License-Identifier: MIT
#include "verify/near_planes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>

namespace halfspace {

NearPlanes::NearPlanes(std::span<const PlaneId> ids, const PlaneTable& planes) {
    std::map<std::array<std::int64_t, 3>, Parallel> by_normal;
    for (const PlaneId id : ids) {
        const PlaneTable::Filter& filter = planes.filter(id);
        Parallel& parallel = by_normal[planes.even_plane(id).n];
        parallel.n = filter.n;
        parallel.planes.emplace_back(filter.d, PlaneId{2 * id.pair()});
    }
    for (auto& [n, parallel] : by_normal) {
        std::ranges::sort(parallel.planes);
        const auto repeated = std::ranges::unique(parallel.planes);
        parallel.planes.erase(repeated.begin(), repeated.end());
        directions_.push_back(std::move(parallel));
    }
}

std::vector<PlaneId> NearPlanes::near(const Vec3& place) const {
    std::vector<PlaneId> found;
    for (const Parallel& parallel : directions_) {
        const double at = dot(parallel.n, place);
        auto plane = std::ranges::lower_bound(
            parallel.planes, at - kNear, {}, [](const auto& one) { return one.first; });
        for (; plane != parallel.planes.end() && plane->first <= at + kNear; ++plane) {
            found.push_back(plane->second);
        }
    }
    return found;
}

}  // namespace halfspace
