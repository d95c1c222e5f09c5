// SPDX-License-Identifier: MIT
// A compiled world: flat immutable arrays, as they lie in an .hsw file. Queries read them, nothing
// changes them, so any number of threads may share a level.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/base/shared_bytes.h"
#include "halfspace/exact/plane.h"
#include "halfspace/level/sections.h"
#include "halfspace/math/aabb.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// The bytes of an .hsw file: the same for equal data, on every machine. Nothing is checked here:
// from_bytes refuses the file if the data breaks a rule of docs/file_format.md.
std::vector<std::byte> write_level(const LevelData& data);

// Read-only arrays in one block of bytes. The level owns the block; copies share it.
class Level {
public:
    // The level in the bytes of a file. Everything is checked here: the header, the place and size
    // of each section, and every index in every record. So no query can leave an array or run in a
    // circle. source_name: stands in errors as the file.
    // Errors: Damaged (names the section and the record), Unsupported (another major version).
    // Cost: linear in the size of the file; the bytes are not copied.
    static Result<Level> from_bytes(std::vector<std::byte> bytes,
                                    std::string_view source_name = "");

    // The level of what `compile` made, without a file in between. Checked as in from_bytes.
    // Errors and cost: those of from_bytes.
    static Result<Level> from_data(const LevelData& data, std::string_view source_name = "");

    // A grid step is 2^-grid_exponent map units.
    std::int32_t grid_exponent() const { return view_.grid_exponent; }
    double units_per_metre() const { return view_.units_per_metre; }

    // The records, section by section: LevelArrays says what each holds.
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
    const StatisticsRecord& statistics() const { return view_.statistics.front(); }

    // All sections at once, for for_each_section.
    const LevelView& view() const { return view_; }

    // The plane of an id, in grid steps. REQUIRES: id.pair() < planes().size().
    ExactPlane plane(PlaneId id) const;

    // The text at an offset that a record names. It lives as long as the level or a copy of it, and
    // a NUL follows it. REQUIRES: the offset is one of a record.
    std::string_view string(std::uint32_t offset) const { return view_.strings.data() + offset; }

    // The name of a material as the source wrote it. REQUIRES: id.value < materials().size().
    std::string_view material_name(MaterialId id) const {
        return string(view_.materials[id.value].name);
    }

    // What fills a leaf. REQUIRES: leaf.value < leaves().size().
    Contents contents(LeafId leaf) const {
        return static_cast<Contents>(view_.leaves[leaf.value].contents);
    }

    // The root of a model's tree for a space, written like a child of a node. REQUIRES: both exist.
    std::int32_t root(ModelId model, SpaceId space) const {
        return view_.space_roots[model.value * view_.spaces.size() + space.value];
    }

    // The smallest box of doubles around the brushes, polygons or curves of the model, map units,
    // where the editor placed it. Empty (see is_empty) if the model has none of them. Brushes that
    // fill nothing, like hints, do not count. REQUIRES: the model exists.
    Aabb model_bounds(ModelId model) const;

    // The box of the model's tree, map units: outside of it the model is empty. It is larger than
    // model_bounds on every side. REQUIRES: the model exists.
    Aabb tree_box(ModelId model) const;

    // How wrong a distance in doubles may be, in map units. Let p be a point in the box of a
    // model's tree and (n, d) the scaled plane of a node. If n.x * p.x + n.y * p.y + n.z * p.z - d
    // is computed in doubles, in any order and with or without fused multiply-adds, then a result
    // beyond +-filter_bound() has the right sign.
    double filter_bound() const { return filter_bound_; }

    // The bytes of the file.
    std::span<const std::byte> bytes() const { return bytes_.span(); }

private:
    Level() = default;

    SharedBytes bytes_;
    LevelView view_;  // into bytes_
    double filter_bound_ = 0;
};

// Reads and checks a file. Errors: Io (with the system's reason), and those of from_bytes, all with
// the path.
Result<Level> load_level(const std::string& path);

}  // namespace halfspace
