// SPDX-License-Identifier: MIT
#include "render/paint/frame.h"

#include "halfspace/tasks/parallel_for.h"

#include <algorithm>
#include <vector>

namespace halfspace {
namespace {

constexpr std::size_t kChunk = 512;  // polygons that one thread projects at a time

std::int32_t tiles_across(std::uint32_t pixels) {
    return static_cast<std::int32_t>((pixels + kTileSize - 1) / kTileSize);
}

bool is_invisible(const FaceRecord& face) {
    return opacity_of(face) == 0;
}

}  // namespace

Frame::Frame(const PolygonList& list,
             const Level& level,
             const Camera& camera,
             const PaintOptions& options)
    : threads_(options.threads) {
    const std::size_t count = list.polygons.size();
    chunks_.resize((count + kChunk - 1) / kChunk);
    parallel_for(chunks_.size(), threads_, [&](std::size_t i) {
        chunks_[i] = project(list, camera, i * kChunk, std::min((i + 1) * kChunk, count));
        std::erase_if(chunks_[i].polygons, [&](const ProjectedPolygon& polygon) {
            const std::uint32_t face = list.polygons[polygon.polygon].face;
            return face != kNone && is_invisible(level.faces()[face]);
        });
    });
    const std::int32_t columns = tiles_across(options.width);
    const std::int32_t rows = tiles_across(options.height);
    const auto width = static_cast<std::int32_t>(options.width);
    const auto height = static_cast<std::int32_t>(options.height);
    for (std::int32_t y = 0; y < rows; ++y) {
        for (std::int32_t x = 0; x < columns; ++x) {
            tiles_.push_back({x * kTileSize,
                              y * kTileSize,
                              std::min(kTileSize, width - x * kTileSize),
                              std::min(kTileSize, height - y * kTileSize),
                              {}});
        }
    }
    deal(columns);
}

void Frame::deal(std::int32_t columns) {
    polygons_.resize(tiles_.size());
    for (const Projected& chunk : chunks_) {
        for (const ProjectedPolygon& polygon : chunk.polygons) {
            for (std::int32_t y = polygon.min_y / kTileSize; y * kTileSize < polygon.max_y; ++y) {
                for (std::int32_t x = polygon.min_x / kTileSize; x * kTileSize < polygon.max_x;
                     ++x) {
                    const std::int32_t tile = y * columns + x;
                    polygons_[static_cast<std::size_t>(tile)].push_back({&chunk, &polygon});
                }
            }
        }
    }
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
        tiles_[i].polygons = polygons_[i];
    }
}

std::uint64_t Frame::polygon_count() const {
    std::uint64_t count = 0;
    for (const Projected& chunk : chunks_) {
        count += chunk.polygons.size();
    }
    return count;
}

void Frame::for_each_tile(const std::function<void(const Tile&, std::size_t)>& body) const {
    parallel_for(tiles_.size(), threads_, [&](std::size_t i) { body(tiles_[i], i); });
}

}  // namespace halfspace
