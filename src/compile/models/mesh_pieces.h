// SPDX-License-Identifier: MIT
// The meshes that are not convex, as brushes: the solid cells of a tree of their own.
#pragma once

#include "halfspace/compile/options.h"
#include "halfspace/world/world.h"

#include "import/brushes/brush_import.h"
#include "import/meshes/mesh_import.h"

#include <expected>
#include <vector>

namespace halfspace {

// The pieces of the solids of all meshes of the world, in the order of the meshes. They do not
// overlap within a mesh, and together they are what the mesh encloses. Those of a room are the box
// around it, with a margin, without the room. Adds planes to the table. surfaces: of
// mesh_surfaces(world). Errors: Limit for a mesh whose tree is too deep; Cancelled.
std::expected<std::vector<SolidBrush>, std::vector<Error>> mesh_pieces(
    const World& world,
    const MeshSurfaces& surfaces,
    int grid_exponent,
    PlaneTable& planes,
    const CompileOptions& options);

}  // namespace halfspace
