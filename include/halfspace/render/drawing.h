// SPDX-License-Identifier: MIT
// A flat picture as a list of areas, lines and texts. It can be painted as pixels or written as
// SVG, and both show the same.
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
// are opaque. `name` says what an element shows ("solid", "outline"); SVG gets it as the class of
// the element.

// Polygons of one colour. They may overlap each other, but not themselves.
struct DrawnArea {
    std::string name;
    Rgba colour;
    std::vector<Polygon2> polygons;
};

struct DrawnLines {
    std::string name;
    Rgba colour;
    double width = 1;  // pixels [> 0]; each line is longer by half of it at both ends
    std::vector<std::array<Point2, 2>> segments;
};

enum class TextAnchor : std::uint8_t { Start, Middle, End };

// One line of text with a thin rim of the ground's colour, so that it can be read on any area.
struct DrawnText {
    std::string name;
    Rgba colour;
    double size = 13;                       // pixels from line to line
    Point2 at{};                            // on the line that the letters stand on
    TextAnchor anchor = TextAnchor::Start;  // which part of the text is at `at`
    std::string text;  // characters other than those of printable ASCII are shown as "?"
};

struct Drawing {
    std::uint32_t width = 1;  // pixels [1, kMaxPictureSize]
    std::uint32_t height = 1;
    Rgba ground;
    std::vector<std::variant<DrawnArea, DrawnLines, DrawnText>> items;  // later ones lie on top
};

// How wide a painted text is, in pixels. In SVG the font of the viewer decides, and widths differ
// by a quarter.
double text_width(std::string_view text, double size);

// The drawing in pixels. A pixel is the mean of 16 samples; of 4 if a side of the picture is longer
// than 4096 pixels, and of 1 beyond 8192. threads: as for parallel_for.
// Cost: pixels, and for each polygon the squares of 16 x 16 pixels that its box meets.
Image paint_drawing(const Drawing& drawing, unsigned threads = 0);

// The text of an SVG file with the drawing.
std::string drawing_svg(const Drawing& drawing);

}  // namespace halfspace
