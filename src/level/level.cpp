// SPDX-License-Identifier: MIT
#include "halfspace/level/level.h"

#include "halfspace/base/file.h"

#include "level/check_level.h"
#include "level/read_frame.h"
#include "level/scaled_plane.h"

namespace halfspace {
namespace {

std::unexpected<Error> located(Error error, std::string_view source_name) {
    error.where.file = source_name;
    return std::unexpected(std::move(error));
}

Aabb box_between(const double (&min)[3], const double (&max)[3]) {
    return {{min[0], min[1], min[2]}, {max[0], max[1], max[2]}};
}

}  // namespace

Result<Level> Level::from_bytes(std::vector<std::byte> bytes, std::string_view source_name) {
    Level level;
    level.bytes_ = SharedBytes(std::move(bytes));
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

Aabb Level::model_bounds(ModelId model) const {
    const ModelRecord& record = view_.models[model.value];
    return box_between(record.bounds_min, record.bounds_max);
}

Aabb Level::tree_box(ModelId model) const {
    const ModelRecord& record = view_.models[model.value];
    return box_between(record.min, record.max);
}

Result<Level> load_level(const std::string& path) {
    Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) {
        return std::unexpected(std::move(bytes.error()));
    }
    return Level::from_bytes(std::move(*bytes), path);
}

}  // namespace halfspace
