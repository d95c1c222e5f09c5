// SPDX-License-Identifier: MIT
#include "nav_build/step_edges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// An edge in a vertical plane, seen from the side.
struct UprightEdge {
    std::uint32_t edge;
    double first;  // the interval along the plane [grid steps]
    double last;
    bool is_front;  // the polygon is in front of the plane's even id
};

class StepFinder {
public:
    StepFinder(HalfEdges& mesh,
               std::vector<bool>& is_gone,
               const std::vector<FloorPiece>& pieces,
               double max_height,
               PlaneTable& planes,
               Predicates& predicates)
        : mesh_(mesh),
          is_gone_(is_gone),
          pieces_(pieces),
          max_height_(max_height),
          planes_(planes),
          predicates_(predicates) {}

    std::vector<StepEdges> run() {
        cut_edges();
        std::vector<StepEdges> steps;
        for (const auto& [plane, edges] : borders()) {
            for_each_pair(edges, [&](std::uint32_t lower, std::uint32_t upper) {
                if (is_step(lower, upper)) {
                    steps.push_back({lower, upper});
                } else if (is_step(upper, lower)) {  // both begin at one height, as ramps do
                    steps.push_back({upper, lower});
                }
            });
        }
        return steps;
    }

private:
    const ExactPoint& begin(std::uint32_t edge) const {
        return mesh_.vertices[mesh_.edges[edge].from];
    }
    const ExactPoint& end(std::uint32_t edge) const { return mesh_.vertices[mesh_.to(edge)]; }
    PlaneId floor_of(std::uint32_t edge) const {
        return pieces_[mesh_.edges[edge].piece].polygon.plane;
    }

    bool is_vertical(PlaneId plane) const {
        return predicates_.planes().even_plane(plane).n[2] == 0;
    }

    // The axis, x or y, along which a vertical plane is longer.
    std::size_t long_axis(PlaneId upright) const {
        const auto& n = predicates_.planes().even_plane(upright).n;
        return std::abs(n[0]) > std::abs(n[1]) ? 1 : 0;
    }

    // The vertical plane through an edge; nullopt if none of the planes at its ends is.
    std::optional<PlaneId> upright_plane(std::uint32_t edge) {
        std::array<PlaneId, 7> planes{mesh_.edges[edge].line};
        std::ranges::copy(begin(edge).planes, planes.begin() + 1);
        std::ranges::copy(end(edge).planes, planes.begin() + 4);
        const auto found = std::ranges::find_if(planes, [&](PlaneId plane) {
            return is_vertical(plane) && predicates_.side(begin(edge), plane) == Side::On &&
                   predicates_.side(end(edge), plane) == Side::On;
        });
        return found == planes.end() ? std::nullopt : std::optional(PlaneId{found->value & ~1u});
    }

    // The edges without twins, by the vertical plane in which they lie. In each plane in the order
    // of their intervals.
    std::map<std::uint32_t, std::vector<UprightEdge>> borders() {
        std::map<std::uint32_t, std::vector<UprightEdge>> found;
        for (std::uint32_t e = 0; e < mesh_.edges.size(); ++e) {
            const std::optional<PlaneId> plane =
                is_gone_[e] || mesh_.edges[e].twin != kNone ? std::nullopt : upright_plane(e);
            if (!plane) {
                continue;
            }
            const auto& n = predicates_.planes().even_plane(*plane).n;
            const std::size_t axis = long_axis(*plane);
            const auto [first, last] = std::minmax({begin(e).rounded[axis], end(e).rounded[axis]});
            // The polygon is to the left of the edge, and the plane is upright.
            const Vec3 along = end(e).rounded - begin(e).rounded;
            const double left =
                static_cast<double>(n[1]) * along.x - static_cast<double>(n[0]) * along.y;
            found[plane->value].push_back({e, first, last, left > 0});
        }
        for (auto& [plane, edges] : found) {
            std::ranges::sort(edges, {}, [](const UprightEdge& edge) {
                return std::pair(edge.first, edge.edge);
            });
        }
        return found;
    }

