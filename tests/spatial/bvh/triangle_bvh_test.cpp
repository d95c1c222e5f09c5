// SPDX-License-Identifier: MIT
// Rays against trees of triangles, compared with rational numbers over all triangles.
#include "halfspace/spatial/triangle_bvh.h"

#include "spatial/bvh/triangle_bvh_data.h"
#include "support/random.h"
#include "support/ray_oracle.h"
#include "support/repeats.h"
#include "support/scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::array kMethods{BvhBuilder::Sah, BvhBuilder::Ploc};

struct Doubles {
    std::vector<double> positions;
    std::vector<std::uint32_t> indices;

    TriangleMesh mesh() const { return {positions, indices}; }
    Vec3 vertex(std::size_t i) const {
        return {positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]};
    }
};

TriangleMesh view_of(const Mesh& mesh) {
    return {std::span<const float>(mesh.positions), mesh.indices};
}

TriangleBvh tree_of(const TriangleMesh& mesh, BvhBuilder method) {
    auto tree = TriangleBvh::build(mesh, {method});
    EXPECT_TRUE(tree.has_value());
    return std::move(*tree);
}

Vec3 random_place(Random& random, double range) {
    return {random.real(-range, range), random.real(-range, range), random.real(-range, range)};
}

// What meshes are made of. Whole numbers give corners that lie exactly on rays.
enum class Kind { Soup, Whole, Flat, Needles, OnePlace, Strip };
constexpr std::array kKinds{
    Kind::Soup, Kind::Whole, Kind::Flat, Kind::Needles, Kind::OnePlace, Kind::Strip};

Vec3 random_vertex(Kind kind, Random& random, double range) {
    Vec3 p = random_place(random, range);
    const auto whole = [&](double value) { return std::floor(value / range * 8) * range / 8; };
    switch (kind) {
        case Kind::Soup:
            break;
        case Kind::Whole:
        case Kind::Strip:
            p = {whole(p.x), whole(p.y), whole(p.z)};
            break;
        case Kind::Flat:
            p = {whole(p.x), whole(p.y), range / 4};
            break;
        case Kind::Needles:
            p = {p.x, p.y * 1e-9, p.z * 1e-9};
            break;
        case Kind::OnePlace:
            p = random.one_in(2) ? Vec3{range, 0, 0} : Vec3{range, range / 1024, 0};
            break;
    }
    return p;
}

Doubles random_mesh(Kind kind, std::size_t triangles, const Vec3& offset, Random& random) {
    const double range = std::exp2(static_cast<double>(random.integer(-20, 20)));
    Doubles mesh;
    const auto vertices = static_cast<std::int64_t>(std::max<std::size_t>(3, triangles / 2));
    for (std::int64_t i = 0; i < vertices; ++i) {
        const Vec3 p = random_vertex(kind, random, range) + offset;
        mesh.positions.insert(mesh.positions.end(), {p.x, p.y, p.z});
    }
    for (std::size_t i = 0; i < triangles; ++i) {
        // Some triangles repeat a vertex, some are there twice.
        const std::int64_t first = random.integer(0, vertices - 1);
        for (int corner = 0; corner < 3; ++corner) {
            const std::int64_t index =
                kind == Kind::Strip ? (first + corner) % vertices : random.integer(0, vertices - 1);
            mesh.indices.push_back(static_cast<std::uint32_t>(index));
        }
        if (random.one_in(10)) {
            mesh.indices.insert(mesh.indices.end(), mesh.indices.end() - 3, mesh.indices.end());
            ++i;
        }
    }
    return mesh;
}

