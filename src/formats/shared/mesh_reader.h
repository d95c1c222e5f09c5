// SPDX-License-Identifier: MIT
// Reads meshes. Each object of a file becomes a Mesh of entity 0, or of a separate entity if it
// names a class. docs/guides/meshes.md describes units, axes and names.
//
// All readers turn polygons into triangles. Errors name the object if it is known; in a text also
// the line. Their codes:
// - Syntax: the text does not follow the format.
// - Damaged: the file contradicts itself, or the library that reads the format refuses it.
// - Range: an option or a number is out of range.
// - Limit: a polygon has more than kMaxMeshCorners corners, or the file has 4 GiB or more.
// - Geometry: the file has no triangle.
// Readers compare each count with the size of the file before they allocate. Cost: linear in the
// size of the file, except for polygons that are not convex.
#pragma once

#include "halfspace/formats/read_world.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace halfspace {

// The largest number of corners of one polygon in a file.
inline constexpr std::size_t kMaxMeshCorners = 256;
// The largest number of triangles of a file. A mesh that stands in two places counts twice.
inline constexpr std::size_t kMaxMeshTriangles = std::size_t{1} << 22;
// The largest absolute coordinate of a vertex [units]. The volume of a mesh is then a finite
// number.
inline constexpr double kMaxMeshPlace = 1e37;

// Wavefront OBJ: `v`, `vt`, `f`, `o`, `g`, `usemtl`. An object begins at `o`; in a file without `o`
// the names of `g` belong to objects. Normals, curves and .mtl files are not used. Points and
// lines are left out; a note says so.
// source: the file's name, for messages.
Result<ReadWorld> read_obj(std::string_view text,
                           std::string source,
                           const MeshReadOptions& options = {});

// glTF 2.0, as a .glb or as the text of a .gltf, whose .bin files lie beside it. Each node with a
// mesh becomes an object. Nodes may mirror and shear. Extras make entities and say what an object
// is. The colour and the picture of a material are kept. Skins, animations, morph targets, points,
// lines, colours of vertices, second texture coordinates and KHR_texture_transform are not used;
// notes say so, and name a picture that is missing or not read.
// Errors also: Io for a missing .bin file; Unsupported for compressed meshes and sparse accessors;
// Limit for buffers of more than 1 GiB.
Result<ReadWorld> read_gltf(std::span<const std::byte> bytes,
                            std::string source,
                            const MeshReadOptions& options = {});

// STL, as text or binary. Each `solid` of a text becomes an object. Normals and the two bytes
// behind a facet are not used.
Result<ReadWorld> read_stl(std::span<const std::byte> bytes,
                           std::string source,
                           const MeshReadOptions& options = {});

// PLY, as text or binary of either byte order: faces and strips of triangles (`tristrips`). The
// file becomes one object.
Result<ReadWorld> read_ply(std::span<const std::byte> bytes,
                           std::string source,
                           const MeshReadOptions& options = {});

// OFF (Object File Format) as text. The file becomes one object. It may begin with the word OFF or
// COFF. Then follow the numbers of vertices, faces and edges in one line, a line for each vertex
// and a line for each face. '#' begins a comment. Colours must be numbers and are not used.
// Errors also: Unsupported for binary files and for other keywords, such as NOFF and STOFF.
Result<ReadWorld> read_off(std::string_view text,
                           std::string source,
                           const MeshReadOptions& options = {});

}  // namespace halfspace
