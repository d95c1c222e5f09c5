// SPDX-License-Identifier: MIT
// Letters as lines, for pictures in pixels.
#pragma once

#include "halfspace/render/drawing.h"

#include <string>
#include <string_view>

namespace halfspace {

// The strokes of the letters of a text, in the colour of the text. A dot is a segment of length 0.
DrawnLines letter_lines(const DrawnText& text);

// The text with "?" in place of each character that is not drawable ASCII.
std::string drawable(std::string_view text);

}  // namespace halfspace
