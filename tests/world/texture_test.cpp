// SPDX-License-Identifier: MIT
// Against values computed by hand from the table of axes in Quake's compiler.
#include "world/shared/texture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace halfspace {
namespace {

constexpr double kTiny = 1e-15;
const double kHalfRoot = std::sqrt(0.5);

Material material(std::uint32_t width, std::uint32_t height) {
    Material result;
    result.width = width;
    result.height = height;
    return result;
}

// Of a texture of one texel, so that axes are seen as they are.
TextureMapping plain(const Vec3& normal, double rotation = 0) {
    TextureProjection projection;
    projection.rotation = rotation;
    return texture_mapping(projection, normal, material(1, 1));
}

TextureProjection valve(const Vec3& u, const Vec3& v) {
    TextureProjection projection;
    projection.kind = TextureProjection::Kind::Valve220;
    projection.u_axis = u;
    projection.v_axis = v;
    return projection;
}

void expect_near(const Vec3& found, const Vec3& expected) {
    EXPECT_NEAR(found.x, expected.x, kTiny);
    EXPECT_NEAR(found.y, expected.y, kTiny);
    EXPECT_NEAR(found.z, expected.z, kTiny);
}

TEST(StandardMapping, HasTheAxesOfTheTable) {
    for (const double z : {1.0, -1.0}) {  // floor and ceiling
        EXPECT_EQ(plain({0, 0, z}).u_axis, (Vec3{1, 0, 0}));
        EXPECT_EQ(plain({0, 0, z}).v_axis, (Vec3{0, -1, 0}));
    }
    for (const double x : {1.0, -1.0}) {
        EXPECT_EQ(plain({x, 0, 0}).u_axis, (Vec3{0, 1, 0}));
        EXPECT_EQ(plain({x, 0, 0}).v_axis, (Vec3{0, 0, -1}));
    }
    for (const double y : {1.0, -1.0}) {
        EXPECT_EQ(plain({0, y, 0}).u_axis, (Vec3{1, 0, 0}));
        EXPECT_EQ(plain({0, y, 0}).v_axis, (Vec3{0, 0, -1}));
    }
}

TEST(StandardMapping, TakesTheNearestAxisAndTheFirstOnATie) {
    EXPECT_EQ(plain({0.1, 0.2, 0.3}).v_axis, (Vec3{0, -1, 0}));
    EXPECT_EQ(plain({-0.4, 0.2, 0.3}).u_axis, (Vec3{0, 1, 0}));
    EXPECT_EQ(plain({1, 0, 1}).v_axis, (Vec3{0, -1, 0}));   // floor before wall
    EXPECT_EQ(plain({1, 1, 0}).u_axis, (Vec3{0, 1, 0}));    // west before south
    EXPECT_EQ(plain({-5, -5, 0}).u_axis, (Vec3{0, 1, 0}));  // of any length
}

TEST(StandardMapping, TurnsByQuarterTurnsExactly) {
    // u, v of a floor as coordinates x, y: (1, 0) and (0, -1), each turned counter-clockwise.
    EXPECT_EQ(plain({0, 0, 1}, 90).u_axis, (Vec3{0, 1, 0}));
    EXPECT_EQ(plain({0, 0, 1}, 90).v_axis, (Vec3{1, 0, 0}));
    EXPECT_EQ(plain({0, 0, 1}, 180).u_axis, (Vec3{-1, 0, 0}));
    EXPECT_EQ(plain({0, 0, 1}, -90).u_axis, (Vec3{0, -1, 0}));
    EXPECT_EQ(plain({0, 0, 1}, 450).u_axis, (Vec3{0, 1, 0}));
    // A wall towards x: (1, 0) and (0, -1) as coordinates y, z.
    EXPECT_EQ(plain({1, 0, 0}, 90).u_axis, (Vec3{0, 0, 1}));
    EXPECT_EQ(plain({1, 0, 0}, 90).v_axis, (Vec3{0, 1, 0}));
    // And towards y: as coordinates x, z.
    EXPECT_EQ(plain({0, 1, 0}, 270).u_axis, (Vec3{0, 0, -1}));
    EXPECT_EQ(plain({0, 1, 0}, 270).v_axis, (Vec3{-1, 0, 0}));
}

TEST(StandardMapping, TurnsByOtherAnglesAsTheEditorsDo) {
    // s' = cos s - sin t, t' = sin s + cos t.
    expect_near(plain({0, 0, 1}, 45).u_axis, {kHalfRoot, kHalfRoot, 0});
    expect_near(plain({0, 0, 1}, 45).v_axis, {kHalfRoot, -kHalfRoot, 0});
    expect_near(plain({0, -1, 0}, -30).u_axis, {std::sqrt(0.75), 0, -0.5});
    expect_near(plain({0, -1, 0}, -30).v_axis, {-0.5, 0, -std::sqrt(0.75)});
}

TEST(StandardMapping, DividesByScaleAndSizeAndAddsOffsets) {
    TextureProjection projection;
    projection.u_scale = 0.5;
    projection.v_scale = -2;
    projection.u_offset = 16;
    projection.v_offset = -8;
    const TextureMapping mapping = texture_mapping(projection, {0, 0, 1}, material(64, 32));
    const TextureCoordinates at = texture_coordinates(mapping, {64, 64, 1000});
    EXPECT_EQ(at.u, (64 / 0.5 + 16) / 64);
    EXPECT_EQ(at.v, (-64 / -2.0 - 8) / 32);
}

TEST(StandardMapping, TakesScaleZeroForOneAndSizeZeroForTheDefault) {
    TextureProjection projection;
    projection.u_scale = 0;
    projection.v_scale = 0;
    projection.u_offset = 32;
    const TextureMapping mapping = texture_mapping(projection, {0, 0, 1}, {});
    EXPECT_EQ(mapping.u_axis, (Vec3{1.0 / 64, 0, 0}));
    EXPECT_EQ(mapping.v_axis, (Vec3{0, -1.0 / 64, 0}));
    EXPECT_EQ(mapping.u_offset, 0.5);
}

TEST(ValveMapping, UsesItsAxesAndIgnoresItsRotation) {
    TextureProjection projection = valve({0, 1, 0}, {0.5, 0, -1});
    projection.rotation = 77;
    projection.u_offset = 8;
    projection.v_scale = 4;
    const TextureMapping mapping = texture_mapping(projection, {1, 0, 0}, material(16, 32));
    EXPECT_EQ(mapping.u_axis, (Vec3{0, 1.0 / 16, 0}));
    EXPECT_EQ(mapping.u_offset, 0.5);
    EXPECT_EQ(mapping.v_axis, (Vec3{0.5 / 128, 0, -1.0 / 128}));
}

TEST(PrimitiveMapping, CountsInRepeatsWhateverTheSize) {
    TextureProjection projection = valve({0.25, 0, 0}, {0, 0.5, 0});
    projection.kind = TextureProjection::Kind::BrushPrimitives;
    projection.u_offset = 3;
    for (const Material& size : {material(16, 32), material(0, 0)}) {
        const TextureCoordinates at =
            texture_coordinates(texture_mapping(projection, {0, 0, 1}, size), {2, 2, 2});
        EXPECT_EQ(at.u, 3.5);
        EXPECT_EQ(at.v, 1);
    }
}

TEST(PrimitiveAxes, RunRightAndDownOnWallsAndAlongYAndXOnFloors) {
    const auto axes = [](const Vec3& n) { return primitive_axes(n); };
    EXPECT_EQ(axes({1, 0, 0}).u, (Vec3{0, 1, 0}));
    EXPECT_EQ(axes({1, 0, 0}).v, (Vec3{0, 0, -1}));
    EXPECT_EQ(axes({-1, 0, 0}).u, (Vec3{0, -1, 0}));
    EXPECT_EQ(axes({0, 1, 0}).u, (Vec3{-1, 0, 0}));
    EXPECT_EQ(axes({0, -1, 0}).u, (Vec3{1, 0, 0}));
    EXPECT_EQ(axes({0, -1, 0}).v, (Vec3{0, 0, -1}));
    EXPECT_EQ(axes({0, 0, 1}).u, (Vec3{0, 1, 0}));
    EXPECT_EQ(axes({0, 0, 1}).v, (Vec3{1, 0, 0}));
    EXPECT_EQ(axes({0, 0, -1}).v, (Vec3{-1, 0, 0}));
    // Nearly a floor is a floor.
    EXPECT_EQ(axes({1e-7, -1e-7, 1}).u, (Vec3{0, 1, 0}));
}

TEST(PrimitiveAxes, AreThoseOfTheAnglesOnSlantedSides) {
    const Vec3 n{0.6, -0.48, 0.64};
    const double about_y = -std::atan2(n.z, std::hypot(n.x, n.y));
    const double about_z = std::atan2(n.y, n.x);
    const PrimitiveAxes axes = primitive_axes(n);
    expect_near(axes.u, {-std::sin(about_z), std::cos(about_z), 0});
    expect_near(axes.v,
                {-std::sin(about_y) * std::cos(about_z),
                 -std::sin(about_y) * std::sin(about_z),
                 -std::cos(about_y)});
    EXPECT_NEAR(dot(axes.u, n), 0, kTiny);
    EXPECT_NEAR(dot(axes.v, n), 0, kTiny);
}

TEST(IsDegenerate, IsTrueWhereNoPictureCanLie) {
    const Vec3 up{0, 0, 1};
    EXPECT_FALSE(is_degenerate(valve({1, 0, 0}, {0, -1, 0}), up));
    EXPECT_FALSE(is_degenerate(valve({1e-5, 0, 0}, {1e-5, -1e5, 0}), {0, 0, 1e-9}));
    EXPECT_TRUE(is_degenerate(valve({0, 0, 0}, {0, -1, 0}), up));
    EXPECT_TRUE(is_degenerate(valve({1, 0, 0}, {-2, 0, 0}), up));
    EXPECT_TRUE(is_degenerate(valve({1, 0, 0}, {0, 0, 1}), up));
    EXPECT_TRUE(is_degenerate(valve({1, 0, 0}, {1e-4, 0, 1}), up));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(is_degenerate(valve({nan, 0, 0}, {0, -1, 0}), up));
    EXPECT_TRUE(is_degenerate(valve({1e300, 0, 0}, {0, -1e300, 0}), up));
    EXPECT_FALSE(is_degenerate({}, up));  // the standard dialect always has axes
}

TEST(Repair, GivesTheAxesOfTheTable) {
    TextureProjection projection = valve({0, 0, 0}, {0, 0, 0});
    projection.u_offset = 5;
    projection.v_scale = 2;
    repair(projection, {0.1, -3, 0.2});
    EXPECT_FALSE(is_degenerate(projection, {0.1, -3, 0.2}));
    EXPECT_EQ(projection.kind, TextureProjection::Kind::Valve220);
    EXPECT_EQ(projection.u_axis, (Vec3{1, 0, 0}));
    EXPECT_EQ(projection.v_axis, (Vec3{0, 0, -1}));
    EXPECT_EQ(projection.u_offset, 5);
    EXPECT_EQ(projection.v_scale, 2);
}

TEST(NormalOf, PointsToWhereThePointsAreCounterClockwise) {
    const auto point = [](int x, int y, int z) {
        return DecimalPoint{
            decimal_from_integer(x), decimal_from_integer(y), decimal_from_integer(z)};
    };
    BrushSide side;
    side.points = {point(1, 1, 5), point(3, 1, 5), point(1, 2, 5)};
    EXPECT_EQ(normal_of(side), (Vec3{0, 0, 2}));
}

}  // namespace
}  // namespace halfspace
