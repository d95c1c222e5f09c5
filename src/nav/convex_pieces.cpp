// SPDX-License-Identifier: MIT
#include "nav/convex_pieces.h"

#include "halfspace/base/id.h"

#include "nav/flat.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace halfspace {
namespace {

// Corners begin, begin + 1 and so on up to end, around the polygon. The edge from the last corner
// to the first one is a cut.
Piece part_of(const Piece& polygon, std::size_t begin, std::size_t end) {
    Piece part;
    for (std::size_t i = begin; i != end; i = (i + 1) % polygon.size()) {
        part.push_back(polygon[i]);
    }
    part.push_back({polygon[end].vertex, kNone});
    return part;
}

int turn_at(std::span<const Vec3> vertices, const Piece& polygon, std::size_t i) {
    const std::size_t count = polygon.size();
    return side_of(vertices[polygon[(i + count - 1) % count].vertex],
                   vertices[polygon[i].vertex],
                   vertices[polygon[(i + 1) % count].vertex]);
}

// True if a part has a corner beside its cut.
bool has_area(std::span<const Vec3> vertices, const Piece& part) {
    return std::ranges::any_of(part, [&](const PieceCorner& corner) {
        return side_of(vertices[part.back().vertex],
                       vertices[part.front().vertex],
                       vertices[corner.vertex]) > 0;
    });
}

// Twice the area seen from above, up to rounding.
double area_of(std::span<const Vec3> vertices, const Piece& part) {
    const Vec3& origin = vertices[part.front().vertex];
    double sum = 0;
    for (std::size_t i = 1; i + 1 < part.size(); ++i) {
        sum += cross(vertices[part[i].vertex] - origin, vertices[part[i + 1].vertex] - origin).z;
    }
    return sum;
}

// True if a cut from corner i to corner k makes two parts in which corner i is convex. Corner k
// stays convex if it is so.
bool is_good_cut(std::span<const Vec3> vertices, const Piece& piece, std::size_t i, std::size_t k) {
    if (i == k) {
        return false;
    }
    const Piece one = part_of(piece, i, k);
    const Piece other = part_of(piece, k, i);
    return has_area(vertices, one) && has_area(vertices, other) && turn_at(vertices, one, 0) >= 0 &&
           turn_at(vertices, other, other.size() - 1) >= 0 &&
           (turn_at(vertices, piece, k) < 0 ||
            (turn_at(vertices, one, one.size() - 1) >= 0 && turn_at(vertices, other, 0) >= 0));
}

}  // namespace

std::vector<Piece> convex_pieces(std::span<const Vec3> vertices, const Piece& polygon) {
    std::vector<Piece> result;
    std::vector<Piece> left{polygon};
    while (!left.empty()) {
        const Piece piece = std::move(left.back());
        left.pop_back();
        const std::size_t count = piece.size();
        bool is_cut = false;
        for (std::size_t i = 0; i < count && !is_cut; ++i) {
            if (turn_at(vertices, piece, i) >= 0) {
                continue;
            }
            // Of all cuts that which makes the smaller part largest: corners beside each other on a
            // straight line must not become a part of their own.
            std::size_t best = i;
            double best_area = 0;
            for (std::size_t k = 0; k < count; ++k) {
                if (is_good_cut(vertices, piece, i, k)) {
                    const double area = std::min(area_of(vertices, part_of(piece, i, k)),
                                                 area_of(vertices, part_of(piece, k, i)));
                    if (area > best_area) {
                        best_area = area;
                        best = k;
                    }
                }
            }
            if (best != i) {
                left.push_back(part_of(piece, best, i));
                left.push_back(part_of(piece, i, best));
                is_cut = true;
            }
        }
        if (!is_cut) {
            result.push_back(piece);
        }
    }
    return result;
}

}  // namespace halfspace
