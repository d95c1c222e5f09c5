// SPDX-License-Identifier: MIT
// Pictures of navigation meshes (level/nav_records.h): the polygons at the feet of the body, where
// the mesh ends, the steps of stairs, and links as arrows. Plans, painted pictures and the viewer
// show the same shapes. A polygon holds positions of the body, so it ends half a body before a wall
// and reaches half a body beyond a ledge.
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/level/fwd.h"
#include "halfspace/level/nav_records.h"
#include "halfspace/math/frustum.h"
#include "halfspace/math/vec.h"
#include "halfspace/render/polygon_list.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

// How far the polygons are drawn above the floor [map units].
inline constexpr double kNavAboveFloor = 0.25;
// The opacity of polygons, and of edges that two polygons have [0..255].
inline constexpr std::uint8_t kNavGlassOpacity = 84;
inline constexpr std::uint8_t kNavCommonOpacity = 150;
// The edges and the risers of steps, in any island.
inline constexpr Rgba kNavStepColour{255, 190, 40, 255};
// The arrows of links.
inline constexpr Rgba kNavLinkColour{255, 120, 60, 255};
// The colour of an island, opaque. rank: the number of larger islands. The largest island alone is
// green; other colours repeat.
Rgba nav_island_colour(std::uint32_t rank);
// How many different colours islands have.
inline constexpr std::uint32_t kNavColourCount = 7;
// The colour of an area, opaque; none is that of an island. area: its number in Level::nav_areas.
// Colours repeat after the sixth.
Rgba nav_area_colour(std::uint32_t area);

// Floor where a standing body has no room (kNavPolygonLow), in any island and area.
inline constexpr Rgba kNavLowColour{128, 0, 160, 255};

struct NavShapes {
    struct Polygon {
        std::vector<Vec3> corners;  // counter-clockwise seen from above
        std::uint32_t rank = 0;     // of its island, the largest is 0
        std::uint32_t area = kNone;
        bool is_low = false;  // kNavPolygonLow
    };
    struct Line {
        std::array<Vec3, 2> ends;
        // The polygon that has the edge, an index in `polygons`. Of two polygons it is the one with
        // the higher corner.
        std::uint32_t polygon = 0;
    };
    // Two edges of the same length, one above the other.
    struct Step {
        std::array<Vec3, 2> lower;
        std::array<Vec3, 2> upper;             // in the same direction
        std::array<std::uint32_t, 2> polygon;  // below and above, indices in `polygons`
    };
    // A link, from the middle of where it begins to the place where one lands from there.
    struct Link {
        // The places that its arrow joins: the two ends. That of a lift has a third one between
        // them, at the height of the upper end straight above the lower one: a straight arrow would
        // be hidden in the lift.
        std::vector<Vec3> way;
        NavLinkKind kind{};
        std::uint32_t polygon;  // where it begins, an index in `polygons`
    };
    std::vector<Polygon> polygons;
    std::vector<Line> common;   // each edge that two polygons have, once
    std::vector<Line> borders;  // edges without neighbour and without step
    std::vector<Step> steps;
    std::vector<Link> links;  // but those by chance
};

// The shapes of a mesh at the feet of its body [map units]. REQUIRES: mesh in range of
// level.nav_meshes(). Cost: the edges and steps, and a sort of the islands.
NavShapes nav_shapes(const Level& level, std::size_t mesh);

// kNavLowColour; or the colour of its area; without one, that of its island.
Rgba colour_of(const NavShapes::Polygon& polygon);

// The two ends of an arrow's head, for an arrow that goes by `way` seen from above: size before its
// tip, and half as far beside it. Beside an upright arrow is along x.
std::array<Vec3, 2> arrow_head(const std::array<Vec3, 2>& way, double size);

// The z of the highest corner, and of the lowest one.
double top_of(const NavShapes::Polygon& polygon);
double bottom_of(const NavShapes::Polygon& polygon);

// Adds the shapes, a hair above the floor: polygons as glass, thin lines along common edges, wide
// ones along borders, a ladder for each step, and an arrow for each link. width: of a thin line, as
// in append_line (visibility_polygons.h). What is added has no order among the faces: paint it by
// paint_sorted.
void append_nav(PolygonList& list, const NavShapes& shapes, const View& view, double width);

}  // namespace halfspace
