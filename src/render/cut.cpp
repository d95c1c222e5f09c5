// SPDX-License-Identifier: MIT
#include "halfspace/render/cut.h"

#include "halfspace/level/bodies.h"
#include "halfspace/level/walk.h"
#include "halfspace/query/classify.h"
#include "halfspace/tasks/parallel_for.h"

#include "render/colours.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

using Polygon2 = std::vector<std::array<double, 2>>;

// n.p - d along the slice: x * a + y * b - c.
struct Line {
    double a;
    double b;
    double c;

    double distance(const std::array<double, 2>& p) const { return a * p[0] + b * p[1] - c; }
};

// What lies in front of the line.
Polygon2 clipped(const Polygon2& polygon, const Line& line) {
    Polygon2 kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto& from = polygon[i];
        const auto& to = polygon[i + 1 == polygon.size() ? 0 : i + 1];
        const double at = line.distance(from);
        const double next = line.distance(to);
        if (at >= 0) {
            kept.push_back(from);
        }
        if ((at > 0 && next < 0) || (at < 0 && next > 0)) {
            const double t = at / (at - next);
            kept.push_back({from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t});
        }
    }
    return kept;
}

double doubled_area(const Polygon2& polygon) {
    double sum = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto& p = polygon[i];
        const auto& q = polygon[i + 1 == polygon.size() ? 0 : i + 1];
        sum += p[0] * q[1] - p[1] * q[0];
    }
    return sum;
}

// Around the drawn faces, as a share of the longer side.
constexpr double kMargin = 0.02;

}  // namespace

Aabb drawn_box(const Level& level, ModelId model) {
    assert(model.value < level.models().size());
    const ModelRecord& record = level.models()[model.value];
    if (record.root >= 0) {
        const NodeFacesRecord& faces = level.node_faces()[static_cast<std::size_t>(record.root)];
        const Aabb drawn{{faces.min[0], faces.min[1], faces.min[2]},
                         {faces.max[0], faces.max[1], faces.max[2]}};
        if (!is_empty(drawn)) {
            return drawn;
        }
    }
    return level.tree_box(model);
}

CutFrame cut_frame(const Level& level, ModelId model) {
    const Aabb drawn = drawn_box(level, model);
    const ModelRecord& record = level.models()[model.value];
    const double margin = kMargin * std::max(drawn.max.x - drawn.min.x, drawn.max.y - drawn.min.y);
    return {{std::max(record.min[0], drawn.min.x - margin),
             std::max(record.min[1], drawn.min.y - margin)},
            {std::min(record.max[0], drawn.max.x + margin),
             std::min(record.max[1], drawn.max.y + margin)}};
}

Image paint_cut(const Level& level, const CutOptions& options) {
    assert(options.width > 0 && options.rows > 0);
    assert(options.model.value < level.models().size());
    const CutFrame frame = cut_frame(level, options.model);
    Image image{
        options.width, options.rows, std::vector<Rgba>(std::size_t{options.width} * options.rows)};
    const double step = std::max((frame.max[0] - frame.min[0]) / options.width,
                                 (frame.max[1] - frame.min[1]) / options.rows);
    const double left = (frame.min[0] + frame.max[0] - step * options.width) / 2;
    const double top = (frame.min[1] + frame.max[1] + step * options.rows) / 2;
    parallel_for(options.rows, options.threads, [&](std::size_t row) {
        const double y = top - (static_cast<double>(row) + 0.5) * step;
        for (std::uint32_t column = 0; column < options.width; ++column) {
            const LeafId leaf = find_leaf(level,
                                          options.space,
                                          {left + (column + 0.5) * step, y, options.height},
                                          options.model);
            image.at(column, static_cast<std::uint32_t>(row)) =
                contents_colour(cut_contents(level, leaf, options.space));
        }
    });
    return image;
}

Contents cut_contents(const Level& level, LeafId leaf, SpaceId space) {
    return space.value == 0 ? level.contents(leaf)
                            : blocker_contents(blockers_in(level.leaves()[leaf.value], space));
}

std::vector<CutCell> cut_cells(const Level& level, double height, ModelId model, SpaceId space) {
    assert(model.value < level.models().size() && space.value < level.spaces().size());
    const ModelRecord& record = level.models()[model.value];
    std::vector<CutCell> cells;
    if (!(record.min[2] < height && height < record.max[2])) {
        return cells;
    }
    const auto [min, max] = cut_frame(level, model);
    // What of the frame lies on one side of a node, if that has an area.
    const auto part = [](const Polygon2& polygon, const Line& line) {
        Polygon2 kept = clipped(polygon, line);
        return doubled_area(kept) > 0 ? std::optional(std::move(kept)) : std::nullopt;
    };
    const auto divide = [&](std::size_t n, Polygon2&& polygon) -> ChildStates<Polygon2> {
        const NodeRecord& node = level.nodes()[n];
        const Line line{node.n[0], node.n[1], node.d - node.n[2] * height};
        if (line.a == 0 && line.b == 0) {
            return line.c <= 0 ? ChildStates<Polygon2>{std::move(polygon), std::nullopt}
                               : ChildStates<Polygon2>{std::nullopt, std::move(polygon)};
        }
        return {part(polygon, line), part(polygon, {-line.a, -line.b, -line.c})};
    };
    for_each_leaf(
        level.nodes(),
        level.root(model, space),
        Polygon2{{min[0], min[1]}, {max[0], min[1]}, {max[0], max[1]}, {min[0], max[1]}},
        divide,
        [&](LeafId leaf, Polygon2&& polygon) { cells.push_back({leaf, std::move(polygon)}); });
    return cells;
}

}  // namespace halfspace
