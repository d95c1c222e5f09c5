// SPDX-License-Identifier: MIT
// Letters as lines, for pictures in pixels.
#pragma once

#include "halfspace/render/drawing.h"

#include <string>
#include <string_view>

namespace halfspace {

// The strokes of the text's letters in its colour. A dot is a segment without length.
DrawnLines letter_lines(const DrawnText& text);

// The text with "?" for each character that is not printable ASCII.
std::string printable(std::string_view text);

}  // namespace halfspace
