// SPDX-License-Identifier: MIT
#include "render/paint/shader.h"

#include "halfspace/query/classify.h"
#include "halfspace/render/shading.h"
#include "halfspace/render/visibility_polygons.h"

#include "render/paint/wire.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

Rgba with_opacity(Lanes lanes, std::uint32_t light, std::uint32_t opacity) {
    Rgba colour = from_lanes((lanes * light + kLaneHalves) >> 8 & kLaneBytes);
    colour.a = static_cast<std::uint8_t>(opacity);
    return colour;
}

std::uint32_t product(std::uint32_t a, std::uint32_t b) {
    return (a * b + 127) / 255;
}

}  // namespace

Shader::Shader(const PolygonList& list,
               const Level& level,
               const TextureSet& textures,
               const View& view,
               const PaintOptions& options)
    : list_(&list),
      level_(&level),
      textures_(&textures),
      camera_(view, options.width, options.height),
      options_(options) {}

Surface Shader::surface(const ProjectedPolygon& polygon) const {
    const PaintPolygon& source = list_->polygons[polygon.polygon];
    Surface surface;
    surface.to_front = source.plane.n * (1 / length(source.plane.n));
    surface.light = light_on(surface.to_front);
    surface.is_dimmed = source.is_dimmed;
    if (source.face == kNone) {
        surface.is_face = false;
        surface.colour = source.colour;
        surface.opacity = source.colour.a;
        surface.light = source.is_glowing ? 256 : surface.light;
        return surface;
    }
    const FaceRecord& face = level_->faces()[source.face];
    if (options_.view == PaintView::Clusters) {
        surface.colour = first_cluster_colour(*level_, source.face);
    } else {
        surface.texture = &textures_->of(face.material);
        surface.is_sky = (face.flags & kFaceSky) != 0;
    }
    surface.opacity = opacity_of(face);
    if (options_.view == PaintView::Translucent) {
        surface.opacity = std::min(surface.opacity, kTranslucentOpacity);
    }
    surface.is_masked = (level_->materials()[face.material].flags & kMaterialMasked) != 0;
    return surface;
}

void Shader::shade(const ProjectedPolygon& polygon,
                   const Surface& surface,
                   const Projected& projected,
                   const PixelRun& run,
                   std::span<Rgba> colours) const {
    if (options_.view == PaintView::Wire) {
        shade_wire(polygon, projected, run, options_, colours);
        return;
    }
    const bool has_leaves = options_.view == PaintView::Leaves && surface.is_face;
    if (has_leaves) {
        shade_leaves(polygon, surface, run, colours);
    } else if (surface.is_sky) {
        shade_sky(surface, run, colours);
    } else if (surface.texture == nullptr) {
        shade_flat(surface, run, colours);
    } else {
        shade_textured(polygon, surface, run, colours);
    }
    if (surface.is_dimmed) {
        std::transform(
            colours.begin(), colours.begin() + run.count, colours.begin(), dimmed_colour);
    }
    if (options_.fog_distance > 0 && (has_leaves || !surface.is_sky)) {
        add_fog(polygon, run, colours);
    }
}

void Shader::shade_textured(const ProjectedPolygon& polygon,
                            const Surface& surface,
                            const PixelRun& run,
                            std::span<Rgba> colours) const {
    const PlaneOnPicture& plane = polygon.plane;
    for (std::int32_t i = 0; i < run.count; ++i) {
        const double x = run.first_x + i;
        const double depth = 1 / inverse_depth(plane, x, run.y);
        TexturePlace place;
        place.u = plane.u(x, run.y) * depth;
        place.v = plane.v(x, run.y) * depth;
        place.u_right = (plane.u.dx - place.u * plane.inverse_depth.dx) * depth;
        place.v_right = (plane.v.dx - place.v * plane.inverse_depth.dx) * depth;
        place.u_down = (plane.u.dy - place.u * plane.inverse_depth.dy) * depth;
        place.v_down = (plane.v.dy - place.v * plane.inverse_depth.dy) * depth;
        const Lanes texel = options_.filter == TextureFilter::Nearest
                                ? nearest(*surface.texture, place)
                                : sample(*surface.texture, place);
        const std::uint32_t opacity =
            surface.is_masked ? product(surface.opacity, static_cast<std::uint32_t>(texel >> 48))
                              : surface.opacity;
        colours[static_cast<std::size_t>(i)] = with_opacity(texel, surface.light, opacity);
    }
}

void Shader::shade_flat(const Surface& surface, const PixelRun& run, std::span<Rgba> colours) {
    const Rgba colour = with_opacity(to_lanes(surface.colour), surface.light, surface.opacity);
    std::fill_n(colours.begin(), run.count, colour);
}

void Shader::shade_sky(const Surface& surface, const PixelRun& run, std::span<Rgba> colours) const {
    for (std::int32_t i = 0; i < run.count; ++i) {
        const Vec3 direction = camera_.direction(run.first_x + i, run.y);
        const double height = direction.z / length(direction);
        const auto weight = static_cast<std::uint32_t>(256 * std::sqrt(std::abs(height)));
        const Lanes end = to_lanes(height < 0 ? kSkyNadir : kSkyZenith);
        colours[static_cast<std::size_t>(i)] = with_opacity(
            mixed(to_lanes(kSkyHorizon), end, std::min(weight, 256u)), 256, surface.opacity);
    }
}

void Shader::shade_leaves(const ProjectedPolygon& polygon,
                          const Surface& surface,
                          const PixelRun& run,
                          std::span<Rgba> colours) const {
    for (std::int32_t i = 0; i < run.count; ++i) {
        const double x = run.first_x + i;
        const double depth = 1 / inverse_depth(polygon.plane, x, run.y);
        const Vec3 point = camera_.eye() + camera_.direction(x, run.y) * depth;
        const LeafId leaf = find_leaf(*level_, point + surface.to_front * kLeafDistance);
        colours[static_cast<std::size_t>(i)] =
            with_opacity(to_lanes(leaf_colour(leaf)), surface.light, surface.opacity);
    }
}

void Shader::add_fog(const ProjectedPolygon& polygon,
                     const PixelRun& run,
                     std::span<Rgba> colours) const {
    const Lanes fog = to_lanes(options_.fog);
    const double scale = 1 / (options_.fog_distance * options_.fog_distance);
    for (std::int32_t i = 0; i < run.count; ++i) {
        const double x = run.first_x + i;
        const double depth = 1 / inverse_depth(polygon.plane, x, run.y);
        const Vec3 direction = camera_.direction(x, run.y);
        const double share = 1 / (1 + depth * depth * dot(direction, direction) * scale);
        Rgba& colour = colours[static_cast<std::size_t>(i)];
        const std::uint8_t opacity = colour.a;
        colour = from_lanes(mixed(fog, to_lanes(colour), static_cast<std::uint32_t>(256 * share)));
        colour.a = opacity;
    }
}

}  // namespace halfspace
