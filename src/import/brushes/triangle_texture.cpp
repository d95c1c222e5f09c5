// SPDX-License-Identifier: MIT
#include "import/brushes/triangle_texture.h"

#include "world/shared/texture.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

constexpr double kSameTexture = 1.0 / 256;  // [repeats]

}  // namespace

TextureProjection projection_of(const Mesh& mesh, const MeshTriangle& triangle) {
    std::array<Vec3, 3> points;
    std::array<TextureCoordinates, 3> texture;
    for (std::size_t i = 0; i < 3; ++i) {
        points[i] = mesh.vertices[triangle.corners[i].vertex];
        texture[i] = {triangle.corners[i].u, triangle.corners[i].v};
    }
    const TextureProjection projection = projection_through(points, texture);
    return is_degenerate(projection, normal_of(mesh, triangle)) ? TextureProjection{} : projection;
}

bool is_shown_by(const TextureProjection& projection,
                 const Mesh& mesh,
                 const MeshTriangle& triangle) {
    if (projection.kind != TextureProjection::Kind::BrushPrimitives) {
        // The usual projection shows what has none of its own.
        return projection_of(mesh, triangle).kind == projection.kind;
    }
    return std::all_of(
        triangle.corners.begin(), triangle.corners.end(), [&](const MeshCorner& corner) {
            const Vec3& p = mesh.vertices[corner.vertex];
            const double u = dot(projection.u_axis, p) + projection.u_offset;
            const double v = dot(projection.v_axis, p) + projection.v_offset;
            return std::fabs(u - corner.u) < kSameTexture && std::fabs(v - corner.v) < kSameTexture;
        });
}

Vec3 normal_of(const Mesh& mesh, const MeshTriangle& triangle) {
    const Vec3& origin = mesh.vertices[triangle.corners[0].vertex];
    return cross(mesh.vertices[triangle.corners[1].vertex] - origin,
                 mesh.vertices[triangle.corners[2].vertex] - origin);
}

}  // namespace halfspace
