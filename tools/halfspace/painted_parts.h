// SPDX-License-Identifier: MIT
// The pictures of `render` that show more than faces (picture_parts.h).
#pragma once

#include "halfspace/render/painter.h"

#include "picture_parts.h"

namespace halfspace::tool {

// The faces that a picture shows: without those that the eye of `view` cannot see, if this changes
// nothing; with --view pvs all of them, dimmed where parts.seen_from cannot see them.
PolygonList faces_for(const Level& level,
                      const View& view,
                      PaintView kind,
                      const PictureParts& parts);

// Paints the list and the parts, sorted by depth. REQUIRES: as paint_sorted; has_parts(parts).
Painting paint_with_parts(PolygonList list,
                          const Level& level,
                          const TextureSet& textures,
                          const View& view,
                          const PaintOptions& options,
                          const PictureParts& parts);

}  // namespace halfspace::tool
