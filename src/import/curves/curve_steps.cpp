// SPDX-License-Identifier: MIT
#include "import/curves/curve_steps.h"

#include "base/shared/union_find.h"
#include "import/curves/curve_facets.h"
#include "math/shared/vec_order.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>

namespace halfspace {
namespace {

using Net = std::array<std::array<Vec3, 3>, 3>;  // the controls of a piece or a cell, row by row

// The blossom of a quadratic curve. With a == b it is the point at the parameter a. The part of the
// curve from a to b has the controls (a, a), (a, b) and (b, b).
Vec3 blossom(const Vec3& p, const Vec3& q, const Vec3& r, double a, double b) {
    return p * ((1 - a) * (1 - b)) + q * ((1 - a) * b + a * (1 - b)) + r * (a * b);
}

// The controls of one cell of the piece.
Net net_of_cell(const Net& piece, int column, int columns, int row, int rows) {
    const double s0 = static_cast<double>(column) / columns;
    const double s1 = static_cast<double>(column + 1) / columns;
    const double t0 = static_cast<double>(row) / rows;
    const double t1 = static_cast<double>(row + 1) / rows;
    Net along_rows;
    for (std::size_t j = 0; j < 3; ++j) {
        const auto& [a, b, c] = piece[j];
        along_rows[j] = {
            blossom(a, b, c, s0, s0), blossom(a, b, c, s0, s1), blossom(a, b, c, s1, s1)};
    }
    Net cell;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& a = along_rows[0][i];
        const Vec3& b = along_rows[1][i];
        const Vec3& c = along_rows[2][i];
        cell[0][i] = blossom(a, b, c, t0, t0);
        cell[1][i] = blossom(a, b, c, t0, t1);
        cell[2][i] = blossom(a, b, c, t1, t1);
    }
    return cell;
}

// How far a curve of three controls bulges from its chord; twice the vector at its middle.
Vec3 bulge(const Vec3& a, const Vec3& b, const Vec3& c) {
    return b - (a + c) * 0.5;
}

// A bound for the distance of a curve from its chord. If the middle control lies beyond an end of
// the chord, so may the curve.
double distance_from_chord(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 chord = c - a;
    const Vec3 middle = bulge(a, b, c) * 0.5;
    const bool is_beside = dot(b - a, chord) > 0 && dot(c - b, chord) > 0;
    return is_beside ? length(cross(middle, chord)) / length(chord) : length(middle);
}

// True if the surface may turn back on itself, seen along the normal: a Bezier coefficient of its
// Jacobian there is negative.
bool is_folded(const Net& n, const Vec3& normal) {
    constexpr std::array<double, 3> kWeights{1, 2, 1};
    std::array<std::array<double, 4>, 4> sums{};
    for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t i = 0; i < 2; ++i) {
            const Vec3 along_row = (n[j][i + 1] - n[j][i]) * kWeights[j];
            for (std::size_t l = 0; l < 2; ++l) {
                for (std::size_t k = 0; k < 3; ++k) {
                    const Vec3 along_column = (n[l + 1][k] - n[l][k]) * kWeights[k];
                    sums[j + l][i + k] += dot(cross(along_row, along_column), normal);
                }
            }
        }
    }
    return std::ranges::any_of(sums, [](const auto& row) {
        return std::ranges::any_of(row, [](double s) { return s < 0; });
    });
}

// How far a cell deviates from its polygons [map units]: because it is curved along its rows,
// because it is curved along its columns, and because its four corners do not lie in one plane.
struct Deviation {
    double rows = 0;
    double columns = 0;
    double twist = 0;

    double total() const { return rows + columns + twist; }
};

