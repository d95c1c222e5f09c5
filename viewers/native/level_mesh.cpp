// SPDX-License-Identifier: MIT
#include "level_mesh.h"

#include "halfspace/render/polygon_list.h"
#include "halfspace/render/shading.h"

#include <cmath>

namespace halfspace::viewer {
namespace {

std::uint32_t packed(const Vec3& normal) {
    const auto channel = [](double x) {
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::lround(x * 511))) & 1023u;
    };
    return channel(normal.x) | channel(normal.y) << 10 | channel(normal.z) << 20;
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
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        // Side 0 lies opposite of the first corner and is always an edge of the face.
        const std::uint32_t inner = (i + 2 == corners.size() ? 0u : 2u) | (i == 1 ? 0u : 4u);
        append(corners[0], 1u | inner);
        append(corners[i], 2u | inner);
        append(corners[i + 1], 4u | inner);
    }
}

LevelMesh mesh_of(const Level& level) {
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
    return mesh;
}

}  // namespace halfspace::viewer
