// SPDX-License-Identifier: MIT
#include "halfspace/render/visibility_polygons.h"

#include "halfspace/render/shading.h"

#include "render/plain_polygon.h"

#include <algorithm>
#include <array>
#include <vector>

namespace halfspace {
namespace {

// The part of the segment that is in front of the eye by at least a little; less than two points if
// there is none.
std::vector<Vec3> in_front(const Vec3& from, const Vec3& to, const View& view) {
    constexpr double kNear = 0x1p-4;  // map units
    const double a = dot(from - view.eye, view.forward) - kNear;
    const double b = dot(to - view.eye, view.forward) - kNear;
    if (a <= 0 && b <= 0) {
        return {};
    }
    const Vec3 cut = from + (to - from) * (a / (a - b));
    return {a > 0 ? from : cut, b > 0 ? to : cut};
}

}  // namespace

Rgba first_cluster_colour(const Level& level, std::uint32_t face) {
    const std::span<const std::uint32_t> starts = level.face_cluster_starts();
    if (starts.empty() || starts[face] == starts[face + 1]) {
        return kNoClusterColour;
    }
    return numbered_colour(level.face_clusters()[starts[face]]);
}

void dim_hidden(PolygonList& list, const Level& level, const VisibleFaces& visible) {
    std::vector<bool> is_hidden(level.faces().size());
    for (std::uint32_t m = 0; m < level.models().size(); ++m) {
        const ModelRecord& model = level.models()[m];
        const bool is_world = ModelId(m) == kWorldModel;
        const bool is_model_hidden =
            !is_world && model.face_count != 0 && !visible.may_see_box(level.drawn_box(ModelId(m)));
        for (std::uint32_t f = model.first_face; f < model.first_face + model.face_count; ++f) {
            is_hidden[f] = is_world ? !visible.has_face(f) : is_model_hidden;
        }
    }
    for (PaintPolygon& polygon : list.polygons) {
        polygon.is_dimmed = polygon.face != kNone && is_hidden[polygon.face];
    }
}

void append_line(PolygonList& list,
                 std::span<const Vec3> points,
                 const View& view,
                 double width,
                 const Rgba& colour) {
    for (std::size_t i = 1; i < points.size(); ++i) {
        const std::vector<Vec3> ends = in_front(points[i - 1], points[i], view);
        if (ends.empty()) {
            continue;
        }
        const Vec3 across = cross(ends[1] - ends[0], ends[0] - view.eye);
        const double size = length(across);
        if (size == 0) {
            continue;
        }
        const auto aside = [&](const Vec3& end) {
            return across * (dot(end - view.eye, view.forward) * width / (2 * size));
        };
        const std::array<Vec3, 4> corners{ends[0] - aside(ends[0]),
                                          ends[1] - aside(ends[1]),
                                          ends[1] + aside(ends[1]),
                                          ends[0] + aside(ends[0])};
        append_plain(list, corners, view.eye, colour, Light::Glowing);
    }
}

void append_portals(PolygonList& list,
                    const Level& level,
                    const VisibleFaces& visible,
                    const View& view,
                    double width) {
    std::vector<Vec3> outline;
    for (const PortalRecord& portal : level.portals()) {
        if (!visible.has_cluster(ClusterId(portal.cluster[0])) ||
            !visible.has_cluster(ClusterId(portal.cluster[1]))) {
            continue;
        }
        const std::span<const Vec3> corners =
            level.portal_corners().subspan(portal.first_corner, portal.corner_count);
        append_plain(list, corners, view.eye, kPortalColour, Light::Glowing);
        outline.assign(corners.begin(), corners.end());
        outline.push_back(corners.front());
        append_line(list, outline, view, width, kPortalEdgeColour);
    }
}

void append_leak(PolygonList& list, const Leak& leak, const View& view, double width) {
    append_line(list, leak.line, view, width, kLeakColour);
    std::vector<Vec3> outline = leak.opening;
    if (!outline.empty()) {
        outline.push_back(outline.front());
    }
    append_line(list, outline, view, width, kOpeningColour);
}

void append_marker(PolygonList& list, const Vec3& place, double radius, const Rgba& colour) {
    for (const double x : {-radius, radius}) {
        for (const double y : {-radius, radius}) {
            for (const double z : {-radius, radius}) {
                const std::array<Vec3, 3> corners{
                    place + Vec3{x, 0, 0}, place + Vec3{0, y, 0}, place + Vec3{0, 0, z}};
                append_plain(list, corners, place + Vec3{x, y, z} * 2, colour, Light::Lit);
            }
        }
    }
}

}  // namespace halfspace
