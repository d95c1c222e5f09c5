// SPDX-License-Identifier: MIT
// What pictures of visibility show: clusters by colours, portals as glass, what an eye cannot see
// dimmed, the place of an eye, and the line of a leak. The polygons that are added here have no
// order among the faces. Paint such a list by paint_sorted (sorted.h).
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/level/leak.h"
#include "halfspace/math/frustum.h"
#include "halfspace/query/visible_faces.h"
#include "halfspace/render/polygon_list.h"

#include <cstdint>
#include <span>

namespace halfspace {

// The portals between clusters, and their outlines.
inline constexpr Rgba kPortalColour{64, 196, 255, 24};
inline constexpr Rgba kPortalEdgeColour{150, 226, 255, 160};
// The line of a leak, the edges of the opening to close, and the place of an eye.
inline constexpr Rgba kLeakColour{255, 64, 48, 255};
inline constexpr Rgba kOpeningColour{255, 150, 40, 255};
inline constexpr Rgba kEyeColour{255, 210, 60, 255};

// The colour of the first cluster that a face borders; kNoClusterColour if it borders none.
// REQUIRES: face in range of level.faces().
inline constexpr Rgba kNoClusterColour{112, 112, 118, 255};
Rgba first_cluster_colour(const Level& level, std::uint32_t face);

// Dims the faces without a mark, and the models whose boxes the eye of the marks cannot see.
// REQUIRES: models are where the editor placed them.
void dim_hidden(PolygonList& list, const Level& level, const VisibleFaces& visible);

// Adds a line through the points, as strips that look to the eye. width: how wide the line is,
// divided by its distance from the eye. So it is equally wide everywhere in the picture.
void append_line(PolygonList& list,
                 std::span<const Vec3> points,
                 const View& view,
                 double width,
                 const Rgba& colour);

// Adds the portals between clusters that the eye of the marks may see, each with an outline. width:
// as in append_line.
void append_portals(PolygonList& list,
                    const Level& level,
                    const VisibleFaces& visible,
                    const View& view,
                    double width);

// Adds the way out of a level as a line, and the edges of the opening. width: as in append_line.
void append_leak(PolygonList& list, const Leak& leak, const View& view, double width);

// Adds an octahedron around a place. radius: map units.
void append_marker(PolygonList& list, const Vec3& place, double radius, const Rgba& colour);

}  // namespace halfspace
