// SPDX-License-Identifier: MIT
#include "import/curve_facets.h"

#include "halfspace/tasks/parallel_for.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

GridPoint sum(const GridPoint& a, const GridPoint& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

// The convex hull of some corners, as triples of corners through which its planes run.
struct Hull {
    std::uint32_t entity = 0;
    std::uint32_t patch = 0;
    Contents contents = Contents::Empty;
    std::vector<std::array<GridPoint, 3>> planes;
    GridPoint inside_times;  // inside_times / inside_weight is a point inside
    std::int64_t inside_weight = 1;
};

// The plane through three corners, with the inside of the hull behind it. nullopt if the corners
// lie on a line or if the plane runs through the inside point.
std::optional<ExactPlane> outward_plane(const std::array<GridPoint, 3>& corners, const Hull& hull) {
    PlaneTable scratch;
    const std::optional<PlaneId> id = scratch.intern_through(corners[0], corners[1], corners[2]);
    if (!id) {
        return std::nullopt;
    }
    const ExactPlane plane = scratch.plane(*id);
    Int128 distance = -plane.d * hull.inside_weight;
    for (std::size_t i = 0; i < 3; ++i) {
        distance += Int128{plane.n[i]} * hull.inside_times[i];
    }
    if (distance == 0) {
        return std::nullopt;
    }
    return distance < 0 ? plane : flipped(plane);
}

class FacetMaker {
public:
    FacetMaker(std::span<const std::uint32_t> patches,
               std::span<const Patch> sources,
               std::int64_t thickness)
        : patches_(patches), sources_(sources), thickness_(thickness) {}

    std::vector<Hull> run(std::span<const ImportedPolygon> polygons) {
        for (const ImportedPolygon& polygon : polygons) {
            const Patch& patch = sources_[patches_[polygon.source]];
            if (has_facets(patch)) {
                add_slab(polygon);
            }
        }
        return std::move(hulls_);
    }

private:
    // An edge of a polygon; the smaller corner comes first.
    using Edge = std::pair<GridPoint, GridPoint>;

    GridPoint offset_of(const Polygon& polygon, const ImportedPolygon& imported) const {
        PlaneTable scratch;
        const ExactPlane plane =
            scratch.plane(*scratch.intern_through(grid_point(polygon.corners[0].point),
                                                  grid_point(polygon.corners[1].point),
                                                  grid_point(third_corner(imported))));
        std::size_t axis = 0;
        for (const std::size_t other : {1, 2}) {
            if (std::abs(plane.n[other]) > std::abs(plane.n[axis])) {
                axis = other;
            }
        }
        GridPoint offset{};
        offset[axis] = plane.n[axis] > 0 ? -thickness_ : thickness_;
        return offset;
    }

    // A corner that is not on the line of the first two.
    static const ExactPoint& third_corner(const ImportedPolygon& imported) {
        const std::vector<Corner>& corners = imported.polygon.corners;
        PlaneTable scratch;
        for (std::size_t i = 2; i < corners.size(); ++i) {
            if (scratch.intern_through(grid_point(corners[0].point),
                                       grid_point(corners[1].point),
                                       grid_point(corners[i].point))) {
                return corners[i].point;
            }
        }
        return corners.back().point;
    }

    void add_slab(const ImportedPolygon& imported) {
        const Polygon& polygon = imported.polygon;
        const GridPoint offset = offset_of(polygon, imported);
        std::vector<GridPoint> corners;
        for (const Corner& corner : polygon.corners) {
            corners.push_back(grid_point(corner.point));
        }
        Hull hull = hull_of(imported, corners, offset);
        const GridPoint third = grid_point(third_corner(imported));
        hull.planes.push_back({corners[0], corners[1], third});
        hull.planes.push_back(
            {sum(corners[0], offset), sum(corners[1], offset), sum(third, offset)});
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const GridPoint& a = corners[i];
            const GridPoint& b = corners[(i + 1) % corners.size()];
            hull.planes.push_back({a, b, sum(b, offset)});
            add_edge(imported, a, b, offset);
        }
        hulls_.push_back(std::move(hull));
    }

    Hull hull_of(const ImportedPolygon& imported,
                 const std::vector<GridPoint>& corners,
                 const GridPoint& offset) const {
        Hull hull;
        hull.entity = imported.entity;
        hull.patch = patches_[imported.source];
        hull.contents = sources_[hull.patch].contents;
        hull.inside_weight = 2 * static_cast<std::int64_t>(corners.size());
        for (std::size_t i = 0; i < 3; ++i) {
            hull.inside_times[i] = offset[i] * static_cast<std::int64_t>(corners.size());
            for (const GridPoint& corner : corners) {
                hull.inside_times[i] += 2 * corner[i];
            }
        }
        return hull;
    }

    // Adds a wedge between two polygons along an edge if they are moved by different offsets. It is
    // called for both polygons; the second call adds the wedge.
    void add_edge(const ImportedPolygon& imported,
                  const GridPoint& a,
                  const GridPoint& b,
                  const GridPoint& offset) {
        const Edge edge = std::minmax(a, b);
        const auto [known, is_new] = offsets_.try_emplace(edge, offset);
        if (is_new || known->second == offset) {
            return;
        }
        const GridPoint other = known->second;
        Hull wedge = hull_of(imported, {a, b}, offset);
        wedge.inside_weight = 6;
        for (std::size_t i = 0; i < 3; ++i) {
            wedge.inside_times[i] = 3 * (a[i] + b[i]) + 2 * (offset[i] + other[i]);
        }
        wedge.planes = {{a, b, sum(b, offset)},
                        {a, b, sum(b, other)},
                        {sum(a, offset), sum(b, offset), sum(b, other)},
                        {a, sum(a, offset), sum(a, other)},
                        {b, sum(b, offset), sum(b, other)}};
        hulls_.push_back(std::move(wedge));
    }

    std::span<const std::uint32_t> patches_;
    std::span<const Patch> sources_;
    std::int64_t thickness_;
    std::map<Edge, GridPoint> offsets_;
    std::vector<Hull> hulls_;
};

}  // namespace

