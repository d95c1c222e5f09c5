// SPDX-License-Identifier: MIT
#include "query/thing_sweep.h"

#include "query/obstacle_sweep.h"
#include "query/surface_sweep.h"

#include <algorithm>

namespace halfspace {

std::optional<ThingHit> first_thing(const PlacedLevel& here,
                                    const PlacedShape& body,
                                    const Vec3& from,
                                    const Vec3& to,
                                    const TraceOptions& options) {
    auto hit = first_obstacle(here, body, from, to, options);
    if (hit && hit->start_blocked) {
        return hit;
    }
    auto mesh = first_mesh(here, body, from, to, options);
    if (!hit || !mesh || mesh->start_blocked) {
        return mesh ? mesh : hit;
    }
    const double stop = std::min(hit->stop, mesh->stop);
    hit = mesh->fraction < hit->fraction ? mesh : hit;
    hit->stop = stop;
    return hit;
}

bool is_thing_near(const PlacedLevel& here,
                   const PlacedShape& body,
                   const Vec3& from,
                   const Vec3& to,
                   const TraceOptions& options) {
    return is_obstacle_near(here, body, from, to, options) ||
           is_mesh_near(here, body, from, to, options);
}

bool overlaps_thing(const PlacedLevel& here,
                    const PlacedShape& body,
                    const Vec3& position,
                    Contents mask) {
    return overlaps_obstacle(here, body, position, mask) ||
           overlaps_mesh(here, body, position, mask);
}

bool overlaps_thing(const PlacedLevel& here, const Aabb& box, Contents mask) {
    return overlaps_obstacle(here, box, mask) || overlaps_mesh(here, box, mask);
}

}  // namespace halfspace
