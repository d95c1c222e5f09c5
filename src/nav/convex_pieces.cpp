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

// True if the last and the first corner of a part, the ends of its cut, are convex, and a corner is
// beside the cut.
bool is_good(std::span<const Vec3> vertices, const Piece& part) {
    if (part.size() < 3 || turn_at(vertices, part, 0) < 0 ||
        turn_at(vertices, part, part.size() - 1) < 0) {
        return false;
    }
    return std::ranges::any_of(part, [&](const PieceCorner& corner) {
        return side_of(vertices[part.back().vertex],
                       vertices[part.front().vertex],
                       vertices[corner.vertex]) > 0;
    });
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
            // The corners on the other side of the polygon first: they make wide pieces.
            for (std::size_t n = 0; n < count && !is_cut; ++n) {
                const std::size_t step = n % 2 == 0 ? count / 2 + n / 2 : count / 2 - (n + 1) / 2;
                const std::size_t k = (i + step) % count;
                Piece one = part_of(piece, i, k);
                Piece other = part_of(piece, k, i);
                if (k != i && is_good(vertices, one) && is_good(vertices, other)) {
                    left.push_back(std::move(other));
                    left.push_back(std::move(one));
                    is_cut = true;
                }
            }
        }
        if (!is_cut) {
            result.push_back(piece);
        }
    }
    return result;
}

}  // namespace halfspace