std::int64_t facet_thickness(int grid_exponent) {
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::ldexp(kFacetThickness, grid_exponent)));
}

bool has_facets(const Patch& patch) {
    return any(patch.contents & (kBodyBlockers | kSightBlockers));
}

std::vector<SolidBrush> facets_of_curves(std::span<const ImportedPolygon> polygons,
                                         std::span<const std::uint32_t> patches,
                                         std::span<const Patch> sources,
                                         std::int64_t thickness,
                                         PlaneTable& planes,
                                         unsigned threads) {
    const std::vector<Hull> hulls = FacetMaker(patches, sources, thickness).run(polygons);
    std::vector<std::vector<ExactPlane>> bounds_of(hulls.size());
    std::vector<ExactPlane> all;
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        for (const std::array<GridPoint, 3>& corners : hulls[h].planes) {
            const std::optional<ExactPlane> plane = outward_plane(corners, hulls[h]);
            if (!plane) {  // the edge lies in the plane of both offsets: the wedge has no volume
                bounds_of[h].clear();
                break;
            }
            bounds_of[h].push_back(*plane);
        }
        all.insert(all.end(), bounds_of[h].begin(), bounds_of[h].end());
    }
    intern_in_order(std::move(all), planes);
    const Polyhedron everything = make_box({{-kMaxCoordinate, -kMaxCoordinate, -kMaxCoordinate},
                                            {kMaxCoordinate, kMaxCoordinate, kMaxCoordinate}},
                                           planes);
    std::vector<SolidBrush> facets;
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        if (bounds_of[h].empty()) {
            continue;
        }
        SolidBrush& facet = facets.emplace_back();
        facet.entity = hulls[h].entity;
        facet.source = hulls[h].patch;
        facet.is_facet = true;
        facet.contents = hulls[h].contents;
        for (const ExactPlane& plane : bounds_of[h]) {
            facet.sides.push_back(
                {planes.intern(plane), static_cast<std::uint32_t>(facet.sides.size())});
        }
    }
    parallel_for(facets.size(), threads, [&](std::size_t f) {
        std::vector<PlaneId> sides;
        for (const SolidBrush::Side& side : facets[f].sides) {
            sides.push_back(side.plane);
        }
        Predicates predicates(planes);
        facets[f].solid = intersect(everything, sides, predicates).value_or(Polyhedron{});
        facets[f].bounds = bounds(facets[f].solid);
    });
    return facets;
}

}  // namespace halfspace
