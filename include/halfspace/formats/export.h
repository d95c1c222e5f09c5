// SPDX-License-Identifier: MIT
// Writes what is drawn of a level for other programs: as glTF 2.0 in one binary file (.glb), or as
// OBJ with its MTL. Equal levels and options give equal bytes on every machine.
//
// A face becomes triangles in glTF and a polygon in OBJ. It keeps the level's texture coordinates
// and the exact normal of its plane. Where a corner of one face is on an edge of another, both
// have a vertex there.
//
// A material of the level becomes several materials of the file if its faces differ in opacity, or
// if some are two-sided or sky. A material without a picture gets a colour made from its name
// (base/shared/name_colour.h).
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"
#include "halfspace/base/option_check.h"
#include "halfspace/level/level.h"
#include "halfspace/world/source_frame.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// What was written.
struct ExportCounts {
    std::size_t objects = 0;    // nodes of the glTF, or objects of the OBJ
    std::size_t faces = 0;      // faces of the level
    std::size_t triangles = 0;  // of the glTF; 0 for OBJ
    std::size_t materials = 0;  // materials of the file
    std::size_t images = 0;     // pictures in the glTF, or named by the MTL
};

struct GlbOptions {
    // False: faces of the sky are left out.
    bool sky = true;
    // Gives the picture of a material by its name, or nullopt if there is none. It is called once
    // for each drawn material. Where it gives none, the picture and the colour of the level count.
    // REQUIRES: the picture is as write_png requires (image_file.h).
    std::function<std::optional<Image>(std::string_view material)> image;
};

// The file, and what is in it.
struct ExportedGlb {
    std::vector<std::byte> bytes;
    ExportCounts counts;
};

// The bytes of a .glb file. Its unit is the metre, it is right-handed, and Y is up: (x, y, z) of
// the level is (x, z, -y) in the file.
// - Each entity is a node of the one scene, in the level's order. Its name is its targetname, else
//   "<classname>_<number of the entity>", else "entity_<number>". If the name is taken, the number
//   is appended.
// - The keys of an entity are the node's extras, as texts. If a key is there twice, the first value
//   counts. Bytes that are not UTF-8 become U+FFFD, here and in names.
// - An entity with models has one mesh with the faces of all its models, curves too. Its
//   coordinates are relative to the node, whose translation is the origin of the first model.
// - A node without a mesh has the entity's key "origin" as its translation, if this key holds three
//   numbers.
// - A mesh has one primitive for each material. Opacity below 255: alphaMode BLEND, and the opacity
//   is the alpha of the colour. A masked material of full opacity: MASK. Two-sided: doubleSided.
//   Sky: the extras {"sky": true}.
// - Pictures are embedded as PNG, and repeat; those of materials that are not masked become opaque.
//   The level's own pictures are copied as they are, unless their material is blended.
// - Left out are triangles without an area: there floats cannot tell the corners of a face apart.
//
// Errors: Range if a coordinate in metres is too large for a 32-bit float; Limit for more than 2
// GiB.
Result<ExportedGlb> export_glb(const Level& level, const GlbOptions& options = {});

struct ObjOptions {
    // False: faces of the sky are left out.
    bool sky = true;
    // OBJ does not say which axis is up; most programs take Y. Y: (x, y, z) of the level is (x, z,
    // -y) in the file. Z: the axes are the level's.
    UpAxis up = UpAxis::Y;
    // Units of the file in a map unit [kMinScale..kMaxScale]. Unset: the unit of the file is the
    // metre.
    std::optional<double> scale;
    // The name by which the OBJ refers to its MTL file; no control characters.
    std::string mtl_name = "level.mtl";
    // Gives the file with a material's picture, as the MTL is to name it; empty text if there is
    // none. It is called once for each drawn material. Without a function no material has a
    // picture. REQUIRES: no control characters.
    std::function<std::string(MaterialId material)> image_file;
};

// The first option with a value that cannot be used; nullopt if there is none.
std::optional<BadOption> bad_option(const ObjOptions& options);

// The texts of both files, and what is in them.
struct ExportedObj {
    std::string obj;
    std::string mtl;
    ExportCounts counts;
};

// One object for each entity with faces, at its place in the world. Objects have the names of
// export_glb's nodes. OBJ has no nodes, so entities without faces and all keys are left out.
// - Blanks, control characters and backslashes in names become '_'. If such a name is taken, it
//   gets a number.
// - v is written as -v, because OBJ counts it upwards.
// - Each number is the shortest text that gives the same float again.
// - OBJ cannot say that a face is two-sided, masked or sky.
//
// Errors: Range if a coordinate is too large for a 32-bit float at this scale, and for a
// bad_option.
Result<ExportedObj> export_obj(const Level& level, const ObjOptions& options = {});

}  // namespace halfspace
