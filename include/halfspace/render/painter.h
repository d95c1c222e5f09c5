// SPDX-License-Identifier: MIT
// A picture of a level by the order of its faces alone, without a z-buffer.
//
// Coverage: corners are rounded to 2^-16 of a pixel; a pixel belongs to a polygon if its centre is
// inside, or on a left or upper edge. All of that in whole numbers, so of faces that share their
// corners exactly one covers a pixel on their common edge.
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/base/option_check.h"
#include "halfspace/render/polygon_list.h"
#include "halfspace/render/texture_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace halfspace {

// Pictures may have at most so many pixels in a row or column.
inline constexpr std::uint32_t kMaxPictureSize = 16384;

enum class PaintView : std::uint8_t {
    Textured,
    Leaves,       // the colour of the leaf before each point
    Wire,         // outlines of the faces, hidden ones left out
    Overdraw,     // how many faces lie above each other
    Translucent,  // textured, all faces half transparent
};

// "textured", "leaves", "wire", "overdraw", "translucent"; nullopt for any other.
std::optional<PaintView> paint_view(std::string_view name);
// All names, for messages: "textured, leaves, ...".
std::string paint_view_names();

struct PaintOptions {
    std::uint32_t width = 1280;  // pixels [1, kMaxPictureSize]
    std::uint32_t height = 720;
    PaintView view = PaintView::Textured;
    Rgba background{16, 18, 22, 255};
    double fog_distance = 0;  // where half of the colour is fog, map units [> 0]; 0: no fog
    Rgba fog{168, 178, 190, 255};
    double wire_width = 1;  // from a face's edge inwards, pixels [> 0]; thinner lines have gaps
    unsigned threads = 0;   // as for parallel_for; the picture does not depend on it
};

// The first option whose value cannot be used.
std::optional<BadOption> bad_option(const PaintOptions& options);

struct Painting {
    Image image;
    std::uint64_t polygons = 0;   // in view
    std::uint64_t fragments = 0;  // polygons times the pixels of each that were shaded
};

// Paints the list in its order, without faces of opacity 0. FrontToBack shades only what is seen;
// BackToFront shades all and gives the same picture (up to five translucent fragments on a pixel
// for certain: beyond that a sum of doubles might be rounded to the other of two neighbouring
// colours). Cost: polygons + pixels times translucent layers. REQUIRES: level and textures belong
// to the list; !bad_option(options); view as look_at gives it.
Painting paint(const PolygonList& list,
               const Level& level,
               const TextureSet& textures,
               const View& view,
               const PaintOptions& options);

}  // namespace halfspace
