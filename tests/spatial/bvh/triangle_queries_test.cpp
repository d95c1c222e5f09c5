// SPDX-License-Identifier: MIT
// What of a mesh is near a point or in a region, compared with all triangles one by one; and how
// often meshes of boxes wind around points.
#include "halfspace/spatial/triangle_bvh.h"

#include "support/random.h"
#include "support/repeats.h"
#include "support/scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace halfspace::test {
namespace {

Vec3 random_place(Random& random, double range) {
    return {random.real(-range, range), random.real(-range, range), random.real(-range, range)};
}

struct Soup {
    std::vector<double> positions;
    std::vector<std::uint32_t> indices;

    TriangleMesh mesh() const { return {positions, indices}; }
    std::uint32_t add(const Vec3& p) {
        positions.insert(positions.end(), {p.x, p.y, p.z});
        return static_cast<std::uint32_t>(positions.size() / 3 - 1);
    }
};

// Triangles of many sizes, some of them segments and points, some at whole numbers.
Soup random_soup(std::size_t triangles, double range, const Vec3& offset, Random& random) {
    Soup soup;
    for (std::size_t i = 0; i < triangles; ++i) {
        const double size = range * std::exp2(-static_cast<double>(random.integer(0, 8)));
        const Vec3 middle = random_place(random, range) + offset;
        for (int corner = 0; corner < 3; ++corner) {
            Vec3 p = middle + random_place(random, size);
            if (random.one_in(3)) {
                p = {std::floor(p.x), std::floor(p.y), std::floor(p.z)};
            }
            soup.indices.push_back(soup.add(p));
        }
        if (random.one_in(10)) {
            soup.indices.back() = soup.indices[soup.indices.size() - 3];
        }
    }
    return soup;
}

TriangleBvh tree_of(const TriangleMesh& mesh, BvhBuilder method) {
    auto tree = TriangleBvh::build(mesh, {method});
    EXPECT_TRUE(tree.has_value());
    return std::move(*tree);
}

template <class Test>
std::vector<std::uint32_t> those(const TriangleMesh& mesh, const Test& test) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < mesh.size(); ++i) {
        if (test(mesh.triangle(i))) {
            found.push_back(i);
        }
    }
    return found;
}

std::vector<std::uint32_t> copied(const AnswerList<TriangleId>& ids) {
    std::vector<std::uint32_t> values;
    for (const TriangleId id : ids) {
        values.push_back(id.value);
    }
    return values;
}

std::optional<MeshPoint> nearest(const TriangleMesh& mesh, const Vec3& p, double most) {
    std::optional<MeshPoint> best;
    for (std::uint32_t i = 0; i < mesh.size(); ++i) {
        const Vec3 point = closest_point(mesh.triangle(i), p);
        const double away = distance(point, p);
        if (away < most || (away == most && !best)) {
            best = MeshPoint{TriangleId(i), point, away};
            most = away;
        }
    }
    return best;
}

void check(const TriangleMesh& mesh, const TriangleBvh& tree, double range, Random& random) {
    QueryScratch scratch;
    const Vec3 offset = mesh.vertex(0);
    const Vec3 p = random.one_in(4) ? mesh.vertex(mesh.vertex_count() / 2)
                                    : offset + random_place(random, 2 * range);
    const double most =
        random.one_in(2) ? std::numeric_limits<double>::infinity() : random.real(0, range);
    ASSERT_EQ(tree.closest_point(p, most), nearest(mesh, p, most));
    const double radius = random.one_in(5) ? 0 : random.real(0, range / 2);
    const auto in_sphere =
        those(mesh, [&](const Triangle& each) { return touch_sphere(each, p, radius); });
    ASSERT_EQ(copied(tree.in_sphere(p, radius, scratch)), in_sphere);
    ASSERT_EQ(tree.overlaps_sphere(p, radius), !in_sphere.empty());
    const Vec3 to = random.one_in(5) ? p : offset + random_place(random, range);
    const auto in_capsule = those(
        mesh, [&](const Triangle& each) { return distance(each, {p, to, to}).distance <= radius; });
    ASSERT_EQ(copied(tree.in_capsule(p, to, radius, scratch)), in_capsule);
    ASSERT_EQ(tree.overlaps_capsule(p, to, radius), !in_capsule.empty());
    const Aabb box{min(p, to), max(p, to)};
    const auto in_box = those(mesh, [&](const Triangle& each) { return touch(each, box); });
    ASSERT_EQ(copied(tree.in_box(box, scratch)), in_box);
    ASSERT_EQ(tree.overlaps_box(box), !in_box.empty());
}

