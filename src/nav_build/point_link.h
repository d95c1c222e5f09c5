// SPDX-License-Identifier: MIT
// Links that begin and end in points, as records.
#pragma once

#include "halfspace/level/nav_records.h"
#include "halfspace/nav/nav_mesh.h"

#include <optional>

namespace halfspace {

// The floor of a swimmer is so far below it at most [map units].
inline constexpr double kFloorOfSwimmer = 1024;

// The place as a link stores it: x and y are floats. reach: of the floor below the position.
// nullopt if it is not on the mesh then.
std::optional<NavPlace> stored_place(const NavMesh& mesh, const Vec3& position, double reach = 1);

// nullopt if an end cannot be stored, or if both ends are in one polygon. model: what carries the
// mover; kWorldModel: nothing.
std::optional<NavLinkRecord> point_link(const NavMesh& mesh,
                                        const Vec3& from,
                                        const Vec3& to,
                                        NavLinkKind kind,
                                        ModelId model,
                                        double seconds);

}  // namespace halfspace
