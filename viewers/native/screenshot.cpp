// SPDX-License-Identifier: MIT
#include "screenshot.h"

#include "halfspace/move/doors.h"

#include "offscreen.h"

#include <algorithm>
#include <vector>

namespace halfspace::viewer {

Result<Screenshot> take_screenshot(const LoadedLevel& loaded,
                                   const View& view,
                                   const FrameOptions& options,
                                   std::uint32_t width,
                                   std::uint32_t height,
                                   int frames,
                                   const tool::PictureParts& shown) {
    const Result<OffscreenContext> context = OffscreenContext::make();
    if (!context) {
        return std::unexpected(context.error());
    }
    Result<Renderer> renderer = Renderer::make();
    if (!renderer) {
        return std::unexpected(renderer.error());
    }
    Result<LevelOnGpu> level = LevelOnGpu::make(loaded.level, loaded.textures, loaded.surfaces);
    if (!level) {
        return std::unexpected(level.error());
    }
    const FrameTarget target(width, height);
    const Doors doors(loaded.level);
    std::vector<FrameReport> reports;
    VisibleFaces visible(level->level());
    FrameParts parts;
    parts.visible = looks_through_walls(options.view) ? nullptr : &visible;
    visible.look_from(shown.seen_from.value_or(view.eye));
    const tool::PartPolygons polygons =
        tool::polygons_of(shown, level->level(), visible, view, width);
    parts.polygons = &polygons.hidden_by_faces;
    parts.shining = &polygons.shining;
    for (int i = 0; i < frames; ++i) {
        visible.look_from(shown.seen_from.value_or(view.eye));
        reports.push_back(renderer->draw(target, *level, doors.placed(), view, options, parts));
        glFinish();
    }
    const auto middle = reports.begin() + frames / 2;
    std::ranges::nth_element(reports, middle, {}, [](const FrameReport& report) {
        return report.order_ms + report.submit_ms;
    });
    return Screenshot{target.read(), *middle};
}

}  // namespace halfspace::viewer
