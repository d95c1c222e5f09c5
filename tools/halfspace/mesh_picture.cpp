// SPDX-License-Identifier: MIT
#include "mesh_picture.h"

#include "halfspace/compile/compile.h"
#include "halfspace/math/frustum.h"
#include "halfspace/render/shading.h"
#include "halfspace/render/sorted.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace halfspace::tool {
namespace {

constexpr Rgba kGood{168, 176, 188, 255};
constexpr Rgba kBad{214, 152, 84, 255};
constexpr Rgba kOpenEdge{235, 40, 36, 255};
constexpr double kFieldOfView = 50;
// A bar is this part of the largest extent thick.
constexpr std::size_t kMaxBars = 100000;  // a bar has 18 corners
constexpr double kBar = 1.0 / 300;

const Mesh& mesh_of(const World& world, const MeshCheck& check) {
    return world.entities[check.entity].meshes[check.mesh];
}

enum class Lit : std::uint8_t { No, Yes };

// A triangle whose front looks to the eye, so that both of its sides are seen.
void add_triangle(
    PolygonList& list, std::array<Vec3, 3> corners, const Vec3& eye, Rgba colour, Lit is_lit) {
    Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    if (length(normal) == 0) {
        return;
    }
    const double ahead = dot(normal, eye - corners[0]);
    if (ahead == 0) {
        return;
    }
    if (ahead < 0) {
        std::swap(corners[1], corners[2]);
        normal = normal * -1.0;
    }
    const std::uint32_t light = is_lit == Lit::Yes ? light_on(normalized(normal)) : 256;
    const auto lit = [&](std::uint8_t channel) {
        return static_cast<std::uint8_t>((channel * light + 128) / 256);
    };
    const auto first = static_cast<std::uint32_t>(list.vertices.size());
    for (const Vec3& corner : corners) {
        list.vertices.push_back({corner, 0, 0});
    }
    list.polygons.push_back({first,
                             3,
                             kNone,
                             {normal, dot(normal, corners[0])},
                             {lit(colour.r), lit(colour.g), lit(colour.b), 255}});
}

// A bar with three sides along an edge.
void add_bar(
    PolygonList& list, const Vec3& from, const Vec3& to, double thickness, const Vec3& eye) {
    const Vec3 along = to - from;
    const Vec3 other = std::abs(along.z) > std::abs(along.x) ? Vec3{1, 0, 0} : Vec3{0, 0, 1};
    if (length(cross(along, other)) == 0) {
        return;
    }
    const Vec3 side = normalized(cross(along, other)) * thickness;
    const Vec3 up = normalized(cross(along, side)) * thickness;
    const std::array<Vec3, 3> ring{side, up - side * 0.5, up * -1.0 - side * 0.5};
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec3& a = ring[i];
        const Vec3& b = ring[(i + 1) % ring.size()];
        add_triangle(list, {from + a, to + a, to + b}, eye, kOpenEdge, Lit::No);
        add_triangle(list, {from + a, to + b, from + b}, eye, kOpenEdge, Lit::No);
    }
}

Aabb box_of(const World& world, std::span<const MeshCheck> checks) {
    Aabb box;
    for (const MeshCheck& check : checks) {
        const Mesh& mesh = mesh_of(world, check);
        if (!mesh_problem(mesh)) {
            box = merge(box, shape_of(mesh).box);
        }
    }
    return box;
}

}  // namespace

Image mesh_picture(const World& world, std::span<const MeshCheck> checks, const PictureSize& size) {
    const Aabb box = box_of(world, checks);
    const Vec3 extent = box.max - box.min;
    const double reach = std::max({extent.x, extent.y, extent.z, 1e-3});
    const Vec3 middle = centre_of(box);
    // The ball around the box touches the nearer sides of the picture.
    const double aspect = static_cast<double>(size.width) / size.height;
    const double half_width = std::tan(kFieldOfView / 360 * std::numbers::pi);
    const double half_angle = std::atan(half_width / std::max(1.0, aspect));
    // Not lost beside large coordinates.
    const double least = std::max(1e-3, max_abs(middle) * 0x1p-40);
    const double radius = std::max(length(extent), least) / 2;
    const Vec3 eye = middle + normalized(Vec3{-0.5, -0.75, 0.55}) * (radius / std::sin(half_angle));
    const View view = look_at(eye, middle, kFieldOfView, aspect).value();
    PolygonList faces;
    PolygonList bars;
    std::size_t bar_count = 0;
    for (const MeshCheck& check : checks) {
        const Mesh& mesh = mesh_of(world, check);
        if (mesh_problem(mesh)) {
            continue;
        }
        for (const MeshTriangle& triangle : mesh.triangles) {
            std::array<Vec3, 3> corners;
            for (std::size_t i = 0; i < 3; ++i) {
                corners[i] = mesh.vertices[triangle.corners[i].vertex];
            }
            add_triangle(faces, corners, eye, check.errors.empty() ? kGood : kBad, Lit::Yes);
        }
        for (const OpenMeshEdge& edge : check.open_edges) {
            if (++bar_count > kMaxBars) {
                break;
            }
            add_bar(bars, mesh.vertices[edge.from], mesh.vertices[edge.to], kBar * reach, eye);
        }
    }
    // The list needs a level, but its polygons are no faces of one.
    const Level level =
        Level::from_data(
            compile(World{.source = "", .entities = {{}}, .materials = {}}, {.bodies = {}})
                .value()
                .level)
            .value();
    const TextureSet textures(level, {});
    const PaintOptions options{.width = size.width, .height = size.height};
    Image image = paint_sorted(faces, level, textures, view, options).image;
    // Bars behind faces shine through.
    const Image lines = paint_sorted(bars, level, textures, view, options).image;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        if (!(lines.pixels[i] == options.background)) {
            image.pixels[i] = lines.pixels[i];
        }
    }
    return image;
}

}  // namespace halfspace::tool
