// SPDX-License-Identifier: MIT
#include "verify/exact_polygons.h"

#include "halfspace/tasks/parallel_for.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

// Polygons in one task.
constexpr std::size_t kPolygonsInPart = 64;

// Where cuts nearly meet, several points round to one vertex. After this many steps of trying them,
// for each corner of a polygon, no more are tried. Levels that we know need fewer than ten.
constexpr std::size_t kMaxSteps = 256;

// A stored corner of a polygon: the cuts near it, and the exact points that it may stand for.
struct StoredCorner {
    std::uint32_t vertex = 0;
    Vec3 at;  // [grid steps]
    std::vector<PlaneId> near;
    std::vector<ExactPoint> points;
};

using StoredCorners = std::vector<StoredCorner>;

// n_a . (n_b x n_c): its sign tells how three normals turn. REQUIRES: the sum fits Int.
template <class Int>
int turn_in(const ExactPlane& a, const ExactPlane& b, const ExactPlane& c) {
    constexpr Int kZero(std::int64_t{0});
    Int sum = kZero;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const std::size_t k = (i + 2) % 3;
        const Int minor = Int(b.n[j]) * Int(c.n[k]) - Int(b.n[k]) * Int(c.n[j]);
        sum = sum + minor * Int(a.n[i]);
    }
    return kZero < sum ? 1 : sum < kZero ? -1 : 0;
}

class PolygonFinder {
public:
    PolygonFinder(const StoredVertices& vertices, const PlaneTable& planes)
        : vertices_(&vertices), predicates_(planes) {}

    // The stored corners of a polygon, with the points that follow from its own cuts.
    StoredCorners stored_corners(const StoredPolygon& polygon) {
        StoredCorners corners;
        for (const std::uint32_t v : polygon.vertices) {
            StoredCorner& corner = corners.emplace_back();
            corner.vertex = v;
            corner.at = vertices_->at[v];
            add_near_cuts(polygon, corner);
            add_points(polygon.plane, corner);
        }
        return corners;
    }

    // The exact polygons of a stored one. corners: with the points that they may stand for.
    std::vector<Polygon> polygons(PlaneId plane, const StoredCorners& corners) {
        std::vector<Polygon> found;
        const std::size_t count = corners.size();
        std::vector<std::size_t> choice(count);  // of a point, for each corner
        std::vector<PlaneId> edges(count);       // in edge i lie the points i and i + 1
        std::size_t known = 1;                   // corners with a choice that fits those before
        for (std::size_t step = 0; step < kMaxSteps * count; ++step) {
            // The edge to the next corner, or from the last corner to the first.
            const std::size_t next = known % count;
            edges[known - 1] =
                common_cut(corners[known - 1], choice[known - 1], corners[next], choice[next]);
            const bool fits = edges[known - 1] != PlaneId{};
            if (fits && known < count) {
                ++known;
                continue;
            }
            if (fits) {
                add_new(polygon_of_choice(plane, corners, choice, edges), found);
            }
            std::size_t last = std::min(known, count - 1);
            while (++choice[last] == corners[last].points.size()) {
                choice[last] = 0;
                if (last == 0) {
                    return found;
                }
                --last;
            }
            known = std::max<std::size_t>(last, 1);
        }
        return found;
    }

    // Takes those of the points that lie in the plane and in an edge of the polygon, as far as the
    // corner tells.
    void choose_points(PlaneId plane, std::span<const ExactPoint> points, StoredCorner& corner) {
        corner.points.clear();
        for (const ExactPoint& point : points) {
            if (lies_on(point, plane) && std::ranges::any_of(corner.near, [&](PlaneId cut) {
                    return lies_on(point, cut);
                })) {
                corner.points.push_back(point);
            }
        }
    }

private:
    const PlaneTable& planes() const { return predicates_.planes(); }

    // How three normals turn: 1 if they turn counter-clockwise, 0 if they lie in one plane.
    int turn(PlaneId a, PlaneId b, PlaneId c) const {
        // The sum of six products of three numbers of 40 bits takes at most 123 bits.
        constexpr int kSmallNormalBits = 40;
        const ExactPlane pa = planes().plane(a);
        const ExactPlane pb = planes().plane(b);
        const ExactPlane pc = planes().plane(c);
        return planes().normal_bits() <= kSmallNormalBits ? turn_in<Int128>(pa, pb, pc)
                                                          : turn_in<Int256>(pa, pb, pc);
    }

