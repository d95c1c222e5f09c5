// SPDX-License-Identifier: MIT
#include "halfspace/render/painter.h"

#include "halfspace/render/shading.h"

#include "render/paint/blend.h"
#include "render/paint/frame.h"
#include "render/paint/shader.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>

namespace halfspace {
namespace {

constexpr std::size_t kTilePixels = std::size_t{kTileSize} * kTileSize;

Rgba opaque(Rgba colour) {
    colour.a = 255;
    return colour;
}

// Paints one tile from front to back. Of each polygon it paints only pixels that are still open.
class FrontToBackTile {
public:
    FrontToBackTile(const Tile& tile, const Shader& shader, const Rgba& background, Image& image)
        : tile_(&tile), shader_(&shader), background_(background), image_(&image) {
        for (std::int32_t y = 0; y < tile.height; ++y) {
            open_[static_cast<std::size_t>(y)] = tile.columns();
        }
        left_ = tile.width * tile.height;
    }

    std::uint64_t paint() {
        for (const TilePolygon& polygon : tile_->polygons) {
            if (left_ == 0) {
                break;
            }
            add(polygon);
        }
        fill_background();
        return fragments_;
    }

private:
    void add(const TilePolygon& source) {
        const ProjectedPolygon& polygon = *source.polygon;
        const auto rows = rows_of(polygon);
        std::uint64_t any_open = 0;
        for (std::size_t y = rows.first; y < rows.second; ++y) {
            any_open |= open_[y];
        }
        if (any_open == 0) {
            return;
        }
        cover(source.owner->corners_of(polygon), tile_->first_x, tile_->first_y, mask_);
        std::uint64_t any_bits = 0;
        for (std::size_t y = rows.first; y < rows.second; ++y) {
            mask_[y] &= open_[y];
            any_bits |= mask_[y];
        }
        if (any_bits == 0) {
            return;
        }
        const Surface surface = shader_->surface(polygon);
        for (std::size_t y = rows.first; y < rows.second; ++y) {
            const std::int32_t row = tile_->first_y + static_cast<std::int32_t>(y);
            for_each_pixel_run(mask_[y], *tile_, row, [&](const PixelRun& run) {
                shader_->shade(polygon, surface, *source.owner, run, colours_);
                put(run, y);
            });
        }
    }

