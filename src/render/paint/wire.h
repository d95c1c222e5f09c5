// SPDX-License-Identifier: MIT
// Outlines of polygons as fragments: pixels away from the edges get the colour of the background.
#pragma once

#include "halfspace/render/painter.h"

#include "render/paint/projection.h"
#include "render/paint/shader.h"

#include <span>

namespace halfspace {

void shade_wire(const ProjectedPolygon& polygon,
                const Projected& projected,
                const PixelRun& run,
                const PaintOptions& options,
                std::span<Rgba> colours);

}  // namespace halfspace
