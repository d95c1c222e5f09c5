// SPDX-License-Identifier: MIT
// A compiled world: arrays that never change, as an .hsw file stores them. Any number of threads
// may use a level at the same time.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/error.h"
#include "halfspace/base/file_bytes.h"
#include "halfspace/base/id.h"
#include "halfspace/base/shared.h"
#include "halfspace/exact/plane.h"
#include "halfspace/level/sections.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/plane.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// The bytes of an .hsw file. Equal data give equal bytes on every machine. Nothing is checked here;
// Level::from_bytes refuses bytes that break a rule of docs/reference/file_format.md.
std::vector<std::byte> write_level(const LevelData& data);

// Read-only arrays in the bytes of one file. Copies of a level share the bytes.
class Level {
public:
    // An empty level: a world without a surface. Every place is empty and free. Its only body is
    // the point. So a game can have a Level as a member before it loads one.
    Level();

    // The level in the bytes of an .hsw file. Everything is checked here: the header, the place and
    // size of each section, and every index in every record. So no query can leave an array or run
    // in a circle.
    // source_name: the file that errors name.
    // Errors: Damaged (names the section and the record). Unsupported: another major version, a
    // required section that this program does not know, or planes with too many bits.
    // Cost: linear in the size of the file; the bytes are not copied.
    static Result<Level> from_bytes(FileBytes bytes, std::string_view source_name = "");

    // The level in the data that `compile` returns, without a file in between. It is checked as in
    // from_bytes. Errors and cost: as of from_bytes; the data is copied once.
    static Result<Level> from_data(const LevelData& data, std::string_view source_name = "");

    // A grid step is 2^-grid_exponent map units.
    std::int32_t grid_exponent() const { return view_.grid_exponent; }
    // Map units in a metre.
    double units_per_metre() const { return view_.units_per_metre; }

    // The records of each section. LevelArrays (sections.h) says what each array holds.
    std::span<const PlaneRecord> planes() const { return view_.planes; }
    std::span<const NodeRecord> nodes() const { return view_.nodes; }
    std::span<const LeafRecord> leaves() const { return view_.leaves; }
    std::span<const FaceRecord> faces() const { return view_.faces; }
    std::span<const std::uint32_t> face_vertices() const { return view_.face_vertices; }
    std::span<const TexcoordRecord> face_texcoords() const { return view_.face_texcoords; }
    std::span<const VertexRecord> vertices() const { return view_.vertices; }
    std::span<const NodeFacesRecord> node_faces() const { return view_.node_faces; }
    std::span<const BrushRecord> brushes() const { return view_.brushes; }
    std::span<const SideRecord> sides() const { return view_.sides; }
    std::span<const ModelRecord> models() const { return view_.models; }
    std::span<const EntityRecord> entities() const { return view_.entities; }
    std::span<const KeyRecord> keys() const { return view_.keys; }
    std::span<const MaterialRecord> materials() const { return view_.materials; }
    std::span<const SpaceRecord> spaces() const { return view_.spaces; }
    std::span<const std::int32_t> space_roots() const { return view_.space_roots; }
    std::span<const ContactRecord> contacts() const { return view_.contacts; }
    std::span<const std::uint32_t> bevels() const { return view_.bevels; }
    std::span<const LeftOutRecord> left_out() const { return view_.left_out; }
    std::span<const ScaledPlaneRecord> scaled_planes() const { return view_.scaled_planes; }
    std::span<const WalkNodeRecord> walk_nodes() const { return view_.walk_nodes; }
    std::span<const std::uint32_t> walk_sources() const { return view_.walk_sources; }
    std::span<const std::uint32_t> walk_roots() const { return view_.walk_roots; }
    std::span<const WalkNodeRecord> draw_nodes() const { return view_.draw_nodes; }
    std::span<const std::uint32_t> hull_roots() const { return view_.hull_roots; }
    std::span<const HullRecord> hulls() const { return view_.hulls; }
    std::span<const Vec3> hull_corners() const { return view_.hull_corners; }
    std::span<const HullPlaneRecord> hull_planes() const { return view_.hull_planes; }
    std::span<const PictureRecord> pictures() const { return view_.pictures; }
    // The file of a picture. REQUIRES: picture < pictures().size().
    std::span<const std::byte> picture_file(std::size_t picture) const {
        const PictureRecord& record = view_.pictures[picture];
        return std::as_bytes(view_.picture_bytes.subspan(record.first_byte, record.byte_count));
    }
    std::span<const ClusterRecord> clusters() const { return view_.clusters; }
    std::span<const std::int32_t> cluster_roots() const { return view_.cluster_roots; }
    std::span<const std::uint32_t> cluster_walk_roots() const { return view_.cluster_walk_roots; }
    std::span<const PortalRecord> portals() const { return view_.portals; }
    std::span<const Vec3> portal_corners() const { return view_.portal_corners; }
    std::span<const std::uint32_t> face_cluster_starts() const { return view_.face_cluster_starts; }
    std::span<const std::uint32_t> face_clusters() const { return view_.face_clusters; }
    std::span<const std::uint32_t> visible_starts() const { return view_.visible_starts; }
    std::span<const std::uint8_t> visible_bytes() const { return view_.visible_bytes; }
    std::span<const AreaPortalRecord> area_portals() const { return view_.area_portals; }
    std::span<const NavMeshRecord> nav_meshes() const { return view_.nav_meshes; }
    std::span<const NavPolygonRecord> nav_polygons() const { return view_.nav_polygons; }
    std::span<const NavEdgeRecord> nav_edges() const { return view_.nav_edges; }
    std::span<const Vec3> nav_vertices() const { return view_.nav_vertices; }
    std::span<const NavStepRecord> nav_steps() const { return view_.nav_steps; }
    std::span<const NavLinkRecord> nav_links() const { return view_.nav_links; }
    std::span<const NavDoorRecord> nav_doors() const { return view_.nav_doors; }
    std::span<const NavAreaRecord> nav_areas() const { return view_.nav_areas; }
    const StatisticsRecord& statistics() const { return view_.statistics.front(); }

