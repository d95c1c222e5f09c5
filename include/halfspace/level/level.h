// SPDX-License-Identifier: MIT
// A compiled world: flat immutable arrays, as they lie in an .hsw file. Queries read them, nothing
// changes them, so any number of threads may share a level.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/exact/plane_table.h"
#include "halfspace/level/records.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/plane.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// The arrays while a compiler fills them. See records.h for what each holds.
struct LevelData {
    std::int32_t grid_exponent = 0;  // a grid step is 2^-grid_exponent map units
    double units_per_metre = 32;
    std::vector<PlaneRecord> planes;
    std::vector<NodeRecord> nodes;
    std::vector<LeafRecord> leaves;  // leaf 0 is the outside of every model's box
    std::vector<FaceRecord> faces;
    std::vector<std::uint32_t> face_vertices;
    std::vector<TexcoordRecord> face_texcoords;  // beside face_vertices
    std::vector<VertexRecord> vertices;
    std::vector<NodeFacesRecord> node_faces;  // beside nodes, and one more
    std::vector<BrushRecord> brushes;
    std::vector<SideRecord> sides;
    std::vector<ModelRecord> models;
    std::vector<EntityRecord> entities;
    std::vector<KeyRecord> keys;
    std::vector<MaterialRecord> materials;
    std::vector<SpaceRecord> spaces;  // space 0 is that of the point
    // Where the tree of each model begins for each space: that of space s of model m is
    // space_roots[m * spaces.size() + s].
    std::vector<std::int32_t> space_roots;
    std::vector<ContactRecord> contacts;  // by node
    std::vector<std::uint32_t> bevels;    // plane ids that look out of their brush, by brush
    std::vector<char> strings;
    StatisticsRecord statistics{};
};

// The bytes of an .hsw file: the same for equal data, on every machine. Nothing is checked here:
// data that breaks a rule of docs/file_format.md gives a file that from_bytes refuses.
std::vector<std::byte> write_level(const LevelData& data);

// Read-only views into one block of bytes, which the level owns (copies share it).
class Level {
public:
    // Checks everything before it is used: magic, version, checksum, each section's place and
    // count, and every index in every record, so that no query can leave an array or run in a
    // circle. Errors: Damaged (which section, what), Unsupported (another major version).
    // Linear in the size of the file; no copy is made.
    static Result<Level> from_bytes(std::vector<std::byte> bytes,
                                    std::string_view source_name = "");

    std::int32_t grid_exponent() const { return grid_exponent_; }
    double units_per_metre() const { return units_per_metre_; }

    std::span<const PlaneRecord> planes() const { return planes_; }
    std::span<const NodeRecord> nodes() const { return nodes_; }
    std::span<const LeafRecord> leaves() const { return leaves_; }
    std::span<const FaceRecord> faces() const { return faces_; }
    std::span<const std::uint32_t> face_vertices() const { return face_vertices_; }
    std::span<const TexcoordRecord> face_texcoords() const { return face_texcoords_; }
    std::span<const VertexRecord> vertices() const { return vertices_; }
    std::span<const NodeFacesRecord> node_faces() const { return node_faces_; }
    std::span<const BrushRecord> brushes() const { return brushes_; }
    std::span<const SideRecord> sides() const { return sides_; }
    std::span<const ModelRecord> models() const { return models_; }
    std::span<const EntityRecord> entities() const { return entities_; }
    std::span<const KeyRecord> keys() const { return keys_; }
    std::span<const MaterialRecord> materials() const { return materials_; }
    std::span<const SpaceRecord> spaces() const { return spaces_; }
    std::span<const std::int32_t> space_roots() const { return space_roots_; }
    std::span<const ContactRecord> contacts() const { return contacts_; }
    std::span<const std::uint32_t> bevels() const { return bevels_; }
    const StatisticsRecord& statistics() const { return *statistics_; }

    // The plane of an id (record times two, plus one if turned), in grid steps. REQUIRES: in range.
    ExactPlane plane(PlaneId id) const;
    // The NUL-terminated text at an offset of a KeyRecord or MaterialRecord. REQUIRES: in range.
    std::string_view string(std::uint32_t offset) const;
    Contents contents(LeafId leaf) const {
        return static_cast<Contents>(leaves_[leaf.value].contents);
    }
    // The root of a model's tree for a space, as ModelRecord::root. REQUIRES: both in range.
    std::int32_t root(ModelId model, SpaceId space) const {
        return space_roots_[model.value * spaces_.size() + space.value];
    }

    // How far the distance of a point within a model's box to a (scaled) plane of the file may be
    // off when it is computed in doubles as n.x * x + n.y * y + n.z * z - d, in any order of the
    // terms, with or without fused multiply-adds; so a larger |distance| has the right sign. Map
    // units.
    double filter_bound() const { return filter_bound_; }

    // The bytes of the file.
    std::span<const std::byte> bytes() const { return *bytes_; }

private:
    Level() = default;

    std::shared_ptr<const std::vector<std::byte>> bytes_;
    std::int32_t grid_exponent_ = 0;
    double units_per_metre_ = 32;
    double filter_bound_ = 0;
    std::span<const PlaneRecord> planes_;
    std::span<const NodeRecord> nodes_;
    std::span<const LeafRecord> leaves_;
    std::span<const FaceRecord> faces_;
    std::span<const std::uint32_t> face_vertices_;
    std::span<const TexcoordRecord> face_texcoords_;
    std::span<const VertexRecord> vertices_;
    std::span<const NodeFacesRecord> node_faces_;
    std::span<const BrushRecord> brushes_;
    std::span<const SideRecord> sides_;
    std::span<const ModelRecord> models_;
    std::span<const EntityRecord> entities_;
    std::span<const KeyRecord> keys_;
    std::span<const MaterialRecord> materials_;
    std::span<const SpaceRecord> spaces_;
    std::span<const std::int32_t> space_roots_;
    std::span<const ContactRecord> contacts_;
    std::span<const std::uint32_t> bevels_;
    std::span<const char> strings_;
    const StatisticsRecord* statistics_ = nullptr;
};

// Reads and checks a file. Errors: those of read_file and from_bytes, with the path.
Result<Level> load_level(const std::string& path);

// The nearest doubles (ties to even) of a plane in map units, both sides scaled by the power of two
// that brings max |n| into [1/2, 1); only the rounding may then make it 1. Writers and the loader's
// check both use it. REQUIRES: n is not zero, 0 <= grid_exponent <= 10.
Plane scaled_plane(const ExactPlane& plane, int grid_exponent);

// The axis that NodeRecord::flags hold for a node in this plane.
std::uint32_t node_axis(const ExactPlane& plane);

// The node_faces that belong to these nodes and faces. Writers and the loader's check both use it.
// REQUIRES: children come after their parents, faces in the order of FaceRecord, all indices valid.
std::vector<NodeFacesRecord> node_faces(std::span<const NodeRecord> nodes,
                                        std::span<const FaceRecord> faces,
                                        std::span<const std::uint32_t> face_vertices,
                                        std::span<const VertexRecord> vertices);

// The flags of node n that say what is drawn there: the bits at kNodeDrawnShift and kNodeTwoSided.
// REQUIRES: as node_faces gave them.
std::uint32_t drawn_flags(std::size_t n,
                          std::span<const NodeRecord> nodes,
                          std::span<const FaceRecord> faces,
                          std::span<const NodeFacesRecord> node_faces);

}  // namespace halfspace
