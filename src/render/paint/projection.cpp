// SPDX-License-Identifier: MIT
#include "render/paint/projection.h"

#include "render/paint/clip.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// 1 / depth at a pixel may leave the range of the polygon's corners by this share. It is more than
// the rounding of corners to floats, and small enough to catch places without a depth.
constexpr double kInverseSlack = 1e-3;

std::span<const FaceVertex> vertices_of(const PolygonList& list, const PaintPolygon& polygon) {
    return std::span(list.vertices).subspan(polygon.first, polygon.count);
}

// True if all corners lie outside of one side of the picture, or behind the eye.
bool is_out_of_view(const std::vector<ClipCorner>& corners) {
    unsigned all = 31;
    for (const auto& [p, is_edge] : corners) {
        all &= (p.z < kNearDepth ? 1u : 0u) | (p.x < -p.z ? 2u : 0u) | (p.x > p.z ? 4u : 0u) |
               (p.y < -p.z ? 8u : 0u) | (p.y > p.z ? 16u : 0u);
    }
    return all != 0;
}

// True if the eye is so near to the plane that no depth can be computed.
bool is_edge_on(const Plane& plane, const Camera& camera) {
    return !std::isfinite(1 / (plane.d - dot(plane.n, camera.eye())));
}

struct Triangle {
    const FaceVertex* a = nullptr;
    const FaceVertex* b = nullptr;
    const FaceVertex* c = nullptr;
};

// A large triangle of the polygon. The texture coordinates of a thin one would be too inexact.
Triangle large_triangle(std::span<const FaceVertex> vertices) {
    Triangle t{vertices.data(), vertices.data(), vertices.data()};
    double best = -1;
    for (const FaceVertex& v : vertices) {
        const Vec3 way = v.point - t.a->point;
        if (dot(way, way) > best) {
            best = dot(way, way);
            t.b = &v;
        }
    }
    best = -1;
    for (const FaceVertex& v : vertices) {
        const Vec3 n = cross(t.b->point - t.a->point, v.point - t.a->point);
        if (dot(n, n) > best) {
            best = dot(n, n);
            t.c = &v;
        }
    }
    return t;
}

// A texture coordinate on the polygon's plane: its value at a point and its gradient in space.
struct Growth {
    double value = 0;
    Vec3 gradient;
};

// u / depth, for u = value + gradient . (p - origin).
PixelLinear over_depth(const Growth& u,
                       const Vec3& origin,
                       const PixelLinear& inverse_depth,
                       const Camera& camera) {
    const double at_eye = u.value + dot(u.gradient, camera.eye() - origin);
    const PixelLinear along = camera.along(u.gradient);
    return {along.at + at_eye * inverse_depth.at,
            along.dx + at_eye * inverse_depth.dx,
            along.dy + at_eye * inverse_depth.dy};
}

// The depth follows from n . (eye + direction * depth) = d.
PixelLinear inverse_depth_of(const Plane& plane, const Camera& camera) {
    const double scale = 1 / (plane.d - dot(plane.n, camera.eye()));
    return camera.along(plane.n * scale);
}

PlaneOnPicture plane_on_picture(const Plane& plane,
                                std::span<const FaceVertex> vertices,
                                const Camera& camera) {
    PlaneOnPicture picture;
    picture.inverse_depth = inverse_depth_of(plane, camera);
    const auto [a, b, c] = large_triangle(vertices);
    const Vec3 e = b->point - a->point;
    const Vec3 f = c->point - a->point;
    const Vec3 n = cross(e, f);
    const double area = dot(n, n);
    const double scale = area > 0 ? 1 / area : 0;
    const Vec3 by_e = cross(f, n) * scale;
    const Vec3 by_f = cross(n, e) * scale;
    const Growth u{a->u, by_e * (b->u - a->u) + by_f * (c->u - a->u)};
    const Growth v{a->v, by_e * (b->v - a->v) + by_f * (c->v - a->v)};
    picture.u = over_depth(u, a->point, picture.inverse_depth, camera);
    picture.v = over_depth(v, a->point, picture.inverse_depth, camera);
    return picture;
}