    // All sections in one struct, for for_each_section.
    const LevelView& view() const { return view_; }

    // The plane of an id, in grid steps. REQUIRES: id.pair() < planes().size().
    ExactPlane plane(PlaneId id) const;

    // A plane in doubles: the numbers of its ScaledPlaneRecord. REQUIRES: plane < planes().size().
    Plane scaled_plane(std::uint32_t plane) const;

    // The plane of a walk node or draw node in doubles. If it is axial, its normal has length 1;
    // else it is the scaled plane.
    Plane plane(const WalkNodeRecord& node) const;

    // The text at an offset. A NUL follows the text. It lives as long as the level or a copy of the
    // level. Cost: the length of the text. REQUIRES: a record of the level holds this offset.
    std::string_view string(std::uint32_t offset) const { return view_.strings.data() + offset; }

    // The name of a material, as the source wrote it. REQUIRES: id.value < materials().size().
    std::string_view material_name(MaterialId id) const {
        return string(view_.materials[id.value].name);
    }

    // The contents of a leaf. REQUIRES: leaf.value < leaves().size().
    Contents contents(LeafId leaf) const {
        return static_cast<Contents>(view_.leaves[leaf.value].contents);
    }

    // The corners and the planes of a hull. REQUIRES: hull < hulls().size().
    std::span<const Vec3> corners_of_hull(std::size_t hull) const;
    std::span<const HullPlaneRecord> planes_of_hull(std::size_t hull) const;

    // The contacts of a node. REQUIRES: node < nodes().size().
    std::span<const ContactRecord> contacts_of(NodeId node) const;

    // The root of a model's tree for a space, written like a child of a node (NodeRecord).
    // REQUIRES: model and space in range.
    std::int32_t root(ModelId model, SpaceId space) const {
        return view_.space_roots[model.value * view_.spaces.size() + space.value];
    }

    // The root of a model's walk tree for a space, written like a child of a WalkNodeRecord.
    // REQUIRES: model and space in range.
    std::uint32_t walk_root(ModelId model, SpaceId space) const {
        return view_.walk_roots[model.value * view_.spaces.size() + space.value];
    }

    // The smallest box of doubles around the brushes, polygons or curves of the model, map units,
    // where the editor placed them. Empty (see is_empty) if there are none. Brushes that fill
    // nothing, like hints, do not count. REQUIRES: model in range.
    Aabb model_bounds(ModelId model) const;

    // The box around all drawn faces of a model, where the editor placed it, map units. If nothing
    // is drawn: tree_box. REQUIRES: model in range.
    Aabb drawn_box(ModelId model) const;

    // The box of the model's tree, map units. Outside of it the model is empty. The compiler makes
    // it larger than model_bounds on every side; in a file both may be equal. REQUIRES: model in
    // range.
    Aabb tree_box(ModelId model) const;

    // The error of a node's distance in doubles. Let p be a point in the box of a model's tree, and
    // n, d the plane of a ScaledPlaneRecord or of a walk node or draw node. Compute
    // n.x * p.x + n.y * p.y + n.z * p.z - d in doubles. If the result is farther from 0 than
    // filter_bound(), its sign is right. The bound has the unit of the result: map units, scaled as
    // the plane is (scaled_plane in derive.h). This holds for any order of the terms, and with or
    // without fused multiply-adds.
    double filter_bound() const { return filter_bound_; }

    // The bytes of the .hsw file.
    std::span<const std::byte> bytes() const {
        return bytes_.get() == nullptr ? std::span<const std::byte>() : bytes_.get()->bytes();
    }

    // XXH3 (64 bits) of the file behind its checksum, which its header holds: it tells levels
    // apart. 0 for an empty level.
    std::uint64_t checksum() const;

private:
    Shared<FileBytes> bytes_;
    LevelView view_;  // into bytes_
    double filter_bound_ = 0;
};

// Reads and checks an .hsw file. Errors name the path: the system's (Io), and those of from_bytes.
Result<Level> load_level(const std::string& path);

// The same without a copy of the file: the system keeps it once for all processes that map it.
// Nobody may write into it meanwhile; to replace it by a rename is safe (base/file_bytes.h). Its
// checks need memory for a while, which malloc may keep: glibc's malloc_trim gives it back.
Result<Level> map_level(const std::string& path);

}  // namespace halfspace
