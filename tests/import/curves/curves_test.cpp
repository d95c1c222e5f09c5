// SPDX-License-Identifier: MIT
#include "import/curves/curves.h"

#include "halfspace/compile/compile.h"
#include "halfspace/math/sin_cos.h"
#include "halfspace/verify/verify.h"

#include "level/shared/derive.h"
#include "support/brushes.h"
#include "support/curve_distance.h"
#include "support/patches.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

constexpr int kGrid = 6;

using test::Controls;
using test::patch_of;

constexpr std::uint64_t kManyCells = std::uint64_t{1} << 20;

CurvePolygons polygons_of(std::span<const Patch> patches, double tolerance) {
    return polygons_of_curves(patches, divided_pieces(patches, tolerance, kManyCells), kGrid);
}

Vec3 area_of(const SurfacePolygon& polygon) {
    Vec3 sum;
    const Vec3 a = to_vec3(polygon.corners[0].point);
    for (std::size_t i = 2; i < polygon.corners.size(); ++i) {
        sum = sum + cross(to_vec3(polygon.corners[i - 1].point) - a,
                          to_vec3(polygon.corners[i].point) - a);
    }
    return sum * 0.5;
}

Vec3 bezier(const std::array<Vec3, 3>& p, double t) {
    return p[0] * ((1 - t) * (1 - t)) + p[1] * (2 * t * (1 - t)) + p[2] * (t * t);
}

// The true surface of a single piece.
Vec3 surface(const Controls& controls, double s, double t) {
    std::array<Vec3, 3> across;
    for (std::size_t r = 0; r < 3; ++r) {
        across[r] = bezier({controls[r][0], controls[r][1], controls[r][2]}, s);
    }
    return bezier(across, t);
}

TEST(PolygonsOfCurves, MakeOneQuadrilateralOfAFlatPieceThatLooksToItsFront) {
    const Patch patch = patch_of({{{0, 0, 0}, {32, 0, 0}, {64, 0, 0}},
                                  {{0, 32, 0}, {32, 32, 0}, {64, 32, 0}},
                                  {{0, 64, 0}, {32, 64, 0}, {64, 64, 0}}});
    const CurvePolygons curves = polygons_of({&patch, 1}, 1);
    ASSERT_EQ(curves.polygons.size(), 1u);
    EXPECT_EQ(curves.patches, std::vector<std::uint32_t>{0});
    const SurfacePolygon& polygon = curves.polygons[0];
    EXPECT_EQ(polygon.corners.size(), 4u);
    EXPECT_EQ(area_of(polygon), (Vec3{0, 0, 4096}));
    EXPECT_EQ(polygon.corners[0].u, 0);
    EXPECT_EQ(polygon.corners[2].u, 1);
    EXPECT_EQ(polygon.corners[2].v, -1);
}

// Corners lie on the surface at their texture coordinates, which are linear in its parameters here.
TEST(PolygonsOfCurves, HaveTheirCornersOnTheSurface) {
    test::Random random(1);
    for (int i = 0; i < 100; ++i) {
        const Controls controls = test::random_piece(random);
        const Patch patch = patch_of(controls);
        for (const SurfacePolygon& polygon : polygons_of({&patch, 1}, 2).polygons) {
            for (const PolygonCorner& corner : polygon.corners) {
                EXPECT_LT(length(to_vec3(corner.point) - surface(controls, corner.u, -corner.v)),
                          0x1p-6);
            }
        }
    }
}

// Every place of the polygons is near the surface, and not only at equal parameters.
TEST(PolygonsOfCurves, LieOnTheSurfaceWithinTheTolerance) {
    test::Random random(1);
    for (int i = 0; i < 100; ++i) {
        const Patch patch = patch_of(test::random_piece(random));
        const test::CurveDistance surface({&patch, 1}, Contents::Solid);
        for (const double tolerance : {8.0, 2.0}) {
            for (const SurfacePolygon& polygon : polygons_of({&patch, 1}, tolerance).polygons) {
                Vec3 place;
                double sum = 0;
                for (const PolygonCorner& corner : polygon.corners) {
                    const double weight = random.real(0, 1);
                    place += to_vec3(corner.point) * weight;
                    sum += weight;
                }
                place = place / sum;
                EXPECT_LT(surface.from({place, place}, 64).distance, tolerance + 0x1p-5);
            }
        }
    }
}

