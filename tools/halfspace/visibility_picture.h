// SPDX-License-Identifier: MIT
// The pictures of `render` that show more than faces: portals, what one eye sees, the line of a
// leak, navigation meshes.
#pragma once

#include "halfspace/render/nav_shapes.h"
#include "halfspace/render/painter.h"

#include "viewpoint.h"

#include <optional>
#include <span>
#include <string>

namespace halfspace::tool {

// Why the level cannot be shown in this view, such as "the level has no portals"; nullopt if it
// can.
std::optional<std::string> missing_for_view(const Level& level, PaintView view);

// An eye high above the south-west of the level that has all faces in its
// picture. target: the middle of the picture; nullopt: the middle of the faces. field_of_view and
// aspect: as for look_at.
Viewpoint viewpoint_from_above(const Level& level,
                               std::optional<Vec3> target,
                               double field_of_view,
                               double aspect);

// What a picture shows beside the faces.
struct VisibilityParts {
    Vec3 seen_from;              // whose visible set counts
    std::span<const Vec3> line;  // the line of a leak; empty: none
    NavShapes nav;               // of --view nav
};

// True if the picture needs paint_with_parts: with others the order of the tree is enough.
bool has_parts(PaintView view, const VisibilityParts& parts);

// The faces that a picture shows: without those that the eye of `view` cannot see, if this changes
// nothing; with --view pvs all of them, dimmed where `seen_from` cannot see them.
PolygonList faces_for(const Level& level,
                      const View& view,
                      PaintView kind,
                      const VisibilityParts& parts);

// Paints the list and the parts, sorted by depth. The line and the place of the eye shine through
// walls. REQUIRES: as paint_sorted; has_parts().
Painting paint_with_parts(PolygonList list,
                          const Level& level,
                          const TextureSet& textures,
                          const View& view,
                          const PaintOptions& options,
                          const VisibilityParts& parts);

}  // namespace halfspace::tool
