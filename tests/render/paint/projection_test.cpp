// SPDX-License-Identifier: MIT
#include "render/paint/projection.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace halfspace::test {
namespace {

constexpr std::uint32_t kWidth = 320;
constexpr std::uint32_t kHeight = 200;

// A quadrilateral in a random plane, its texture coordinates an affine function of the place.
struct Quadrilateral {
    PolygonList list;
    Vec3 u;
    Vec3 v;
    double u0 = 0;
    double v0 = 0;
};

Vec3 random_vector(Random& random, double size) {
    return {random.real(-size, size), random.real(-size, size), random.real(-size, size)};
}

Quadrilateral random_quadrilateral(Random& random) {
    Quadrilateral q{{}, random_vector(random, 0.1), random_vector(random, 0.1), 0.25, -3};
    const Vec3 middle = random_vector(random, 300);
    const Vec3 a = random_vector(random, 200);
    const Vec3 b = random_vector(random, 200);
    const Vec3 n = cross(a, b);
    std::vector<FaceVertex> vertices;
    for (const Vec3& p : {middle - a, middle - b, middle + a, middle + b}) {
        vertices.push_back({p, q.u0 + dot(q.u, p), q.v0 + dot(q.v, p)});
    }
    append_piece(q.list, 0, {n, dot(n, middle)}, vertices);
    return q;
}

TEST(Project, GivesDepthAndTextureOfTheRayThroughThePixel) {
    Random random(1);
    int checked = 0;
    for (int round = 0; round < 400; ++round) {
        const Vec3 eye = random_vector(random, 100);
        const auto view = look_at(eye, random_vector(random, 100), 80, 1.6);
        ASSERT_TRUE(view);
        const Camera camera(*view, kWidth, kHeight);
        const Quadrilateral q = random_quadrilateral(random);
        const Projected projected = project(q.list, camera, 0, 1);
        if (projected.polygons.empty()) {
            continue;
        }
        const ProjectedPolygon& polygon = projected.polygons.front();
        const Plane& plane = q.list.polygons.front().plane;
        for (std::int32_t y = polygon.min_y; y < polygon.max_y; y += 7) {
            for (std::int32_t x = polygon.min_x; x < polygon.max_x; x += 7) {
                // The ray from the definition of a View, independent of Camera.
                const double right = ((x + 0.5) / kWidth * 2 - 1) * view->tan_half_width;
                const double up = (1 - (y + 0.5) / kHeight * 2) * view->tan_half_height;
                const Vec3 way = view->forward + view->right * right + view->up * up;
                const double depth = (plane.d - dot(plane.n, eye)) / dot(plane.n, way);
                const double inverse = polygon.plane.inverse_depth(x, y);
                if (!(inverse > polygon.plane.min_inverse && inverse < polygon.plane.max_inverse)) {
                    continue;  // beside the polygon
                }
                const Vec3 p = eye + way * depth;
                EXPECT_NEAR(1 / inverse / depth, 1, 1e-9);
                const double scale = 1e-9 * (1 + length(p));
                EXPECT_NEAR(polygon.plane.u(x, y) / inverse, q.u0 + dot(q.u, p), scale);
                EXPECT_NEAR(polygon.plane.v(x, y) / inverse, q.v0 + dot(q.v, p), scale);
                ++checked;
            }
        }
    }
    EXPECT_GT(checked, 20000);
}

TEST(Project, LeavesOutWhatIsBehindTheEye) {
    Random random(2);
    const auto view = look_at({1000, 0, 0}, {2000, 0, 0}, 90, 1);
    PolygonList list;
    for (int i = 0; i < 50; ++i) {
        const Quadrilateral q = random_quadrilateral(random);
        append_piece(list, 0, q.list.polygons[0].plane, q.list.vertices);
    }
    EXPECT_TRUE(project(list, Camera(*view, kWidth, kHeight), 0, 50).polygons.empty());
}

}  // namespace
}  // namespace halfspace::test
