// SPDX-License-Identifier: MIT
#include "halfspace/query/placed_mesh.h"

#include "halfspace/spatial/triangle_bvh.h"

namespace halfspace {

MovingMesh::MovingMesh(MeshId id,
                       const MeshSurface& surface,
                       const Transform& from,
                       const Transform& to)
    : StepMotion(surface.triangles->bounds(), from, to), id_(id), surface_(surface) {}

}  // namespace halfspace
