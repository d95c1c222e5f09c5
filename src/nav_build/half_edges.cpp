// SPDX-License-Identifier: MIT
#include "nav_build/half_edges.h"

#include "halfspace/spatial/aabb_bvh.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

// Numbers of points: equal points have equal numbers.
class VertexTable {
public:
    explicit VertexTable(Predicates& predicates) : predicates_(predicates) {}

    std::uint32_t add(const ExactPoint& point) {
        std::vector<std::uint32_t>& same = by_place_[key_of(point.rounded)];
        for (const std::uint32_t vertex : same) {
            if (predicates_.equal(points_[vertex], point)) {
                return vertex;
            }
        }
        same.push_back(static_cast<std::uint32_t>(points_.size()));
        points_.push_back(point);
        return same.back();
    }

    std::vector<ExactPoint> take() { return std::move(points_); }

private:
    using Key = std::array<double, 3>;
    static Key key_of(const Vec3& p) { return {p.x, p.y, p.z}; }

    Predicates& predicates_;
    std::map<Key, std::vector<std::uint32_t>> by_place_;
    std::vector<ExactPoint> points_;
};

class EdgeFinder {
public:
    EdgeFinder(const std::vector<FloorPiece>& pieces, Predicates& predicates)
        : pieces_(pieces), predicates_(predicates) {}

    HalfEdges run() {
        add_rings();
        add_edges(corners_on_edges());
        pair_edges();
        return std::move(result_);
    }

private:
    // An edge of a piece, before it is cut.
    struct Side {
        std::uint32_t piece;
        std::uint32_t from;
        std::uint32_t to;
        PlaneId line;
    };

    const ExactPoint& point(std::uint32_t vertex) const { return result_.vertices[vertex]; }

    void add_rings() {
        VertexTable vertices(predicates_);
        for (std::uint32_t p = 0; p < pieces_.size(); ++p) {
            const Polygon& polygon = pieces_[p].polygon;
            const std::size_t first = sides_.size();
            for (const Corner& corner : polygon.corners) {
                sides_.push_back({p, vertices.add(corner.point), kNone, corner.edge});
            }
            const std::size_t count = sides_.size() - first;
            for (std::size_t i = 0; i < count; ++i) {
                sides_[first + i].to = sides_[first + (i + 1) % count].from;
            }
        }
        result_.vertices = vertices.take();
        for (Side& side : sides_) {
            side.line = looking_at(pieces_[side.piece].polygon, side.line);
        }
    }

    // The plane with the polygon in front of it. REQUIRES: the polygon is on one side of it.
    PlaneId looking_at(const Polygon& polygon, PlaneId plane) {
        return classify(polygon, plane, predicates_) == PolygonSide::Front ? plane
                                                                           : plane.flipped();
    }

    bool is_inside(std::uint32_t vertex, const Side& side) {
        if (vertex == side.from || vertex == side.to) {
            return false;
        }
        const ExactPoint& v = point(vertex);
        return predicates_.side(v, side.line) == halfspace::Side::On &&
               predicates_.side(v, pieces_[side.piece].polygon.plane) == halfspace::Side::On &&
               is_before(v, point(side.to), point(side.from), predicates_) &&
               is_before(v, point(side.from), point(side.to), predicates_);
    }

    // For each side the vertices inside of it, from its begin to its end.
    std::vector<std::vector<std::uint32_t>> corners_on_edges() {
        std::vector<std::vector<std::uint32_t>> inside(sides_.size());
        std::vector<Aabb> boxes;
        boxes.reserve(sides_.size());
        for (const Side& side : sides_) {
            boxes.push_back(merge(Aabb{point(side.from).rounded, point(side.from).rounded},
                                  point(side.to).rounded));
        }
        // Coordinates are below 2^28, and so are the numbers of sides: see AabbBvh::build.
        const Result<AabbBvh> tree = AabbBvh::build(boxes);
        assert(tree);
        for (std::uint32_t v = 0; v < result_.vertices.size(); ++v) {
            tree->in_box({point(v).rounded, point(v).rounded}, [&](std::uint32_t side) {
                if (is_inside(v, sides_[side])) {
                    inside[side].push_back(v);
                }
                return true;
            });
        }
        for (std::size_t s = 0; s < sides_.size(); ++s) {
            std::ranges::sort(inside[s], [&](std::uint32_t a, std::uint32_t b) {
                return a != b && is_before(point(a), point(b), point(sides_[s].from), predicates_);
            });
        }
        return inside;
    }

