// SPDX-License-Identifier: MIT
// A body against the meshes of a placed level (spatial/mesh_sweep.h).
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/query/placed_level.h"

#include "query/thing_hit.h"

#include <optional>

namespace halfspace {

// The first mesh with a bit of the mask that the body meets on its way; of several at the same
// place, the one with the lowest id. One that blocks the start comes before all others. body: as it
// stands where its position is the origin.
std::optional<ThingHit> first_mesh(const PlacedLevel& here,
                                   const PlacedShape& body,
                                   const Vec3& from,
                                   const Vec3& to,
                                   const TraceOptions& options);

// False if first_mesh certainly meets none on this way.
bool is_mesh_near(const PlacedLevel& here,
                  const PlacedShape& body,
                  const Vec3& from,
                  const Vec3& to,
                  const TraceOptions& options);

// True if a triangle of a mesh with a bit of the mask overlaps the body. Touching is no overlap.
bool overlaps_mesh(const PlacedLevel& here,
                   const PlacedShape& body,
                   const Vec3& position,
                   Contents mask);
bool overlaps_mesh(const PlacedLevel& here, const Aabb& box, Contents mask);

// True if a triangle of a mesh with a bit of the mask meets the segment.
bool meets_mesh(const PlacedLevel& here, const Vec3& from, const Vec3& to, Contents mask);

// The position after a motion shorter than `distance` out of the meshes that the body overlaps;
// nullopt if none is found (unstick of spatial/mesh_sweep.h). Other things may block the place.
std::optional<Vec3> beside_meshes(const PlacedLevel& here,
                                  const PlacedShape& body,
                                  const Vec3& position,
                                  double distance,
                                  Contents mask);

}  // namespace halfspace
