// SPDX-License-Identifier: MIT
// What pictures show beside faces: portals, what one eye sees, the way out of a level that leaks,
// navigation meshes. For render and the viewer.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/level/leak.h"
#include "halfspace/query/visible_faces.h"
#include "halfspace/render/nav_shapes.h"
#include "halfspace/render/painter.h"

#include "camera_input.h"
#include "view_name.h"
#include "viewpoint.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace halfspace::tool {

// The mesh of the body with this name, or the first mesh if the name is empty. Errors: Unsupported;
// the message names the bodies that have one, or says how to get one.
Result<std::size_t> named_nav_mesh(const Level& level, std::string_view name);

// The leak of the level. Errors: Unsupported if it has none, or does not say where.
Result<Leak> leak_of(const Level& level);

struct PictureParts {
    bool portals = false;                  // those that the eye may see
    std::shared_ptr<const NavShapes> nav;  // null: none
    std::optional<Leak> leak;
    std::optional<Vec3> seen_from;  // the place of an eye, which gets a mark
};

// True if there is a part.
bool has_parts(const PictureParts& parts);

// What the view needs. seen_from: whose visible set --view pvs shows; nullopt: camera.eye or the
// first player. leak: shown by --view leak; nullopt: that of the level. Errors: Unsupported, Range;
// the message says what the level lacks, without the name of the view.
Result<PictureParts> parts_for(const Level& level,
                               const ViewName& name,
                               const CameraRequest& camera,
                               std::optional<Vec3> seen_from = std::nullopt,
                               std::optional<Leak> leak = std::nullopt);

// Where the camera of a view is by default; nullopt: where that of all pictures is. A navigation
// mesh is seen from high above the south-west, with all faces in the picture. So is a visible set,
// unless there are two places: the eye that sees, and the camera. A leak is seen from inside, in
// front of the opening. The camera may name the target. aspect: as for look_at.
std::optional<Viewpoint> viewpoint_of(const ViewName& name,
                                      const Level& level,
                                      const PictureParts& parts,
                                      const CameraRequest& camera,
                                      double field_of_view,
                                      double aspect,
                                      bool has_two_places = false);

// The parts as polygons. Those in front are hidden by faces before them; the others shine through.
struct PartPolygons {
    PolygonList hidden_by_faces;
    PolygonList shining;
};

// visible: of the eye of the view. width: of the picture [pixels].
PartPolygons polygons_of(const PictureParts& parts,
                         const Level& level,
                         const VisibleFaces& visible,
                         const View& view,
                         std::uint32_t width);

// How much of the colour of a shining part is seen through walls [of 256].
inline constexpr std::uint32_t kThroughWalls = 110;

}  // namespace halfspace::tool
