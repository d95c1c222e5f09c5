// SPDX-License-Identifier: MIT
// Nasty meshes and places for questions about pairs of meshes.
#pragma once

#include "halfspace/spatial/mesh_collide.h"

#include "support/random.h"
#include "support/scan.h"
#include "support/thin_meshes.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace::test::pair_meshes {

struct Mesh {
    std::vector<double> positions;
    std::vector<std::uint32_t> indices;

    TriangleMesh view() const { return {positions, indices}; }

    void add(const Triangle& t) {
        for (const Vec3& p : {t.a, t.b, t.c}) {
            indices.push_back(static_cast<std::uint32_t>(positions.size() / 3));
            positions.insert(positions.end(), {p.x, p.y, p.z});
        }
    }
};

inline double whole(Random& random, int most) {
    return static_cast<double>(random.integer(-most, most));
}

inline Vec3 place(Random& random, double most) {
    return {random.real(-most, most), random.real(-most, most), random.real(-most, most)};
}

// A closed surface of 2 * steps * steps triangles; some of them have no area.
inline Mesh ball(Random& random, std::uint32_t steps) {
    constexpr double kPi = 3.14159265358979323846;
    Mesh mesh;
    for (std::uint32_t i = 0; i <= steps; ++i) {
        for (std::uint32_t j = 0; j < steps; ++j) {
            const double down = kPi * i / steps;
            const double around = 2 * kPi * j / steps;
            const double radius = random.real(2, 2.2);
            for (const double way : {std::sin(down) * std::cos(around),
                                     std::cos(down),
                                     std::sin(down) * std::sin(around)}) {
                mesh.positions.push_back(static_cast<float>(radius * way));
            }
        }
    }
    for (std::uint32_t i = 0; i < steps; ++i) {
        for (std::uint32_t j = 0; j < steps; ++j) {
            const std::uint32_t a = i * steps + j;
            const std::uint32_t b = i * steps + (j + 1) % steps;
            mesh.indices.insert(mesh.indices.end(), {a, a + steps, b, b, a + steps, b + steps});
        }
    }
    return mesh;
}

// The squares of a terrace of whole numbers: many faces in common planes.
inline Mesh terrace(Random& random, std::int64_t steps) {
    Mesh mesh;
    for (std::int64_t i = 0; i < steps; ++i) {
        for (std::int64_t j = 0; j < steps; ++j) {
            const double x = static_cast<double>(i) - 7;
            const double y = static_cast<double>(j) - 7;
            const double z = random.one_in(3) ? 1 : 0;
            mesh.add({{x, y, z}, {x + 1, y, z}, {x, y + 1, z}});
            mesh.add({{x + 1, y, z}, {x + 1, y + 1, z}, {x, y + 1, z}});
        }
    }
    return mesh;
}

// Triangles anywhere; needles, segments, points and repeated ones among them.
inline Mesh soup(Random& random, std::size_t count, bool is_whole) {
    const auto corner = [&] {
        return is_whole ? Vec3{whole(random, 2), whole(random, 2), whole(random, 2)}
                        : place(random, 2);
    };
    Mesh mesh;
    std::optional<Triangle> last;
    while (mesh.indices.size() < 3 * count) {
        const Vec3 base = corner();
        const double size = is_whole ? 1 : random.real(0.05, 0.6);
        Triangle made{base, base + corner() * size, base + corner() * size};
        made.c = random.one_in(10) ? made.b : made.c;
        made.b = random.one_in(10) ? lerp(made.a, made.c, 0.5) : made.b;
        made = last && random.one_in(8) ? *last : made;
        mesh.add(made);
        last = made;
    }
    return mesh;
}

inline Mesh with_doubles(const test::Mesh& mesh) {
    return {{mesh.positions.begin(), mesh.positions.end()}, mesh.indices};
}

inline Mesh bars(Random& random) {
    return with_doubles(test::any_bars(random));
}

// Often few.
inline std::size_t some(Random& random, std::int64_t most) {
    return static_cast<std::size_t>(random.integer(1, random.one_in(2) ? 3 : most));
}

inline Mesh any_mesh(Random& random) {
    switch (random.integer(0, 5)) {
        case 5:
            return bars(random);
        case 0:
            return soup(random, some(random, 500), false);
        case 1:
            return soup(random, static_cast<std::size_t>(random.integer(1, 40)), true);
        case 2:
            return terrace(random, random.integer(1, 15));
        default:
            return ball(random, static_cast<std::uint32_t>(random.integer(3, 15)));
    }
}

inline Vec3 any_vertex(Random& random, const Mesh& mesh) {
    const TriangleMesh view = mesh.view();
    return view.vertex(static_cast<std::size_t>(
        random.integer(0, static_cast<std::int64_t>(view.vertex_count()) - 1)));
}

// Moves b so that a vertex of it comes to a vertex of a, or to the middle between two of them.
inline Transform aimed(Random& random, Transform pose, const Mesh& a, const Mesh& b) {
    Vec3 to = any_vertex(random, a);
    if (random.one_in(3)) {
        to = lerp(to, any_vertex(random, a), 0.5);
    }
    pose.translation = {};
    pose.translation = to - to_world(pose, any_vertex(random, b));
    return pose;
}

// Axes become axes or their opposites: faces and edges that were parallel stay so.
inline Transform aimed_pose(Random& random, const Mesh& a, const Mesh& b) {
    std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    for (std::size_t i = 0; i < 3 && random.one_in(2); ++i) {
        std::swap(axes[i], axes[static_cast<std::size_t>(random.integer(0, 2))]);
        axes[i] = random.one_in(2) ? -axes[i] : axes[i];
    }
    return aimed(random, {axes[0], axes[1], axes[2], {}}, a, b);
}

inline Transform any_pose(Random& random) {
    Transform pose =
        turned_about({}, {random.real(-180, 180), random.real(-180, 180), random.real(-180, 180)});
    pose.translation = place(random, random.one_in(3) ? 1 : 4);
    switch (random.integer(0, 8)) {
        case 8:  // nearly onto a plane
            pose.z = pose.x + pose.y * std::ldexp(1.0, -static_cast<int>(random.integer(10, 60)));
            break;
        case 0:  // mirrored
            pose.x = -pose.x;
            break;
        case 1:  // sheared and scaled
            pose.x = pose.x * 2 + pose.y;
            break;
        case 2:  // onto a plane
            pose.z = pose.x + pose.y;
            break;
        case 3:  // onto a line or into a point
            pose.y = pose.z = random.one_in(2) ? pose.x : Vec3{};
            break;
        case 4:  // tiny or large
            pose.x = pose.x * 0.001;
            pose.y = pose.y * (random.one_in(2) ? 1000 : 0.001);
            break;
        default:
            break;
    }
    return pose;
}

inline TrianglePair pair(std::uint32_t a, std::uint32_t b) {
    return {TriangleId(a), TriangleId(b)};
}

inline TriangleBvh tree_of(const Mesh& mesh, BvhBuilder method) {
    return std::move(*TriangleBvh::build(mesh.view(), {.builder = method}));
}

inline constexpr std::array<BvhBuilder, 2> kMethods{BvhBuilder::Ploc, BvhBuilder::Sah};

}  // namespace halfspace::test::pair_meshes
