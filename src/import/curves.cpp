// SPDX-License-Identifier: MIT
#include "import/curves.h"

#include "halfspace/exact/plane_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <utility>

namespace halfspace {
namespace {

// Decimal's 10^18. kOne / 2^exponent is whole, because 2^18 divides 10^18.
constexpr Int128 kOne = 1'000'000'000'000'000'000;

Vec3 to_vec3(const DecimalPoint& p) {
    return {to_double(p[0]), to_double(p[1]), to_double(p[2])};
}

// A point of a surface with its place in the texture.
struct Sample {
    Vec3 point;
    double u = 0;
    double v = 0;
};

Sample blend(const std::array<Sample, 3>& controls, double t) {
    const double a = (1 - t) * (1 - t);
    const double b = 2 * t * (1 - t);
    const double c = t * t;
    return {controls[0].point * a + controls[1].point * b + controls[2].point * c,
            controls[0].u * a + controls[1].u * b + controls[2].u * c,
            controls[0].v * a + controls[1].v * b + controls[2].v * c};
}

// The largest distance of the curve of three controls from its chord.
double bulge(const Vec3& a, const Vec3& b, const Vec3& c) {
    return length(a - b * 2 + c) / 4;
}

struct Piece {
    std::uint32_t patch;
    std::uint32_t column;  // column and row: of its first control
    std::uint32_t row;
};

enum class Along : std::uint8_t { Row, Column };

class Tessellator {
public:
    Tessellator(std::span<const Patch> patches, double tolerance, int grid_exponent)
        : patches_(patches), tolerance_(tolerance), grid_exponent_(grid_exponent) {}

    CurvePolygons run() {
        choose_steps();
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            add_cells(p);
        }
        return std::move(result_);
    }

    std::uint64_t count_cells() {
        choose_steps();
        std::uint64_t cells = 0;
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            cells += static_cast<std::uint64_t>(steps(p, Along::Row)) *
                     static_cast<std::uint64_t>(steps(p, Along::Column));
        }
        return cells;
    }

private:
    using Curve = std::array<DecimalPoint, 3>;

    // A piece has two classes of curves: along its rows and along its columns.
    static std::size_t class_of(std::size_t piece, Along along) {
        return 2 * piece + (along == Along::Row ? 0 : 1);
    }

    void collect_pieces() {
        for (std::uint32_t p = 0; p < patches_.size(); ++p) {
            for (std::uint32_t row = 0; row + 2 < patches_[p].height; row += 2) {
                for (std::uint32_t column = 0; column + 2 < patches_[p].width; column += 2) {
                    pieces_.push_back({p, column, row});
                }
            }
        }
    }

    const PolygonCorner& control(const Piece& piece,
                                 std::uint32_t column,
                                 std::uint32_t row) const {
        const Patch& patch = patches_[piece.patch];
        return patch.controls[(piece.row + row) * patch.width + piece.column + column];
    }

    // Curve number `i` of a piece: a row or a column of its controls.
    std::array<const PolygonCorner*, 3> curve(const Piece& piece,
                                              Along along,
                                              std::uint32_t i) const {
        std::array<const PolygonCorner*, 3> controls{};
        for (std::uint32_t k = 0; k < 3; ++k) {
            controls[k] = along == Along::Row ? &control(piece, k, i) : &control(piece, i, k);
        }
        return controls;
    }

