// SPDX-License-Identifier: MIT
#include "halfspace/level/level.h"

#include "halfspace/base/file.h"

#include "level/check_level.h"
#include "level/read_frame.h"
#include "level/scaled_plane.h"

#include <cassert>
#include <new>
#include <type_traits>

namespace halfspace {
namespace {

// The records as they lie in the file. Sections are aligned to 64 bytes within it, and the bytes
// come from operator new, so every record is aligned as its type wants.
template <class Record>
std::span<const Record> records(const SectionBytes& sections, SectionId id) {
    static_assert(std::is_trivially_copyable_v<Record>);
    static_assert(alignof(Record) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    const std::span<const std::byte> bytes = sections[index_of(id)];
    assert(reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Record) == 0);
    return {reinterpret_cast<const Record*>(bytes.data()), bytes.size() / sizeof(Record)};
}

std::unexpected<Error> located(Error error, std::string_view source_name) {
    error.where.file = source_name;
    return std::unexpected(std::move(error));
}

}  // namespace

Result<Level> Level::from_bytes(std::vector<std::byte> bytes, std::string_view source_name) {
    const Result<FileFrame> frame = read_frame(bytes);
    if (!frame) {
        return located(frame.error(), source_name);
    }
    Level level;
    // Moving a vector leaves its elements where they are.
    level.bytes_ = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    level.grid_exponent_ = frame->header.grid_exponent;
    level.units_per_metre_ = frame->header.units_per_metre;
    const SectionBytes& sections = frame->sections;
    level.planes_ = records<PlaneRecord>(sections, SectionId::Planes);
    level.nodes_ = records<NodeRecord>(sections, SectionId::Nodes);
    level.leaves_ = records<LeafRecord>(sections, SectionId::Leaves);
    level.faces_ = records<FaceRecord>(sections, SectionId::Faces);
    level.face_vertices_ = records<std::uint32_t>(sections, SectionId::FaceVertices);
    level.face_texcoords_ = records<TexcoordRecord>(sections, SectionId::FaceTexcoords);
    level.node_faces_ = records<NodeFacesRecord>(sections, SectionId::NodeFaces);
    level.vertices_ = records<VertexRecord>(sections, SectionId::Vertices);
    level.brushes_ = records<BrushRecord>(sections, SectionId::Brushes);
    level.sides_ = records<SideRecord>(sections, SectionId::Sides);
    level.models_ = records<ModelRecord>(sections, SectionId::Models);
    level.entities_ = records<EntityRecord>(sections, SectionId::Entities);
    level.keys_ = records<KeyRecord>(sections, SectionId::Keys);
    level.materials_ = records<MaterialRecord>(sections, SectionId::Materials);
    level.spaces_ = records<SpaceRecord>(sections, SectionId::Spaces);
    level.space_roots_ = records<std::int32_t>(sections, SectionId::SpaceRoots);
    level.contacts_ = records<ContactRecord>(sections, SectionId::Contacts);
    level.bevels_ = records<std::uint32_t>(sections, SectionId::Bevels);
    level.strings_ = records<char>(sections, SectionId::Strings);
    level.statistics_ = records<StatisticsRecord>(sections, SectionId::Statistics).data();
    if (const Result<void> checked = check_level(level, level.strings_); !checked) {
        return located(checked.error(), source_name);
    }
    level.filter_bound_ =
        halfspace::filter_bound(level.planes_, level.models_, level.grid_exponent_);
    return level;
}

ExactPlane Level::plane(PlaneId id) const {
    const ExactPlane plane = exact_plane(planes_[id.pair()]);
    return id.is_flipped() ? flipped(plane) : plane;
}

std::string_view Level::string(std::uint32_t offset) const {
    // The last text ends with a NUL, so every text does.
    return strings_.data() + offset;
}

Result<Level> load_level(const std::string& path) {
    Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) {
        return std::unexpected(std::move(bytes.error()));
    }
    return Level::from_bytes(std::move(*bytes), path);
}

}  // namespace halfspace
