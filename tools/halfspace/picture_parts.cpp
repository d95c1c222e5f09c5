// SPDX-License-Identifier: MIT
#include "picture_parts.h"

#include "halfspace/level/nav_meshes.h"
#include "halfspace/query/leak.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/visibility.h"
#include "halfspace/render/visibility_polygons.h"

#include "point_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

// The widths of lines [pixels].
constexpr double kPortalWidth = 1.25;
constexpr double kNavWidth = 1.25;
constexpr double kLeakWidth = 4;
// The radius of the mark at the place of an eye, as a part of its distance; at least half of a
// player [map units].
constexpr double kMarkerPart = 0.012;
constexpr double kMarkerRadius = 8;

std::unexpected<Error> missing(std::string what) {
    return std::unexpected(Error{ErrorCode::Unsupported, std::move(what), {}});
}

// Whose visible set --view pvs shows. Errors: Range, in a wall.
Result<Vec3> seeing_place(const Level& level, const std::optional<Vec3>& named) {
    const std::optional<Viewpoint> player = player_viewpoint(level);
    const Vec3 place = named ? *named : player ? player->eye : default_target(level, {});
    if (!cluster_at(level, place)) {
        return std::unexpected(
            Error{ErrorCode::Range,
                  fmt::format("the eye at {} is in a wall or outside of the level{}",
                              point_text(place),
                              named ? "" : "; name another one with --eye"),
                  {}});
    }
    return place;
}

// An eye high above the south-west that has all faces and the entity of a leak in its picture.
// target: the middle of the picture; nullopt: the middle of the faces.
Viewpoint viewpoint_from_above(const Level& level,
                               const PictureParts& parts,
                               std::optional<Vec3> target,
                               double field_of_view,
                               double aspect) {
    constexpr Vec3 kFromAbove{-0.3, -0.5, 1};
    Vec3 middle = target.value_or(centre_of(level.drawn_box(kWorldModel)));
    const auto view = look_at(middle + kFromAbove, middle, field_of_view, aspect);
    if (!view) {
        return {middle, middle};
    }
    // The places along the axes of the picture.
    Aabb in_view;
    std::vector<Vec3> corners;
    const auto add = [&](const Vec3& place) {
        const Vec3 way = place - middle;
        corners.push_back({dot(way, view->right), dot(way, view->up), dot(way, view->forward)});
        in_view = merge(in_view, corners.back());
    };
    for (const VertexRecord& v : level.vertices()) {
        add({v.x, v.y, v.z});
    }
    if (parts.leak) {
        add(parts.leak->line.front());
    }
    const Vec3 shift = target || corners.empty() ? Vec3{} : centre_of(in_view);
    double distance = 1;
    for (const Vec3& corner : corners) {
        const double aside = std::max(std::abs(corner.x - shift.x) / view->tan_half_width,
                                      std::abs(corner.y - shift.y) / view->tan_half_height);
        distance = std::max(distance, aside - corner.z);
    }
    middle = middle + view->right * shift.x + view->up * shift.y;
    return {middle - view->forward * distance, middle};
}

// The line of a leak from its begin to the place nearest to the opening, backwards.
std::vector<Vec3> way_to_opening(const Leak& leak) {
    const Vec3 opening = place_of(leak);
    std::size_t before = 0;  // the segment that is nearest
    Vec3 at = leak.line.front();
    for (std::size_t i = 0; i + 1 < leak.line.size(); ++i) {
        const Vec3 along = leak.line[i + 1] - leak.line[i];
        const double square = dot(along, along);
        const double t =
            square > 0 ? std::clamp(dot(opening - leak.line[i], along) / square, 0.0, 1.0) : 0;
        const Vec3 place = leak.line[i] + along * t;
        if (length(opening - place) < length(opening - at)) {
            before = i;
            at = place;
        }
    }
    std::vector<Vec3> way{at};
    for (std::size_t i = before + 1; i-- > 0;) {
        way.push_back(leak.line[i]);
    }
    return way;
}

// The place so far along the way [map units]; nullopt if the way is shorter.
std::optional<Vec3> place_along(std::span<const Vec3> way, double distance) {
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
        const double size = length(way[i + 1] - way[i]);
        if (distance <= size && size > 0) {
            return way[i] + (way[i + 1] - way[i]) * (distance / size);
        }
        distance -= size;
    }
    return std::nullopt;
}

// An eye on the inner side of the opening, a bit beside the line; nullopt if there is no room, or
// no opening.
std::optional<Viewpoint> viewpoint_before_opening(const Level& level, const Leak& leak) {
    constexpr double kFarthest = 512;  // map units
    constexpr double kNearest = 24;
    constexpr double kBeside = 0.25;  // of the distance
    if (leak.opening.empty()) {
        return std::nullopt;
    }
    Aabb box;
    for (const Vec3& corner : leak.opening) {
        box = merge(box, corner);
    }
    const std::vector<Vec3> way = way_to_opening(leak);
    const Vec3 target = way.front();
    for (double distance = std::clamp(1.5 * length(box.max - box.min), 4 * kNearest, kFarthest);
         distance >= kNearest;
         distance *= 0.75) {
        const std::optional<Vec3> place = place_along(way, distance);
        if (!place) {
            continue;
        }
        const Vec3 along = target - *place;
        for (const Vec3& beside : {Vec3{-along.y, along.x, length(along)},
                                   Vec3{along.y, -along.x, length(along)},
                                   Vec3{-along.y, along.x, 0},
                                   Vec3{along.y, -along.x, 0},
                                   Vec3{0, 0, length(along)}}) {
            const Vec3 eye = *place + beside * kBeside;
            if (line_of_sight(level, *place, eye) &&
                line_of_sight(level, eye, target + (eye - target) * 0x1p-6)) {
                return Viewpoint{eye, target};
            }
        }
    }
    return std::nullopt;
}

}  // namespace

