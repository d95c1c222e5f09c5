// SPDX-License-Identifier: MIT
#include "texture_atlas.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace halfspace::viewer {
namespace {

constexpr std::uint32_t kUsualPage = 2048;

// The size of a texture with all its copies.
struct Extent {
    std::uint32_t width;
    std::uint32_t height;
};

Extent extent_of(std::span<const Image> copies) {
    Extent extent{copies[0].width, copies[0].height};
    std::uint32_t column = 0;
    for (const Image& copy : copies.subspan(1)) {
        extent.width = std::max(extent.width, copies[0].width + copy.width);
        column += copy.height;
    }
    extent.height = std::max(extent.height, column);
    return extent;
}

// The texture without the copies that do not fit into a page.
std::span<const Image> fitting(const MipTexture& texture, std::uint32_t largest) {
    std::span<const Image> copies = texture.levels;
    while (copies.size() > 1) {
        const Extent extent = extent_of(copies);
        if (extent.width <= largest && extent.height <= largest) {
            break;
        }
        copies = copies.subspan(1);
    }
    return copies;
}

void draw(Image& page, const Image& picture, std::uint32_t x, std::uint32_t y) {
    for (std::uint32_t row = 0; row < picture.height; ++row) {
        std::copy_n(&picture.at(0, row), picture.width, &page.at(x, y + row));
    }
}

void draw_copies(Image& page, std::span<const Image> copies, const AtlasPlace& place) {
    draw(page, copies[0], place.x, place.y);
    std::uint32_t y = place.y;
    for (const Image& copy : copies.subspan(1)) {
        draw(page, copy, std::uint32_t{place.x} + copies[0].width, y);
        y += copy.height;
    }
}

}  // namespace

// Shelves: textures from high to low fill rows from left to right.
TextureAtlas pack_textures(const TextureSet& textures, std::size_t count, std::uint32_t largest) {
    TextureAtlas atlas;
    atlas.places.resize(count);
    std::vector<std::span<const Image>> copies;
    std::vector<Extent> extents;
    atlas.size = std::min(kUsualPage, largest);
    for (std::size_t i = 0; i < count; ++i) {
        copies.push_back(fitting(textures.of(static_cast<std::uint32_t>(i)), largest));
        extents.push_back(extent_of(copies.back()));
        atlas.size = std::max({atlas.size, extents.back().width, extents.back().height});
    }
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return extents[a].height > extents[b].height; });
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t shelf = 0;
    const auto add_page = [&] {
        atlas.pages.push_back({atlas.size, atlas.size, {}});
        atlas.pages.back().pixels.resize(std::size_t{atlas.size} * atlas.size);
        x = y = shelf = 0;
    };
    add_page();
    for (const std::size_t i : order) {
        if (x + extents[i].width > atlas.size) {
            x = 0;
            y += shelf;
            shelf = 0;
        }
        if (y + extents[i].height > atlas.size) {
            add_page();
        }
        shelf = std::max(shelf, extents[i].height);
        atlas.places[i] = {static_cast<std::uint16_t>(x),
                           static_cast<std::uint16_t>(y),
                           static_cast<std::uint16_t>(copies[i][0].width),
                           static_cast<std::uint16_t>(copies[i][0].height),
                           static_cast<std::uint16_t>(atlas.pages.size() - 1)};
        draw_copies(atlas.pages.back(), copies[i], atlas.places[i]);
        x += extents[i].width;
    }
    return atlas;
}

}  // namespace halfspace::viewer