    std::pair<std::size_t, std::size_t> rows_of(const ProjectedPolygon& polygon) const {
        const std::int32_t first = std::max(polygon.min_y - tile_->first_y, 0);
        const std::int32_t last = std::min(polygon.max_y - tile_->first_y, tile_->height);
        return {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
    }

    void put(const PixelRun& run, std::size_t y) {
        fragments_ += static_cast<std::uint64_t>(run.count);
        for (std::int32_t i = 0; i < run.count; ++i) {
            const Rgba& colour = colours_[static_cast<std::size_t>(i)];
            const std::int32_t column = run.first_x + i - tile_->first_x;
            if (colour.a == 255) {
                finish(column, y, colour);
            } else if (colour.a != 0) {
                blend(column, y).add(colour);
            }
        }
    }

    UnderBlend& blend(std::int32_t column, std::size_t y) {
        if (blends_.empty()) {
            blends_.resize(kTilePixels);
        }
        is_blended_[y] |= std::uint64_t{1} << column;
        return blends_[y * kTileSize + static_cast<std::size_t>(column)];
    }

    // An opaque colour closes the pixel.
    void finish(std::int32_t column, std::size_t y, const Rgba& colour) {
        const std::uint64_t bit = std::uint64_t{1} << column;
        open_[y] &= ~bit;
        --left_;
        Rgba& pixel =
            image_->at(static_cast<std::uint32_t>(tile_->first_x + column),
                       static_cast<std::uint32_t>(tile_->first_y) + static_cast<std::uint32_t>(y));
        pixel = (is_blended_[y] & bit) == 0 ? colour : blend(column, y).over(colour);
    }

    void fill_background() {
        for (std::size_t y = 0; y < open_.size(); ++y) {
            while (open_[y] != 0) {
                finish(std::countr_zero(open_[y]), y, background_);
            }
        }
    }

    const Tile* tile_;
    const Shader* shader_;
    Rgba background_;
    Image* image_;
    std::int32_t left_ = 0;  // open pixels
    std::uint64_t fragments_ = 0;
    TileMask open_{};
    TileMask is_blended_{};
    TileMask mask_{};
    std::array<Rgba, kTileSize> colours_{};
    std::vector<UnderBlend> blends_;
};

// Calls visit(polygon, run) for each run of pixels of the tile that a polygon covers.
template <class Visit>
void for_each_covered_run(const Tile& tile, const TilePolygon& polygon, Visit&& visit) {
    TileMask mask;
    cover(polygon.owner->corners_of(*polygon.polygon), tile.first_x, tile.first_y, mask);
    for (std::int32_t y = 0; y < tile.height; ++y) {
        for_each_pixel_run(
            mask[static_cast<std::size_t>(y)] & tile.columns(), tile, tile.first_y + y, visit);
    }
}

std::size_t place_in(const Tile& tile, std::int32_t x, std::int32_t y) {
    return static_cast<std::size_t>(y - tile.first_y) * kTileSize +
           static_cast<std::size_t>(x - tile.first_x);
}

// Sets all pixels of the tile to colour(place in the tile).
template <class Colour>
void write(const Tile& tile, Image& image, Colour&& colour) {
    for (std::int32_t y = tile.first_y; y < tile.first_y + tile.height; ++y) {
        for (std::int32_t x = tile.first_x; x < tile.first_x + tile.width; ++x) {
            image.at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)) =
                colour(place_in(tile, x, y));
        }
    }
}

std::uint64_t paint_back_to_front(const Tile& tile,
                                  const Shader& shader,
                                  const Rgba& background,
                                  Image& image) {
    std::uint64_t fragments = 0;
    std::array<Rgba, kTileSize> colours{};
    std::vector<OverBlend> blends(
        kTilePixels,
        {double{1} * background.r, double{1} * background.g, double{1} * background.b});
    for (const TilePolygon& source : tile.polygons) {
        const Surface surface = shader.surface(*source.polygon);
        for_each_covered_run(tile, source, [&](const PixelRun& run) {
            shader.shade(*source.polygon, surface, *source.owner, run, colours);
            fragments += static_cast<std::uint64_t>(run.count);
            for (std::int32_t i = 0; i < run.count; ++i) {
                blends[place_in(tile, run.first_x + i, run.y)].add(
                    colours[static_cast<std::size_t>(i)]);
            }
        });
    }
    write(tile, image, [&](std::size_t place) { return blends[place].colour(); });
    return fragments;
}

std::uint64_t paint_overdraw(const Tile& tile, Image& image) {
    std::uint64_t fragments = 0;
    std::vector<std::uint32_t> counts(kTilePixels);
    for (const TilePolygon& source : tile.polygons) {
        for_each_covered_run(tile, source, [&](const PixelRun& run) {
            fragments += static_cast<std::uint64_t>(run.count);
            for (std::int32_t i = 0; i < run.count; ++i) {
                ++counts[place_in(tile, run.first_x + i, run.y)];
            }
        });
    }
    write(tile, image, [&](std::size_t place) { return heat_colour(counts[place]); });
    return fragments;
}

}  // namespace

Painting paint(const PolygonList& list,
               const Level& level,
               const TextureSet& textures,
               const View& view,
               const PaintOptions& options) {
    assert(!bad_option(options));
    Painting painting;
    painting.image = {options.width,
                      options.height,
                      std::vector<Rgba>(std::size_t{options.width} * options.height)};
    const Shader shader(list, level, textures, view, options);
    const Frame frame(list, level, shader.camera(), options);
    const Rgba background = opaque(options.background);
    std::vector<std::uint64_t> fragments(frame.tile_count());
    frame.for_each_tile([&](const Tile& tile, std::size_t i) {
        if (options.view == PaintView::Overdraw) {
            fragments[i] = paint_overdraw(tile, painting.image);
        } else if (list.order == DrawOrder::FrontToBack) {
            fragments[i] = FrontToBackTile(tile, shader, background, painting.image).paint();
        } else {
            fragments[i] = paint_back_to_front(tile, shader, background, painting.image);
        }
    });
    painting.polygons = frame.polygon_count();
    for (const std::uint64_t count : fragments) {
        painting.fragments += count;
    }
    return painting;
}

}  // namespace halfspace
