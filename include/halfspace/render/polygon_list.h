// SPDX-License-Identifier: MIT
// What the painter draws: convex polygons in an order in which they hide one another rightly.
// visible_polygons makes such a list for a world and its models. A caller who knows another right
// order fills a list by the append functions.
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/level/level.h"
#include "halfspace/math/frustum.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/model_order.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A convex polygon. Its corners run counter-clockwise seen from its front.
struct PaintPolygon {
    // Range in PolygonList::vertices.
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    // Index in Level::faces(), which gives material, opacity and sky; kNone for a polygon that is
    // no face.
    std::uint32_t face = 0;
    // The plane of the polygon; n may have any length but 0. Depths are computed from it.
    Plane plane;
    // The colour of a polygon that is not a face, with its opacity.
    Rgba colour;
    // True: shown dark and grey.
    bool is_dimmed = false;
    // True: a polygon that is not a face has its colour in any light.
    bool is_glowing = false;
};

// The polygons, in the order that `order` names.
struct PolygonList {
    DrawOrder order = DrawOrder::FrontToBack;
    std::vector<PaintPolygon> polygons;
    std::vector<FaceVertex> vertices;
};

// The plane of a face, map units, as exactly as doubles can. Its front is the face's front.
Plane plane_of_face(const Level& level, std::uint32_t face);

// Adds a whole face. REQUIRES: face in range of level.faces().
void append_face(PolygonList& list, const Level& level, std::uint32_t face);
// Adds a piece of a face. plane: where the piece is, so for a model that has moved, the moved
// plane. REQUIRES: as append_face; at least three vertices.
void append_piece(PolygonList& list,
                  std::uint32_t face,
                  const Plane& plane,
                  std::span<const FaceVertex> vertices);

// The faces that look towards the eye and may be in view: of the world, and of models in it. They
// are in the given order. visible: null, or the marks of what an eye may see; what has no mark is
// left out, as by ModelOrder.
PolygonList visible_polygons(const Level& level,
                             std::span<const PlacedModel> models,
                             const View& view,
                             DrawOrder order = DrawOrder::FrontToBack,
                             const VisibleFaces* visible = nullptr);

// The same with all models where the editor placed them.
PolygonList visible_polygons(const Level& level,
                             const View& view,
                             DrawOrder order = DrawOrder::FrontToBack,
                             const VisibleFaces* visible = nullptr);

}  // namespace halfspace