    // A point of the plane that rounds to the stored numbers is no farther away than this from the
    // stored corner, measured as Filter::distance: half a step between numbers for each coordinate,
    // and the error of the doubles. Both are taken twice.
    double reach_of(const Vec3& at) const {
        const double rounding = vertices_->are_floats ? 0x1p-23 : 0x1p-52;
        return (std::fabs(at.x) + std::fabs(at.y) + std::fabs(at.z)) * rounding +
               2 * PlaneTable::kFilterBound;
    }

    void add_near_cuts(const StoredPolygon& polygon, StoredCorner& corner) const {
        const double reach = reach_of(corner.at);
        for (const PlaneId cut : polygon.cuts) {
            if (std::fabs(planes().filter(cut).distance(corner.at)) <= reach) {
                corner.near.push_back(cut);
            }
        }
    }

    bool rounds_to(const ExactPoint& point, const StoredCorner& corner) const {
        if (!vertices_->are_floats) {
            return point.rounded == corner.at;
        }
        const Vec3 stored = corner.at * (1 / vertices_->unit);
        const Vec3 units = point.rounded * (1 / vertices_->unit);
        return static_cast<float>(units.x) == stored.x && static_cast<float>(units.y) == stored.y &&
               static_cast<float>(units.z) == stored.z;
    }

    bool lies_on(const ExactPoint& point, PlaneId plane) {
        return predicates_.side(point, plane) == Side::On;
    }

    // Adds the points where two cuts meet. Nearly always all cuts go through one point. Thousands
    // do at the tip of a cone, so only a cut beside the first point is paired with all others.
    void add_points(PlaneId plane, StoredCorner& corner) {
        const std::vector<PlaneId>& near = corner.near;
        for (std::size_t b = 1; b < near.size() && corner.points.empty(); ++b) {
            for (std::size_t a = 0; a < b && corner.points.empty(); ++a) {
                add_point(plane, near[a], near[b], corner);
            }
        }
        if (corner.points.empty()) {
            return;
        }
        const ExactPoint first = corner.points.front();
        for (const PlaneId a : near) {
            if (!lies_on(first, a)) {
                for (const PlaneId b : near) {
                    add_point(plane, a, b, corner);
                }
            }
        }
    }

    void add_point(PlaneId plane, PlaneId a, PlaneId b, StoredCorner& corner) {
        if (turn(plane, a, b) == 0 || std::ranges::any_of(corner.points, [&](const ExactPoint& p) {
                return lies_on(p, a) && lies_on(p, b);
            })) {
            return;
        }
        const ExactPoint point = predicates_.meet(plane, a, b);
        if (rounds_to(point, corner)) {
            corner.points.push_back(point);
        }
    }

    // A cut in which a point of each corner lies; an invalid id if there is none.
    PlaneId common_cut(const StoredCorner& a,
                       std::size_t choice_a,
                       const StoredCorner& b,
                       std::size_t choice_b) {
        for (const PlaneId cut : a.near) {
            if (std::ranges::find(b.near, cut) != b.near.end() &&
                lies_on(a.points[choice_a], cut) && lies_on(b.points[choice_b], cut)) {
                return cut;
            }
        }
        return {};
    }

    void add_new(std::optional<Polygon> polygon, std::vector<Polygon>& found) {
        const auto is_same = [&](const Polygon& other) {
            return std::ranges::equal(
                polygon->corners, other.corners, [&](const Corner& a, const Corner& b) {
                    return predicates_.equal(a.point, b.point);
                });
        };
        if (polygon && std::ranges::none_of(found, is_same)) {
            found.push_back(*std::move(polygon));
        }
    }

    std::optional<Polygon> polygon_of_choice(PlaneId plane,
                                             const StoredCorners& corners,
                                             std::span<const std::size_t> choice,
                                             std::span<const PlaneId> edges) {
        const std::size_t count = corners.size();
        assert(count >= 3);
        const auto point = [&](std::size_t i) -> const ExactPoint& {
            return corners[i % count].points[choice[i % count]];
        };
        Polygon polygon{plane, {}};
        std::vector<std::size_t> at;  // of each corner of the polygon
        for (std::size_t i = 0; i < count; ++i) {
            // A vertex within an edge is no corner.
            if (!lies_on(point(i + 1), edges[(i + count - 1) % count])) {
                polygon.corners.push_back({point(i), edges[i]});
                at.push_back(i);
            }
        }
        if (polygon.corners.size() < 3 || !is_convex(polygon)) {
            return std::nullopt;
        }
        for (std::size_t c = 0; c < at.size(); ++c) {
            const std::size_t end = c + 1 < at.size() ? at[c + 1] : count + at[0];
            for (std::size_t i = at[c] + 1; i < end; ++i) {
                if (!lies_within(point(i - 1), point(i), c, polygon)) {
                    return std::nullopt;
                }
            }
        }
        return polygon;
    }