// Half of the rays are aimed at corners and edges; some run along an axis.
Ray random_ray(const TriangleMesh& mesh, double range, const Vec3& offset, Random& random) {
    Ray ray{random_place(random, 2 * range) + offset, random_place(random, 1)};
    const auto triangle = [&] {
        return mesh.triangle(static_cast<std::size_t>(
            random.integer(0, static_cast<std::int64_t>(mesh.size()) - 1)));
    };
    switch (random.integer(0, 7)) {
        case 0:
        case 1:
            ray.direction = triangle().a - ray.origin;
            break;
        case 2:
            ray.direction = 0.5 * triangle().a + 0.5 * triangle().b - ray.origin;
            break;
        case 3:
            ray.origin = triangle().a;
            ray.direction = triangle().b - ray.origin;
            break;
        case 4:
            ray.origin = triangle().a - Vec3{0, 0, range};
            ray.direction = {0, 0, 1};
            break;
        case 5:
            ray.origin = {ray.origin.x, triangle().b.y, triangle().b.z};
            ray.direction = {-1, 0, 0};
            break;
        default:
            break;
    }
    if (random.one_in(8)) {
        ray.direction = ray.direction * std::exp2(static_cast<double>(random.integer(-900, 900)));
    }
    if (random.one_in(4)) {
        ray.max_t = random.real(0, 2);
    }
    if (!(length(ray.direction) > 0)) {
        ray.direction = {0, 1, 0};
    }
    return ray;
}

double as_double(const Rational& value) {
    return value.convert_to<double>();
}

// What raycast says is what the exact hits say. Its t is rounded, so of two triangles that the ray
// meets at nearly the same t, it may name either; and a hit at nearly t = most may count or not.
void check(const std::vector<ExactHit>& exact, const Ray& ray, const std::optional<RayHit>& found) {
    const auto nearest = std::ranges::min_element(exact, {}, &ExactHit::t);
    if (!found) {
        ASSERT_TRUE(nearest == exact.end() || as_double(nearest->t) > ray.max_t * (1 - 1e-9));
        return;
    }
    ASSERT_LE(found->t, ray.max_t);
    const auto its = std::ranges::find(exact, found->triangle.value, &ExactHit::triangle);
    ASSERT_NE(its, exact.end()) << "triangle " << found->triangle.value << " is not met";
    const double t = as_double(its->t);
    ASSERT_NEAR(found->t, t, 1e-9 * t);
    ASSERT_LE(t, as_double(nearest->t) * (1 + 1e-9));
}

// on_ray gives the exact hits but those at nearly t = most, in order.
void check_all(const std::vector<ExactHit>& exact,
               const Ray& ray,
               const AnswerList<RayHit>& found) {
    ASSERT_TRUE(std::ranges::is_sorted(found, [](const RayHit& a, const RayHit& b) {
        return std::tie(a.t, a.triangle) < std::tie(b.t, b.triangle);
    }));
    std::vector<std::uint32_t> triangles;
    for (const RayHit& hit : found) {
        ASSERT_LE(hit.t, ray.max_t);
        triangles.push_back(hit.triangle.value);
    }
    std::ranges::sort(triangles);
    ASSERT_TRUE(std::ranges::adjacent_find(triangles) == triangles.end());
    std::size_t near = 0;
    for (const ExactHit& hit : exact) {
        const double t = as_double(hit.t);
        const bool is_found = std::ranges::binary_search(triangles, hit.triangle);
        near += is_found ? 1 : 0;
        ASSERT_TRUE(is_found ? t <= ray.max_t * (1 + 1e-9) : t > ray.max_t * (1 - 1e-9))
            << hit.triangle;
    }
    ASSERT_EQ(near, triangles.size());
}

