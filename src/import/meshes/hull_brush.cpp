// SPDX-License-Identifier: MIT
#include "import/meshes/hull_brush.h"

#include "halfspace/math/aabb.h"

#include "import/brushes/triangle_texture.h"
#include "import/meshes/convex_hull.h"
#include "import/meshes/mesh_import.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

// The hull is computed on multiples of 2^-18 units: Decimal holds these exactly. That is 2^-8 of
// the finest grid step. Larger objects are rounded more coarsely, so that the hull's signs fit 128
// bits.
constexpr int kMaxHullStep = 18;
constexpr int kHullBits = 38;

std::array<Vec3, 3> places(const Mesh& mesh, const MeshTriangle& triangle) {
    return {mesh.vertices[triangle.corners[0].vertex],
            mesh.vertices[triangle.corners[1].vertex],
            mesh.vertices[triangle.corners[2].vertex]};
}

double twice_area(const std::array<Vec3, 3>& p) {
    return length(cross(p[1] - p[0], p[2] - p[0]));
}

// A facet of the hull: a side of the brush.
struct Facet {
    std::array<std::uint32_t, 3> corners{};  // its largest triangle
    double size = 0;                         // twice the area of that triangle
    Plane plane;                             // n has length 1
    std::vector<std::uint32_t> triangles;    // of the mesh that lie in it
};

class HullMaker {
public:
    HullMaker(const Mesh& mesh, std::span<const std::uint32_t> triangles, double tolerance)
        : mesh_(&mesh), triangles_(triangles), tolerance_(tolerance) {}

    std::optional<HullBrush> run() {
        take_points();
        take_facets();
        if (facets_.empty() || facets_.size() > kMaxHullFacets || is_thin() || has_handle() ||
            !is_filled() || !assign_triangles() || !has_one_texture()) {
            return std::nullopt;
        }
        HullBrush hull{{}, largest_move_};
        Brush& brush = hull.brush;
        brush.contents = mesh_->contents;
        brush.name = mesh_->name;
        brush.position.line = mesh_->line;
        for (const Facet& facet : facets_) {
            brush.sides.push_back(side_of(facet));
        }
        return hull;
    }

private:
    void take_points() {
        for (const std::uint32_t t : triangles_) {
            for (const MeshCorner& corner : mesh_->triangles[t].corners) {
                vertices_.push_back(corner.vertex);
            }
        }
        std::sort(vertices_.begin(), vertices_.end());
        vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
        Aabb box;
        for (const std::uint32_t v : vertices_) {
            box = merge(box, mesh_->vertices[v]);
        }
        const Vec3 size = box.max - box.min;
        const double extent = std::max({size.x, size.y, size.z});
        for (step_ = kMaxHullStep; std::ldexp(extent, step_) >= std::ldexp(1, kHullBits);) {
            --step_;
        }
        const auto rounded = [&](double x) {
            return static_cast<std::int64_t>(std::floor(std::ldexp(x, step_) + 0.5));
        };
        for (const std::uint32_t v : vertices_) {
            const Vec3& p = mesh_->vertices[v];
            points_.push_back({rounded(p.x), rounded(p.y), rounded(p.z)});
        }
    }

    Vec3 place(std::uint32_t point) const {
        const GridPoint& p = points_[point];
        return {std::ldexp(static_cast<double>(p[0]), -step_),
                std::ldexp(static_cast<double>(p[1]), -step_),
                std::ldexp(static_cast<double>(p[2]), -step_)};
    }