    // Calls visit(lower, upper) for the edges of one plane whose intervals overlap, which have
    // polygons on different sides, and which may be a step.
    template <class Visit>
    void for_each_pair(const std::vector<UprightEdge>& edges, const Visit& visit) const {
        for (std::size_t i = 0; i < edges.size(); ++i) {
            for (std::size_t j = i + 1; j < edges.size() && edges[j].first < edges[i].last; ++j) {
                if (edges[i].is_front == edges[j].is_front) {
                    continue;
                }
                const double low_i =
                    std::min(begin(edges[i].edge).rounded.z, end(edges[i].edge).rounded.z);
                const double low_j =
                    std::min(begin(edges[j].edge).rounded.z, end(edges[j].edge).rounded.z);
                const bool is_i_lower = low_i < low_j;
                const std::uint32_t lower = edges[is_i_lower ? i : j].edge;
                const std::uint32_t upper = edges[is_i_lower ? j : i].edge;
                const double highest = std::max(begin(lower).rounded.z, end(lower).rounded.z);
                if (std::max(low_i, low_j) - highest <= max_height_) {
                    visit(lower, upper);
                }
            }
        }
    }

    // True if the ends are the same seen from above, and the heights are those of a step.
    bool is_step(std::uint32_t lower, std::uint32_t upper) const {
        const auto is_below = [&](const Vec3& low, const Vec3& high) {
            return low.x == high.x && low.y == high.y && low.z <= high.z &&
                   high.z - low.z <= max_height_;
        };
        return is_below(begin(lower).rounded, end(upper).rounded) &&
               is_below(end(lower).rounded, begin(upper).rounded);
    }

    void cut_edges() {
        Cuts cuts;
        for (const auto& [plane, edges] : borders()) {
            for_each_pair(edges, [&, upright = PlaneId{plane}](std::uint32_t a, std::uint32_t b) {
                add_ends(a, b, upright, cuts);
                add_ends(b, a, upright, cuts);
                for (const double place : limits_of_step(a, b, upright)) {
                    const PlaneId across = axis_plane(long_axis(upright), place);
                    add_cut(a, upright, across, cuts[a]);
                    add_cut(b, upright, across, cuts[b]);
                }
            });
        }
        for (auto& [edge, points] : cuts) {
            cut(edge, points);
        }
    }

    using Cuts = std::map<std::uint32_t, std::vector<ExactPoint>>;  // by edge

    // Adds the places inside of the edge `other` above or below the ends of an edge.
    void add_ends(std::uint32_t edge, std::uint32_t other, PlaneId upright, Cuts& cuts) {
        const std::uint32_t before = mesh_.edges[edge].previous;
        const std::uint32_t behind = mesh_.edges[edge].next;
        add_end(edge, begin(edge), mesh_.edges[before].line, other, upright, cuts);
        add_end(edge, end(edge), mesh_.edges[behind].line, other, upright, cuts);
    }

    void add_end(std::uint32_t edge,
                 const ExactPoint& corner,
                 PlaneId beside,
                 std::uint32_t other,
                 PlaneId upright,
                 Cuts& cuts) {
        const std::array<PlaneId, 4> planes{
            corner.planes[0], corner.planes[1], corner.planes[2], beside};
        const auto crosses = [&](PlaneId plane) {
            const auto& p = predicates_.planes().even_plane(plane).n;
            const auto& q = predicates_.planes().even_plane(upright).n;
            return is_vertical(plane) && Int128(p[0]) * q[1] != Int128(p[1]) * q[0] &&
                   predicates_.side(corner, plane) == Side::On;
        };
        const auto found = std::ranges::find_if(planes, crosses);
        if (found != planes.end()) {
            add_cut(other, upright, *found, cuts[other]);
            return;
        }
        const std::size_t axis = long_axis(upright);
        const double place = corner.rounded[axis];
        if (const PlaneId here = axis_plane(axis, std::round(place));
            predicates_.side(corner, here) == Side::On) {
            add_cut(other, upright, here, cuts[other]);
            return;
        }
        // Both are cut at the next whole grid step inside of the edge.
        const double middle = begin(edge).rounded[axis] / 2 + end(edge).rounded[axis] / 2;
        const PlaneId inside =
            axis_plane(axis, place < middle ? std::ceil(place) : std::floor(place));
        if (begin(other).rounded[axis] != place && end(other).rounded[axis] != place &&
            is_inside(edge, inside) && is_inside(other, inside)) {
            add_cut(edge, upright, inside, cuts[edge]);
            add_cut(other, upright, inside, cuts[other]);
        }
    }