TEST(TriangleBvh, RaysAgreeWithRationalNumbers) {
    Random random(1);
    std::size_t met = 0;
    QueryScratch scratch;
    const std::size_t meshes = repeats(120);
    for (std::size_t i = 0; i < meshes; ++i) {
        const Kind kind = kKinds[i % kKinds.size()];
        const auto triangles = static_cast<std::size_t>(kind != Kind::OnePlace && random.one_in(8)
                                                            ? random.integer(500, 2000)
                                                            : random.integer(1, 60));
        const Vec3 offset = random.one_in(3) ? random_place(random, 1e6) : Vec3{};
        const Doubles doubles = random_mesh(kind, triangles, offset, random);
        const TriangleMesh mesh = doubles.mesh();
        double range = 0;
        for (std::size_t k = 0; k < mesh.vertex_count(); ++k) {
            range = std::max(range, length(mesh.vertex(k) - offset));
        }
        const TriangleBvh area = tree_of(mesh, BvhBuilder::Sah);
        const TriangleBvh clusters = tree_of(mesh, BvhBuilder::Ploc);
        std::vector<Ray> rays;
        for (int k = 0; k < 84; ++k) {
            rays.push_back(random_ray(mesh, range, offset, random));
        }
        std::vector<std::optional<RayHit>> hits(rays.size());
        area.raycast_all(rays, hits);
        for (std::size_t k = 0; k < rays.size(); ++k) {
            const Ray& ray = rays[k];
            const auto found = area.raycast(ray);
            ASSERT_EQ(found, hits[k]);
            ASSERT_EQ(found, clusters.raycast(ray)) << "mesh " << i << ", ray " << k;
            ASSERT_EQ(found.has_value(), area.any_hit(ray));
            ASSERT_EQ(found.has_value(), clusters.any_hit(ray));
            Ray endless = ray;
            endless.max_t = std::numeric_limits<double>::infinity();
            const std::vector<ExactHit> exact = exact_hits(mesh, endless);
            check(exact, ray, found);
            check_all(exact, ray, area.on_ray(ray, scratch));
            if (testing::Test::HasFatalFailure()) {
                FAIL() << "mesh " << i << ", ray " << k;
            }
            met += found ? 1 : 0;
        }
    }
    EXPECT_GT(met, meshes * 84 / 5);
}

TEST(TriangleBvh, RaysOnAScanAgreeWithRationalNumbers) {
    const Mesh scanned = scan(132);
    const TriangleMesh mesh = view_of(scanned);
    const TriangleBvh area = tree_of(mesh, BvhBuilder::Sah);
    const TriangleBvh clusters = tree_of(mesh, BvhBuilder::Ploc);
    Random random(2);
    for (std::size_t i = 0; i < repeats(100); ++i) {
        const Ray ray = random_ray(mesh, 1.2, {}, random);
        const auto found = area.raycast(ray);
        ASSERT_EQ(found, clusters.raycast(ray)) << i;
        Ray endless = ray;
        endless.max_t = std::numeric_limits<double>::infinity();
        check(exact_hits(mesh, endless), ray, found);
        if (testing::Test::HasFatalFailure()) {
            FAIL() << "ray " << i;
        }
    }
}

TEST(TriangleBvh, NoRayLeavesAClosedMesh) {
    const Mesh scanned = scan(20);
    const TriangleMesh mesh = view_of(scanned);
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Sah);
    Random random(3);
    for (std::size_t i = 0; i < repeats(10'000); ++i) {
        Ray ray = random_ray(mesh, 1, {}, random);
        ray.origin = random_place(random, 0.1);
        if (random.one_in(2)) {
            ray.direction = mesh.vertex(static_cast<std::size_t>(random.integer(
                                0, static_cast<std::int64_t>(mesh.vertex_count()) - 1))) -
                            ray.origin;
        }
        ray.max_t = std::numeric_limits<double>::infinity();
        ASSERT_TRUE(tree.raycast(ray)) << i;
        ASSERT_TRUE(tree.any_hit(ray)) << i;
    }
}

TEST(TriangleBvh, EveryExecutorGivesTheSameTree) {
    const Mesh scanned = scan(132);
    const TriangleMesh mesh = view_of(scanned);
    const Executor backwards = [](std::size_t count, const auto& body) {
        for (std::size_t i = count; i-- > 0;) {
            body(i);
        }
    };
    for (const BvhBuilder method : kMethods) {
        const TriangleBvh tree = tree_of(mesh, method);
        const auto other = TriangleBvh::build(mesh, {method}, backwards);
        ASSERT_TRUE(other.has_value());
        EXPECT_EQ(hash_of(tree), hash_of(*other));
    }
}

TEST(TriangleBvh, BottomUpIsNearlyAsGoodAsTopDown) {
    const Mesh scanned = scan(132);
    const double area = tree_of(view_of(scanned), BvhBuilder::Sah).statistics().cost;
    const double clusters = tree_of(view_of(scanned), BvhBuilder::Ploc).statistics().cost;
    EXPECT_LE(clusters, 1.05 * area);
    EXPECT_GT(area, 1);
}

