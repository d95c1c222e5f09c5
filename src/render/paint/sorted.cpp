// SPDX-License-Identifier: MIT
#include "halfspace/render/sorted.h"

#include "render/paint/blend.h"
#include "render/paint/frame.h"
#include "render/paint/shader.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <tuple>

namespace halfspace {
namespace {

struct Fragment {
    double depth = 0;
    std::uint32_t place = 0;  // index of the pixel in the tile
    std::uint32_t face = 0;
    std::uint32_t drawn = 0;  // number in the order of the list; 0 is in front
    Rgba colour;
};

// Equal depths do not tell an order. Then the numbers of faces decide, which know nothing of the
// tree's order.
bool is_nearer(const Fragment& a, const Fragment& b) {
    return std::tie(a.depth, a.face, a.drawn) < std::tie(b.depth, b.face, b.drawn);
}

// The visible fragments: all up to the first opaque one.
std::span<const Fragment> seen(std::span<const Fragment> fragments) {
    for (std::size_t i = 0; i < fragments.size(); ++i) {
        if (fragments[i].colour.a == 255) {
            return fragments.first(i + 1);
        }
    }
    return fragments;
}

// Compares the drawn order of two fragments with their order by depth.
DepthOrder order_of(const Fragment& a, const Fragment& b) {
    if (a.drawn >= b.drawn || is_nearer(a, b)) {
        return DepthOrder::Same;
    }
    return a.depth - b.depth < kDepthTie * b.depth ? DepthOrder::Tie : DepthOrder::Different;
}

DepthOrder order_of(std::span<const Fragment> drawn, std::span<const Fragment> sorted) {
    DepthOrder worst = DepthOrder::Same;
    for (const Fragment& a : drawn) {
        for (const Fragment& b : sorted) {
            worst = std::max(worst, order_of(a, b));
        }
    }
    return worst;
}

class SortedTile {
public:
    SortedTile(const Tile& tile, const PolygonList& list, const Shader& shader)
        : tile_(&tile), list_(&list), shader_(&shader) {}

    void collect() {
        const std::span<const TilePolygon> polygons = tile_->polygons;
        for (std::size_t i = 0; i < polygons.size(); ++i) {
            const bool is_reversed = list_->order == DrawOrder::BackToFront;
            add(polygons[is_reversed ? polygons.size() - 1 - i : i], static_cast<std::uint32_t>(i));
        }
        std::stable_sort(fragments_.begin(), fragments_.end(), [](const auto& a, const auto& b) {
            return a.place < b.place;
        });
    }

    std::uint64_t fragment_count() const { return fragments_.size(); }

    void write(const Rgba& background, SortedPainting& painting) {
        std::size_t begin = 0;
        for (std::int32_t y = 0; y < tile_->height; ++y) {
            for (std::int32_t x = 0; x < tile_->width; ++x) {
                const auto place = static_cast<std::uint32_t>(y * kTileSize + x);
                std::size_t end = begin;
                while (end < fragments_.size() && fragments_[end].place == place) {
                    ++end;
                }
                const auto column = static_cast<std::uint32_t>(tile_->first_x + x);
                const auto row = static_cast<std::uint32_t>(tile_->first_y + y);
                const auto drawn =
                    std::span<const Fragment>(fragments_).subspan(begin, end - begin);
                sorted_.assign(drawn.begin(), drawn.end());
                std::sort(sorted_.begin(), sorted_.end(), is_nearer);
                painting.image.at(column, row) = blended(seen(sorted_), background);
                painting.orders[std::size_t{row} * painting.image.width + column] =
                    order_of(seen(drawn), seen(sorted_));
                begin = end;
            }
        }
    }

private:
    void add(const TilePolygon& source, std::uint32_t drawn) {
        const ProjectedPolygon& polygon = *source.polygon;
        const Surface surface = shader_->surface(polygon);
        const std::uint32_t face = list_->polygons[polygon.polygon].face;
        cover(source.owner->corners_of(polygon), tile_->first_x, tile_->first_y, mask_);
        for (std::int32_t y = 0; y < tile_->height; ++y) {
            const std::uint64_t bits = mask_[static_cast<std::size_t>(y)] & tile_->columns();
            for_each_pixel_run(bits, *tile_, tile_->first_y + y, [&](const PixelRun& run) {
                shader_->shade(polygon, surface, *source.owner, run, colours_);
                for (std::int32_t i = 0; i < run.count; ++i) {
                    const std::int32_t x = run.first_x + i;
                    const Rgba& colour = colours_[static_cast<std::size_t>(i)];
                    if (colour.a != 0) {
                        fragments_.push_back(
                            {1 / inverse_depth(polygon.plane, x, run.y),
                             static_cast<std::uint32_t>(y * kTileSize + x - tile_->first_x),
                             face,
                             drawn,
                             colour});
                    }
                }
            });
        }
    }

    static Rgba blended(std::span<const Fragment> fragments, const Rgba& background) {
        UnderBlend blend;
        for (const Fragment& fragment : fragments) {
            if (fragment.colour.a == 255) {
                return blend.over(fragment.colour);
            }
            blend.add(fragment.colour);
        }
        return blend.over(background);
    }

    const Tile* tile_;
    const PolygonList* list_;
    const Shader* shader_;
    TileMask mask_{};
    std::array<Rgba, kTileSize> colours_{};
    std::vector<Fragment> fragments_;
    std::vector<Fragment> sorted_;
};

}  // namespace

SortedPainting paint_sorted(const PolygonList& list,
                            const Level& level,
                            const TextureSet& textures,
                            const View& view,
                            const PaintOptions& options) {
    assert(options.view != PaintView::Overdraw);
    const std::size_t pixels = std::size_t{options.width} * options.height;
    SortedPainting painting;
    painting.image = {options.width, options.height, std::vector<Rgba>(pixels)};
    painting.orders.resize(pixels);
    const Shader shader(list, level, textures, view, options);
    const Frame frame(list, level, shader.camera(), options);
    std::vector<std::uint64_t> fragments(frame.tile_count());
    frame.for_each_tile([&](const Tile& tile, std::size_t i) {
        SortedTile sorted(tile, list, shader);
        sorted.collect();
        sorted.write(options.background, painting);
        fragments[i] = sorted.fragment_count();
    });
    for (const std::uint64_t count : fragments) {
        painting.fragments += count;
    }
    return painting;
}

PaintingDifferences compare(const Image& painted, const SortedPainting& sorted) {
    assert(painted.width == sorted.image.width && painted.height == sorted.image.height);
    PaintingDifferences found;
    found.pixels = painted.pixels.size();
    for (std::size_t i = 0; i < painted.pixels.size(); ++i) {
        const Rgba& a = painted.pixels[i];
        const Rgba& b = sorted.image.pixels[i];
        if (a == b) {
            continue;
        }
        ++found.different;
        found.ties += sorted.orders[i] == DepthOrder::Tie ? 1 : 0;
        const int worst = std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
        found.worst = std::max(found.worst, static_cast<std::uint64_t>(worst));
    }
    return found;
}

}  // namespace halfspace
