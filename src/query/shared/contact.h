// SPDX-License-Identifier: MIT
// The two contacts that touch no surface.
#pragma once

#include "halfspace/query/trace.h"

namespace halfspace {

// The contact of a body that gets to `to`.
inline Contact without_hit(const Vec3& to) {
    Contact contact;
    contact.point = contact.end = to;
    return contact;
}

// The contact of a body whose start is blocked (Contact::start_blocked), and by what.
inline Contact blocked_at(const Vec3& from,
                          ModelId model,
                          ObstacleId obstacle = {},
                          MeshId mesh = {}) {
    Contact contact;
    contact.hit = contact.start_blocked = true;
    contact.fraction = 0;
    contact.point = contact.end = from;
    contact.model = model;
    contact.obstacle = obstacle;
    contact.mesh = mesh;
    return contact;
}

}  // namespace halfspace
