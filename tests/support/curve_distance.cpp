// SPDX-License-Identifier: MIT
#include "support/curve_distance.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace halfspace::test {
namespace {

double gap(double min_a, double max_a, double min_b, double max_b) {
    return std::max({0.0, min_a - max_b, min_b - max_a});
}

double distance(const Aabb& a, const Aabb& b) {
    return length({gap(a.min.x, a.max.x, b.min.x, b.max.x),
                   gap(a.min.y, a.max.y, b.min.y, b.max.y),
                   gap(a.min.z, a.max.z, b.min.z, b.max.z)});
}

// The controls of both halves of a curve: the first three and the last three.
std::array<Vec3, 5> halved(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 left = (a + b) * 0.5;
    const Vec3 right = (b + c) * 0.5;
    return {a, left, (left + right) * 0.5, right, c};
}

// 5 x 5 controls: those of the four quarters of a piece, which share the middle ones.
std::array<Vec3, 25> quartered(const std::array<Vec3, 9>& piece) {
    std::array<std::array<Vec3, 5>, 3> rows;
    for (std::size_t row = 0; row < 3; ++row) {
        rows[row] = halved(piece[3 * row], piece[3 * row + 1], piece[3 * row + 2]);
    }
    std::array<Vec3, 25> lattice;
    for (std::size_t column = 0; column < 5; ++column) {
        const auto curve = halved(rows[0][column], rows[1][column], rows[2][column]);
        for (std::size_t row = 0; row < 5; ++row) {
            lattice[5 * row + column] = curve[row];
        }
    }
    return lattice;
}

// A control that lies on the surface, and those next to it along its row and its column, each pair
// in the order of the controls.
struct PieceCorner {
    std::size_t at;
    std::array<std::size_t, 2> along_row;
    std::array<std::size_t, 2> along_column;
};
constexpr std::array<PieceCorner, 4> kCorners{
    {{0, {0, 1}, {0, 3}}, {2, {1, 2}, {2, 5}}, {6, {6, 7}, {3, 6}}, {8, {7, 8}, {5, 8}}}};

}  // namespace

CurveDistance::CurveDistance(std::span<const Patch> patches, Contents mask) {
    for (const Patch& patch : patches) {
        const std::uint32_t height = any(patch.contents & mask) ? patch.height : 0;
        for (std::uint32_t row = 0; row + 2 < height; row += 2) {
            for (std::uint32_t column = 0; column + 2 < patch.width; column += 2) {
                Piece& piece = pieces_.emplace_back();
                for (std::uint32_t i = 0; i < 9; ++i) {
                    piece[i] =
                        to_vec3(patch.controls[(row + i / 3) * patch.width + column + i % 3].point);
                }
            }
        }
    }
}

NearestCurve CurveDistance::from(const Aabb& box, double limit) const {
    NearestCurve nearest{limit, {}, {}};
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const double before = nearest.distance;
        approach(pieces_[i], box, nearest);
        if (nearest.distance < before) {
            nearest.piece = i;
        }
    }
    return nearest;
}

// A piece lies within the box of its controls, and its corners lie on it.
void CurveDistance::approach(const Piece& piece, const Aabb& box, NearestCurve& nearest) {
    Aabb hull;
    for (const Vec3& control : piece) {
        hull = merge(hull, control);
    }
    if (distance(hull, box) > nearest.distance - kError) {
        return;
    }
    for (const auto& [at, row, column] : kCorners) {
        const double found = distance({piece[at], piece[at]}, box);
        if (found < nearest.distance) {
            nearest.distance = found;
            nearest.normal =
                cross(piece[row[1]] - piece[row[0]], piece[column[1]] - piece[column[0]]);
        }
    }
    const std::array<Vec3, 25> lattice = quartered(piece);
    for (const std::size_t first : {0, 2, 10, 12}) {
        Piece quarter;
        for (std::size_t i = 0; i < 9; ++i) {
            quarter[i] = lattice[first + 5 * (i / 3) + i % 3];
        }
        approach(quarter, box, nearest);
    }
}

}  // namespace halfspace::test