    // Turns the planes of the edges so that the polygon lies behind them. False if it is not convex
    // or not counter-clockwise.
    bool is_convex(Polygon& polygon) {
        const std::size_t count = polygon.corners.size();
        for (std::size_t e = 0; e < count; ++e) {
            PlaneId& edge = polygon.corners[e].edge;
            const std::size_t next = (e + 1) % count;
            if (!lies_on(polygon.corners[next].point, edge)) {
                return false;
            }
            if (predicates_.side(polygon.corners[(e + 2) % count].point, edge) == Side::Front) {
                edge = edge.flipped();
            }
            for (std::size_t c = 0; c < count; ++c) {
                if (c != e && c != next &&
                    predicates_.side(polygon.corners[c].point, edge) != Side::Back) {
                    return false;
                }
            }
        }
        return turn(polygon.plane, polygon.corners[0].edge, polygon.corners[1].edge) > 0;
    }

    // True if a vertex lies strictly within edge `edge` of the polygon, and not before the vertex
    // `before` of this edge, as far as doubles tell.
    bool lies_within(const ExactPoint& before,
                     const ExactPoint& point,
                     std::size_t edge,
                     const Polygon& polygon) {
        const std::size_t count = polygon.corners.size();
        const Corner& from = polygon.corners[edge];
        const Corner& to = polygon.corners[(edge + 1) % count];
        const PlaneId last = polygon.corners[(edge + count - 1) % count].edge;
        return lies_on(point, from.edge) && predicates_.side(point, last) == Side::Back &&
               predicates_.side(point, to.edge) == Side::Back &&
               !predicates_.equal(before, point) &&
               dot(point.rounded - before.rounded, to.point.rounded - from.point.rounded) >= 0;
    }

    const StoredVertices* vertices_;
    Predicates predicates_;
};

// Calls work(finder, i) for each polygon.
template <class Work>
void for_each_polygon(const StoredVertices& vertices,
                      const PlaneTable& planes,
                      std::size_t count,
                      unsigned threads,
                      const Work& work) {
    parallel_for((count + kPolygonsInPart - 1) / kPolygonsInPart, threads, [&](std::size_t part) {
        PolygonFinder finder(vertices, planes);
        const std::size_t end = std::min(count, (part + 1) * kPolygonsInPart);
        for (std::size_t i = part * kPolygonsInPart; i < end; ++i) {
            work(finder, i);
        }
    });
}

// The distinct points that the polygons at each vertex have found.
std::vector<std::vector<ExactPoint>> points_of_vertices(const std::vector<StoredCorners>& polygons,
                                                        std::size_t vertices,
                                                        const PlaneTable& planes) {
    Predicates predicates(planes);
    std::vector<std::vector<ExactPoint>> points(vertices);
    for (const StoredCorners& corners : polygons) {
        for (const StoredCorner& corner : corners) {
            std::vector<ExactPoint>& known = points[corner.vertex];
            for (const ExactPoint& point : corner.points) {
                if (std::ranges::none_of(known, [&](const ExactPoint& other) {
                        return predicates.equal(other, point);
                    })) {
                    known.push_back(point);
                }
            }
        }
    }
    return points;
}

}  // namespace

void clean_cuts(StoredPolygon& polygon) {
    for (PlaneId& cut : polygon.cuts) {
        cut = PlaneId{2 * cut.pair()};
    }
    std::ranges::sort(polygon.cuts);
    const auto [first, last] = std::ranges::unique(polygon.cuts);
    polygon.cuts.erase(first, last);
    std::erase(polygon.cuts, PlaneId{2 * polygon.plane.pair()});
}

std::vector<std::vector<Polygon>> exact_polygons(const StoredVertices& vertices,
                                                 const PlaneTable& planes,
                                                 std::span<const StoredPolygon> polygons,
                                                 unsigned threads) {
    const std::size_t count = polygons.size();
    std::vector<StoredCorners> stored(count);
    for_each_polygon(vertices, planes, count, threads, [&](PolygonFinder& finder, std::size_t i) {
        stored[i] = finder.stored_corners(polygons[i]);
    });
    const std::vector<std::vector<ExactPoint>> points =
        points_of_vertices(stored, vertices.at.size(), planes);
    std::vector<std::vector<Polygon>> exact(count);
    for_each_polygon(vertices, planes, count, threads, [&](PolygonFinder& finder, std::size_t i) {
        for (StoredCorner& corner : stored[i]) {
            finder.choose_points(polygons[i].plane, points[corner.vertex], corner);
            if (corner.points.empty()) {
                return;
            }
        }
        exact[i] = finder.polygons(polygons[i].plane, stored[i]);
    });
    return exact;
}

}  // namespace halfspace
