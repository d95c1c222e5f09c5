// SPDX-License-Identifier: MIT
#include "level_mesh.h"

#include "halfspace/render/polygon_list.h"
#include "halfspace/render/shading.h"
#include "halfspace/world/world.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace halfspace::viewer {
namespace {

std::uint32_t packed(const Vec3& normal) {
    const auto channel = [](double x) {
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::lround(x * 511))) & 1023u;
    };
    return channel(normal.x) | channel(normal.y) << 10 | channel(normal.z) << 20;
}

// The number of a look. There are about as many as materials.
std::uint32_t look_number(std::vector<SurfaceLook>& looks, const SurfaceLook& look) {
    // Most triangles look like the one before.
    if (looks.empty() || looks.back() != look) {
        const auto known = std::ranges::find(looks, look);
        if (known != looks.end()) {
            return static_cast<std::uint32_t>(known - looks.begin());
        }
        looks.push_back(look);
    }
    return static_cast<std::uint32_t>(looks.size() - 1);
}

// True if the triangle is so narrow that no one sees it [map units].
bool is_flat(const Vec3& a, const Vec3& b, const Vec3& c) {
    constexpr double kNarrow = 0x1p-6;
    const double longest = std::max({length(b - a), length(c - b), length(a - c)});
    return length(cross(b - a, c - a)) <= kNarrow * longest;
}

// The size of a repeat where a mesh says nothing about textures [map units].
constexpr double kRepeat = 64;

// Where a triangle has one point of the texture alone, the texture runs along the two axes that the
// triangle faces least.
void spread_texture(std::array<FaceVertex, 3>& corners, const Vec3& normal) {
    const auto same = [&](const FaceVertex& corner) {
        return corner.u == corners[0].u && corner.v == corners[0].v;
    };
    if (!std::ranges::all_of(corners, same)) {
        return;
    }
    const bool is_floor = std::abs(normal.z) >= std::max(std::abs(normal.x), std::abs(normal.y));
    const bool is_along_x = std::abs(normal.y) >= std::abs(normal.x);
    for (FaceVertex& corner : corners) {
        corner.u = (is_floor || is_along_x ? corner.point.x : corner.point.y) / kRepeat;
        corner.v = -(is_floor ? corner.point.y : corner.point.z) / kRepeat;
    }
}

void append_triangle(LevelMesh& mesh, std::uint32_t face, const Mesh& from, const MeshTriangle& t) {
    std::array<FaceVertex, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) {
        corners[i] = {from.vertices[t.corners[i].vertex], t.corners[i].u, t.corners[i].v};
    }
    const Vec3 normal =
        cross(corners[1].point - corners[0].point, corners[2].point - corners[0].point);
    if (!(length(normal) > 0)) {
        return;
    }
    spread_texture(corners, normal);
    const Plane front{normal, dot(normal, corners[0].point)};
    append_piece(mesh.vertices, face, front, corners);
    std::swap(corners[1], corners[2]);
    append_piece(mesh.vertices, face, flipped(front), corners);
}

// Appends the drawn triangles, either the opaque ones or the others.
void append_surfaces(LevelMesh& mesh, const Surfaces& surfaces, bool is_opaque) {
    const auto first = static_cast<std::uint32_t>(mesh.first_of_face.size() - 1);
    for (const Mesh& from : surfaces.meshes) {
        if (from.surface == SurfaceKind::NoDraw) {
            continue;
        }
        for (const MeshTriangle& triangle : from.triangles) {
            const auto opacity = static_cast<std::uint32_t>(
                std::lround(std::clamp(triangle.opacity, 0.0, 1.0) * 255));
            if ((opacity == 255) == is_opaque) {
                const std::uint32_t look = look_number(mesh.looks, {triangle.material, opacity});
                append_triangle(mesh, first + look, from, triangle);
                ++mesh.surface_triangles;
            }
        }
    }
}

// Half the edge of the sky [map units]. A player does not come so far, and floats still tell its
// corners apart.
constexpr double kSky = 0x1p23;

// A box that is seen from inside. It takes any material, because the sky has no texture.
void append_sky(LevelMesh& mesh, const Surfaces& surfaces) {
    if (surfaces.meshes.empty()) {
        return;
    }
    const MaterialId material = surfaces.meshes.front().triangles.front().material;
    const auto face = static_cast<std::uint32_t>(mesh.first_of_face.size() - 1) +
                      look_number(mesh.looks, {material, 255, true});
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const double side : {-kSky, kSky}) {
            Vec3 middle;
            Vec3 u;
            middle[axis] = side;
            u[(axis + 1) % 3] = kSky;
            const Vec3 v = cross(u, middle) / kSky;
            const std::array<FaceVertex, 4> corners{
                {{middle - u - v}, {middle + u - v}, {middle + u + v}, {middle - u + v}}};
            append_piece(mesh.vertices, face, {-middle, -kSky * kSky}, corners);
        }
    }
}

}  // namespace

void append_piece(std::vector<MeshVertex>& vertices,
                  std::uint32_t face,
                  const Plane& plane,
                  std::span<const FaceVertex> corners) {
    const Vec3 normal = normalized(plane.n);
    const std::uint32_t light = light_on(normal);
    const std::uint32_t direction = packed(normal);
    const auto append = [&](const FaceVertex& corner, std::uint32_t sides) {
        vertices.push_back({{static_cast<float>(corner.point.x),
                             static_cast<float>(corner.point.y),
                             static_cast<float>(corner.point.z)},
                            {static_cast<float>(corner.u), static_cast<float>(corner.v)},
                            light | sides << 9,
                            face,
                            direction});
    };
    // The first and the last triangle with an inside. Where three corners lie in one line there are
    // others, which show no pixel: then a side of the next triangle is the edge that is seen.
    std::size_t first = 1;
    std::size_t last = corners.size() - 2;
    while (first < last &&
           is_flat(corners[0].point, corners[first].point, corners[first + 1].point)) {
        ++first;
    }
    while (last > first &&
           is_flat(corners[0].point, corners[last].point, corners[last + 1].point)) {
        --last;
    }
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        // Side 0 lies opposite of the first corner and is always an edge of the face.
        const std::uint32_t inner = (i < last ? 2u : 0u) | (i > first ? 4u : 0u);
        append(corners[0], 1u | inner);
        append(corners[i], 2u | inner);
        append(corners[i + 1], 4u | inner);
    }
}

LevelMesh mesh_of(const Level& level, const Surfaces& surfaces) {
    LevelMesh mesh;
    mesh.first_of_face.reserve(level.faces().size() + 1);
    PolygonList face;
    for (std::uint32_t f = 0; f < level.faces().size(); ++f) {
        mesh.first_of_face.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
        face.vertices.clear();
        face.polygons.clear();
        append_face(face, level, f);
        append_piece(mesh.vertices, f, face.polygons.front().plane, face.vertices);
    }
    mesh.first_of_face.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
    const auto size = [&] { return static_cast<std::uint32_t>(mesh.vertices.size()); };
    append_surfaces(mesh, surfaces, true);
    mesh.first_of_sky = size();
    append_sky(mesh, surfaces);
    mesh.first_of_translucent = size();
    append_surfaces(mesh, surfaces, false);
    return mesh;
}

}  // namespace halfspace::viewer