// Let B be the middle weight of a quadratic curve, at most 1/2. The surface at (s, t) is the
// bilinear sheet of the corners, plus B(s) times an average of the bulges of the three rows, plus
// B(t) times an average of the bulges of the two outer columns. Along the normal, two opposite
// corners have one height, and the other two have another height. The bilinear sheet, both ways to
// cut the cell into two triangles, and the convex hull of the corners lie between these heights. A
// cell that may turn back on itself may leave the outline of its corners, so full lengths count.
Deviation deviation_of(const Net& cell) {
    const Vec3& a = cell[0][0];
    const Vec3& b = cell[0][2];
    const Vec3& c = cell[2][2];
    const Vec3& d = cell[2][0];
    const Vec3 normal = cross(c - a, d - b);
    const double size = length(normal);
    const bool is_plain = size != 0 && !is_folded(cell, normal);
    const auto measured = [&](const Vec3& v) {
        return is_plain ? std::fabs(dot(v, normal)) / size : length(v);
    };
    Deviation result;
    for (const auto& [first, middle, last] : cell) {
        result.rows = std::max(result.rows, measured(bulge(first, middle, last)) * 0.5);
    }
    for (const std::size_t i : {0, 2}) {
        result.columns =
            std::max(result.columns, measured(bulge(cell[0][i], cell[1][i], cell[2][i])) * 0.5);
    }
    result.twist = measured(a - b + c - d) * 0.5;
    return result;
}

// A border of a piece: row or column number 0 or 2.
struct Border {
    Along along;
    std::uint32_t i;
};
constexpr std::array<Border, 4> kBorders{
    {{Along::Row, 0}, {Along::Row, 2}, {Along::Column, 0}, {Along::Column, 2}}};

class StepChooser {
public:
    StepChooser(std::span<const Patch> patches, double tolerance, std::uint64_t most_cells)
        : patches_(patches), tolerance_(tolerance), most_cells_(most_cells) {}

    std::vector<CurvePiece> run() {
        collect_pieces();
        classes_ = UnionFind(2 * pieces_.size());
        join_borders();
        steps_.assign(2 * pieces_.size(), 1);
        std::vector<bool> has_grown(steps_.size(), true);
        do {
            set_steps();
            has_grown = grow(has_grown);
        } while (count_cells(pieces_) <= most_cells_ &&
                 std::find(has_grown.begin(), has_grown.end(), true) != has_grown.end());
        return std::move(pieces_);
    }

private:
    using Curve = std::array<DecimalPoint, 3>;

    // A piece has two classes of curves: those along its rows, and those along its columns.
    static std::uint32_t class_of(std::size_t piece, Along along) {
        return 2 * static_cast<std::uint32_t>(piece) + (along == Along::Row ? 0 : 1);
    }

    void collect_pieces() {
        for (std::uint32_t p = 0; p < patches_.size(); ++p) {
            const Patch& patch = patches_[p];
            for (std::uint32_t row = 0; row + 2 < patch.height; row += 2) {
                for (std::uint32_t column = 0; column + 2 < patch.width; column += 2) {
                    pieces_.push_back({p, column, row});
                    Net& net = nets_.emplace_back();
                    for (std::uint32_t r = 0; r < 3; ++r) {
                        const auto controls = curve_of(patch, pieces_.back(), Along::Row, r);
                        for (std::size_t c = 0; c < 3; ++c) {
                            net[r][c] = to_vec3(controls[c]->point);
                        }
                    }
                }
            }
        }
    }

