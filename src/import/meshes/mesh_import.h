// SPDX-License-Identifier: MIT
// Turns closed meshes into what the compiler builds from: a convex one into a brush, the others
// into polygons of their own solid.
#pragma once

#include "halfspace/world/world.h"

#include "import/import_options.h"
#include "import/surfaces/surface_import.h"

#include <expected>
#include <vector>

namespace halfspace {

// True if an entity has meshes.
bool has_meshes(const World& world);

// What a world with meshes is for the other stages.
struct ImportedMeshes {
    // The same world. Each connected part of a mesh that is convex has become a brush behind the
    // brushes of its entity. What is left of the meshes stays in Entity::meshes; all rooms of an
    // entity are one mesh there, because solid is what lies around all of them.
    World world;
    int grid_exponent = 0;  // chosen for the whole world, as fitting_grid says
    // Entities of `world` whose polygons are an open mesh, which is only drawn; in ascending order.
    std::vector<std::uint32_t> drawn_entities;
    // How far a vertex of a mesh is from its mesh or brush in `world`, at most: where vertices are
    // welded, or a hull closes a dent [map units].
    double largest_move = 0;
    std::vector<Diagnostic> diagnostics;  // which meshes were welded, left out or only drawn
};

// Before it counts as open, the vertices of a mesh are welded that are at most this far apart [grid
// steps]. They are one point on the grid, or nearly.
inline constexpr double kWeldSteps = 0.5;

// A convex part with more facets than kMaxHullFacets is left as a mesh: a brush costs the square
// of its sides.
inline constexpr std::size_t kMaxHullFacets = 256;

// Convex is: each triangle lies within the import tolerance of the surface of the hull of all
// vertices, the volumes of mesh and hull differ by no more than the tolerance explains, the hull is
// not thinner than two tolerances, and no hole goes through the part. The brush is this hull. Its
// sides carry the texture of the largest triangle in their plane; a part whose triangles in one
// plane have different textures is not made a brush. Errors, one for each bad mesh: Geometry for
// open edges (a summary and the first kMaxOpenEdges edges; see OpenSurfaces), for a mesh that is
// flat, that looks inwards and is no room, or that is a room and looks outwards, and for rooms of
// one entity that differ in contents or surface; Range for coordinates too far out; Geometry for
// what mesh_problem says. Only `grid_exponent`, `tolerance`, `also_on_grid` and `open_surfaces` of
// the options are used.
std::expected<ImportedMeshes, std::vector<Error>> import_meshes(const World& world,
                                                                const ImportOptions& options);

// The verdict on each mesh, by which import_meshes takes or refuses it. Options: as for
// import_meshes.
std::vector<MeshCheck> check_meshes(const World& world, const ImportOptions& options);

// The polygons of meshes, as if each mesh were an entity of its own.
struct MeshSurfaces {
    struct Place {
        std::uint32_t entity = 0;
        std::uint32_t mesh = 0;
    };
    std::vector<Place> places;
    // ImportedPolygon::entity is an index in `places`; ImportedPolygon::source is the number of a
    // triangle of the mesh.
    ImportedSurfaces imported;
};

// The triangles of all meshes of an imported world, on the grid, by import_surfaces. Triangles
// without an area are left out. Errors: those of import_surfaces.
std::expected<MeshSurfaces, std::vector<Error>> mesh_surfaces(const World& world,
                                                              int grid_exponent,
                                                              PlaneTable& planes);

}  // namespace halfspace
