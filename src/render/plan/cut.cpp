// SPDX-License-Identifier: MIT
#include "halfspace/render/cut.h"

#include "halfspace/level/walk.h"

#include "level/shared/record_box.h"
#include "level/shared/walk_nodes.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// Edges are searched at this distance on both sides of their line [map units]. So the leaves beside
// an edge are found even where another plane has the same line in the slice.
constexpr double kBeside = 1.0 / 2048;
// Shorter edges are left out [map units].
constexpr double kMinEdge = 1.0 / 1024;

// The line in which a node's plane meets the slice: points with x * a + y * b == c.
struct Line {
    double a;
    double b;
    double c;

    double distance(const Point2& p) const { return a * p[0] + b * p[1] - c; }
};

Line line_of(const Plane& plane, double height) {
    return {plane.n.x, plane.n.y, plane.d - plane.n.z * height};
}

// The parts of a polygon on both sides of a line.
struct LineSplit {
    Polygon2 front;
    Polygon2 back;
    Polygon2 on;  // corners on the line, and points where the line crosses a side
};

LineSplit split(const Polygon2& polygon, const Line& line) {
    LineSplit parts;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point2& from = polygon[i];
        const Point2& to = polygon[i + 1 == polygon.size() ? 0 : i + 1];
        const double at = line.distance(from);
        const double next = line.distance(to);
        if (at >= 0) {
            parts.front.push_back(from);
        }
        if (at <= 0) {
            parts.back.push_back(from);
        }
        if (at == 0) {
            parts.on.push_back(from);
        }
        if ((at > 0 && next < 0) || (at < 0 && next > 0)) {
            const double t = at / (at - next);
            const Point2 crossing{from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t};
            parts.front.push_back(crossing);
            parts.back.push_back(crossing);
            parts.on.push_back(crossing);
        }
    }
    return parts;
}

std::optional<Polygon2> with_area(Polygon2&& polygon) {
    double doubled = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point2& p = polygon[i];
        const Point2& q = polygon[i + 1 == polygon.size() ? 0 : i + 1];
        doubled += p[0] * q[1] - p[1] * q[0];
    }
    return doubled > 0 ? std::optional(std::move(polygon)) : std::nullopt;
}

// A segment of `length` map units from a point in a direction of length 1.
struct Way {
    Point2 from{};
    Point2 direction{};
    double length = 0;

    Point2 at(double t) const { return {from[0] + direction[0] * t, from[1] + direction[1] * t}; }

    // The same segment, moved to the left by `distance` map units.
    Way beside(double distance) const {
        return {{from[0] - direction[1] * distance, from[1] + direction[0] * distance},
                direction,
                length};
    }
};

Way way_between(const Point2& from, const Point2& to) {
    const double length = std::hypot(to[0] - from[0], to[1] - from[1]);
    return {from, {(to[0] - from[0]) / length, (to[1] - from[1]) / length}, length};
}

// The segment along the line between the outermost of the points, with the front of the line on its
// left.
std::optional<Way> way_along(const Line& line, const Polygon2& points) {
    if (points.size() < 2) {
        return std::nullopt;
    }
    const auto [first, last] = std::ranges::minmax_element(
        points, {}, [&](const Point2& p) { return p[0] * line.b - p[1] * line.a; });
    const Way way = way_between(*first, *last);
    return way.length > kMinEdge ? std::optional(way) : std::nullopt;
}

// The part [from, to] of a segment in one leaf.
struct Piece {
    double from;
    double to;
    LeafId leaf;
};

class Cutter {
public:
    Cutter(const Level& level, double height)
        : level_(level), nodes_(level.nodes()), height_(height) {}

