// SPDX-License-Identifier: MIT
// Paints a picture of a level by the order of its faces alone, without a z-buffer.
//
// Which pixels does a polygon cover? Its corners are rounded to 2^-16 of a pixel. A pixel belongs
// to it if the pixel's centre is inside, or on a left or upper edge. This is computed in whole
// numbers. So if two faces share an edge with exactly the same corners, each pixel along this edge
// belongs to one of them.
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/base/option_check.h"
#include "halfspace/render/polygon_list.h"
#include "halfspace/render/texture_set.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace halfspace {

// The most pixels in a row or a column of a picture.
inline constexpr std::uint32_t kMaxPictureSize = 16384;

// What a picture shows.
enum class PaintView : std::uint8_t {
    Textured,
    Leaves,
    Wire,
    Overdraw,
    Translucent,
    Clusters,
    // Painted as Textured. What is added is in the list (visibility_polygons.h, nav_shapes.h).
    Portals,
    Pvs,
    Nav,
    Leak,
};

// Which viewers have the view as one of its own. Portals, a visible set, navigation meshes and
// leaks are parts of a picture, which a viewer shows over any view.
enum class ViewerKinds : std::uint8_t { All, Native, None };

struct PaintViewRow {
    PaintView view;
    std::string_view name;
    std::string_view shows;  // for help
    ViewerKinds viewers = ViewerKinds::All;
};

// Each view once. In the viewers, the first view has the key 1, and so on. Views that fewer viewers
// have come later.
inline constexpr auto kPaintViews = std::to_array<PaintViewRow>({
    {PaintView::Textured, "textured", "faces with their textures"},
    {PaintView::Leaves, "leaves", "faces in the colour of the leaf in front of them"},
    {PaintView::Wire, "wire", "the outlines of the visible faces"},
    {PaintView::Overdraw, "overdraw", "how many faces are one behind another"},
    {PaintView::Translucent, "translucent", "textured, with all faces as glass"},
    {PaintView::Clusters,
     "clusters",
     "faces in the colour of the first cluster that they border",
     ViewerKinds::Native},
    {PaintView::Portals, "portals", "textured, with the portals as glass", ViewerKinds::None},
    {PaintView::Pvs,
     "pvs",
     "textured, with all faces dimmed that one eye cannot see",
     ViewerKinds::None},
    {PaintView::Nav,
     "nav",
     "textured, with a navigation mesh as glass: the first one, or nav:NAME",
     ViewerKinds::None},
    {PaintView::Leak,
     "leak",
     "textured, with the way from an entity to the outside in red",
     ViewerKinds::None},
});

// The number of views that the native viewer has; they come first.
inline constexpr std::size_t kNativeViews = static_cast<std::size_t>(std::ranges::count_if(
    kPaintViews, [](const PaintViewRow& row) { return row.viewers != ViewerKinds::None; }));

// True for views that show what is behind opaque faces. They need all faces; the others look the
// same without those that VisibleFaces leaves out.
constexpr bool looks_through_walls(PaintView view) {
    return view == PaintView::Overdraw || view == PaintView::Translucent;
}

// The view with this name; nullopt if there is none.
std::optional<PaintView> paint_view(std::string_view name);
// All these names, for messages: "textured, leaves, ...". viewers: only views that they have.
std::string paint_view_names(ViewerKinds viewers = ViewerKinds::None);

// How the colour of a pixel is taken from a texture.
enum class TextureFilter : std::uint8_t {
    Smooth,   // mixed from several texels of smaller copies
    Nearest,  // one texel of the picture itself
};

// How a picture is painted.
struct PaintOptions {
    // Pixels in a row and rows [1..kMaxPictureSize each].
    std::uint32_t width = 1280;
    std::uint32_t height = 720;
    PaintView view = PaintView::Textured;
    TextureFilter filter = TextureFilter::Smooth;
    Rgba background{16, 18, 22, 255};
    // The distance at which half of a colour is fog, map units [> 0]. 0: no fog.
    double fog_distance = 0;
    Rgba fog{168, 178, 190, 255};
    // The width of an outline, measured from a face's edge inwards, pixels [> 0]. Below 1 lines
    // have gaps.
    double wire_width = 1;
    // As for parallel_for. The picture does not depend on it.
    unsigned threads = 0;
};

// The first option with a value that cannot be used; nullopt if there is none.
std::optional<BadOption> bad_option(const PaintOptions& options);

// A picture, and what it cost.
struct Painting {
    Image image;
    std::uint64_t polygons = 0;   // polygons in view
    std::uint64_t fragments = 0;  // shaded pixels, counted once for each polygon
};

// Paints the polygons of the list in their order. Faces of opacity 0 are left out.
// A FrontToBack list is faster: only what is seen is shaded. A BackToFront list gives the same
// picture, for certain as long as no pixel has more than five translucent fragments. With more,
// rounding may give the next colour value.
// Cost: the polygons, and the pixels times the translucent layers.
// REQUIRES: the list and the textures are of this level; !bad_option(options); `view` as look_at
// returns it.
Painting paint(const PolygonList& list,
               const Level& level,
               const TextureSet& textures,
               const View& view,
               const PaintOptions& options);

}  // namespace halfspace