TEST(Compile, RefusesCurvesBeyondTheRangeAndTooManyOfThem) {
    World world = test::world_of({test::box_brush({0, 0, 0}, {64, 64, 64})});
    Patch patch = patch_of({{{0, 0, 0}, {32, 0, 60}, {64, 0, 0}},
                            {{0, 32, 60}, {32, 32, 0}, {64, 32, 60}},
                            {{0, 64, 0}, {32, 64, 60}, {64, 64, 0}}});
    // 256 cells each, in two entities.
    world.entities[0].patches.assign(300, patch);
    world.entities.push_back({});
    world.entities[1].patches.assign(300, patch);
    CompileOptions options;
    options.curve_tolerance = 1e-3;
    const auto many = compile(world, options);
    ASSERT_FALSE(many);
    EXPECT_EQ(many.error()[0].code, ErrorCode::Limit);
    EXPECT_EQ(
        many.error()[0].message,
        "the curved patches would become more than 131072 flat cells; take a larger tolerance "
        "for curves or fewer patches");
    patch.controls[4].point[0] = decimal_from_integer(std::int64_t{1} << 40);
    world.entities[0].patches.assign(1, patch);
    const auto far = compile(world, options);
    ASSERT_FALSE(far);
    EXPECT_EQ(far.error()[0].code, ErrorCode::Range);
}

TEST(PolygonsOfCurves, AreMoreTheFinerTheTolerance) {
    test::Random random(2);
    const Patch patch = patch_of(test::random_piece(random));
    const auto count = [&](double tolerance) {
        return polygons_of({&patch, 1}, tolerance).polygons.size();
    };
    EXPECT_LT(count(64), count(8));
    EXPECT_LT(count(8), count(0.25));
    EXPECT_LE(count(1e-9), 2u * kMaxCurveSteps * kMaxCurveSteps);
}

using Edge = std::pair<DecimalPoint, DecimalPoint>;

// Edges that only one polygon runs along.
std::vector<Edge> open_edges(const CurvePolygons& curves) {
    std::map<Edge, int> runs;
    for (const SurfacePolygon& polygon : curves.polygons) {
        for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
            const DecimalPoint& a = polygon.corners[i].point;
            const DecimalPoint& b = polygon.corners[(i + 1) % polygon.corners.size()].point;
            runs[std::minmax(a, b)] += 1;
        }
    }
    std::vector<Edge> open;
    for (const auto& [edge, count] : runs) {
        if (count == 1) {
            open.push_back(edge);
        }
    }
    return open;
}

// A sheet of 3 x 3 pieces, wildly curved inside, cut into patches in several ways: open edges lie
// on its rim only, whose y or x is that of the sheet's end.
TEST(PolygonsOfCurves, LeaveNoCracksBetweenPatches) {
    test::Random random(3);
    for (int i = 0; i < 40; ++i) {
        Controls sheet(7, std::vector<Vec3>(7));
        for (std::size_t r = 0; r < 7; ++r) {
            for (std::size_t c = 0; c < 7; ++c) {
                const double wild = random.one_in(3) ? 200 : 5;
                sheet[r][c] = {64.0 * static_cast<double>(c),
                               64.0 * static_cast<double>(r),
                               std::round(random.real(-wild, wild))};
            }
        }
        std::vector<Patch> patches;
        const auto add = [&](std::size_t c0, std::size_t c1, std::size_t r0, std::size_t r1) {
            Controls part;
            for (std::size_t r = r0; r <= r1; ++r) {
                part.emplace_back(sheet[r].begin() + static_cast<std::ptrdiff_t>(c0),
                                  sheet[r].begin() + static_cast<std::ptrdiff_t>(c1) + 1);
            }
            if (random.one_in(2)) {  // turned upside down: borders run the other way
                std::reverse(part.begin(), part.end());
            }
            patches.push_back(patch_of(part));
        };
        add(0, 2, 0, 6);
        add(2, 6, 0, 2);
        add(2, 4, 2, 6);
        add(4, 6, 2, 6);
        const CurvePolygons curves = polygons_of(patches, 2);
        EXPECT_GT(curves.polygons.size(), 100u);
        for (const auto& [a, b] : open_edges(curves)) {
            const auto on_rim = [&](std::size_t axis) {
                return a[axis] == b[axis] &&
                       (a[axis] == decimal_from_integer(0) || a[axis] == decimal_from_integer(384));
            };
            EXPECT_TRUE(on_rim(0) || on_rim(1));
        }
    }
}