    void take_facets() {
        facets_at_.resize(points_.size());
        for (const HullTriangle& triangle : convex_hull(points_)) {
            if (triangle.facet == facets_.size()) {
                facets_.emplace_back();
            }
            Facet& facet = facets_[triangle.facet];
            const std::array<Vec3, 3> p{
                place(triangle.corners[0]), place(triangle.corners[1]), place(triangle.corners[2])};
            const double size = twice_area(p);
            area_ += size / 2;
            hull_volume_ += dot(p[0] - place(0), cross(p[1] - place(0), p[2] - place(0))) / 6;
            if (size > facet.size) {
                const Vec3 n = cross(p[1] - p[0], p[2] - p[0]) * (1 / size);
                facet.corners = triangle.corners;
                facet.size = size;
                facet.plane = {n, dot(n, p[0])};
            }
            for (const std::uint32_t corner : triangle.corners) {
                if (facets_at_[corner].empty() || facets_at_[corner].back() != triangle.facet) {
                    facets_at_[corner].push_back(triangle.facet);
                }
            }
        }
    }

    // True if the hull is so thin that its middle is within the tolerance of two opposite facets.
    // Then all triangles lie near the hull, whatever their shape: a frame of paper, for example.
    bool is_thin() const {
        return std::any_of(facets_.begin(), facets_.end(), [&](const Facet& facet) {
            double thickness = 0;
            for (std::uint32_t p = 0; p < points_.size(); ++p) {
                thickness = std::max(thickness, facet.plane.d - dot(facet.plane.n, place(p)));
            }
            return thickness < 2 * tolerance_ * (1 - 0x1p-20);
        });
    }

    // True for an object with a hole through it, as a ring has. Euler: a closed surface of F
    // triangles without handles has F / 2 + 2 vertices, each handle takes away two. A surface whose
    // long edges are closed by several short ones has more vertices; there a hole may be missed.
    // Vertices that are rounded to one place may make it true for an object without a hole: then
    // pieces are made in place of a brush.
    bool has_handle() const {
        std::vector<GridPoint> points = points_;  // some vertices have equal places
        std::sort(points.begin(), points.end());
        const auto end = std::unique(points.begin(), points.end());
        const auto count = std::count_if(triangles_.begin(), triangles_.end(), [&](auto t) {
            const std::array<Vec3, 3> p = places(*mesh_, mesh_->triangles[t]);
            return p[0] != p[1] && p[1] != p[2] && p[2] != p[0];
        });
        return 2 * (end - points.begin()) < count + 4;
    }

    // False for an object with a hollow in it: all its triangles may lie near the hull.
    bool is_filled() const {
        double volume = 0;
        for (const std::uint32_t t : triangles_) {
            const std::array<Vec3, 3> p = places(*mesh_, mesh_->triangles[t]);
            volume += dot(p[0] - place(0), cross(p[1] - place(0), p[2] - place(0))) / 6;
        }
        return std::fabs(hull_volume_ - volume) <= tolerance_ * area_;
    }

    // Finds for each triangle a facet within the tolerance.
    bool assign_triangles() {
        return std::all_of(triangles_.begin(), triangles_.end(), [&](std::uint32_t t) {
            const std::array<Vec3, 3> p = places(*mesh_, mesh_->triangles[t]);
            std::uint32_t best = 0;
            double least = tolerance_;
            bool is_near = false;
            const auto consider = [&](std::uint32_t f) {
                const Plane& plane = facets_[f].plane;
                double depth = 0;
                for (const Vec3& corner : p) {
                    depth = std::max(depth, std::fabs(dot(plane.n, corner) - plane.d));
                }
                if (depth <= least && (!is_near || depth < least)) {
                    is_near = true;
                    least = depth;
                    best = f;
                }
            };
            for (const MeshCorner& corner : mesh_->triangles[t].corners) {
                const auto v = std::lower_bound(vertices_.begin(), vertices_.end(), corner.vertex);
                const std::vector<std::uint32_t>& near =
                    facets_at_[static_cast<std::size_t>(v - vertices_.begin())];
                std::for_each(near.begin(), near.end(), consider);
            }
            for (std::uint32_t f = 0; !is_near && f < facets_.size(); ++f) {
                consider(f);
            }
            if (is_near) {
                facets_[best].triangles.push_back(t);
                largest_move_ = std::max(largest_move_, least);
            }
            return is_near;
        });
    }

