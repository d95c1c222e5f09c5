// SPDX-License-Identifier: MIT
#include "halfspace/level/level.h"

#include "halfspace/base/file.h"

#include "level/check_level.h"
#include "level/file_layout.h"
#include "level/read_frame.h"
#include "level/scaled_plane.h"
#include "level/shared/record_box.h"
#include "level/shared/walk_nodes.h"

#include <cassert>
#include <cstring>
#include <limits>

namespace halfspace {
namespace {

// The records of a level with nothing in it.
namespace nothing {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr LeafRecord kOutside{};
constexpr ModelRecord kWorld{.root = -1,
                             .entity = 0,
                             .first_face = 0,
                             .face_count = 0,
                             .min = {},
                             .max = {},
                             .bounds_min = {kInfinity, kInfinity, kInfinity},
                             .bounds_max = {-kInfinity, -kInfinity, -kInfinity},
                             .origin = {},
                             .flags = 0,
                             .draw_root = kWalkLeaf};
constexpr EntityRecord kWorldEntity{};
constexpr StatisticsRecord kStatistics{};
constexpr NodeFacesRecord kEndOfNodeFaces{};
constexpr SpaceRecord kPoint{};
constexpr std::int32_t kRoot = -1;
constexpr WalkChild kWalkRoot = walk_leaf(Contents::Empty);
constexpr WalkChild kHullRoot = kWalkLeaf;
constexpr std::string_view kStrings{"point\0", 6};

}  // namespace nothing

std::unexpected<Error> located(Error error, std::string_view source_name) {
    error.where.file = source_name;
    return std::unexpected(std::move(error));
}

// The part of `taken` from the number `first` of a record up to that of the next record.
template <class Record, class Taken>
std::span<const Taken> part_of(std::span<const Record> records,
                               std::size_t record,
                               std::uint32_t Record::* first,
                               std::span<const Taken> taken) {
    const std::size_t begin = records[record].*first;
    const std::size_t end = record + 1 < records.size() ? records[record + 1].*first : taken.size();
    return taken.subspan(begin, end - begin);
}

}  // namespace

Level::Level() {
    view_.leaves = {&nothing::kOutside, 1};
    view_.models = {&nothing::kWorld, 1};
    view_.entities = {&nothing::kWorldEntity, 1};
    view_.strings = nothing::kStrings;
    view_.statistics = {&nothing::kStatistics, 1};
    view_.node_faces = {&nothing::kEndOfNodeFaces, 1};
    view_.spaces = {&nothing::kPoint, 1};
    view_.space_roots = {&nothing::kRoot, 1};
    view_.walk_roots = {&nothing::kWalkRoot, 1};
    view_.hull_roots = {&nothing::kHullRoot, 1};
}

Result<Level> Level::from_bytes(FileBytes bytes, std::string_view source_name) {
    Level level;
    level.bytes_ = Shared(std::move(bytes));
    const Result<FileFrame> frame = read_frame(level.bytes());
    if (!frame) {
        return located(frame.error(), source_name);
    }
    level.view_ =
        view_of(frame->sections, frame->header.grid_exponent, frame->header.units_per_metre);
    if (const Result<void> checked = check_level(level.view_); !checked) {
        return located(checked.error(), source_name);
    }
    level.filter_bound_ =
        halfspace::filter_bound(level.view_.planes, level.view_.models, level.view_.grid_exponent);
    return level;
}

Result<Level> Level::from_data(const LevelData& data, std::string_view source_name) {
    return from_bytes(write_level(data), source_name);
}

ExactPlane Level::plane(PlaneId id) const {
    const ExactPlane plane = exact_plane(view_.planes[id.pair()]);
    return id.is_flipped() ? flipped(plane) : plane;
}

std::span<const ContactRecord> Level::contacts_of(NodeId id) const {
    return part_of(view_.nodes, id.value, &NodeRecord::first_contact, view_.contacts);
}

std::span<const Vec3> Level::corners_of_hull(std::size_t hull) const {
    return part_of(view_.hulls, hull, &HullRecord::first_corner, view_.hull_corners);
}

std::span<const HullPlaneRecord> Level::planes_of_hull(std::size_t hull) const {
    return part_of(view_.hulls, hull, &HullRecord::first_plane, view_.hull_planes);
}

Plane Level::scaled_plane(std::uint32_t plane) const {
    const ScaledPlaneRecord& record = view_.scaled_planes[plane];
    return {vec3_of(record.n), record.d};
}

Plane Level::plane(const WalkNodeRecord& node) const {
    const std::uint32_t axis = walk_axis(node);
    if (axis == 3) {
        return scaled_plane(static_cast<std::uint32_t>(node.plane));
    }
    Plane plane{{}, walk_coordinate(node)};
    plane.n[axis] = 1;
    return plane;
}

Aabb Level::model_bounds(ModelId model) const {
    assert(model.value < view_.models.size());
    const ModelRecord& record = view_.models[model.value];
    return {vec3_of(record.bounds_min), vec3_of(record.bounds_max)};
}

Aabb Level::drawn_box(ModelId model) const {
    assert(model.value < view_.models.size());
    const ModelRecord& record = view_.models[model.value];
    return is_leaf(record.draw_root) ? box_of(record)
                                     : box_of(view_.node_faces[node_index(record.draw_root)]);
}

Aabb Level::tree_box(ModelId model) const {
    assert(model.value < view_.models.size());
    return box_of(view_.models[model.value]);
}

std::uint64_t Level::checksum() const {
    std::uint64_t checksum = 0;
    if (!bytes().empty()) {
        std::memcpy(&checksum, bytes().data() + kChecksumOffset, sizeof(checksum));
    }
    return checksum;
}

Result<Level> map_level(const std::string& path) {
    Result<FileBytes> bytes = FileBytes::map(path);
    if (!bytes) {
        return std::unexpected(std::move(bytes.error()));
    }
    return Level::from_bytes(*std::move(bytes), path);
}

Result<Level> load_level(const std::string& path) {
    Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) {
        return std::unexpected(std::move(bytes.error()));
    }
    return Level::from_bytes(std::move(*bytes), path);
}

}  // namespace halfspace
