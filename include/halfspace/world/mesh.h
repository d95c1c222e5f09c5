// SPDX-License-Identifier: MIT
// A mesh as a source of solid: triangles that enclose a volume. Readers of files with
// meshes make them, and so can any program. Also tells what is wrong with the shape of a mesh.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace halfspace {

enum class SurfaceKind : std::uint8_t;  // world.h

// What becomes of a surface that is not closed: an object of a file with meshes, or the polygons of
// an entity. Error: errors that name it and list its open edges. Skip: the surface is left out; but
// if polygons of the world itself are open, this is still an error. Draw: it is drawn and blocks
// nothing. Skip and Draw give a warning for each.
enum class OpenSurfaces : std::uint8_t { Error, Skip, Draw };

// A corner of a triangle, and its place in the texture in repeats. u runs to the right, v
// downwards.
struct MeshCorner {
    std::uint32_t vertex = 0;  // index in Mesh::vertices
    double u = 0;
    double v = 0;
};

struct MeshTriangle {
    // Counter-clockwise seen from the front. Solid is behind the triangle.
    std::array<MeshCorner, 3> corners;
    MaterialId material;
    // 0 is invisible, 1 is opaque. Below 1 the triangle is blended with what is behind it.
    double opacity = 1;
    std::uint32_t line = 0;  // in the source; 0: unknown
};

// An object of a source. Its triangles must close it, edge by edge.
struct Mesh {
    std::string name;
    std::vector<Vec3> vertices;  // map units; Z is up
    std::vector<MeshTriangle> triangles;
    // What the enclosed volume is made of.
    Contents contents = Contents::Solid;
    // How its triangles are drawn. NoDraw: the object only collides.
    SurfaceKind surface{};
    // Inside: the triangles look outwards, and the object is solid. Outside: the triangles look
    // inwards; the object is a room, and everything around the rooms of its entity is solid.
    enum class Filled : std::uint8_t { Inside, Outside } filled = Filled::Inside;
    std::uint32_t line = 0;  // in the source; 0: unknown
};

// An edge with more triangles in one direction than in the other.
struct OpenMeshEdge {
    std::uint32_t from = 0;  // from and to: vertices, in the direction of most triangles
    std::uint32_t to = 0;
    std::uint32_t along = 0;     // number of triangles that run from `from` to `to`
    std::uint32_t against = 0;   // number of triangles in the other direction, less than `along`
    std::uint32_t triangle = 0;  // the first triangle that runs from `from` to `to`
};

struct MeshShape {
    Aabb box;                             // of the vertices that triangles use
    std::vector<std::uint32_t> position;  // of each vertex: the first vertex at the same position
    std::uint32_t positions = 0;          // number of different positions of used vertices
    // Triangles with two corners at one position. They close nothing and enclose nothing.
    std::uint32_t collapsed = 0;
    std::vector<OpenMeshEdge> open_edges;  // in the order of their positions
    // The component of each triangle, from 0; triangles that share a position share a component.
    std::vector<std::uint32_t> component;
    // The enclosed volume of each component [cubic units]; negative if its triangles look inwards.
    // Means little for a component with open edges.
    std::vector<double> volumes;
    double volume = 0;  // of all components
    double area = 0;    // [square units]
};

// Welds vertices at equal positions, then looks at edges and volumes. No distance counts as equal.
// REQUIRES: mesh_problem says nothing. Cost: n log n in vertices and triangles.
MeshShape shape_of(const Mesh& mesh);

// What weld_vertices did.
struct Weld {
    std::size_t moved = 0;  // number of vertices that moved
    double farthest = 0;    // how far the farthest of them moved [map units]
};

// Moves vertices that are at most `distance` apart to one position, so that they count as one: in
// the order of their coordinates, a vertex stays, or moves to the nearest vertex within `distance`
// that stayed before. The result does not depend on the order of vertices and triangles. Triangles
// may collapse. distance: map units, at least 0; 0 moves nothing. REQUIRES: mesh_problem says
// nothing. Cost: n log n, if few vertices are near each other.
Weld weld_vertices(Mesh& mesh, double distance);

// What compile makes of a mesh, or why it makes nothing of it.
enum class MeshVerdict : std::uint8_t {
    Solid,
    Room,
    Open,           // edges are open; OpenSurfaces says what happens
    Flat,           // it encloses no volume
    LooksInwards,   // and is no room
    LooksOutwards,  // and is a room
    Refused,        // for another reason, which the errors tell
};

// The verdict on one mesh of a world.
struct MeshCheck {
    std::uint32_t entity = 0;  // index in World::entities
    std::uint32_t mesh = 0;    // index in Entity::meshes
    MeshVerdict verdict = MeshVerdict::Solid;
    // What is welded, because it closes the mesh.
    Weld weld;
    std::vector<OpenMeshEdge> open_edges;  // of a mesh that is Open; their vertices are the mesh's
    // What compile says of the mesh with OpenSurfaces::Error. Empty: compile reads the mesh. It may
    // still refuse a brush that it makes of the mesh, such as a very sharp wedge.
    std::vector<Error> errors;
};

// What makes a mesh unreadable: no triangles, an index beyond the vertices, a coordinate that is
// not finite. nullopt if nothing does.
std::optional<std::string> mesh_problem(const Mesh& mesh);

}  // namespace halfspace