    void join_borders() {
        struct Owners {
            std::uint32_t curves;  // the class of the first owner
            // For patches that block and for those that do not: the first of the owners' inward
            // vectors, in the order of their coordinates.
            std::array<std::optional<Vec3>, 2> inward{};
            std::array<bool, 2> has_opposite{};  // some owners lie on opposite sides
        };
        std::map<Curve, Owners> owners;
        // Calls use(owners, class, border's number) for each border of a piece.
        const auto for_each_border = [&](std::size_t p, auto use) {
            for (std::size_t b = 0; b < kBorders.size(); ++b) {
                const auto& [along, i] = kBorders[b];
                const auto [x, y, z] = curve_of(patches_[pieces_[p].patch], pieces_[p], along, i);
                if (x->point == y->point && y->point == z->point) {
                    continue;  // a border without length: unrelated pieces may share this point
                }
                const std::uint32_t own = class_of(p, along);
                const auto entry = owners.try_emplace(border_key(*x, *y, *z), Owners{own});
                use(entry.first->second, own, b);
            }
        };
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            const std::size_t kind = has_facets(patches_[pieces_[p].patch]) ? 1 : 0;
            for_each_border(p, [&](Owners& of, std::uint32_t own, std::size_t b) {
                classes_.join(own, of.curves);
                const Vec3 inward = inward_of(p, kBorders[b]);
                std::optional<Vec3>& first = of.inward[kind];
                if (!first || coordinates_of(inward) < coordinates_of(*first)) {
                    first = inward;
                }
            });
        }
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            const std::size_t kind = has_facets(patches_[pieces_[p].patch]) ? 1 : 0;
            for_each_border(p, [&](Owners& of, std::size_t, std::size_t b) {
                const bool is_opposite = dot(inward_of(p, kBorders[b]), *of.inward[kind]) < 0;
                of.has_opposite[kind] = of.has_opposite[kind] || is_opposite;
            });
        }
        is_outer_.resize(pieces_.size());
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            const std::size_t kind = has_facets(patches_[pieces_[p].patch]) ? 1 : 0;
            for_each_border(p, [&](const Owners& of, std::size_t, std::size_t b) {
                is_outer_[p][b] = !of.has_opposite[kind];
            });
        }
    }

    // A vector from the border to the inside of the piece.
    Vec3 inward_of(std::size_t p, const Border& border) const {
        const Net& net = nets_[p];
        Vec3 inward;
        for (std::size_t k = 0; k < 3; ++k) {
            inward += border.along == Along::Row ? net[1][k] - net[border.i][k]
                                                 : net[k][1] - net[k][border.i];
        }
        return inward;
    }

    // The key of a border; the same from both ends.
    static Curve border_key(const PolygonCorner& a,
                            const PolygonCorner& b,
                            const PolygonCorner& c) {
        return a.point < c.point ? Curve{a.point, b.point, c.point}
                                 : Curve{c.point, b.point, a.point};
    }

    void set_steps() {
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            pieces_[p].columns = steps_[classes_.root(class_of(p, Along::Row))];
            pieces_[p].rows = steps_[classes_.root(class_of(p, Along::Column))];
        }
    }

    // Adds a step to each class that a piece asks for. Only pieces with a class in `has_grown` can
    // ask. Returns the roots of the classes that have grown now.
    std::vector<bool> grow(const std::vector<bool>& has_grown) {
        std::vector<bool> grows(steps_.size(), false);
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            const std::uint32_t rows = classes_.root(class_of(p, Along::Row));
            const std::uint32_t columns = classes_.root(class_of(p, Along::Column));
            if (has_grown[rows] || has_grown[columns]) {
                if (const std::optional<Along> along = step_needed(p)) {
                    grows[*along == Along::Row ? rows : columns] = true;
                }
            }
        }
        for (std::size_t c = 0; c < grows.size(); ++c) {
            steps_[c] += grows[c] ? 1 : 0;
        }
        return grows;
    }

    // Where the piece needs one more step; nullopt if it is fine enough or cannot be finer.
    std::optional<Along> step_needed(std::size_t p) const {
        const CurvePiece& piece = pieces_[p];
        const Deviation worst = worst_deviation(p);
        if (worst.total() <= tolerance_) {
            return std::nullopt;
        }
        // Steps along rows and along columns reduce the twist alike.
        const bool is_twisted = worst.twist > std::max(worst.rows, worst.columns);
        const bool is_along_rows =
            is_twisted ? piece.columns <= piece.rows : worst.rows >= worst.columns;
        const bool can_rows = piece.columns < kMaxCurveSteps;
        const bool can_columns = piece.rows < kMaxCurveSteps;
        if (is_along_rows ? can_rows : can_columns) {
            return is_along_rows ? Along::Row : Along::Column;
        }
        // Steps in the other direction still reduce their own part and the twist. They stop where
        // they keep the tolerance, if the part that is left cannot keep it.
        const double left = is_along_rows ? worst.rows : worst.columns;
        const double other = worst.twist + (is_along_rows ? worst.columns : worst.rows);
        const bool is_done = left > tolerance_ && other <= tolerance_;
        if (is_done || !(is_along_rows ? can_columns : can_rows)) {
            return std::nullopt;
        }
        return is_along_rows ? Along::Column : Along::Row;
    }

    Deviation worst_deviation(std::size_t p) const {
        const CurvePiece& piece = pieces_[p];
        Deviation worst;
        for (int r = 0; r < piece.rows; ++r) {
            for (int c = 0; c < piece.columns; ++c) {
                const Net cell = net_of_cell(nets_[p], c, piece.columns, r, piece.rows);
                worst = larger(larger(worst, deviation_of(cell)), rim_deviation(p, cell, c, r));
            }
        }
        return worst;
    }

    // The larger deviation of those borders of the cell in this column and row behind which no
    // other piece goes on.
    Deviation rim_deviation(std::size_t p, const Net& cell, int column, int row) const {
        const CurvePiece& piece = pieces_[p];
        Deviation worst;
        for (std::size_t b = 0; b < kBorders.size(); ++b) {
            const auto& [along, i] = kBorders[b];
            const bool is_along_row = along == Along::Row;
            const int place = is_along_row ? row : column;
            const int last = (is_along_row ? piece.rows : piece.columns) - 1;
            if (!is_outer_[p][b] || place != (i == 0 ? 0 : last)) {
                continue;
            }
            const double distance = is_along_row
                                        ? distance_from_chord(cell[i][0], cell[i][1], cell[i][2])
                                        : distance_from_chord(cell[0][i], cell[1][i], cell[2][i]);
            worst =
                larger(worst, is_along_row ? Deviation{distance, 0, 0} : Deviation{0, distance, 0});
        }
        return worst;
    }

    static Deviation larger(const Deviation& a, const Deviation& b) {
        return b.total() > a.total() ? b : a;
    }

    std::span<const Patch> patches_;
    double tolerance_;
    std::uint64_t most_cells_;
    std::vector<CurvePiece> pieces_;
    std::vector<Net> nets_;  // of the pieces
    // Of the pieces: borders behind which no other piece goes on that blocks as the piece does.
    std::vector<std::array<bool, 4>> is_outer_;
    UnionFind classes_{0};    // classes with a common border have one root
    std::vector<int> steps_;  // number of steps of each root
};

}  // namespace

std::array<const PolygonCorner*, 3> curve_of(const Patch& patch,
                                             const CurvePiece& piece,
                                             Along along,
                                             std::uint32_t i) {
    std::array<const PolygonCorner*, 3> controls{};
    for (std::uint32_t k = 0; k < 3; ++k) {
        const std::uint32_t column = piece.column + (along == Along::Row ? k : i);
        const std::uint32_t row = piece.row + (along == Along::Row ? i : k);
        controls[k] = &patch.controls[row * patch.width + column];
    }
    return controls;
}

std::vector<CurvePiece> divided_pieces(std::span<const Patch> patches,
                                       double tolerance,
                                       std::uint64_t most_cells) {
    return StepChooser(patches, tolerance, most_cells).run();
}

std::uint64_t count_cells(std::span<const CurvePiece> pieces) {
    std::uint64_t cells = 0;
    for (const CurvePiece& piece : pieces) {
        cells += static_cast<std::uint64_t>(piece.columns) * static_cast<std::uint64_t>(piece.rows);
    }
    return cells;
}

}  // namespace halfspace
