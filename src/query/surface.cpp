// SPDX-License-Identifier: MIT
#include "query/surface.h"

#include "query/placed_frames.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>

namespace halfspace {
namespace {

// A brush nearer than this counts as touched, and no other is looked at [units]. A position at a
// touch is off the brush by rounding only.
constexpr double kNear = 1e-6;

// How far the position is in front of the plane that is moved out by the body [units].
double distance_of(const Level& level,
                   std::uint32_t plane,
                   const SpaceRecord& body,
                   const Vec3& position) {
    const ExactPlane exact = level.plane(PlaneId{plane});
    const double x = static_cast<double>(exact.n[0]);
    const double y = static_cast<double>(exact.n[1]);
    const double z = static_cast<double>(exact.n[2]);
    const double d = std::ldexp(static_cast<double>(exact.d), -level.grid_exponent());
    // The corner of the body that is farthest behind.
    const double px = position.x + (x > 0 ? body.min[0] : body.max[0]);
    const double py = position.y + (y > 0 ? body.min[1] : body.max[1]);
    const double pz = position.z + (z > 0 ? body.min[2] : body.max[2]);
    return (x * px + y * py + z * pz - d) / std::sqrt(x * x + y * y + z * z);
}

// How far the position is outside of the grown brush, as the largest distance from its planes
// [units]. Stops at the first distance that is at least `enough`.
double distance_to(const Level& level,
                   const BrushRecord& brush,
                   const SpaceRecord& body,
                   const Vec3& position,
                   double enough) {
    double farthest = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < brush.side_count && farthest < enough; ++i) {
        const std::uint32_t plane = level.sides()[brush.first_side + i].plane;
        farthest = std::max(farthest, distance_of(level, plane, body, position));
    }
    for (std::uint32_t i = 0; i < brush.bevel_count && farthest < enough; ++i) {
        const std::uint32_t plane = level.bevels()[brush.first_bevel + i];
        farthest = std::max(farthest, distance_of(level, plane, body, position));
    }
    return farthest;
}

}  // namespace

SurfacePlane surface_plane(const Level& level, const CrossedPlane& plane) {
    return plane.plane < 0
               ? SurfacePlane{}
               : SurfacePlane{NodeId(level.walk_sources()[static_cast<std::size_t>(plane.plane)]),
                              plane.empty_side < 0};
}

PlaneId plane_id(const Level& level, const SurfacePlane& plane) {
    if (!plane.node.is_valid()) {
        return {};
    }
    const PlaneId even{2 * level.nodes()[plane.node.value].plane};
    return plane.is_turned ? even.flipped() : even;
}

FoundSurface find_surface(const Level& level,
                          SpaceId space,
                          const SurfacePlane& plane,
                          const Vec3& position) {
    FoundSurface found{{}, std::numeric_limits<double>::infinity()};
    if (!plane.node.is_valid()) {
        return found;
    }
    const std::uint32_t wanted = space.value | (plane.is_turned ? kContactTurned : 0);
    assert(space.value < level.spaces().size());
    const SpaceRecord& body = level.spaces()[space.value];
    std::uint32_t measured = kNone;
    for (const ContactRecord& contact : level.contacts_of(plane.node)) {
        if ((contact.flags & (kContactSpaceMask | kContactTurned)) != wanted) {
            continue;
        }
        if (contact.brush == kNone) {
            // A polygon has no volume to measure. Any polygon of the plane will do, unless a brush
            // is touched.
            if (kNear < found.outside) {
                const bool is_bevel = (contact.flags & kContactBevel) != 0;
                found = {{{}, {}, MaterialId(contact.side), false, is_bevel}, kNear};
            }
            continue;
        }
        if (contact.brush == measured) {
            continue;  // of a brush, the first contact counts
        }
        measured = contact.brush;
        const BrushRecord& brush = level.brushes()[contact.brush];
        const double outside = distance_to(level, brush, body, position, found.outside);
        if (outside < found.outside) {
            const bool is_sky = any(static_cast<Contents>(brush.contents) & Contents::Sky);
            found = {{BrushId(contact.brush),
                      SideId(contact.side),
                      MaterialId(level.sides()[contact.side].material),
                      is_sky,
                      (contact.flags & kContactBevel) != 0},
                     outside};
            if (outside < kNear) {
                break;
            }
        }
    }
    return found;
}

TouchedSurface touched_surface(const PlacedLevel& here, SpaceId space, const Contact& contact) {
    Vec3 point = contact.point;
    if (contact.model != here.base && contact.model.is_valid()) {
        any_model(here, NearBox({point, point}), [&](ModelId model, const Transform& transform) {
            point = model == contact.model ? to_local(transform, point) : point;
            return model == contact.model;
        });
    }
    return find_surface(here.level, space, {contact.node, contact.plane.is_flipped()}, point)
        .surface;
}

}  // namespace halfspace
