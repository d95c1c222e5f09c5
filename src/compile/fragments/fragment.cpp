// SPDX-License-Identifier: MIT
#include "compile/fragments/fragment.h"

#include "math/shared/axes.h"

#include <algorithm>
#include <utility>

namespace halfspace {
namespace {

// The share of the way from a to b at which `between` lies, in [0, 1].
double fraction(const ExactPoint& a, const ExactPoint& b, const ExactPoint& between) {
    const Vec3 way = b.rounded - a.rounded;
    const std::size_t axis = longest_axis(way);
    // Different points may have the same doubles. Then any share is equally good.
    return way[axis] == 0
               ? 0.5
               : std::clamp((between.rounded[axis] - a.rounded[axis]) / way[axis], 0.0, 1.0);
}

// The attributes of the two pieces of a cut polygon. The corners of a piece have the order that
// `cut` of polygon.cpp gives them.
struct AttributeCut {
    std::vector<double> front;
    std::vector<double> back;
};

AttributeCut cut_attributes(const Polygon& whole,
                            const std::vector<double>& attributes,
                            const PolygonSplit& pieces,
                            PlaneId plane,
                            Predicates& predicates) {
    const std::size_t count = whole.corners.size();
    const std::size_t stride = attributes.size() / count;
    AttributeCut result;
    const auto append = [&](std::vector<double>& to, std::size_t a, std::size_t b, double t) {
        for (std::size_t i = 0; i < stride; ++i) {
            const double from = attributes[a * stride + i];
            to.push_back(t == 0 ? from : from + (attributes[b * stride + i] - from) * t);
        }
    };
    std::vector<Side> sides;
    sides.reserve(count);
    for (const Corner& corner : whole.corners) {
        sides.push_back(predicates.side(corner.point, plane));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t next = (i + 1) % count;
        if (sides[i] != Side::Back) {
            append(result.front, i, i, 0);
        }
        if (sides[i] != Side::Front) {
            append(result.back, i, i, 0);
        }
        if (sides[i] != Side::On && sides[next] == opposite(sides[i])) {
            const ExactPoint& crossing = pieces.front->corners[result.front.size() / stride].point;
            const double t = fraction(whole.corners[i].point, whole.corners[next].point, crossing);
            append(result.front, i, next, t);
            append(result.back, i, next, t);
        }
    }
    return result;
}

}  // namespace

void update_box(Fragment& fragment) {
    const Aabb box = bounds(fragment.polygon);
    fragment.centre = centre_of(box);
    fragment.half = half_of(box);
}

FragmentSplit split(std::unique_ptr<Fragment> fragment, PlaneId plane, Predicates& predicates) {
    const bool has_attributes = !fragment->attributes.empty();
    Polygon whole;
    if (has_attributes) {
        whole = fragment->polygon;
    }
    PolygonSplit pieces = split(std::move(fragment->polygon), plane, predicates);
    FragmentSplit result;
    if (!pieces.front || !pieces.back) {
        const bool is_front = pieces.front.has_value();
        fragment->polygon = *std::move(is_front ? pieces.front : pieces.back);
        (is_front ? result.front : result.back) = std::move(fragment);
        return result;
    }
    AttributeCut cut;
    if (has_attributes) {
        cut = cut_attributes(whole, fragment->attributes, pieces, plane, predicates);
        fragment->attributes.clear();
    }
    result.back = std::make_unique<Fragment>(*fragment);  // without polygon and attributes
    result.front = std::move(fragment);
    result.front->polygon = *std::move(pieces.front);
    result.back->polygon = *std::move(pieces.back);
    result.front->attributes = std::move(cut.front);
    result.back->attributes = std::move(cut.back);
    update_box(*result.front);
    update_box(*result.back);
    return result;
}

}  // namespace halfspace
