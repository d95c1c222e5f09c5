// SPDX-License-Identifier: MIT
// The faces of a level as triangles for a vertex buffer. The triangles of a face lie together, and
// faces lie in the order of Level::faces(). So a FaceRun is one range of vertices. Surfaces come
// behind all faces.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/plane.h"
#include "halfspace/query/model_order.h"

#include "surfaces.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace::viewer {

// A corner of a triangle, as the shader reads it.
struct MeshVertex {
    float position[3];  // map units
    float texcoord[2];  // repeats of the texture
    // Bits 0 to 8: the light on the face (light_on). Bits 9 to 11: the corner's distances from the
    // three sides of the triangle, each 0 or 1; 1 at all corners for a side that is no edge of the
    // face.
    std::uint32_t light_and_sides;
    // Index in Level::faces(); from their number on, in LevelMesh::looks.
    std::uint32_t face;
    std::uint32_t normal;  // GL_INT_2_10_10_10_REV
};
static_assert(sizeof(MeshVertex) == 32);

// What triangles of surfaces look like.
struct SurfaceLook {
    MaterialId material;
    std::uint32_t opacity = 255;  // 0 to 255
    bool is_sky = false;          // the sky is drawn in its place

    friend bool operator==(const SurfaceLook&, const SurfaceLook&) = default;
};

struct LevelMesh {
    std::vector<MeshVertex> vertices;
    // The first vertex of each face, and the first behind all faces.
    std::vector<std::uint32_t> first_of_face;
    std::vector<SurfaceLook> looks;

    // How many triangles of surfaces are drawn.
    std::size_t surface_triangles = 0;

    // Behind the faces come opaque triangles of surfaces, then the sky, which is around them
    // because surfaces have no walls and no ceiling as levels do, then translucent triangles. Each
    // triangle is there twice, once for each side, because light falls on a side.
    std::uint32_t first_of_sky = 0;
    std::uint32_t first_of_translucent = 0;

    std::uint32_t first_of_surfaces() const { return first_of_face.back(); }
    bool has_surfaces() const { return first_of_surfaces() < vertices.size(); }
};

LevelMesh mesh_of(const Level& level, const Surfaces& surfaces = {});

// Appends the triangles of a piece of a face. plane: of the piece, in the world.
void append_piece(std::vector<MeshVertex>& vertices,
                  std::uint32_t face,
                  const Plane& plane,
                  std::span<const FaceVertex> corners);

}  // namespace halfspace::viewer
