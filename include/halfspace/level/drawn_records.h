// SPDX-License-Identifier: MIT
// The records of a level that only drawing reads, byte for byte as they lie in an .hsw file
// (docs/file_format.md).
#pragma once

#include <cstdint>

namespace halfspace {

// What is drawn at one node. Faces [first_face, first_opposite) lie in the node's plane and look to
// its front. The faces from there up to the next record's first_face look to its back. One more
// record follows the last node's and ends its faces.
struct NodeFacesRecord {
    float min[3];                  // box of all faces at the node and below it, map units;
    float max[3];                  // +infinity and -infinity if there are none
    std::uint32_t first_face;      // the first face at this node
    std::uint32_t first_opposite;  // the first of them that looks to the back of the plane
};

// A drawn polygon in the plane of a node. Faces are sorted by their nodes; at one node the faces
// that look to its front come first. Each face has the vertices behind those of the face before.
struct FaceRecord {
    std::uint32_t plane;         // a plane id; the face looks to the front of that plane
    std::uint32_t first_vertex;  // range in face_vertices, counter-clockwise seen from the front
    std::uint32_t vertex_count;
    std::uint32_t brush;     // the brush it is a part of; kNone for a polygon or a patch
    std::uint32_t side;      // index in sides; without a brush, the number of the polygon or patch
                             // in its entity
    std::uint32_t material;  // index in materials
    std::uint32_t node;      // the node in whose plane it lies
    std::uint32_t flags;     // kFaceSky, kFaceTwoSided, kFaceOpacityShift
};

// Fields of FaceRecord::flags.
inline constexpr std::uint32_t kFaceSky = 1;           // the sky is seen through the face
inline constexpr std::uint32_t kFaceTwoSided = 2;      // seen from behind, too: a liquid's surface
inline constexpr std::uint32_t kFaceOpacityShift = 8;  // eight bits: 255 is opaque, 0 invisible
inline constexpr std::uint32_t kFaceOpacityMask = 255;

// A corner of faces, map units.
struct VertexRecord {
    float x, y, z;
};

// Where a corner of a face lies in the texture, in repeats of the texture. u runs to the right and
// v downwards. A whole number of repeats is subtracted from all corners of a face: the picture is
// the same, and small numbers lose less in floats.
struct TexcoordRecord {
    float u, v;
};

struct MaterialRecord {
    std::uint32_t name;   // offset of a text in strings
    std::uint32_t width;  // of the texture in texels; never 0
    std::uint32_t height;
    std::uint32_t flags;  // kMaterialMasked
};
inline constexpr std::uint32_t kMaterialMasked = 1;  // each texel is either opaque or absent

static_assert(sizeof(NodeFacesRecord) == 32 && sizeof(FaceRecord) == 32 &&
              sizeof(VertexRecord) == 12 && sizeof(TexcoordRecord) == 8 &&
              sizeof(MaterialRecord) == 16);

}  // namespace halfspace