    // The plane x = place or y = place. place: a whole number of grid steps.
    PlaneId axis_plane(std::size_t axis, double place) {
        ExactPlane plane;
        plane.n[axis] = 1;
        plane.d = static_cast<std::int64_t>(place);
        return planes_.intern(plane);
    }

    // Adds the place where a plane cuts the edge, if it is inside of the edge.
    void add_cut(std::uint32_t edge,
                 PlaneId upright,
                 PlaneId plane,
                 std::vector<ExactPoint>& cuts) {
        if (is_inside(edge, plane)) {
            cuts.push_back(predicates_.meet(floor_of(edge), upright, plane));
        }
    }

    // True if a plane cuts the edge between its ends.
    bool is_inside(std::uint32_t edge, PlaneId plane) {
        const Side first = predicates_.side(begin(edge), plane);
        return first != Side::On && predicates_.side(end(edge), plane) == opposite(first);
    }

    // The places along the upright plane [grid steps] between which two edges are a step: where the
    // height between them becomes 0 or max_height_, rounded to the side where they are one.
    std::vector<double> limits_of_step(std::uint32_t a, std::uint32_t b, PlaneId upright) const {
        const std::size_t axis = long_axis(upright);
        const auto height_at = [&](std::uint32_t edge, double place) {
            const Vec3& from = begin(edge).rounded;
            const Vec3& to = end(edge).rounded;
            return from.z + (to.z - from.z) * ((place - from[axis]) / (to[axis] - from[axis]));
        };
        const auto [a_low, a_high] = std::minmax({begin(a).rounded[axis], end(a).rounded[axis]});
        const auto [b_low, b_high] = std::minmax({begin(b).rounded[axis], end(b).rounded[axis]});
        const double low = std::max(a_low, b_low);
        const double high = std::min(a_high, b_high);
        const double at_low = height_at(b, low) - height_at(a, low);
        const double at_high = height_at(b, high) - height_at(a, high);
        std::vector<double> places;
        for (const double limit : {-max_height_, 0.0, max_height_}) {
            if ((at_low - limit) * (at_high - limit) < 0) {
                const double place = low + (high - low) * ((limit - at_low) / (at_high - at_low));
                const bool is_step_before = limit == 0 || std::abs(at_low) < max_height_;
                const bool is_step_behind = limit == 0 || std::abs(at_high) < max_height_;
                if (is_step_before) {
                    places.push_back(std::floor(place));
                }
                if (is_step_behind) {
                    places.push_back(std::ceil(place));
                }
            }
        }
        return places;
    }

    // Cuts an edge at points inside of it.
    void cut(std::uint32_t edge, std::vector<ExactPoint>& points) {
        const ExactPoint start = begin(edge);
        std::ranges::sort(points, [&](const ExactPoint& a, const ExactPoint& b) {
            return !predicates_.equal(a, b) && is_before(a, b, start, predicates_);
        });
        for (const ExactPoint& point : points) {
            if (predicates_.equal(point, begin(edge)) || predicates_.equal(point, end(edge))) {
                continue;
            }
            const auto added = static_cast<std::uint32_t>(mesh_.edges.size());
            HalfEdge part = mesh_.edges[edge];
            part.from = static_cast<std::uint32_t>(mesh_.vertices.size());
            part.previous = edge;
            mesh_.vertices.push_back(point);
            mesh_.edges[part.next].previous = added;
            mesh_.edges[edge].next = added;
            mesh_.edges.push_back(part);
            is_gone_.push_back(false);
            edge = added;
        }
    }

    HalfEdges& mesh_;
    std::vector<bool>& is_gone_;
    const std::vector<FloorPiece>& pieces_;
    double max_height_;
    PlaneTable& planes_;
    Predicates& predicates_;
};

}  // namespace

std::vector<StepEdges> find_step_edges(HalfEdges& mesh,
                                       std::vector<bool>& is_gone,
                                       const std::vector<FloorPiece>& pieces,
                                       double max_height,
                                       PlaneTable& planes,
                                       Predicates& predicates) {
    return StepFinder(mesh, is_gone, pieces, max_height, planes, predicates).run();
}

}  // namespace halfspace
