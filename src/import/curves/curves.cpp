// SPDX-License-Identifier: MIT
#include "import/curves/curves.h"

#include <cmath>
#include <cstdlib>
#include <utility>

namespace halfspace {
namespace {

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

// A parameter of a piece: so many of so many equal steps. Counted from the other end it is exactly
// the same parameter, which 1 - t in doubles is not.
struct Steps {
    int gone;
    int all;

    double share() const { return static_cast<double>(gone) / all; }
    Steps from_other_end() const { return {all - gone, all}; }
};

class Sampler {
public:
    Sampler(std::span<const Patch> patches, int grid_exponent)
        : patches_(patches), grid_exponent_(grid_exponent) {}

    // The cells of a piece, row by row.
    void add_cells(const CurvePiece& piece, std::vector<CurveCell>& cells) const {
        std::vector<GridCorner> lattice;
        for (int r = 0; r <= piece.rows; ++r) {
            for (int c = 0; c <= piece.columns; ++c) {
                lattice.push_back(on_grid(sample(piece, {c, piece.columns}, {r, piece.rows})));
            }
        }
        const auto at = [&](int c, int r) {
            return lattice[static_cast<std::size_t>(r) *
                               static_cast<std::size_t>(piece.columns + 1) +
                           static_cast<std::size_t>(c)];
        };
        for (int r = 0; r < piece.rows; ++r) {
            for (int c = 0; c < piece.columns; ++c) {
                cells.push_back(
                    {piece.patch, {at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)}});
            }
        }
    }

private:
    // The point at the share s of the way along the rows and t along the columns. A point on a
    // border is computed from the border's own controls, in an order that does not depend on the
    // piece. So all pieces get the same bits.
    Sample sample(const CurvePiece& piece, Steps s, Steps t) const {
        if (s.gone == 0 || s.gone == s.all) {
            return on_curve(piece, Along::Column, s.gone == 0 ? 0 : 2, t);
        }
        if (t.gone == 0 || t.gone == t.all) {
            return on_curve(piece, Along::Row, t.gone == 0 ? 0 : 2, s);
        }
        std::array<Sample, 3> across;
        for (std::uint32_t row = 0; row < 3; ++row) {
            across[row] = blend(samples(curve(piece, Along::Row, row)), s.share());
        }
        return blend(across, t.share());
    }

    Sample on_curve(const CurvePiece& piece, Along along, std::uint32_t i, Steps t) const {
        auto controls = curve(piece, along, i);
        if (controls[2]->point < controls[0]->point) {
            std::swap(controls[0], controls[2]);
            t = t.from_other_end();
        }
        return blend(samples(controls), t.share());
    }

    std::array<const PolygonCorner*, 3> curve(const CurvePiece& piece,
                                              Along along,
                                              std::uint32_t i) const {
        return curve_of(patches_[piece.patch], piece, along, i);
    }

    static std::array<Sample, 3> samples(const std::array<const PolygonCorner*, 3>& controls) {
        std::array<Sample, 3> result;
        for (std::size_t i = 0; i < 3; ++i) {
            result[i] = {to_vec3(controls[i]->point), controls[i]->u, controls[i]->v};
        }
        return result;
    }

    GridCorner on_grid(const Sample& sample) const {
        const auto steps = [&](double x) {
            return static_cast<std::int64_t>(std::llround(std::ldexp(x, grid_exponent_)));
        };
        return {{steps(sample.point.x), steps(sample.point.y), steps(sample.point.z)},
                sample.u,
                sample.v};
    }

    std::span<const Patch> patches_;
    int grid_exponent_;
};

// Makes polygons of cells.
class PolygonMaker {
public:
    PolygonMaker(std::span<const Patch> patches, int grid_exponent)
        : patches_(patches), grid_exponent_(grid_exponent) {}

    void add(const CurveCell& cell) {
        const auto& [a, b, c, d] = cell.corners;
        if (is_flat_and_convex(cell.corners)) {
            add_polygon(cell.patch, cell.corners);
            return;
        }
        add_triangle(cell.patch, {a, b, c});
        add_triangle(cell.patch, {a, c, d});
    }

    CurvePolygons take() { return std::move(result_); }

private:
    static bool is_flat_and_convex(const std::array<GridCorner, 4>& cell) {
        // surface_import refuses points that lie farther out.
        for (const GridCorner& corner : cell) {
            for (const std::int64_t x : corner.point) {
                if (std::abs(x) > kMaxGridCoordinate) {
                    return false;
                }
            }
        }
        const WideVector n = cross_at(cell[0].point, cell[1].point, cell[2].point);
        for (std::size_t i = 0; i < 4; ++i) {
            const WideVector turn =
                cross_at(cell[i].point, cell[(i + 1) % 4].point, cell[(i + 2) % 4].point);
            if (cross<Int128>(n, turn) != WideVector{} || dot<Int128>(n, turn) <= 0) {
                return false;
            }
        }
        return true;
    }

    void add_triangle(std::uint32_t patch, const std::array<GridCorner, 3>& corners) {
        if (cross_at(corners[0].point, corners[1].point, corners[2].point) != WideVector{}) {
            add_polygon(patch, corners);
        }
    }

    void add_polygon(std::uint32_t patch, std::span<const GridCorner> corners) {
        SurfacePolygon polygon;
        polygon.material = patches_[patch].material;
        polygon.surface = patches_[patch].surface;
        polygon.opacity = patches_[patch].opacity;
        polygon.position = patches_[patch].position;
        for (const GridCorner& corner : corners) {
            PolygonCorner added{{}, corner.u, corner.v};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                // The step is whole, because 2^18 divides 10^18.
                added.point[axis].scaled =
                    Int128{corner.point[axis]} * (Decimal::kOne >> grid_exponent_);
            }
            polygon.corners.push_back(added);
        }
        result_.polygons.push_back(std::move(polygon));
        result_.patches.push_back(patch);
    }

    std::span<const Patch> patches_;
    int grid_exponent_;
    CurvePolygons result_;
};

}  // namespace

std::vector<CurveCell> cells_of_curves(std::span<const Patch> patches,
                                       std::span<const CurvePiece> pieces,
                                       int grid_exponent) {
    const Sampler sampler(patches, grid_exponent);
    std::vector<CurveCell> cells;
    for (const CurvePiece& piece : pieces) {
        sampler.add_cells(piece, cells);
    }
    return cells;
}

CurvePolygons polygons_of_curves(std::span<const Patch> patches,
                                 std::span<const CurvePiece> pieces,
                                 int grid_exponent) {
    PolygonMaker maker(patches, grid_exponent);
    for (const CurveCell& cell : cells_of_curves(patches, pieces, grid_exponent)) {
        maker.add(cell);
    }
    return maker.take();
}

}  // namespace halfspace
