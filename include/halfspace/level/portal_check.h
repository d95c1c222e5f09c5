// SPDX-License-Identifier: MIT
// What a portal has to be, and whether it is so. Readers of portal files and the visibility of the
// compiler ask here before they trust a graph.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/level/portal_records.h"
#include "halfspace/math/plane.h"

#include <cstddef>
#include <optional>

namespace halfspace {

// The most clusters and portals of a graph. Portal flow needs N^2/8 bytes for N = twice the
// portals: 2 GiB at the most.
inline constexpr std::uint32_t kMaxClusters = 1u << 16;
inline constexpr std::uint32_t kMaxPortals = 1u << 16;
inline constexpr std::uint32_t kMaxPortalCorners = 256;
// The largest coordinate of a corner [map units].
inline constexpr double kMaxPortalCoordinate = 1 << 20;
// How far a corner may be from the plane of its portal, and how far it may dent the outline [map
// units]. Some tools round coordinates to 0.001.
inline constexpr double kPortalTolerance = 1.0 / 64;

// The plane of a portal: through the mean of its corners. The normal has length 1 and points to
// cluster 0. REQUIRES: portal_problem finds nothing wrong with this portal.
Plane portal_plane(const PortalGraph& graph, const PortalRecord& portal);

// What is wrong with a portal, without a place; nullopt if nothing is. Checked: its clusters and
// corners exist; its clusters differ; it has 3 corners or more, is flat and convex up to
// kPortalTolerance, and is larger than a point or a line. Cost: the square of its corners.
std::optional<Error> portal_problem(const PortalGraph& graph, const PortalRecord& portal);

// True for a portal as thin as a hair, which has no area in doubles. Nothing is seen through it:
// visibility does not promise to see through windows thinner than 1e-6 map units. REQUIRES: its
// corners exist.
bool has_no_area(const PortalGraph& graph, const PortalRecord& portal);

// The first thing that is wrong with a graph: too many clusters or portals, or a portal.
std::optional<Error> graph_problem(const PortalGraph& graph);

}  // namespace halfspace