    const MeshTriangle* largest(const Facet& facet) const {
        const MeshTriangle* best = nullptr;
        double most = -1;
        for (const std::uint32_t t : facet.triangles) {
            const double size = twice_area(places(*mesh_, mesh_->triangles[t]));
            if (size > most) {
                most = size;
                best = &mesh_->triangles[t];
            }
        }
        return best;
    }

    // True if one texture on each side shows what the triangles show.
    bool has_one_texture() const {
        const auto is_like = [](const MeshTriangle& a, const MeshTriangle& b) {
            return a.material == b.material && a.opacity == b.opacity;
        };
        const MeshTriangle& first = mesh_->triangles[triangles_.front()];
        const bool is_plain = std::all_of(triangles_.begin(), triangles_.end(), [&](auto t) {
            return is_like(mesh_->triangles[t], first);
        });
        for (const Facet& facet : facets_) {
            const MeshTriangle* const shown = largest(facet);
            if (shown == nullptr) {
                continue;
            }
            const TextureProjection shown_as = projection_of(*mesh_, *shown);
            for (const std::uint32_t t : facet.triangles) {
                const MeshTriangle& triangle = mesh_->triangles[t];
                const bool has_area = twice_area(places(*mesh_, triangle)) > 0;
                if (has_area &&
                    (!is_like(triangle, *shown) || !is_shown_by(shown_as, *mesh_, triangle))) {
                    return false;
                }
            }
        }
        return is_plain || !has_merged_materials(is_like);
    }

    // True if two neighbouring facets with different materials are so flat that the import makes
    // them one side.
    template <class IsLike>
    bool has_merged_materials(IsLike is_like) const {
        for (std::size_t p = 0; p < facets_at_.size(); ++p) {
            for (const std::uint32_t a : facets_at_[p]) {
                for (const std::uint32_t b : facets_at_[p]) {
                    const MeshTriangle* const shown_a = largest(facets_[a]);
                    const MeshTriangle* const shown_b = largest(facets_[b]);
                    if (a < b && shown_a != nullptr && shown_b != nullptr &&
                        !is_like(*shown_a, *shown_b) && is_flat(facets_[a], facets_[b])) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    bool is_flat(const Facet& a, const Facet& b) const {
        return std::all_of(b.corners.begin(), b.corners.end(), [&](std::uint32_t p) {
            return std::fabs(dot(a.plane.n, place(p)) - a.plane.d) <= 2 * tolerance_;
        });
    }

    BrushSide side_of(const Facet& facet) const {
        BrushSide side;
        for (std::size_t i = 0; i < 3; ++i) {
            side.points[i] = to_decimals(place(facet.corners[i]));
        }
        side.surface = mesh_->surface;
        const MeshTriangle* const shown = largest(facet);
        // No triangle lies in a facet that closes a dent within the tolerance.
        const MeshTriangle& source =
            shown != nullptr ? *shown : mesh_->triangles[triangles_.front()];
        side.material = source.material;
        side.opacity = source.opacity;
        side.position.line = source.line;
        side.texture = projection_of(*mesh_, source);
        return side;
    }

    const Mesh* mesh_;
    std::span<const std::uint32_t> triangles_;
    double tolerance_;
    int step_ = 0;                         // points count in 2^-step units
    std::vector<std::uint32_t> vertices_;  // used ones, ascending
    std::vector<GridPoint> points_;        // of vertices_
    std::vector<Facet> facets_;
    std::vector<std::vector<std::uint32_t>> facets_at_;  // of each point
    double hull_volume_ = 0;
    double area_ = 0;          // of the hull
    double largest_move_ = 0;  // how far a triangle is from its facet
};

}  // namespace

std::optional<HullBrush> hull_brush(const Mesh& mesh,
                                    std::span<const std::uint32_t> triangles,
                                    double tolerance) {
    return HullMaker(mesh, triangles, tolerance).run();
}

}  // namespace halfspace