    Cut cut(std::int32_t root, const Polygon2& frame) {
        const auto divide = [&](std::size_t n, Polygon2&& polygon) {
            return divided(nodes_[n], polygon);
        };
        for_each_leaf(nodes_, root, Polygon2(frame), divide, [&](LeafId leaf, Polygon2&& polygon) {
            cut_.cells.push_back({leaf, std::move(polygon)});
        });
        for (std::size_t i = 0; i < frame.size(); ++i) {
            const Way side = way_between(frame[i], frame[(i + 1) % frame.size()]);
            for (const Piece& piece : pieces(root, side.beside(kBeside))) {
                cut_.border.push_back(piece.leaf);
            }
        }
        return std::move(cut_);
    }

private:
    ChildStates<Polygon2> divided(const NodeRecord& node, const Polygon2& polygon) {
        const Line line = line_of(level_.scaled_plane(node.plane), height_);
        if (line.a == 0 && line.b == 0) {
            return line.c <= 0 ? ChildStates<Polygon2>{polygon, std::nullopt}
                               : ChildStates<Polygon2>{std::nullopt, polygon};
        }
        LineSplit parts = split(polygon, line);
        ChildStates<Polygon2> states{with_area(std::move(parts.front)),
                                     with_area(std::move(parts.back))};
        if (states[0] && states[1]) {
            if (const std::optional<Way> way = way_along(line, parts.on)) {
                add_edges(node, *way);
            }
        }
        return states;
    }

    // Adds the edges along a segment in the line of a node. The front of the node is on its left.
    void add_edges(const NodeRecord& node, const Way& way) {
        const std::vector<Piece> left = pieces(node.child[0], way.beside(kBeside));
        const std::vector<Piece> right = pieces(node.child[1], way.beside(-kBeside));
        for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
            const double from = std::max(left[i].from, right[j].from);
            const double to = std::min(left[i].to, right[j].to);
            if (to - from > kMinEdge && left[i].leaf != right[j].leaf) {
                cut_.edges.push_back({{left[i].leaf, right[j].leaf}, {way.at(from), way.at(to)}});
            }
            left[i].to < right[j].to ? ++i : ++j;
        }
    }

    // The leaves below a child along a segment, in order.
    std::vector<Piece> pieces(std::int32_t child, const Way& way) const {
        using Range = std::pair<double, double>;
        const auto divide = [&](std::size_t n, Range&& range) -> ChildStates<Range> {
            const Line line = line_of(level_.scaled_plane(nodes_[n].plane), height_);
            const double at = line.distance(way.from);
            const double rise = line.a * way.direction[0] + line.b * way.direction[1];
            if (rise == 0) {
                return at >= 0 ? ChildStates<Range>{range, std::nullopt}
                               : ChildStates<Range>{std::nullopt, range};
            }
            const double crossing = std::clamp(-at / rise, range.first, range.second);
            const auto part = [](double from, double to) {
                return from < to ? std::optional(Range{from, to}) : std::nullopt;
            };
            const std::optional<Range> before = part(range.first, crossing);
            const std::optional<Range> after = part(crossing, range.second);
            return rise > 0 ? ChildStates<Range>{after, before} : ChildStates<Range>{before, after};
        };
        std::vector<Piece> found;
        for_each_leaf(nodes_, child, Range{0, way.length}, divide, [&](LeafId leaf, Range&& range) {
            found.push_back({range.first, range.second, leaf});
        });
        std::ranges::sort(found, {}, &Piece::from);
        return found;
    }

    const Level& level_;
    std::span<const NodeRecord> nodes_;
    double height_;
    Cut cut_;
};

Cut cut_tree(
    const Level& level, double height, const CutFrame& frame, ModelId model, std::int32_t root) {
    const Aabb box = level.tree_box(model);
    const Point2 min{std::max(frame.min[0], box.min.x), std::max(frame.min[1], box.min.y)};
    const Point2 max{std::min(frame.max[0], box.max.x), std::min(frame.max[1], box.max.y)};
    if (!(box.min.z < height && height < box.max.z && min[0] < max[0] && min[1] < max[1])) {
        return {};
    }
    return Cutter(level, height)
        .cut(root, {{min[0], min[1]}, {max[0], min[1]}, {max[0], max[1]}, {min[0], max[1]}});
}

}  // namespace

Cut cut_level(
    const Level& level, double height, const CutFrame& frame, ModelId model, SpaceId space) {
    assert(model.value < level.models().size() && space.value < level.spaces().size());
    return cut_tree(level, height, frame, model, level.root(model, space));
}

Cut cut_clusters(const Level& level, double height, const CutFrame& frame) {
    return level.cluster_roots().empty()
               ? Cut()
               : cut_tree(level, height, frame, kWorldModel, level.cluster_roots().front());
}

}  // namespace halfspace