    void add_edges(const std::vector<std::vector<std::uint32_t>>& inside) {
        std::vector<HalfEdge>& edges = result_.edges;
        std::size_t side = 0;
        for (std::uint32_t piece = 0; piece < pieces_.size(); ++piece) {
            const auto first = static_cast<std::uint32_t>(edges.size());
            for (; side < sides_.size() && sides_[side].piece == piece; ++side) {
                const PlaneId line = sides_[side].line;
                edges.push_back({sides_[side].from, 0, 0, kNone, piece, line});
                for (const std::uint32_t vertex : inside[side]) {
                    edges.push_back({vertex, 0, 0, kNone, piece, line});
                }
            }
            const auto end = static_cast<std::uint32_t>(edges.size());
            for (std::uint32_t e = first; e < end; ++e) {
                edges[e].next = e + 1 < end ? e + 1 : first;
                edges[edges[e].next].previous = e;
            }
        }
    }

    // The normals of the planes of two edges from a to b. Their cross product runs along the edge:
    // from a to b if the second polygon is above the first one.
    bool is_below(std::uint32_t low, std::uint32_t high) {
        const auto normal = [&](std::uint32_t edge) {
            return predicates_.planes().plane(pieces_[result_.edges[edge].piece].polygon.plane).n;
        };
        const auto p = normal(low);
        const auto q = normal(high);
        const WideVector cross{Int128(p[1]) * q[2] - Int128(p[2]) * q[1],
                               Int128(p[2]) * q[0] - Int128(p[0]) * q[2],
                               Int128(p[0]) * q[1] - Int128(p[1]) * q[0]};
        const Vec3 along = point(result_.to(low)).rounded - point(result_.edges[low].from).rounded;
        return dot(to_vec3(cross), along) > 0;
    }

    std::uint32_t highest(std::span<const std::uint32_t> edges) {
        std::uint32_t best = edges.front();
        for (const std::uint32_t edge : edges) {
            best = is_below(best, edge) ? edge : best;
        }
        return best;
    }

    void pair_edges() {
        std::vector<HalfEdge>& edges = result_.edges;
        std::vector<std::uint32_t> order(edges.size());
        for (std::uint32_t e = 0; e < order.size(); ++e) {
            order[e] = e;
        }
        // Edges of one line come together: first those from the lower to the higher vertex.
        const auto key = [&](std::uint32_t e) {
            const auto [low, high] = std::minmax({edges[e].from, result_.to(e)});
            return std::tuple(low, high, edges[e].from != low, e);
        };
        std::ranges::sort(order, {}, key);
        for (std::size_t i = 0; i < order.size();) {
            std::size_t middle = i;
            std::size_t end = i;
            const auto line = [&](std::size_t at) {
                const auto [low, high, is_reversed, edge] = key(order[at]);
                return std::pair(low, high);
            };
            while (end < order.size() && line(end) == line(i)) {
                middle += edges[order[end]].from == std::get<0>(key(order[i])) ? 1 : 0;
                ++end;
            }
            const std::span<const std::uint32_t> all(order);
            join(all.subspan(i, middle - i), all.subspan(middle, end - middle));
            i = end;
        }
    }

    // The edges from a to b, and those from b to a.
    void join(std::span<const std::uint32_t> forth, std::span<const std::uint32_t> back) {
        const auto part = [&](std::span<const std::uint32_t> edges, std::uint32_t kept) {
            for (const std::uint32_t edge : edges) {
                if (edge != kept) {
                    result_.parted.push_back(edge);
                }
            }
        };
        const std::uint32_t a = forth.empty() ? kNone : highest(forth);
        const std::uint32_t b = back.empty() ? kNone : highest(back);
        part(forth, a);
        part(back, b);
        if (a != kNone && b != kNone) {
            result_.edges[a].twin = b;
            result_.edges[b].twin = a;
        }
    }

    const std::vector<FloorPiece>& pieces_;
    Predicates& predicates_;
    std::vector<Side> sides_;  // in the order of pieces
    HalfEdges result_;
};

}  // namespace

bool is_before(const ExactPoint& v,
               const ExactPoint& end,
               const ExactPoint& start,
               Predicates& predicates) {
    // A plane through `end` that the line crosses: one of the three is.
    for (const PlaneId plane : end.planes) {
        if (const Side side = predicates.side(start, plane); side != Side::On) {
            return predicates.side(v, plane) == side;
        }
    }
    return false;
}

HalfEdges find_half_edges(const std::vector<FloorPiece>& pieces, Predicates& predicates) {
    return EdgeFinder(pieces, predicates).run();
}

}  // namespace halfspace
