// SPDX-License-Identifier: MIT
#include "import/curves/curve_facets.h"

#include "math/shared/vec_order.h"
#include "support/curve_distance.h"
#include "support/patches.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr int kGrid = 6;
constexpr double kUnit = 64;  // grid steps

struct Facets {
    PlaneTable planes;
    std::vector<CurveCell> cells;
    std::vector<SolidBrush> brushes;
};

Facets facets_of(std::span<const Patch> patches, double tolerance) {
    Facets result;
    result.cells =
        cells_of_curves(patches, divided_pieces(patches, tolerance, std::uint64_t{1} << 20), kGrid);
    result.brushes =
        facets_of_curves(result.cells, patches, 0, facet_thickness(kGrid), result.planes, 1);
    return result;
}

Facets facets_of(const Controls& controls, double tolerance) {
    const Patch patch = patch_of(controls);
    return facets_of({&patch, 1}, tolerance);
}

std::vector<std::size_t> side_counts(const Facets& facets) {
    std::vector<std::size_t> counts;
    for (const SolidBrush& brush : facets.brushes) {
        EXPECT_EQ(brush.solid.faces.size(), brush.sides.size());
        counts.push_back(brush.sides.size());
    }
    std::sort(counts.begin(), counts.end());
    return counts;
}

TEST(FacetsOfCurves, AreSlabsBehindFlatCells) {
    const Facets facets = facets_of({{{0, 0, 8}, {32, 0, 8}, {64, 0, 8}},
                                     {{0, 32, 8}, {32, 32, 8}, {64, 32, 8}},
                                     {{0, 64, 8}, {32, 64, 8}, {64, 64, 8}}},
                                    1);
    ASSERT_EQ(side_counts(facets), std::vector<std::size_t>{6});
    EXPECT_EQ(facets.brushes[0].bounds.min * (1 / kUnit), (Vec3{0, 0, 7.75}));
    EXPECT_EQ(facets.brushes[0].bounds.max * (1 / kUnit), (Vec3{64, 64, 8}));
    EXPECT_EQ(facets.brushes[0].kind, SolidBrush::Kind::Facet);
    EXPECT_EQ(facets.brushes[0].contents, Contents::Solid);
}

// Both ways to cut the cell into triangles lie in the facet: one is its front, the other its back.
TEST(FacetsOfCurves, HoldACellThatIsNotFlat) {
    for (const double z : {12.0, -12.0}) {
        const Facets facets = facets_of({{{0, 0, 0}, {32, 0, 0}, {64, 0, 0}},
                                         {{0, 32, 0}, {32, 32, z / 4}, {64, 32, z / 2}},
                                         {{0, 64, 0}, {32, 64, z / 2}, {64, 64, z}}},
                                        8);
        ASSERT_EQ(side_counts(facets), std::vector<std::size_t>{8});
        EXPECT_EQ(facets.brushes[0].solid.points.size(), 8u);
        Predicates predicates(facets.planes);
        for (const GridCorner& corner : facets.cells[0].corners) {
            for (const SolidBrush::Side& side : facets.brushes[0].sides) {
                EXPECT_NE(predicates.side(HomogeneousPoint{Int256(Int128{corner.point[0]}),
                                                           Int256(Int128{corner.point[1]}),
                                                           Int256(Int128{corner.point[2]}),
                                                           Int256(Int128{1})},
                                          side.plane),
                          Side::Front);
            }
        }
    }
}

// The cell has an angle of more than 180 degrees; its convex hull would be a triangle.
TEST(FacetsOfCurves, AreTwoForACellThatIsNotConvex) {
    const Facets facets = facets_of({{{0, 0, 0}, {32, 0, 0}, {64, 0, 0}},
                                     {{0, 32, 0}, {20, 20, 0}, {40, 8, 0}},
                                     {{0, 64, 0}, {8, 40, 0}, {16, 16, 0}}},
                                    100);
    EXPECT_EQ(side_counts(facets), (std::vector<std::size_t>{5, 5}));
}

// A cone: one border is a point, so cells at this point are triangles.
TEST(FacetsOfCurves, LeaveOutTrianglesWithoutAnArea) {
    const Facets facets = facets_of({{{0, 0, 64}, {0, 0, 64}, {0, 0, 64}},
                                     {{16, 0, 32}, {16, 16, 32}, {0, 16, 32}},
                                     {{32, 0, 0}, {32, 32, 0}, {0, 32, 0}}},
                                    32);
    EXPECT_EQ(side_counts(facets), std::vector<std::size_t>{5});
}

TEST(FacetsOfCurves, NeedNoWedgesIfOneDirectionServesAll) {
    const Facets half = facets_of(pipe(2), 8);
    EXPECT_EQ(side_counts(half), std::vector<std::size_t>(4, 6));
    for (const SolidBrush& brush : half.brushes) {  // each is moved along z
        EXPECT_LE(brush.bounds.max.x - brush.bounds.min.x, 48 * kUnit);
    }
    // No direction serves all of a whole pipe: half of it is moved in one direction, the rest in
    // three others, with a wedge at each change.
    std::vector<std::size_t> whole(4, 5);
    whole.insert(whole.end(), 8, 6);
    EXPECT_EQ(side_counts(facets_of(pipe(4), 8)), whole);
}

TEST(FacetsOfCurves, AreNoneForAPatchThatDoesNotBlock) {
    Patch patch = patch_of(pipe(1));
    patch.contents = Contents::Illusionary;
    EXPECT_TRUE(facets_of({&patch, 1}, 8).brushes.empty());
}

