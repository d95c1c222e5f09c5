// SPDX-License-Identifier: MIT
// Outlines of polygons as fragments: the background's colour but near to an edge.
#pragma once

#include "halfspace/render/painter.h"

#include "render/projection.h"
#include "render/shader.h"

#include <span>

namespace halfspace {

void shade_wire(const ProjectedPolygon& polygon,
                const Projected& projected,
                const PixelRun& run,
                const PaintOptions& options,
                std::span<Rgba> colours);

}  // namespace halfspace
