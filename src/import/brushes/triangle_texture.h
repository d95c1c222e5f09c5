// SPDX-License-Identifier: MIT
// How the texture of a mesh's triangle continues over the triangle's plane.
#pragma once

#include "halfspace/world/world.h"

namespace halfspace {

// The projection that gives each corner of the triangle its place in the texture. A triangle
// without an area, or whose corners have no places of their own, gets the usual projection of a new
// side.
TextureProjection projection_of(const Mesh& mesh, const MeshTriangle& triangle);

// True if the projection gives each corner of the triangle its place, up to 1/256 repeat.
bool is_shown_by(const TextureProjection& projection,
                 const Mesh& mesh,
                 const MeshTriangle& triangle);

// Twice the triangle's area, as a vector out of its front.
Vec3 normal_of(const Mesh& mesh, const MeshTriangle& triangle);

}  // namespace halfspace
