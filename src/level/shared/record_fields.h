// SPDX-License-Identifier: MIT
// All fields of all records, once. The loader's checks of single fields, the tables of
// docs/reference/file_format.md, the fuzzer and the compiler's numbering of planes read them here.
#pragma once

#include "level/shared/describe_record.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

// The version of the file. kMajorVersion is raised by one if a description below changes or a
// section is added, and the last version was released: see "Versions" in the page.
inline constexpr std::uint16_t kMajorVersion = 6;
inline constexpr std::uint16_t kMinorVersion = 0;

namespace fields {

consteval auto walk_node_section(SectionId id) {
    return section(
        id, field<&WalkNodeRecord::child>(derived()), field<&WalkNodeRecord::plane>(derived()));
}

// In the order of for_each_section.
inline constexpr auto kTable = joined(
    section("planes",
            field<&PlaneRecord::n>(),
            field<&PlaneRecord::d_low>(),
            field<&PlaneRecord::d_high>()),
    section("nodes",
            field<&NodeRecord::child>(child()),
            field<&NodeRecord::plane>(index("planes")),
            field<&NodeRecord::first_contact>(begin("contacts"))),
    section("leaves",
            field<&LeafRecord::contents>(contents(kLeafContents)),
            field<&LeafRecord::reserved>(reserved()),
            field<&LeafRecord::blockers>()),
    section("faces",
            field<&FaceRecord::plane>(plane_id()),
            field<&FaceRecord::first_vertex>(consecutive("face_vertices")),
            field<&FaceRecord::vertex_count>(count()),
            field<&FaceRecord::brush>(index_or_none("brushes")),
            field<&FaceRecord::side>(side_of_brush()),
            field<&FaceRecord::material>(index("materials")),
            field<&FaceRecord::node>(index("nodes")),
            field<&FaceRecord::flags>(flags())),
    section("face_vertices", value<std::uint32_t>(index("vertices"))),
    section("vertices",
            field<&VertexRecord::x>(finite()),
            field<&VertexRecord::y>(finite()),
            field<&VertexRecord::z>(finite())),
    section("brushes",
            field<&BrushRecord::entity>(index("entities")),
            field<&BrushRecord::first_side>(consecutive("sides")),
            field<&BrushRecord::side_count>(count()),
            field<&BrushRecord::contents>(contents(kBrushContents)),
            field<&BrushRecord::line>(),
            field<&BrushRecord::source>(),
            field<&BrushRecord::first_bevel>(consecutive("bevels")),
            field<&BrushRecord::bevel_count>(count()),
            field<&BrushRecord::flags>(flags()),
            field<&BrushRecord::reserved>(reserved())),
    section("sides",
            field<&SideRecord::plane>(plane_id()),
            field<&SideRecord::material>(index("materials")),
            field<&SideRecord::line>(),
            field<&SideRecord::source>()),
    section("models",
            field<&ModelRecord::root>(child()),
            field<&ModelRecord::entity>(index("entities")),
            field<&ModelRecord::first_face>(range("faces")),
            field<&ModelRecord::face_count>(count()),
            field<&ModelRecord::min>(finite()),
            field<&ModelRecord::max>(finite()),
            field<&ModelRecord::bounds_min>(),
            field<&ModelRecord::bounds_max>(),
            field<&ModelRecord::origin>(finite()),
            field<&ModelRecord::flags>(flags()),
            field<&ModelRecord::draw_root>(derived())),
    section("entities",
            field<&EntityRecord::first_key>(consecutive("keys")),
            field<&EntityRecord::key_count>(count()),
            field<&EntityRecord::model>(index_or_none("models")),
            field<&EntityRecord::line>()),
    section("keys", field<&KeyRecord::key>(text()), field<&KeyRecord::value>(text())),
    section("materials",
            field<&MaterialRecord::name>(text()),
            field<&MaterialRecord::width>(),
            field<&MaterialRecord::height>(),
            field<&MaterialRecord::flags>(flags()),
            field<&MaterialRecord::colour>(),
            field<&MaterialRecord::picture>(index_or_none("pictures"))),
    section("strings", value<char>()),
    section("statistics",
            field<&StatisticsRecord::side_identity>(),
            field<&StatisticsRecord::side_filter>(),
            field<&StatisticsRecord::side_integral>(),
            field<&StatisticsRecord::side_exact128>(),
            field<&StatisticsRecord::side_exact192>(),
            field<&StatisticsRecord::side_exact256>(),
            field<&StatisticsRecord::candidate_faces>(),
            field<&StatisticsRecord::exposed_faces>(),
            field<&StatisticsRecord::face_splits>(),
            field<&StatisticsRecord::blocks>(),
            field<&StatisticsRecord::moved_planes>(),
            field<&StatisticsRecord::largest_move>(finite()),
            field<&StatisticsRecord::normal_bits>(),
            field<&StatisticsRecord::distance_bits>(),
            field<&StatisticsRecord::predicate_bits>(),
            field<&StatisticsRecord::moved_corners>(),
            field<&StatisticsRecord::import_tolerance>(finite()),
            field<&StatisticsRecord::curve_tolerance>(finite()),
            field<&StatisticsRecord::facet_tolerance>(finite())),
    section(
        "face_texcoords", field<&TexcoordRecord::u>(finite()), field<&TexcoordRecord::v>(finite())),
    section("node_faces",
            field<&NodeFacesRecord::min>(derived()),
            field<&NodeFacesRecord::max>(derived()),
            field<&NodeFacesRecord::first_face>(derived(begin("faces"))),
            field<&NodeFacesRecord::first_opposite>(derived())),
    section("spaces",
            field<&SpaceRecord::min>(finite()),
            field<&SpaceRecord::max>(finite()),
            field<&SpaceRecord::excess>(finite()),
            field<&SpaceRecord::name>(text()),
            field<&SpaceRecord::flags>(flags())),
    section("space_roots", value<std::int32_t>(child())),
    section("contacts",
            field<&ContactRecord::brush>(index_or_none("brushes")),
            field<&ContactRecord::side>(side_of_brush()),
            field<&ContactRecord::flags>(flags())),
    section("bevels", value<std::uint32_t>(plane_id())),
    section("left_out",
            field<&LeftOutRecord::entity>(index("entities")),
            field<&LeftOutRecord::source>(),
            field<&LeftOutRecord::line>()),
    section("scaled_planes",
            field<&ScaledPlaneRecord::n>(derived()),
            field<&ScaledPlaneRecord::d>(derived())),
    walk_node_section("walk_nodes"),
    section("walk_sources", value<std::uint32_t>(derived(index("nodes")))),
    section("walk_roots", value<std::uint32_t>(derived())),
    walk_node_section("draw_nodes"),
    section("hull_roots", value<std::uint32_t>(derived())),
    section("hulls",
            field<&HullRecord::min>(),
            field<&HullRecord::max>(),
            field<&HullRecord::first_corner>(begin("hull_corners")),
            field<&HullRecord::first_plane>(begin("hull_planes")),
            field<&HullRecord::contents>(derived()),
            field<&HullRecord::reserved>(reserved())),
    section("hull_corners", field<&Vec3::x>(), field<&Vec3::y>(), field<&Vec3::z>()),
    section(
        "hull_planes", field<&HullPlaneRecord::n>(finite()), field<&HullPlaneRecord::d>(finite())),
    section("pictures",
            field<&PictureRecord::name>(text()),
            field<&PictureRecord::first_byte>(consecutive("picture_bytes")),
            field<&PictureRecord::byte_count>(count()),
            field<&PictureRecord::reserved>(reserved())),
    section("picture_bytes", value<std::uint8_t>()),
    section("clusters",
            field<&ClusterRecord::min>(finite()),
            field<&ClusterRecord::max>(finite()),
            field<&ClusterRecord::contents>(derived()),
            field<&ClusterRecord::reserved>(reserved())),
    section("cluster_roots", value<std::int32_t>(child())),
    section("cluster_walk_roots", value<std::uint32_t>(derived())),
    section("portals",
            field<&PortalRecord::cluster>(index("clusters")),
            field<&PortalRecord::first_corner>(consecutive("portal_corners")),
            field<&PortalRecord::corner_count>(count())),
    section("portal_corners",
            field<&Vec3::x>(finite()),
            field<&Vec3::y>(finite()),
            field<&Vec3::z>(finite())),
    section("face_cluster_starts", value<std::uint32_t>(begin("face_clusters"))),
    section("face_clusters", value<std::uint32_t>(index("clusters"))),
    section("visible_starts", value<std::uint32_t>(begin("visible_bytes"))),
    section("visible_bytes", value<std::uint8_t>()));

}  // namespace fields

// The fields of all sections, one section after the other.
inline constexpr std::span<const Field> kFields = fields::kTable;

}  // namespace halfspace
