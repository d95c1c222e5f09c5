// SPDX-License-Identifier: MIT
// The sections of a level, in one table. The writer, the loader, `halfspace info` and the test of
// docs/reference/file_format.md use it. A new section needs a member of LevelArrays and a line in
// for_each_section. src/level/shared/record_fields.h says what the fields of its records mean.
#pragma once

#include "halfspace/level/records.h"
#include "halfspace/math/vec.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// All sections. Array<Record> is the type of a section with many records, One<Record> the type of a
// section with exactly one record.
template <template <class> class Array, template <class> class One>
struct LevelArrays {
    std::int32_t grid_exponent = 0;  // a grid step is 2^-grid_exponent map units
    double units_per_metre = 32;     // map units in a metre

    Array<PlaneRecord> planes;               // by plane id / 2
    Array<NodeRecord> nodes;                 // of all trees; parents before their children
    Array<LeafRecord> leaves;                // of all trees; leaf 0 is the outside
    Array<FaceRecord> faces;                 // in the order of their nodes
    Array<std::uint32_t> face_vertices;      // indices in vertices, in the order of faces
    Array<VertexRecord> vertices;            // corners of faces
    Array<BrushRecord> brushes;              // of all entities; the facets of curves come last
    Array<SideRecord> sides;                 // in the order of brushes
    Array<ModelRecord> models;               // model 0 is the world
    Array<EntityRecord> entities;            // entity 0 is the world
    Array<KeyRecord> keys;                   // in the order of entities
    Array<MaterialRecord> materials;         // used by sides and faces
    Array<char> strings;                     // texts, each followed by a NUL
    One<StatisticsRecord> statistics{};      // options and counts of the compiler
    Array<TexcoordRecord> face_texcoords;    // one for each entry of face_vertices
    Array<NodeFacesRecord> node_faces;       // one for each draw node, and one more at the end
    Array<SpaceRecord> spaces;               // the bodies; space 0 is for the point
    Array<std::int32_t> space_roots;         // model m, space s: at m * spaces.size() + s
    Array<ContactRecord> contacts;           // in the order of nodes
    Array<std::uint32_t> bevels;             // plane ids, in the order of brushes
    Array<LeftOutRecord> left_out;           // missing brushes, in the order of the source
    Array<ScaledPlaneRecord> scaled_planes;  // one for each of planes
    Array<WalkNodeRecord> walk_nodes;        // of all walk trees; parents before their children
    Array<std::uint32_t> walk_sources;       // for each walk node, its index in nodes
    Array<std::uint32_t> walk_roots;         // model m, space s: at m * spaces.size() + s
    Array<WalkNodeRecord> draw_nodes;        // of all draw trees; parents before their children
    Array<std::uint32_t> hull_roots;     // of each model's hull tree, whose nodes are walk_nodes
    Array<HullRecord> hulls;             // in the order of the leaves of the hull trees
    Array<Vec3> hull_corners;            // map units, in the order of hulls
    Array<HullPlaneRecord> hull_planes;  // in the order of hulls
    Array<PictureRecord> pictures;       // of materials
    Array<std::uint8_t> picture_bytes;   // files, in the order of pictures
    // The structure of the world. Levels without a cluster tree have none of these records.
    Array<ClusterRecord> clusters;             // in the order of the leaves of the cluster tree
    Array<std::int32_t> cluster_roots;         // the root of the cluster tree: one, or none
    Array<std::uint32_t> cluster_walk_roots;   // the root of its walk tree: one, or none
    Array<PortalRecord> portals;               // between clusters
    Array<Vec3> portal_corners;                // map units, in the order of portals
    Array<std::uint32_t> face_cluster_starts;  // one for each of faces, and one more at the end
    Array<std::uint32_t> face_clusters;        // the clusters that a face borders, in order
    Array<std::uint32_t> visible_starts;       // one for each cluster, and one more at the end
    Array<std::uint8_t> visible_bytes;         // rows, in the order of clusters
    Array<AreaPortalRecord> area_portals;      // in the order of gates
    // Navigation meshes. Levels that were made without them have none of these records.
    Array<NavMeshRecord> nav_meshes;       // in the order of their spaces
    Array<NavPolygonRecord> nav_polygons;  // in the order of meshes
    Array<NavEdgeRecord> nav_edges;        // in the order of polygons
    Array<Vec3> nav_vertices;              // corners of polygons, map units
    Array<NavStepRecord> nav_steps;        // in the order of their lower edges
    Array<NavLinkRecord> nav_links;        // in the order of from_polygon
    Array<NavDoorRecord> nav_doors;        // in the order of polygons, and of models for each
    Array<NavAreaRecord> nav_areas;        // of all meshes
};

// Calls visit(name, records) for each section. The first section has id 1, the next one id 2 and so
// on. The meaning of an id never changes, so a new section is added at the end.
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
    visit("left_out", level.left_out);
    visit("scaled_planes", level.scaled_planes);
    visit("walk_nodes", level.walk_nodes);
    visit("walk_sources", level.walk_sources);
    visit("walk_roots", level.walk_roots);
    visit("draw_nodes", level.draw_nodes);
    visit("hull_roots", level.hull_roots);
    visit("hulls", level.hulls);
    visit("hull_corners", level.hull_corners);
    visit("hull_planes", level.hull_planes);
    visit("pictures", level.pictures);
    visit("picture_bytes", level.picture_bytes);
    visit("clusters", level.clusters);
    visit("cluster_roots", level.cluster_roots);
    visit("cluster_walk_roots", level.cluster_walk_roots);
    visit("portals", level.portals);
    visit("portal_corners", level.portal_corners);
    visit("face_cluster_starts", level.face_cluster_starts);
    visit("face_clusters", level.face_clusters);
    visit("visible_starts", level.visible_starts);
    visit("visible_bytes", level.visible_bytes);
    visit("area_portals", level.area_portals);
    visit("nav_meshes", level.nav_meshes);
    visit("nav_polygons", level.nav_polygons);
    visit("nav_edges", level.nav_edges);
    visit("nav_vertices", level.nav_vertices);
    visit("nav_steps", level.nav_steps);
    visit("nav_links", level.nav_links);
    visit("nav_doors", level.nav_doors);
    visit("nav_areas", level.nav_areas);
}

template <class Record>
using SectionVector = std::vector<Record>;
template <class Record>
using SectionValue = Record;
template <class Record>
using SectionSpan = std::span<const Record>;

// The arrays while the compiler fills them.
struct LevelData : LevelArrays<SectionVector, SectionValue> {};

// The arrays of a finished level, in its bytes. `statistics` is a span of one record.
struct LevelView : LevelArrays<SectionSpan, SectionSpan> {};

}  // namespace halfspace
