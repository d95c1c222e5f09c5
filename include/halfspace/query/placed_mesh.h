// SPDX-License-Identifier: MIT
// Meshes as they are, open or closed, that a game places in a CollisionWorld (collision_world.h).
// They need no level and no compile. What a mesh is good for beside a level, and what not:
// docs/guides/walkable_meshes.md.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/math/transform.h"
#include "halfspace/query/step_motion.h"
#include "halfspace/spatial/blocking_sides.h"

namespace halfspace {

class TriangleBvh;

// A mesh of a CollisionWorld. The game chooses the numbers. Where several meshes are met at once,
// the lowest id comes first.
using MeshId = Id<struct MeshTag>;

// A mesh blocks bodies and sight.
inline constexpr Contents kMeshContents = Contents::Solid;

// The triangles of a mesh as something that blocks. A triangle is as thin as a sheet of no
// thickness: a mesh has no inside. No place is in it, and point_contents does not know it.
struct MeshSurface {
    // Not null. The tree and its mesh must outlive all places of the surface. After a refit, place
    // the mesh again: its box has changed.
    const TriangleBvh* triangles = nullptr;
    // The mesh blocks a question whose mask has one of these bits.
    Contents contents = kMeshContents;
    // Sides that stop bodies. Sight is blocked from both.
    BlockingSides sides = BlockingSides::Both;
};

// A mesh where it is now.
struct PlacedMesh {
    MeshId id;
    MeshSurface surface;
    Transform transform;
};

// A mesh during one step, as a CollisionWorld holds it.
class MovingMesh : public StepMotion {
public:
    MovingMesh(MeshId id, const MeshSurface& surface, const Transform& from, const Transform& to);

    MeshId id() const { return id_; }
    const MeshSurface& surface() const { return surface_; }

private:
    MeshId id_;
    MeshSurface surface_;
};

}  // namespace halfspace
