// SPDX-License-Identifier: MIT
// A flat picture as a list of areas, lines and texts. It can be painted in pixels or written as
// SVG; both show the same.
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/render/polygon2.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace halfspace {

// Coordinates are pixels from the upper left corner of the picture; y runs downwards. All colours
// are opaque. `name` says what an item shows ("solid", "outline"); in SVG it is the class of the
// item.

// Polygons of one colour. They may overlap one another, but no polygon may overlap itself.
struct DrawnArea {
    std::string name;
    Rgba colour;
    std::vector<Polygon2> polygons;
};

// Straight lines of one colour.
struct DrawnLines {
    std::string name;
    Rgba colour;
    // Pixels [> 0]. Each line is longer by half of this at both ends.
    double width = 1;
    std::vector<std::array<Point2, 2>> segments;
};

// The part of a text that is at DrawnText::at.
enum class TextAnchor : std::uint8_t { Start, Middle, End };

// One line of text. A thin rim in the colour of the ground lets it be read on any area.
struct DrawnText {
    std::string name;
    Rgba colour;
    // Pixels from one line of text to the next.
    double size = 13;
    // A point on the line on which the letters stand.
    Point2 at{};
    // Which part of the text is at this point.
    TextAnchor anchor = TextAnchor::Start;
    // Characters that are not printable ASCII are shown as "?".
    std::string text;
};

// The whole picture.
struct Drawing {
    std::uint32_t width = 1;  // pixels [1, kMaxPictureSize]
    std::uint32_t height = 1;
    // The colour behind all items.
    Rgba ground;
    // A later item is on top of an earlier one.
    std::vector<std::variant<DrawnArea, DrawnLines, DrawnText>> items;
};

// The width of a text of this size as paint_drawing paints it, pixels. In SVG the viewer's font
// decides; its widths differ by a quarter.
double text_width(std::string_view text, double size);

// The drawing in pixels. The colour of a pixel is the mean of 16 samples: of 4 if a side of the
// picture is longer than 4096 pixels, of 1 if it is longer than 8192. threads: as for parallel_for.
// Cost: the pixels, and for each polygon the squares of 16 x 16 pixels that its box meets.
Image paint_drawing(const Drawing& drawing, unsigned threads = 0);

// The text of an SVG file that shows the drawing.
std::string drawing_svg(const Drawing& drawing);

}  // namespace halfspace
