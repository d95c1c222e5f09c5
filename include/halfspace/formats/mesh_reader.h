// SPDX-License-Identifier: MIT
// Reads meshes: OBJ, glTF, STL and PLY. Each object of a file becomes a Mesh of entity 0, or of an
// separate entity if it names a class. docs/guides/meshes.md describes units, axes and names.
//
// All readers turn polygons into triangles. Their errors name the object where one is known, and
// the line in OBJ and in the text of a PLY: Syntax for a text that is not of the format; Damaged
// for a file that contradicts itself, and for what the library that reads the format refuses; Range
// for an option or a number that is not in range; Limit for a polygon with more than
// kMostMeshCorners corners, and for files of 4 GiB or more; Geometry for a file without a triangle.
// Nothing is allocated for a number in a file before the file is known to be long enough. The cost
// is linear in the size of the file, but for polygons that are not convex.
#pragma once

#include "halfspace/formats/read_world.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace halfspace {

// The largest number of corners of one polygon in a file.
inline constexpr std::size_t kMostMeshCorners = 256;
// The largest number of triangles of a file. A mesh in two places counts twice.
inline constexpr std::size_t kMostMeshTriangles = std::size_t{1} << 22;
// The largest absolute coordinate of a vertex [units]. The volume of a mesh is then a finite
// number.
inline constexpr double kMostMeshPlace = 1e37;

// Wavefront OBJ: `v`, `vt`, `f`, `o`, `g`, `usemtl`. An object begins at `o`; in a file without `o`
// the names of `g` belong to objects. Normals, curves and .mtl files are not used. Points and
// lines are left out; a note says so.
// source: the file's name, for messages.
Result<ReadWorld> read_obj(std::string_view text,
                           std::string source,
                           const MeshReadOptions& options = {});

// glTF 2.0, as a .glb or as the text of a .gltf, whose .bin files lie beside it. Each node with a
// mesh becomes an object. Nodes may mirror and shear. Extras make entities and say what an object
// is. Skins, animations, morph targets, points, lines, pictures, second texture coordinates and
// KHR_texture_transform are not used; notes say so.
// Errors also: Io for a missing .bin file; Unsupported for compressed meshes and sparse accessors;
// Limit for buffers of more than 1 GiB.
Result<ReadWorld> read_gltf(std::span<const std::byte> bytes,
                            std::string source,
                            const MeshReadOptions& options = {});

// STL, as text or binary. Each `solid` of a text becomes an object. Coordinates are floats.
Result<ReadWorld> read_stl(std::span<const std::byte> bytes,
                           std::string source,
                           const MeshReadOptions& options = {});

// PLY, as text or binary of either byte order. The file becomes one object.
Result<ReadWorld> read_ply(std::span<const std::byte> bytes,
                           std::string source,
                           const MeshReadOptions& options = {});

}  // namespace halfspace