Result<std::size_t> named_nav_mesh(const Level& level, std::string_view name) {
    if (name.empty()) {
        return level.nav_meshes().empty()
                   ? Result<std::size_t>(missing(
                         "the level has no navigation mesh; `halfspace compile --nav` adds one for "
                         "each body but the point"))
                   : Result<std::size_t>(0);
    }
    const std::optional<SpaceId> space = find_space(level, name);
    if (!space) {
        return std::unexpected(no_such_space(level, name));
    }
    const std::optional<std::size_t> mesh = find_nav_mesh(level, *space);
    if (!mesh) {
        return std::unexpected(no_nav_mesh(level, *space));
    }
    return *mesh;
}

Result<Leak> leak_of(const Level& level) {
    if (level.clusters().empty()) {
        return missing("the level has no clusters, so it does not say where it leaks");
    }
    if (std::optional<Leak> leak = find_leak(level)) {
        return *std::move(leak);
    }
    return missing("the level does not leak: no entity can reach the outside");
}

bool has_parts(const PictureParts& parts) {
    return parts.portals || parts.nav || parts.leak || parts.seen_from;
}

Result<PictureParts> parts_for(const Level& level,
                               const ViewName& name,
                               const CameraRequest& camera,
                               std::optional<Vec3> seen_from,
                               std::optional<Leak> leak) {
    PictureParts parts;
    if (name.view == PaintView::Clusters && level.clusters().empty()) {
        return missing("the level has no clusters");
    }
    if (name.view == PaintView::Portals) {
        if (level.portals().empty()) {
            return missing("the level has no portals");
        }
        parts.portals = true;
    }
    if (name.view == PaintView::Pvs) {
        if (!has_visibility(level)) {
            return missing(
                find_leak(level)
                    ? "the level leaks, so it does not say what is visible; --view leak shows where"
                    : "the level does not say what is visible: it was compiled with --vis none, or "
                      "no "
                      "entity stands in the open");
        }
        const Result<Vec3> place = seeing_place(level, seen_from ? seen_from : camera.eye);
        if (!place) {
            return std::unexpected(place.error());
        }
        parts.seen_from = *place;
    }
    if (name.nav) {
        const Result<std::size_t> mesh = named_nav_mesh(level, *name.nav);
        if (!mesh) {
            return std::unexpected(mesh.error());
        }
        parts.nav = std::make_shared<const NavShapes>(nav_shapes(level, *mesh));
    }
    if (name.view == PaintView::Leak) {
        Result<Leak> shown = leak ? Result<Leak>(*std::move(leak)) : leak_of(level);
        if (!shown) {
            return std::unexpected(shown.error());
        }
        parts.leak = *std::move(shown);
    }
    return parts;
}

std::optional<Viewpoint> viewpoint_of(const ViewName& name,
                                      const Level& level,
                                      const PictureParts& parts,
                                      const CameraRequest& camera,
                                      double field_of_view,
                                      double aspect,
                                      bool has_two_places) {
    if (name.view == PaintView::Leak && parts.leak && !camera.eye) {
        if (std::optional<Viewpoint> inside = viewpoint_before_opening(level, *parts.leak)) {
            inside->target = camera.look.value_or(inside->target);
            return inside;
        }
    } else if (name.view == PaintView::Pvs ? has_two_places
                                           : name.view != PaintView::Nav || camera.eye) {
        return std::nullopt;
    }
    return viewpoint_from_above(level, parts, camera.look, field_of_view, aspect);
}

PartPolygons polygons_of(const PictureParts& parts,
                         const Level& level,
                         const VisibleFaces& visible,
                         const View& view,
                         std::uint32_t width) {
    const double pixel = 2 * view.tan_half_width / width;
    PartPolygons polygons;
    const auto mark = [&](const Vec3& place, const Rgba& colour) {
        const double radius = std::max(kMarkerRadius, kMarkerPart * length(place - view.eye));
        append_marker(polygons.shining, place, radius, colour);
    };
    if (parts.portals) {
        append_portals(polygons.hidden_by_faces, level, visible, view, kPortalWidth * pixel);
    }
    if (parts.nav) {
        append_nav(polygons.hidden_by_faces, *parts.nav, view, kNavWidth * pixel);
    }
    if (parts.leak) {
        append_leak(polygons.shining, *parts.leak, view, kLeakWidth * pixel);
        mark(parts.leak->line.front(), kLeakColour);
    }
    if (parts.seen_from) {
        mark(*parts.seen_from, kEyeColour);
    }
    return polygons;
}

}  // namespace halfspace::tool
