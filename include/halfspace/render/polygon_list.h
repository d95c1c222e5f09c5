// SPDX-License-Identifier: MIT
// What the painter draws: a stream of convex polygons in an order that hides rightly. Whoever knows
// the order fills the list; the world's faces come from visible_polygons, pieces of moving models
// are put between them by the same append functions.
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

struct PaintVertex {
    Vec3 position;
    double u = 0;  // in repeats of the texture; v runs downwards
    double v = 0;
};

// A convex polygon: vertices [first, first + count) of the list, counter-clockwise from its front.
struct PaintPolygon {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t face = 0;  // of Level::faces, which tells material, opacity, sky; or kNone
    Plane plane;             // of any length of n but 0; depths are computed from it
    Rgba colour;             // opaque, of a polygon that is no face
};

struct PolygonList {
    DrawOrder order = DrawOrder::FrontToBack;
    std::vector<PaintPolygon> polygons;
    std::vector<PaintVertex> vertices;
};

// The plane of a face, looking to its front, as near as doubles come.
Plane plane_of_face(const Level& level, std::uint32_t face);

// Adds a whole face, or a piece of one (its plane moved with it if the model has moved).
// REQUIRES: face in range of level.faces().
void append_face(PolygonList& list, const Level& level, std::uint32_t face);
void append_piece(PolygonList& list,
                  std::uint32_t face,
                  const Plane& plane,
                  std::span<const PaintVertex> vertices);

// The faces of the world and of models in it that look to the eye and may be in view, in order.
PolygonList visible_polygons(const Level& level,
                             std::span<const PlacedModel> models,
                             const View& view,
                             DrawOrder order = DrawOrder::FrontToBack);

// The same with all models at rest.
PolygonList visible_polygons(const Level& level,
                             const View& view,
                             DrawOrder order = DrawOrder::FrontToBack);

}  // namespace halfspace
