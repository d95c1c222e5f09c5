// SPDX-License-Identifier: MIT
// The records of a level for drawing. Queries do not read them. Each record is stored in an .hsw
// file byte for byte (docs/reference/file_format.md).
#pragma once

#include <cstdint>

namespace halfspace {

// What is drawn at one node of a draw tree. The faces from first_face on are in the node's plane
// and look to its front. The faces from first_opposite up to the next record's first_face look to
// its back. One more record follows the last node's and ends its faces; its box is empty.
struct NodeFacesRecord {
    float min[3];  // the lowest corner of the box around all faces at the node and below, map units
    float max[3];  // the highest corner
    std::uint32_t first_face;  // the first face at this node
    // The first of these faces that looks to the back, and the bit kFacesTwoSided.
    std::uint32_t first_opposite;
};
// Set if a face at the node has kFaceTwoSided.
inline constexpr std::uint32_t kFacesTwoSided = 1u << 31;

constexpr std::uint32_t first_opposite(const NodeFacesRecord& faces) {
    return faces.first_opposite & ~kFacesTwoSided;
}

// A drawn polygon in the plane of a node. Faces are in the order of their nodes; at one node the
// faces that look to its front come first. The vertices of a face follow the vertices before.
struct FaceRecord {
    // A plane id. The face looks to the front of this plane.
    std::uint32_t plane;
    // Range in face_vertices, counter-clockwise seen from the front.
    std::uint32_t first_vertex;
    std::uint32_t vertex_count;
    // The brush of which the face is a part; kNone for a polygon or a patch.
    std::uint32_t brush;
    // Index in sides. Without a brush: the number of the polygon or the patch in its entity.
    std::uint32_t side;
    // Index in materials.
    std::uint32_t material;
    // The node (in nodes) in whose plane the face is.
    std::uint32_t node;
    std::uint32_t flags;  // kFaceSky, kFaceTwoSided, kFaceOpacityShift
};

// Fields of FaceRecord::flags.
inline constexpr std::uint32_t kFaceSky = 1;       // the sky is drawn in place of the face
inline constexpr std::uint32_t kFaceTwoSided = 2;  // seen from behind, too: the surface of a liquid
inline constexpr std::uint32_t kFaceOpacityShift = 8;  // eight bits: 0 is invisible, 255 is opaque
inline constexpr std::uint32_t kFaceOpacityMask = 255;

// 0 to 255.
constexpr std::uint32_t opacity_of(const FaceRecord& face) {
    return face.flags >> kFaceOpacityShift & kFaceOpacityMask;
}

// A corner of one or more faces, map units.
struct VertexRecord {
    float x, y, z;
};

// Where a corner of a face is in the texture, in repeats of the texture. u runs to the right, v
// downwards. A whole number of repeats is subtracted from all corners of a face. This does not
// change the picture, and small numbers lose less in floats.
struct TexcoordRecord {
    float u, v;
};

// A texture: its name, its size, and what the source itself shows.
struct MaterialRecord {
    std::uint32_t name;   // offset of a text in strings
    std::uint32_t width;  // texels; never 0
    std::uint32_t height;
    std::uint32_t flags;    // kMaterialMasked, kMaterialColoured
    std::uint32_t colour;   // if coloured: red, green << 8 and blue << 16, in sRGB; else 0
    std::uint32_t picture;  // index in pictures, or kNone; it is multiplied by the colour
};
inline constexpr std::uint32_t kMaterialMasked = 1;    // each texel is either opaque or absent
inline constexpr std::uint32_t kMaterialColoured = 2;  // without a picture all of it has the colour

// A picture of the source: the bytes of a PNG or JPEG file.
struct PictureRecord {
    std::uint32_t name;        // offset of a text in strings
    std::uint32_t first_byte;  // index in picture_bytes
    std::uint32_t byte_count;
    std::uint32_t reserved;
};

static_assert(sizeof(NodeFacesRecord) == 32 && sizeof(FaceRecord) == 32 &&
              sizeof(VertexRecord) == 12 && sizeof(TexcoordRecord) == 8 &&
              sizeof(MaterialRecord) == 24 && sizeof(PictureRecord) == 16);

}  // namespace halfspace
