// SPDX-License-Identifier: MIT
// The colour of a polygon at a pixel. It depends only on the polygon and the pixel. So both
// painters and any number of threads make the same fragments.
#pragma once

#include "halfspace/render/painter.h"

#include "render/paint/camera.h"
#include "render/paint/projection.h"
#include "render/paint/sampler.h"

#include <cstdint>
#include <span>

namespace halfspace {

// What all pixels of a polygon have in common.
struct Surface {
    const MipTexture* texture = nullptr;  // null: `colour` is used
    Rgba colour;
    std::uint32_t light = 256;  // brightness, in 1/256
    std::uint32_t opacity = 255;
    bool is_face = true;
    bool is_masked = false;
    bool is_sky = false;
    bool is_dimmed = false;
    Vec3 to_front;  // the normal, of length 1
};

// Pixels [first_x, first_x + count) of row y.
struct PixelRun {
    std::int32_t y = 0;
    std::int32_t first_x = 0;
    std::int32_t count = 0;
};

class Shader {
public:
    Shader(const PolygonList& list,
           const Level& level,
           const TextureSet& textures,
           const View& view,
           const PaintOptions& options);

    const Camera& camera() const { return camera_; }

    Surface surface(const ProjectedPolygon& polygon) const;

    // Sets one colour with its opacity for each pixel of the run. projected: contains the polygon's
    // corners.
    void shade(const ProjectedPolygon& polygon,
               const Surface& surface,
               const Projected& projected,
               const PixelRun& run,
               std::span<Rgba> colours) const;

private:
    void shade_textured(const ProjectedPolygon& polygon,
                        const Surface& surface,
                        const PixelRun& run,
                        std::span<Rgba> colours) const;
    static void shade_flat(const Surface& surface, const PixelRun& run, std::span<Rgba> colours);
    void shade_sky(const Surface& surface, const PixelRun& run, std::span<Rgba> colours) const;
    void shade_leaves(const ProjectedPolygon& polygon,
                      const Surface& surface,
                      const PixelRun& run,
                      std::span<Rgba> colours) const;
    void add_fog(const ProjectedPolygon& polygon,
                 const PixelRun& run,
                 std::span<Rgba> colours) const;

    const PolygonList* list_;
    const Level* level_;
    const TextureSet* textures_;
    Camera camera_;
    PaintOptions options_;
};

// 1 / depth at a pixel, within the limits of the plane.
inline double inverse_depth(const PlaneOnPicture& plane, double x, double y) {
    const double inverse = plane.inverse_depth(x, y);
    return inverse < plane.min_inverse
               ? plane.min_inverse
               : (inverse > plane.max_inverse ? plane.max_inverse : inverse);
}

}  // namespace halfspace