    // Chooses the numbers of steps. Classes with a common border get the number that the most
    // curved of them needs.
    void choose_steps() {
        collect_pieces();
        parent_.resize(2 * pieces_.size());
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
        join_borders();
        steps_.assign(parent_.size(), 1);
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            const double rows = bulge_of(pieces_[p], Along::Row);
            const double columns = bulge_of(pieces_[p], Along::Column);
            const double twist = twist_of(pieces_[p]);
            // With n steps along a direction its bulge is divided by n * n. With n steps along both
            // directions the twist is divided by n * n. Each of the three that is not 0 gets an
            // equal share of the tolerance.
            const int shares = (rows > 0 ? 1 : 0) + (columns > 0 ? 1 : 0) + (twist > 0 ? 1 : 0);
            refine(class_of(p, Along::Row), shares * std::max(rows, twist));
            refine(class_of(p, Along::Column), shares * std::max(columns, twist));
        }
    }

    int steps(std::size_t piece, Along along) { return steps_[root(class_of(piece, along))]; }

    void refine(std::size_t curves, double deviation) {
        int& count = steps_[root(curves)];
        while (count < kMostCurveSteps && deviation > tolerance_ * count * count) {
            count *= 2;
        }
    }

    void join_borders() {
        std::map<Curve, std::size_t> borders;
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            for (const Along along : {Along::Row, Along::Column}) {
                for (const std::uint32_t i : {0u, 2u}) {
                    const auto [a, b, c] = curve(pieces_[p], along, i);
                    if (a->point == b->point && b->point == c->point) {
                        continue;  // a border without length: unrelated pieces may share this point
                    }
                    const std::size_t own = class_of(p, along);
                    join(own, borders.try_emplace(border_key(*a, *b, *c), own).first->second);
                }
            }
        }
    }

    double bulge_of(const Piece& piece, Along along) const {
        double largest = 0;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const auto [a, b, c] = curve(piece, along, i);
            largest =
                std::max(largest, bulge(to_vec3(a->point), to_vec3(b->point), to_vec3(c->point)));
        }
        return largest;
    }

    // The largest distance of a piece from its two triangles that comes from the twist: opposite
    // borders are not parallel. It is a quarter of the largest mixed derivative. A mixed derivative
    // is four times the difference in this loop.
    double twist_of(const Piece& piece) const {
        double largest = 0;
        for (std::uint32_t r = 0; r < 2; ++r) {
            for (std::uint32_t c = 0; c < 2; ++c) {
                const auto at = [&](std::uint32_t i, std::uint32_t j) {
                    return to_vec3(control(piece, c + i, r + j).point);
                };
                largest = std::max(largest, length(at(0, 0) - at(1, 0) - at(0, 1) + at(1, 1)));
            }
        }
        return largest;
    }

    // The key of a border; the same from both ends.
    static Curve border_key(const PolygonCorner& a,
                            const PolygonCorner& b,
                            const PolygonCorner& c) {
        return a.point < c.point ? Curve{a.point, b.point, c.point}
                                 : Curve{c.point, b.point, a.point};
    }

    std::size_t root(std::size_t c) {
        while (parent_[c] != c) {
            parent_[c] = parent_[parent_[c]];
            c = parent_[c];
        }
        return c;
    }
    void join(std::size_t a, std::size_t b) { parent_[root(a)] = root(b); }

    // The point at the share s of the way along the rows and t along the columns. A point on a
    // border is computed from the border's own controls, in an order that does not depend on the
    // piece. So all pieces get the same bits.
    Sample sample(const Piece& piece, double s, double t) const {
        if (s == 0 || s == 1) {
            return on_curve(piece, Along::Column, s == 0 ? 0 : 2, t);
        }
        if (t == 0 || t == 1) {
            return on_curve(piece, Along::Row, t == 0 ? 0 : 2, s);
        }
        std::array<Sample, 3> across;
        for (std::uint32_t row = 0; row < 3; ++row) {
            across[row] = blend(samples(curve(piece, Along::Row, row)), s);
        }
        return blend(across, t);
    }

    Sample on_curve(const Piece& piece, Along along, std::uint32_t i, double t) const {
        auto controls = curve(piece, along, i);
        if (controls[2]->point < controls[0]->point) {
            std::swap(controls[0], controls[2]);
            t = 1 - t;
        }
        return blend(samples(controls), t);
    }

    static std::array<Sample, 3> samples(const std::array<const PolygonCorner*, 3>& controls) {
        std::array<Sample, 3> result;
        for (std::size_t i = 0; i < 3; ++i) {
            result[i] = {to_vec3(controls[i]->point), controls[i]->u, controls[i]->v};
        }
        return result;
    }

    struct GridSample {
        GridPoint point{};
        double u = 0;
        double v = 0;
    };

    GridSample on_grid(const Sample& sample) const {
        const auto steps = [&](double x) {
            return static_cast<std::int64_t>(std::llround(std::ldexp(x, grid_exponent_)));
        };
        return {{steps(sample.point.x), steps(sample.point.y), steps(sample.point.z)},
                sample.u,
                sample.v};
    }

    void add_cells(std::size_t p) {
        const Piece& piece = pieces_[p];
        const int columns = steps(p, Along::Row);
        const int rows = steps(p, Along::Column);
        std::vector<GridSample> lattice;
        for (int r = 0; r <= rows; ++r) {
            for (int c = 0; c <= columns; ++c) {
                lattice.push_back(on_grid(sample(
                    piece, static_cast<double>(c) / columns, static_cast<double>(r) / rows)));
            }
        }
        const auto at = [&](int c, int r) {
            return lattice[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns + 1) +
                           static_cast<std::size_t>(c)];
        };
        for (int r = 0; r < rows; ++r) {
            for (int c = 0; c < columns; ++c) {
                add_cell(piece.patch, {at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)});
            }
        }
    }

    using Vector = std::array<Int128, 3>;

    static Vector cross_at(const GridPoint& a, const GridPoint& b, const GridPoint& c) {
        const auto d = [](const GridPoint& p, const GridPoint& q, std::size_t axis) {
            return Int128{q[axis]} - p[axis];
        };
        Vector n{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t j = (axis + 1) % 3;
            const std::size_t k = (axis + 2) % 3;
            n[axis] = d(a, b, j) * d(a, c, k) - d(a, b, k) * d(a, c, j);
        }
        return n;
    }

    // The product n.m of two normals of a quadrilateral. Within kMaxCoordinate each number of n is
    // below 2^58.
    static Int128 dot(const Vector& n, const Vector& m) {
        return n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
    }

    static bool is_flat_and_convex(const std::array<GridSample, 4>& cell) {
        // surface_import refuses points that lie farther out.
        for (const GridSample& corner : cell) {
            for (const std::int64_t x : corner.point) {
                if (std::abs(x) > kMaxCoordinate) {
                    return false;
                }
            }
        }
        const Vector n = cross_at(cell[0].point, cell[1].point, cell[2].point);
        for (std::size_t i = 0; i < 4; ++i) {
            const Vector turn =
                cross_at(cell[i].point, cell[(i + 1) % 4].point, cell[(i + 2) % 4].point);
            if (cross_of(n, turn) != Vector{} || dot(n, turn) <= 0) {
                return false;
            }
        }
        return true;
    }

    static Vector cross_of(const Vector& n, const Vector& m) {
        return {n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0]};
    }

    void add_cell(std::uint32_t patch, const std::array<GridSample, 4>& cell) {
        if (is_flat_and_convex(cell)) {
            add_polygon(patch, cell);
            return;
        }
        add_triangle(patch, {cell[0], cell[1], cell[2]});
        add_triangle(patch, {cell[0], cell[2], cell[3]});
    }

    void add_triangle(std::uint32_t patch, const std::array<GridSample, 3>& corners) {
        if (cross_at(corners[0].point, corners[1].point, corners[2].point) != Vector{}) {
            add_polygon(patch, corners);
        }
    }

    void add_polygon(std::uint32_t patch, std::span<const GridSample> corners) {
        SurfacePolygon polygon;
        polygon.material = patches_[patch].material;
        polygon.surface = patches_[patch].surface;
        polygon.opacity = patches_[patch].opacity;
        polygon.position = patches_[patch].position;
        for (const GridSample& corner : corners) {
            PolygonCorner added{{}, corner.u, corner.v};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                added.point[axis].scaled = corner.point[axis] * (kOne >> grid_exponent_);
            }
            polygon.corners.push_back(added);
        }
        result_.polygons.push_back(std::move(polygon));
        result_.patches.push_back(patch);
    }

    std::span<const Patch> patches_;
    double tolerance_;
    int grid_exponent_;
    std::vector<Piece> pieces_;
    // Union-find over the classes: classes with a common border have one root.
    std::vector<std::size_t> parent_;
    std::vector<int> steps_;  // number of steps of each root
    CurvePolygons result_;
};

}  // namespace

CurvePolygons polygons_of_curves(std::span<const Patch> patches,
                                 double tolerance,
                                 int grid_exponent) {
    return Tessellator(patches, tolerance, grid_exponent).run();
}

std::uint64_t cells_of_curves(std::span<const Patch> patches, double tolerance) {
    return Tessellator(patches, tolerance, 0).count_cells();
}

}  // namespace halfspace
