// SPDX-License-Identifier: MIT
// A list of polygons, projected and sorted into the tiles of the picture. Each tile keeps the order
// of the list. Tiles share nothing, so threads may paint them in any order.
#pragma once

#include "halfspace/render/painter.h"

#include "render/paint/projection.h"
#include "render/paint/raster.h"
#include "render/paint/shader.h"

#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace halfspace {

struct TilePolygon {
    const Projected* owner = nullptr;
    const ProjectedPolygon* polygon = nullptr;
};

struct Tile {
    std::int32_t first_x = 0;
    std::int32_t first_y = 0;
    std::int32_t width = 0;  // kTileSize, less at the right border of the picture
    std::int32_t height = 0;
    std::span<const TilePolygon> polygons;

    // A bit for each column of the tile.
    std::uint64_t columns() const {
        return width == kTileSize ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    }
};

class Frame {
public:
    // Leaves out polygons with opacity 0; they are invisible in every view.
    Frame(const PolygonList& list,
          const Level& level,
          const Camera& camera,
          const PaintOptions& options);
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    std::uint64_t polygon_count() const;
    std::size_t tile_count() const { return tiles_.size(); }

    // Calls body(tile, its index) for every tile, on several threads.
    void for_each_tile(const std::function<void(const Tile&, std::size_t)>& body) const;

private:
    void deal(std::int32_t columns);

    unsigned threads_;
    std::vector<Projected> chunks_;
    std::vector<std::vector<TilePolygon>> polygons_;  // of each tile
    std::vector<Tile> tiles_;
};

// Calls visit(run) for each unbroken run of set bits in row y (of the picture) of a tile.
template <class Visit>
void for_each_pixel_run(std::uint64_t bits, const Tile& tile, std::int32_t y, Visit&& visit) {
    while (bits != 0) {
        const int first = std::countr_zero(bits);
        const int count = std::countr_one(bits >> first);
        visit(PixelRun{y, tile.first_x + first, count});
        bits &= bits + (bits & (~bits + 1));  // the carry clears the lowest run
    }
}

}  // namespace halfspace