SnappedPoint snapped(const CameraPoint& p, const Camera& camera) {
    const double x = (1 + p.x / p.z) * (camera.width() / 2);
    const double y = (1 + p.y / p.z) * (camera.height() / 2);
    return {static_cast<std::int64_t>(std::floor(x * static_cast<double>(kPixel) + 0.5)),
            static_cast<std::int64_t>(std::floor(y * static_cast<double>(kPixel) + 0.5))};
}

class Projector {
public:
    Projector(const PolygonList& list, const Camera& camera)
        : list_(&list),
          camera_(&camera),
          region_{
              kNearDepth, 2 * kGuardPixels / camera.width(), 2 * kGuardPixels / camera.height()} {}

    void add(std::uint32_t index) {
        const PaintPolygon& polygon = list_->polygons[index];
        const std::span<const FaceVertex> vertices = vertices_of(*list_, polygon);
        corners_.clear();
        for (const FaceVertex& vertex : vertices) {
            corners_.push_back({camera_->to_camera(vertex.point), true});
        }
        if (corners_.size() < 3 || is_edge_on(polygon.plane, *camera_) ||
            is_out_of_view(corners_)) {
            return;
        }
        clip(corners_, scratch_, region_);
        if (corners_.size() < 3 || !snap_corners(index)) {
            return;
        }
        ProjectedPolygon& added = projected_.polygons.back();
        const double min_inverse = added.plane.min_inverse;
        const double max_inverse = added.plane.max_inverse;
        added.plane = plane_on_picture(polygon.plane, vertices, *camera_);
        added.plane.min_inverse = min_inverse;
        added.plane.max_inverse = max_inverse;
    }

    Projected take() { return std::move(projected_); }

private:
    // Adds a polygon. Returns false and adds nothing if it covers no centre of a pixel.
    bool snap_corners(std::uint32_t index) {
        ProjectedPolygon added;
        added.polygon = index;
        added.first_corner = static_cast<std::uint32_t>(projected_.corners.size());
        SnappedPoint min = snapped(corners_.front().at, *camera_);
        SnappedPoint max = min;
        double nearest = corners_.front().at.z;
        double farthest = nearest;
        for (const auto& [p, is_edge] : corners_) {
            const SnappedPoint point = snapped(p, *camera_);
            min = {std::min(min.x, point.x), std::min(min.y, point.y)};
            max = {std::max(max.x, point.x), std::max(max.y, point.y)};
            nearest = std::min(nearest, p.z);
            farthest = std::max(farthest, p.z);
            projected_.corners.push_back(point);
            projected_.is_edge.push_back(is_edge ? 1 : 0);
        }
        added.corner_count =
            static_cast<std::uint32_t>(projected_.corners.size()) - added.first_corner;
        added.min_x = std::max(first_pixel(min.x), 0);
        added.min_y = std::max(first_pixel(min.y), 0);
        added.max_x = std::min(first_pixel(max.x), static_cast<std::int32_t>(camera_->width()));
        added.max_y = std::min(first_pixel(max.y), static_cast<std::int32_t>(camera_->height()));
        added.plane.min_inverse = (1 - kInverseSlack) / farthest;
        added.plane.max_inverse = (1 + kInverseSlack) / nearest;
        if (added.min_x >= added.max_x || added.min_y >= added.max_y) {
            projected_.corners.resize(added.first_corner);
            projected_.is_edge.resize(added.first_corner);
            return false;
        }
        projected_.polygons.push_back(added);
        return true;
    }

    const PolygonList* list_;
    const Camera* camera_;
    ClipRegion region_;
    std::vector<ClipCorner> corners_;
    std::vector<ClipCorner> scratch_;
    Projected projected_;
};

}  // namespace

Projected project(const PolygonList& list,
                  const Camera& camera,
                  std::size_t begin,
                  std::size_t end) {
    Projector projector(list, camera);
    for (std::size_t i = begin; i < end; ++i) {
        projector.add(static_cast<std::uint32_t>(i));
    }
    return projector.take();
}

}  // namespace halfspace