// 1 - 1/3 and 2/3 are different doubles.
TEST(CellsOfCurves, HaveTheSameBitsFromBothEndsOfABorder) {
    test::Random random(4);
    int thirds = 0;
    for (int i = 0; i < 60; ++i) {
        const Controls controls = test::random_piece(random);
        Controls turned = controls;
        for (std::vector<Vec3>& row : turned) {
            std::reverse(row.begin(), row.end());
        }
        std::array patches{patch_of(controls), patch_of(turned)};
        for (std::uint32_t c = 0; c < 9; ++c) {  // the texture, too, runs the other way
            patches[1].controls[c].u = 1 - patches[1].controls[c].u;
        }
        const auto pieces = divided_pieces(patches, 2, kManyCells);
        ASSERT_EQ(pieces[0].columns, pieces[1].columns);
        thirds += pieces[0].columns % 3 == 0 ? 1 : 0;
        const auto cells = cells_of_curves(patches, pieces, kGrid);
        for (int c = 0; c < pieces[0].columns; ++c) {
            const GridCorner& one = cells[static_cast<std::size_t>(c)].corners[0];
            const GridCorner& other =
                cells[cells.size() / 2 + static_cast<std::size_t>(pieces[0].columns - 1 - c)]
                    .corners[1];
            EXPECT_EQ(one.point, other.point);
            EXPECT_EQ(one.u, other.u);
        }
    }
    EXPECT_GT(thirds, 5);
}

TEST(PolygonsOfCurves, LeaveOutCellsWithoutAnArea) {
    // A cone: one border is a point.
    const Patch patch = patch_of({{{0, 0, 64}, {0, 0, 64}, {0, 0, 64}},
                                  {{16, 0, 32}, {16, 16, 32}, {0, 16, 32}},
                                  {{32, 0, 0}, {32, 32, 0}, {0, 32, 0}}});
    const CurvePolygons curves = polygons_of({&patch, 1}, 1);
    EXPECT_FALSE(curves.polygons.empty());
    for (const SurfacePolygon& polygon : curves.polygons) {
        EXPECT_GT(length(area_of(polygon)), 0);
    }
}

// A room with an arch of two patches in it, and a door with a patch and no brush.
World world_with_curves() {
    World world = test::world_of({test::box_brush({-128, -128, -16}, {128, 128, 0}),
                                  test::box_brush({-128, -128, 128}, {128, 128, 144})});
    world.materials.push_back({"curve", 128, 128});
    Controls arch{{{-64, 0, 0}, {-64, 0, 64}, {0, 0, 64}, {64, 0, 64}, {64, 0, 0}},
                  {{-64, 32, 0}, {-64, 32, 64}, {0, 32, 64}, {64, 32, 64}, {64, 32, 0}},
                  {{-64, 64, 0}, {-64, 64, 64}, {0, 64, 64}, {64, 64, 64}, {64, 64, 0}}};
    Patch patch = patch_of(arch);
    patch.material = MaterialId(static_cast<std::uint32_t>(world.materials.size() - 1));
    world.entities[0].patches.push_back(patch);
    patch.opacity = 0.5;
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}}, .patches = {patch}});
    return world;
}

TEST(Compile, DrawsCurvesAsModelsOfTheirOwn) {
    const World world = world_with_curves();
    const auto compiled = compile(world);
    ASSERT_TRUE(compiled);
    const auto level = Level::from_data(compiled->level);
    ASSERT_TRUE(level) << to_string(level.error());
    // The world, the facets of the door, and the curves of both.
    ASSERT_EQ(level->models().size(), 4u);
    EXPECT_EQ(level->entities()[1].model, 1u);
    for (std::uint32_t m = 2; m < 4; ++m) {
        const ModelRecord& model = level->models()[m];
        EXPECT_EQ(model.flags, kModelCurves);
        EXPECT_EQ(model.entity, m - 2);
        double area = 0;
        for (const FaceRecord& face : level->faces().subspan(model.first_face, model.face_count)) {
            EXPECT_EQ(face.brush, kNone);
            EXPECT_EQ(face.side, 0u);
            EXPECT_EQ(face.flags >> kFaceOpacityShift, m == 2 ? 255u : 128u);
            const auto corner = [&](std::uint32_t i) {
                const VertexRecord& v =
                    level->vertices()[level->face_vertices()[face.first_vertex + i]];
                return Vec3{v.x, v.y, v.z};
            };
            for (std::uint32_t i = 2; i < face.vertex_count; ++i) {
                area += 0.5 * length(cross(corner(i - 1) - corner(0), corner(i) - corner(0)));
            }
        }
        // Half an arch that is nearly a circle of radius 64, 64 deep.
        EXPECT_NEAR(area, 64 * 64 * 3.24, 200);
    }
    const VerifyReport report = verify(*level, world);
    EXPECT_EQ(report.differences, 0u) << (report.details.empty() ? "" : report.details[0]);
}

TEST(Compile, VerifyFindsACurveThatFillsItsLeaves) {
    const World world = world_with_curves();
    auto compiled = compile(world);
    ASSERT_TRUE(compiled);
    compiled->level.leaves.back().contents = static_cast<std::uint32_t>(Contents::Trigger);
    derive(compiled->level);
    const auto level = Level::from_data(compiled->level);
    ASSERT_TRUE(level) << to_string(level.error());
    EXPECT_GT(verify(*level, world).differences, 0u);
}

}  // namespace
}  // namespace halfspace