TEST(TriangleBvh, RefitAnswersAsANewTree) {
    Mesh scanned = scan(40);
    const TriangleMesh mesh = view_of(scanned);
    TriangleBvh tree = tree_of(mesh, BvhBuilder::Sah);
    Random random(4);
    for (float& value : scanned.positions) {
        value = value * 1000 + static_cast<float>(random.real(0, 20));
    }
    ASSERT_TRUE(tree.refit().has_value());
    const TriangleBvh fresh = tree_of(mesh, BvhBuilder::Sah);
    for (std::size_t i = 0; i < repeats(2000); ++i) {
        const Ray ray = random_ray(mesh, 1200, {}, random);
        ASSERT_EQ(tree.raycast(ray), fresh.raycast(ray)) << i;
    }
    scanned.positions[7] = std::numeric_limits<float>::quiet_NaN();
    const auto refused = tree.refit();
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, ErrorCode::Range);
}

TEST(TriangleBvh, AMillionTrianglesAtOnePlaceAreFound) {
    const std::vector<float> positions{0, 0, 0, 1, 0, 0, 0, 1, 0};
    std::vector<std::uint32_t> indices;
    for (int i = 0; i < 1'000'000; ++i) {
        indices.insert(indices.end(), {0, 1, 2});
    }
    const TriangleMesh mesh{std::span<const float>(positions), indices};
    for (const BvhBuilder method : kMethods) {
        const auto hit = tree_of(mesh, method).raycast({{0.25, 0.25, 1}, {0, 0, -1}});
        ASSERT_TRUE(hit.has_value());
        EXPECT_EQ(*hit, (RayHit{TriangleId(0), 1}));
    }
}

TEST(TriangleBvh, VerticesOfNoTriangleDoNotCount) {
    Mesh scanned = scan(20);
    const auto hash = hash_of(tree_of(view_of(scanned), BvhBuilder::Sah));
    scanned.positions.insert(scanned.positions.end(), {1e30F, -1e30F, 1e30F});
    const TriangleMesh mesh = view_of(scanned);
    TriangleBvh tree = tree_of(mesh, BvhBuilder::Sah);
    EXPECT_EQ(hash_of(tree), hash);
    ASSERT_TRUE(tree.refit().has_value());
    EXPECT_EQ(hash_of(tree), hash);
}

// Along x the mesh is so thin that the width of a bin is not a float.
TEST(TriangleBvh, MeshesOfAlmostNoWidthAreBuilt) {
    Random random(5);
    for (const float thin : {1e-36F, 1e-38F, 1e-39F, 1e-45F}) {
        std::vector<float> positions;
        std::vector<std::uint32_t> indices;
        for (std::uint32_t corner = 0; corner < 300; ++corner) {
            const Vec3 p = random_place(random, 1);
            positions.insert(
                positions.end(),
                {corner / 3 % 2 == 0 ? 0 : thin, static_cast<float>(p.y), static_cast<float>(p.z)});
            indices.push_back(corner);
        }
        const TriangleMesh mesh{std::span<const float>(positions), indices};
        for (const BvhBuilder method : kMethods) {
            QueryScratch scratch;
            EXPECT_EQ(tree_of(mesh, method).in_box({{-1, -1, -1}, {1, 1, 1}}, scratch).size(),
                      100U);
        }
    }
}

TEST(TriangleBvh, RaysThatBeginFarAwayMeetTheTriangle) {
    const Triangle triangle{{0, -1, -1}, {0, 1, -1}, {0, 0, 1}};
    const std::vector<double> positions{0, -1, -1, 0, 1, -1, 0, 0, 1};
    const std::vector<std::uint32_t> indices{0, 1, 2};
    const TriangleMesh mesh{std::span<const double>(positions), indices};
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Sah);
    QueryScratch scratch;
    for (const double away : {1e3, 1e14, 1e16, 9e29, 2e30, 1e31, 1e35, 1e38, 1e60, 1e99, 1e100}) {
        for (const double sign : {-1.0, 1.0}) {
            for (const double speed : {1e-60, 1.0, 1e60}) {
                const Ray ray{{sign * away, 0.125, 0.125}, {-sign * speed, 0, 0}};
                const auto hit = tree.raycast(ray);
                ASSERT_TRUE(hit) << away << " " << speed;
                EXPECT_NEAR(hit->t * speed / away, 1, 1e-9);
                EXPECT_EQ(hit->t, ray_hit(triangle, ray));
                EXPECT_TRUE(tree.any_hit(ray));
                EXPECT_EQ(tree.on_ray(ray, scratch).size(), 1U);
                EXPECT_FALSE(tree.any_hit({ray.origin, -ray.direction}));
                EXPECT_FALSE(tree.any_hit({ray.origin, ray.direction, away / speed / 2}));
            }
        }
    }
}