TEST(TriangleQueries, AgreeWithAllTrianglesOneByOne) {
    Random random(1);
    for (std::size_t i = 0; i < repeats(100); ++i) {
        const double range = std::exp2(static_cast<double>(random.integer(-10, 20)));
        const Vec3 offset = random.one_in(3) ? random_place(random, 1e5 * range) : Vec3{};
        const auto triangles = static_cast<std::size_t>(random.integer(1, 300));
        const Soup soup = random_soup(triangles, range, offset, random);
        const TriangleMesh mesh = soup.mesh();
        for (const auto method : {BvhBuilder::Sah, BvhBuilder::Ploc}) {
            const TriangleBvh tree = tree_of(mesh, method);
            for (int k = 0; k < 30; ++k) {
                check(mesh, tree, range, random);
                if (testing::Test::HasFatalFailure()) {
                    FAIL() << "mesh " << i << ", question " << k;
                }
            }
        }
    }
}

TEST(TriangleQueries, BatchesOfClosestPointsAreTheSame) {
    const Mesh scanned = scan(20);
    const TriangleMesh mesh{std::span<const float>(scanned.positions), scanned.indices};
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Sah);
    Random random(2);
    std::vector<Vec3> points(100);
    std::ranges::generate(points, [&] { return random_place(random, 2); });
    std::vector<std::optional<MeshPoint>> found(points.size());
    tree.closest_point_all(points, found);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(found[i], tree.closest_point(points[i]));
    }
    constexpr double kNear = 0.25;
    tree.closest_point_all(points, found, kNear);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(found[i], tree.closest_point(points[i], kNear));
    }
    EXPECT_TRUE(std::ranges::any_of(found, [](const auto& near) { return !near; }));
    EXPECT_TRUE(std::ranges::any_of(found, [](const auto& near) { return near.has_value(); }));
}

TEST(TriangleQueries, PointsAndRegionsThatAreNoneFindNothing) {
    const Mesh scanned = scan(4);
    const TriangleMesh mesh{std::span<const float>(scanned.positions), scanned.indices};
    QueryScratch scratch;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const TriangleMesh& each : {mesh, TriangleMesh()}) {
        const TriangleBvh tree = tree_of(each, BvhBuilder::Sah);
        EXPECT_FALSE(tree.closest_point({nan, 0, 0}));
        EXPECT_FALSE(tree.closest_point({0, 0, 0}, -1));
        EXPECT_TRUE(tree.in_box(Aabb{}, scratch).empty());
        EXPECT_TRUE(tree.in_sphere({nan, 0, 0}, 1, scratch).empty());
        EXPECT_EQ(tree.winding({nan, 0, 0}), 0);
    }
    const TriangleBvh empty = tree_of({}, BvhBuilder::Sah);
    EXPECT_FALSE(empty.closest_point({0, 0, 0}));
    EXPECT_TRUE(empty.far_to_near({0, 0, 0}, scratch).empty());
    EXPECT_EQ(empty.winding({0, 0, 0}), 0);
}

TEST(TriangleQueries, TheNearestPointOfAFarPlaceIsThatOfTheFirstTriangle) {
    Random random(5);
    const Soup soup = random_soup(300, 1, {}, random);
    const TriangleMesh mesh = soup.mesh();
    for (const auto method : {BvhBuilder::Sah, BvhBuilder::Ploc}) {
        const TriangleBvh tree = tree_of(mesh, method);
        for (const double far : {1e10, 1e14, 1e15, 3e15, 1e16, 1e17, 1e20, 1e80, 1e90}) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                Vec3 p;
                p[axis] = random.one_in(2) ? far : -far;
                EXPECT_EQ(tree.closest_point(p), nearest(mesh, p, 1e300)) << far << " " << axis;
            }
        }
    }
}

