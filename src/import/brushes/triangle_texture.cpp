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
    const std::array<MeshCorner, 3>& c = triangle.corners;
    const Vec3& origin = mesh.vertices[c[0].vertex];
    const Vec3 e1 = mesh.vertices[c[1].vertex] - origin;
    const Vec3 e2 = mesh.vertices[c[2].vertex] - origin;
    const Vec3 n = cross(e1, e2);
    const double square = dot(n, n);
    if (!(square > 0)) {
        return {};
    }
    // Gradients of the two coordinates of a place in the triangle along e1 and e2.
    const Vec3 along_1 = cross(e2, n) * (1 / square);
    const Vec3 along_2 = cross(n, e1) * (1 / square);
    TextureProjection projection;
    projection.kind = TextureProjection::Kind::BrushPrimitives;
    projection.u_axis = along_1 * (c[1].u - c[0].u) + along_2 * (c[2].u - c[0].u);
    projection.v_axis = along_1 * (c[1].v - c[0].v) + along_2 * (c[2].v - c[0].v);
    projection.u_offset = c[0].u - dot(projection.u_axis, origin);
    projection.v_offset = c[0].v - dot(projection.v_axis, origin);
    return is_degenerate(projection, n) ? TextureProjection{} : projection;
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
