// SPDX-License-Identifier: MIT
// The sections of a level: the one table that the writer, the loader, `halfspace info` and the test
// of docs/file_format.md go by. A new section is a member of LevelArrays, a line in
// for_each_section, its check in src/level, and its row in docs/file_format.md.
#pragma once

#include "halfspace/level/records.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// All sections. Array<Record> holds the records of a section, One<Record> the record of a section
// that has exactly one.
template <template <class> class Array, template <class> class One>
struct LevelArrays {
    std::int32_t grid_exponent = 0;  // a grid step is 2^-grid_exponent map units
    double units_per_metre = 32;     // map units in a metre

    Array<PlaneRecord> planes;           // by plane id / 2
    Array<NodeRecord> nodes;             // of all trees; parents before their children
    Array<LeafRecord> leaves;            // of all trees; leaf 0 is the outside
    Array<FaceRecord> faces;             // by node
    Array<std::uint32_t> face_vertices;  // indices into vertices, by face
    Array<VertexRecord> vertices;        // corners of faces
    Array<BrushRecord> brushes;          // of all entities, the facets of curves behind the others
    Array<SideRecord> sides;             // by brush
    Array<ModelRecord> models;           // model 0 is the world
    Array<EntityRecord> entities;        // entity 0 is the world's
    Array<KeyRecord> keys;               // by entity
    Array<MaterialRecord> materials;     // of sides and faces
    Array<char> strings;                 // texts, each ended by a NUL
    One<StatisticsRecord> statistics{};  // what the compiler was told and counted
    Array<TexcoordRecord> face_texcoords;  // one for each of face_vertices
    Array<NodeFacesRecord> node_faces;     // one for each node, and one more
    Array<SpaceRecord> spaces;             // space 0 is that of a point
    Array<std::int32_t> space_roots;       // root of model m for space s at m * spaces + s
    Array<ContactRecord> contacts;         // by node
    Array<std::uint32_t> bevels;           // plane ids that look out of their brush, by brush
};

// Calls visit(name, records) for each section. The first section has id 1, the next one id 2 and so
// on; an id never changes its meaning, so a new section comes last.
template <class Arrays, class Visit>
constexpr void for_each_section(Arrays& level, Visit&& visit) {
    visit("planes", level.planes);
    visit("nodes", level.nodes);
    visit("leaves", level.leaves);
    visit("faces", level.faces);
    visit("face_vertices", level.face_vertices);
    visit("vertices", level.vertices);
    visit("brushes", level.brushes);
    visit("sides", level.sides);
    visit("models", level.models);
    visit("entities", level.entities);
    visit("keys", level.keys);
    visit("materials", level.materials);
    visit("strings", level.strings);
    visit("statistics", level.statistics);
    visit("face_texcoords", level.face_texcoords);
    visit("node_faces", level.node_faces);
    visit("spaces", level.spaces);
    visit("space_roots", level.space_roots);
    visit("contacts", level.contacts);
    visit("bevels", level.bevels);
}

template <class Record>
using SectionVector = std::vector<Record>;
template <class Record>
using SectionValue = Record;
template <class Record>
using SectionSpan = std::span<const Record>;

// The arrays while a compiler fills them.
struct LevelData : LevelArrays<SectionVector, SectionValue> {};

// The arrays of a level where they lie; `statistics` is a span of one record.
struct LevelView : LevelArrays<SectionSpan, SectionSpan> {};

}  // namespace halfspace