Vec3 random_place(std::span<const Vec3> corners, Random& random) {
    Vec3 place;
    double sum = 0;
    for (const Vec3& corner : corners) {
        const double weight = random.real(0, 1);
        place += corner * weight;
        sum += weight;
    }
    return place / sum;
}

TEST(FacetsOfCurves, LieNearTheCurve) {
    Random random(6);
    for (int i = 0; i < 100; ++i) {
        const Patch patch = patch_of(random_piece(random));
        const CurveDistance curve({&patch, 1}, Contents::Solid);
        for (const double tolerance : {8.0, 2.0}) {
            for (const SolidBrush& brush : facets_of({&patch, 1}, tolerance).brushes) {
                std::vector<Vec3> corners;
                for (const ExactPoint& p : brush.solid.points) {
                    corners.push_back(p.rounded / kUnit);
                }
                for (int k = 0; k < 4; ++k) {
                    const Vec3 place = random_place(corners, random);
                    EXPECT_LT(curve.from({place, place}, 64).distance,
                              tolerance + kFacetThickness + 0x1p-5);
                }
            }
        }
    }
}

bool is_inside(const SolidBrush& brush, const Vec3& place, const PlaneTable& planes) {
    constexpr double kRounding = 1e-6;
    return std::all_of(brush.sides.begin(), brush.sides.end(), [&](const auto& side) {
        const ExactPlane plane = planes.plane(side.plane);
        const Vec3 n{static_cast<double>(plane.n[0]),
                     static_cast<double>(plane.n[1]),
                     static_cast<double>(plane.n[2])};
        return dot(n, place) - static_cast<double>(plane.d) <= kRounding * length(n);
    });
}

// Neither the cells nor what lies between neighbours has a hole: a place on a cell, and a place
// just behind an edge of two cells, is in a facet.
TEST(FacetsOfCurves, HoldAllCells) {
    Random random(7);
    for (int i = 0; i < 60; ++i) {
        const Facets facets = facets_of(random_piece(random), 8);
        for (const CurveCell& cell : facets.cells) {
            std::vector<Vec3> corners;
            for (const GridCorner& corner : cell.corners) {
                corners.push_back({static_cast<double>(corner.point[0]),
                                   static_cast<double>(corner.point[1]),
                                   static_cast<double>(corner.point[2])});
            }
            for (const std::size_t skipped : {1u, 3u}) {
                std::vector<Vec3> triangle = corners;
                triangle.erase(triangle.begin() + static_cast<std::ptrdiff_t>(skipped));
                const Vec3 place = random_place(triangle, random);
                EXPECT_TRUE(std::any_of(
                    facets.brushes.begin(), facets.brushes.end(), [&](const SolidBrush& brush) {
                        return is_inside(brush, place, facets.planes);
                    }));
            }
        }
    }
}

// Seen from inside of a pipe, the slabs of two quarters may be moved in opposite directions where
// the quarters meet. Places just behind the seam are in a facet, whatever the way through the seam.
TEST(FacetsOfCurves, FillTheAngleBehindTheSeamOfTwoPatches) {
    for (const double tolerance : {1.0, 8.0, 24.0}) {
        const Facets facets = facets_of(vault(), tolerance);
        for (int degrees = -75; degrees <= 75; degrees += 15) {
            const double angle = degrees * std::numbers::pi / 180;
            const Vec3 place = Vec3{std::sin(angle) * 0.02, 5, 64 + std::cos(angle) * 0.02} * kUnit;
            EXPECT_TRUE(std::any_of(
                facets.brushes.begin(),
                facets.brushes.end(),
                [&](const SolidBrush& brush) { return is_inside(brush, place, facets.planes); }))
                << "tolerance " << tolerance << ", " << degrees << " degrees";
        }
    }
}

// The corners of all facets.
std::vector<std::vector<Vec3>> shapes_of(std::span<const Patch> patches) {
    std::vector<std::vector<Vec3>> shapes;
    for (const SolidBrush& brush : facets_of(patches, 8).brushes) {
        std::vector<Vec3>& corners = shapes.emplace_back();
        for (const ExactPoint& p : brush.solid.points) {
            corners.push_back(p.rounded);
        }
        std::ranges::sort(corners, {}, coordinates_of);
    }
    std::ranges::sort(shapes, [](const auto& a, const auto& b) {
        return std::ranges::lexicographical_compare(a, b, {}, coordinates_of, coordinates_of);
    });
    return shapes;
}

TEST(FacetsOfCurves, DoNotDependOnTheOrderOfThePatches) {
    std::vector<Patch> patches;
    for (const double y : {0.0, 64.0, 128.0}) {
        for (const int quarters : {4, 3}) {
            Controls part = pipe(quarters);
            for (std::vector<Vec3>& row : part) {
                for (Vec3& p : row) {
                    p.y += y + (quarters == 3 ? 400 : 0);
                }
            }
            patches.push_back(patch_of(part));
        }
    }
    const auto shapes = shapes_of(patches);
    EXPECT_GT(shapes.size(), 50u);
    std::reverse(patches.begin(), patches.end());
    EXPECT_EQ(shapes_of(patches), shapes);
    std::swap(patches[0], patches[3]);
    EXPECT_EQ(shapes_of(patches), shapes);
}

}  // namespace
}  // namespace halfspace::test