TEST(TriangleQueries, AllOfSpaceHoldsAllTriangles) {
    Random random(6);
    const Soup soup = random_soup(100, 1, {}, random);
    const TriangleBvh tree = tree_of(soup.mesh(), BvhBuilder::Sah);
    QueryScratch scratch;
    for (const double most : {1e90, 1e110, 1e200, 1e308, std::numeric_limits<double>::infinity()}) {
        const Vec3 corner{most, most, most};
        EXPECT_EQ(tree.in_box({-corner, corner}, scratch).size(), 100U) << most;
        EXPECT_TRUE(tree.overlaps_box({-corner, corner}));
        EXPECT_TRUE(tree.in_box({corner, corner}, scratch).empty()) << most;
        EXPECT_TRUE(tree.in_box({-corner, -corner}, scratch).empty()) << most;
        EXPECT_FALSE(tree.overlaps_box({{0.5, 0, 0}, {-0.5, most, most}}));
    }
}

void expect_each_once(const TriangleBvh& tree, const Vec3& eye) {
    QueryScratch scratch;
    std::vector<std::uint32_t> order = copied(tree.far_to_near(eye, scratch));
    ASSERT_EQ(order.size(), tree.mesh().size());
    std::ranges::sort(order);
    for (std::uint32_t k = 0; k < order.size(); ++k) {
        ASSERT_EQ(order[k], k);
    }
}

TEST(TriangleQueries, FarToNearNamesEachTriangleOnce) {
    const Mesh scanned = scan(20);
    const TriangleMesh mesh{std::span<const float>(scanned.positions), scanned.indices};
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Sah);
    Random random(3);
    for (int i = 0; i < 20; ++i) {
        expect_each_once(tree, i == 0 ? Vec3{} : random_place(random, 4));
    }
}

TEST(TriangleQueries, FarToNearTakesEveryFiniteEye) {
    for (const double size : {1.0, 1e-10, 1e-230, 1e-250}) {
        Random random(7);
        Soup soup = random_soup(100, 1, {}, random);
        for (double& number : soup.positions) {
            number *= size;
        }
        const TriangleBvh tree = tree_of(soup.mesh(), BvhBuilder::Sah);
        for (const double far : {1e20, 1e31, 2e90, 1e150, 1e300}) {
            expect_each_once(tree, {far, far, -far});
            expect_each_once(tree, {0, -far, 0});
        }
    }
}

// Triangles in a row: no part of the tree overlaps another.
TEST(TriangleQueries, FarToNearIsTheOrderOfDistancesInARow) {
    Soup soup;
    Random random(4);
    std::vector<int> places(200);
    std::iota(places.begin(), places.end(), 0);
    for (std::size_t i = places.size(); i-- > 1;) {
        std::swap(
            places[i],
            places[static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(i)))]);
    }
    for (const int place : places) {
        for (const Vec3& corner : {Vec3{0, 0, 0}, Vec3{0.5, 1, 0}, Vec3{0, 0, 1}}) {
            soup.indices.push_back(soup.add(corner + Vec3{static_cast<double>(place), 0, 0}));
        }
    }
    const TriangleBvh tree = tree_of(soup.mesh(), BvhBuilder::Sah);
    QueryScratch scratch;
    for (const double eye : {-10.0, 300.0, -1e9}) {
        const auto order = tree.far_to_near({eye, 0, 0}, scratch);
        for (std::size_t i = 0; i < order.size(); ++i) {
            const int nth = eye < 0 ? 199 - static_cast<int>(i) : static_cast<int>(i);
            ASSERT_EQ(places[order[i].value], nth) << "eye " << eye;
        }
    }
}

