// SPDX-License-Identifier: MIT
// Colours of contents and bodies.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/image.h"

#include <cstddef>
#include <cstdint>

namespace halfspace {

// (a * (whole - part) + b * part) / whole in each channel, rounded down, opaque.
// REQUIRES: 0 <= part <= whole, whole > 0.
Rgba mixed_colour(const Rgba& a, const Rgba& b, double part, double whole);

// The one bit of `contents` that a plan shows, the strongest that a leaf may hold (kContentsTable).
// Empty if none is set.
Contents shown_contents(Contents contents);

// The colour of that bit in plans. REQUIRES: shown_contents(contents) is not Empty.
Rgba contents_colour(Contents contents);

// The colour of places without room for body `body` of `count` bodies, numbered from small to
// large. Larger bodies have paler colours.
Rgba body_colour(std::size_t body, std::size_t count);

}  // namespace halfspace
