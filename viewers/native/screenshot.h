// SPDX-License-Identifier: MIT
// One picture without a window.
#pragma once

#include "halfspace/base/image.h"

#include "level_source.h"
#include "picture_parts.h"
#include "renderer.h"

#include <cstdint>

namespace halfspace::viewer {

struct Screenshot {
    Image image;
    FrameReport report;  // of the median frame by CPU time
};

// Draws the level with all models where the editor placed them. frames: how often, for the times
// [> 0]. parts: with parts.seen_from, what this eye sees is drawn, and not what the eye of the view
// sees. Errors: those of OffscreenContext and LevelOnGpu. REQUIRES: as Renderer::draw; width and
// height within [1, 8192].
Result<Screenshot> take_screenshot(const LoadedLevel& loaded,
                                   const View& view,
                                   const FrameOptions& options,
                                   std::uint32_t width,
                                   std::uint32_t height,
                                   int frames = 1,
                                   const tool::PictureParts& parts = {});

}  // namespace halfspace::viewer