// The twelve triangles of a box with whole corners. Each side is cut along either diagonal.
void add_box(Soup& soup, const Aabb& box, Random& random) {
    std::array<std::uint32_t, 8> corner{};
    for (unsigned i = 0; i < 8; ++i) {
        corner[i] = soup.add({(i & 1U) != 0 ? box.max.x : box.min.x,
                              (i & 2U) != 0 ? box.max.y : box.min.y,
                              (i & 4U) != 0 ? box.max.z : box.min.z});
    }
    constexpr std::array<std::array<std::size_t, 4>, 6> kSides{
        {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
    for (auto side : kSides) {
        if (random.one_in(2)) {
            std::ranges::rotate(side, side.begin() + 1);
        }
        for (const std::size_t i : {0, 1, 2, 0, 2, 3}) {
            soup.indices.push_back(corner[side[i]]);
        }
    }
}

// How many of the boxes hold the point inside; nullopt if it lies on the surface of one.
std::optional<int> boxes_around(const std::vector<Aabb>& boxes, const Vec3& p) {
    int around = 0;
    for (const Aabb& box : boxes) {
        if (touch(box, {p, p})) {
            for (std::size_t i = 0; i < 3; ++i) {
                if (p[i] == box.min[i] || p[i] == box.max[i]) {
                    return std::nullopt;
                }
            }
            ++around;
        }
    }
    return around;
}

TEST(TriangleQueries, WindingCountsTheBoxesAroundAPoint) {
    Random random(4);
    std::size_t inside = 0;
    const auto whole = [&] { return static_cast<double>(random.integer(-4, 4)); };
    const auto half = [&] { return random.one_in(2) ? 0.5 : 0; };
    for (std::size_t i = 0; i < repeats(200); ++i) {
        Soup soup;
        std::vector<Aabb> boxes;
        while (boxes.size() < 6) {
            const Aabb box{{whole(), whole(), whole()}, {whole(), whole(), whole()}};
            if (box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z) {
                boxes.push_back(box);
                add_box(soup, box, random);
            }
        }
        const TriangleBvh tree = tree_of(soup.mesh(), BvhBuilder::Sah);
        for (int k = 0; k < 50; ++k) {
            // Lines from these points along any axis go through corners, edges and diagonals.
            const Vec3 p{whole() + half(), whole() + half(), whole() + half()};
            if (const auto around = boxes_around(boxes, p)) {
                ASSERT_EQ(tree.winding(p), *around) << i;
                inside += *around > 0 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(inside, repeats(200) * 5);
}

TEST(TriangleQueries, WindingOfAScanIsOneInsideAndZeroOutside) {
    const Mesh scanned = scan(40);
    const TriangleMesh mesh{std::span<const float>(scanned.positions), scanned.indices};
    const TriangleBvh tree = tree_of(mesh, BvhBuilder::Sah);
    Random random(5);
    std::vector<Vec3> asked;
    std::vector<int> answers;
    for (std::size_t i = 0; i < repeats(2000); ++i) {
        Vec3 p = random_place(random, 1.5);
        const Vec3 vertex = mesh.vertex(i % mesh.vertex_count());
        if (random.one_in(2)) {
            p = {p.x, vertex.y, vertex.z};  // exactly behind a vertex
        }
        if (length(p) < 0.7) {
            ASSERT_EQ(tree.winding(p), 1) << i;
        } else if (length(p) > 1.3) {
            ASSERT_EQ(tree.winding(p), 0) << i;
        } else {
            ASSERT_TRUE(tree.winding(p) == 0 || tree.winding(p) == 1) << i;
        }
        asked.push_back(p);
        answers.push_back(tree.winding(p));
        // Exactly at a vertex, the answer is that of one of the sides.
        const int at_vertex = tree.winding(vertex);
        ASSERT_TRUE(at_vertex == 0 || at_vertex == 1) << i;
    }
    std::vector<int> batch(asked.size());
    tree.winding_all(asked, batch);
    EXPECT_EQ(batch, answers);
}

}  // namespace
}  // namespace halfspace::test
