// SPDX-License-Identifier: MIT
// What is drawn of a level, for other programs: glTF 2.0 in one binary file, and OBJ with its MTL.
// Equal levels and options give equal bytes, on every machine.
//
// Every face becomes triangles (glTF) or a polygon (OBJ) with the level's texture coordinates and
// the normal of its plane. No corner is left out: where faces meet in a T, both have a vertex.
// A material of the level becomes one material of the file for each opacity, for two-sided faces
// and for sky. Its colour, where there is no picture, is made of its name.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"
#include "halfspace/base/option_check.h"
#include "halfspace/level/level.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

struct ExportCounts {
    std::size_t objects = 0;    // nodes of a glTF, objects of an OBJ
    std::size_t faces = 0;      // of the level that were written
    std::size_t triangles = 0;  // of a glTF; polygons of an OBJ are not counted
    std::size_t materials = 0;  // of the file
    std::size_t images = 0;     // that the file holds or names
};

struct GlbOptions {
    // False leaves the faces of the sky out.
    bool sky = true;
    // The picture of a material, by its name; nullopt if there is none. Called once for each
    // material that is drawn. REQUIRES: what write_png does.
    std::function<std::optional<Image>(std::string_view material)> image;
};

struct ExportedGlb {
    std::vector<std::byte> bytes;
    ExportCounts counts;
};

// A .glb file: metres, right-handed, Y up; (x, y, z) of the level is (x, z, -y) there.
// - Each entity is a node at the top of the one scene, in the level's order, named by its
//   targetname, else "<classname>_<number of the entity>"; "entity_<number>" without either. Where
//   a name is taken, the number is appended.
// - Its keys are the node's extras, all as texts; the first counts where a key is there twice.
//   Bytes that are no UTF-8 are U+FFFD there and in names.
// - An entity with models has one mesh of all their faces, curves too, in coordinates relative to
//   the node, whose translation is the origin of the (first) model. Other nodes' translation is
//   the entity's key "origin", if that is three numbers.
// - One primitive for each material of a mesh. Opacity below 255 is alphaMode BLEND and the alpha
//   of the colour, else a masked material is MASK; two-sided faces are doubleSided; sky has the
//   extras {"sky": true}. Pictures are embedded as PNG and repeat;
//   those of materials that are not masked are opaque.
// - Triangles without an area, where floats cannot tell a face's corners apart, are left out.
// Errors: Range if a corner is too far out for 32-bit floats in metres; Limit above 2 GiB.
Result<ExportedGlb> export_glb(const Level& level, const GlbOptions& options = {});

enum class UpAxis : std::uint8_t { Y, Z };

// Coordinates of levels have up to 28 bits before the point and floats reach to 2^128, so every
// scale between these is safe.
inline constexpr double kLeastScale = 1e-6;
inline constexpr double kMostScale = 1e6;

struct ObjOptions {
    // False leaves the faces of the sky out.
    bool sky = true;
    // OBJ does not say what is up; most programs take Y. With Y, (x, y, z) of the level is
    // (x, z, -y) in the file; with Z the axes are the level's.
    UpAxis up = UpAxis::Y;
    // Units of the file in a map unit [kLeastScale..kMostScale]; without it the file is in metres.
    std::optional<double> scale;
    // How the OBJ names its MTL file, without control characters.
    std::string mtl_name = "level.mtl";
    // The file with a material's picture, as the MTL is to name it; empty if there is none. Called
    // once for each material that is drawn.
    // REQUIRES: no control characters.
    std::function<std::string(std::string_view material)> image_file;
};

// The first option whose value cannot be used.
std::optional<BadOption> bad_option(const ObjOptions& options);

struct ExportedObj {
    std::string obj;
    std::string mtl;
    ExportCounts counts;
};

// An object for each entity that has faces, named as the nodes of export_glb, at its place in the
// world: OBJ has no nodes, so other entities and all keys are left out. Blanks, control characters
// and backslashes in names are '_', and names that are then taken get a number. v is turned
// around (-v), because OBJ counts it upwards; numbers are the shortest that give back the floats.
// Two-sided, masked and sky are not written.
// Errors: Range if a corner is too far out for 32-bit floats at this scale, and for a bad_option.
Result<ExportedObj> export_obj(const Level& level, const ObjOptions& options = {});

}  // namespace halfspace