// The origins lie so far away, in sizes of the mesh, that no double holds it.
TEST(TriangleBvh, RaysFromFarAwayMissATinyMesh) {
    Random random(6);
    std::vector<double> positions;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t corner = 0; corner < 300; ++corner) {
        const Vec3 p = random_place(random, 1e-250);
        positions.insert(positions.end(), {p.x, p.y, p.z});
        indices.push_back(corner);
    }
    const TriangleBvh tree =
        tree_of({std::span<const double>(positions), indices}, BvhBuilder::Sah);
    for (const double away : {1e40, 1e60, 1e99}) {
        for (unsigned octant = 0; octant < 8; ++octant) {
            const Vec3 direction{(octant & 1U) != 0 ? 1.0 : -1.0,
                                 (octant & 2U) != 0 ? 1.0 : -1.0,
                                 (octant & 4U) != 0 ? 1.0 : -1.0};
            EXPECT_FALSE(tree.any_hit({direction * away, direction}));
            EXPECT_FALSE(tree.raycast({direction * away, direction}));
        }
    }
}

TEST(TriangleBvh, AnEmptyMeshIsNotMet) {
    for (const BvhBuilder method : kMethods) {
        const TriangleBvh tree = tree_of({}, method);
        EXPECT_FALSE(tree.raycast({{0, 0, 0}, {1, 0, 0}}));
        EXPECT_FALSE(tree.any_hit({{0, 0, 0}, {1, 0, 0}}));
        EXPECT_EQ(tree.statistics().cost, 0);
    }
}

TEST(TriangleBvh, ARayThatIsNoneMeetsNothing) {
    const Mesh scanned = scan(4);
    const TriangleBvh tree = tree_of(view_of(scanned), BvhBuilder::Sah);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(tree.any_hit({{0, 0, 0}, {0, 0, 1}}));
    for (const Ray& ray : {Ray{{0, 0, 0}, {0, 0, 0}},
                           Ray{{nan, 0, 0}, {0, 0, 1}},
                           Ray{{0, nan, 0}, {0, 0, 1}},
                           Ray{{0, 0, 0}, {0, nan, 1}},
                           Ray{{0, 0, 0}, {0, 0, inf}},
                           Ray{{0, 0, 0}, {0, 0, 1}, nan},
                           Ray{{0, 0, 0}, {0, 0, 1}, -1},
                           Ray{{0, 0, -1e200}, {0, 0, 1}}}) {
        EXPECT_FALSE(tree.raycast(ray));
        EXPECT_FALSE(tree.any_hit(ray));
    }
}

TEST(TriangleBvh, BadMeshesAreErrors) {
    const std::vector<std::uint32_t> indices{0, 1, 2};
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(),
                             1.1e37}) {
        const std::vector<double> positions{0, 0, 0, 1, 0, 0, 0, bad, 0};
        const auto tree = TriangleBvh::build({std::span<const double>(positions), indices});
        ASSERT_FALSE(tree.has_value());
        EXPECT_EQ(tree.error().code, ErrorCode::Range);
        EXPECT_EQ(tree.error().message,
                  "vertex 2 has a coordinate that is not finite or above 1e37");
    }
    const std::vector<double> positions{0, 0, 0, 1, 0, 0};
    const auto tree = TriangleBvh::build({std::span<const double>(positions), indices});
    ASSERT_FALSE(tree.has_value());
    EXPECT_EQ(tree.error().message, "triangle 0 has vertex 2, but the mesh has 2 vertices");
}

}  // namespace
}  // namespace halfspace::test
