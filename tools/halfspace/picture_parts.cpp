// SPDX-License-Identifier: MIT
#include "picture_parts.h"

#include "halfspace/level/nav_meshes.h"
#include "halfspace/query/leak.h"
#include "halfspace/query/space.h"
#include "halfspace/query/visibility.h"
#include "halfspace/render/visibility_polygons.h"

#include "point_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
    const Vec3 place = named    ? *named
                       : player ? player->eye
                                : default_target(level, {});
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

// What a picture from above has to show.
std::vector<Vec3> places_in_picture(const Level& level, const PictureParts& parts) {
    // So much around a leak is in the picture, too [map units].
    constexpr double kAroundLeak = 128;
    std::vector<Vec3> places;
    if (!parts.leak) {
        for (const VertexRecord& v : level.vertices()) {
            places.push_back({v.x, v.y, v.z});
        }
        return places;
    }
    // The line goes on far beyond the opening.
    std::vector<Vec3> shown = parts.leak->opening;
    shown.push_back(parts.leak->line.front());
    for (const Vec3& place : shown) {
        for (const double x : {-kAroundLeak, kAroundLeak}) {
            for (const double y : {-kAroundLeak, kAroundLeak}) {
                places.push_back(place + Vec3{x, y, 0});
            }
        }
    }
    return places;
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
                "the level does not say what is visible: it leaks, or was compiled with --vis "
                "none");
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

bool is_seen_from_above(const ViewName& name, const CameraRequest& camera, bool has_two_places) {
    if (name.view == PaintView::Nav || name.view == PaintView::Leak) {
        return !camera.eye;
    }
    return name.view == PaintView::Pvs && !has_two_places;
}

Viewpoint viewpoint_from_above(const Level& level,
                               const PictureParts& parts,
                               const CameraRequest& camera,
                               double field_of_view,
                               double aspect) {
    constexpr Vec3 kFromAbove{-0.3, -0.5, 1};
    Vec3 middle = camera.look     ? *camera.look
                  : parts.leak ? place_of(*parts.leak)
                                  : centre_of(level.drawn_box(kWorldModel));
    const auto view = look_at(middle + kFromAbove, middle, field_of_view, aspect);
    if (!view) {
        return {middle, middle};
    }
    // The places along the axes of the picture.
    Aabb in_view;
    std::vector<Vec3> places = places_in_picture(level, parts);
    for (Vec3& place : places) {
        const Vec3 way = place - middle;
        place = {dot(way, view->right), dot(way, view->up), dot(way, view->forward)};
        in_view = merge(in_view, place);
    }
    const Vec3 shift = camera.look || places.empty() ? Vec3{} : centre_of(in_view);
    double distance = 1;
    for (const Vec3& place : places) {
        const double aside = std::max(std::abs(place.x - shift.x) / view->tan_half_width,
                                      std::abs(place.y - shift.y) / view->tan_half_height);
        distance = std::max(distance, aside - place.z);
    }
    middle = middle + view->right * shift.x + view->up * shift.y;
    return {middle - view->forward * distance, middle};
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
