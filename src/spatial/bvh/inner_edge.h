// SPDX-License-Identifier: MIT
// The normal of a touch at an edge or a corner of a triangle. Such a touch is true at a ridge and
// at a rim. Inside of a surface that goes on flat or turns up there, it is a ghost: the body should
// meet the face. Models: the active edges of Jolt Physics, the ghost vertices of Box2D. Both need
// to know neighbours. Here all triangles near the place are neighbours, so cracks and T-junctions
// do no harm.
#pragma once

#include "halfspace/spatial/mesh_sweep.h"

namespace halfspace {

// Changes normal and triangle of a touch whose normal is not that of the face, if a face near the
// point takes its place:
//
// - If no triangle has a point within the skin of the touched point that lies in front of the plane
//   through it, the touch is at a ridge or a rim, and stays.
// - Of the faces there that stop the motion, the one that is nearest to the normal is taken.
// - If none stops the motion, the touch stays: the body must not pass.
void use_faces(const MeshInstance& mesh,
               const Vec3& motion,
               const MeshSweepOptions& options,
               MeshTouch& touch);

}  // namespace halfspace
