// SPDX-License-Identifier: MIT
#include "halfspace/render/drawing.h"
#include "halfspace/render/painter.h"
#include "halfspace/tasks/parallel_for.h"

#include "render/paint/raster.h"
#include "render/plan/letters.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace halfspace {
namespace {

constexpr double kTextRim = 2.5;  // pixels

// A polygon in samples, with the rectangle of samples around it.
struct Shape {
    std::vector<SnappedPoint> corners;
    Rgba colour;
    std::int32_t left;
    std::int32_t right;
    std::int32_t top;
    std::int32_t bottom;
};

class Shapes {
public:
    Shapes(const Drawing& drawing, int samples) : drawing_(drawing), samples_(samples) {
        for (const auto& item : drawing.items) {
            std::visit([&](const auto& element) { add(element); }, item);
        }
    }

    const std::vector<Shape>& all() const { return shapes_; }

private:
    void add(const DrawnArea& area) {
        for (const Polygon2& polygon : area.polygons) {
            add(polygon, area.colour);
        }
    }

    void add(const DrawnLines& lines) {
        for (const auto& [from, to] : lines.segments) {
            const double length = std::hypot(to[0] - from[0], to[1] - from[1]);
            const double half = lines.width / 2;
            const double x = length > 0 ? (to[0] - from[0]) / length * half : half;
            const double y = length > 0 ? (to[1] - from[1]) / length * half : 0;
            add({{from[0] - x - y, from[1] - y + x},
                 {from[0] - x + y, from[1] - y - x},
                 {to[0] + x + y, to[1] + y - x},
                 {to[0] + x - y, to[1] + y + x}},
                lines.colour);
        }
    }

    void add(const DrawnText& text) {
        DrawnLines letters = letter_lines(text);
        const double width = letters.width;
        letters.width = width + 2 * kTextRim;
        letters.colour = drawing_.ground;
        add(letters);
        letters.width = width;
        letters.colour = text.colour;
        add(letters);
    }

    void add(const Polygon2& polygon, const Rgba& colour) {
        Shape shape{{}, colour, 0, 0, 0, 0};
        for (const Point2& p : polygon) {
            shape.corners.push_back(
                {snapped(p[0], drawing_.width), snapped(p[1], drawing_.height)});
        }
        const auto [left, right] = std::ranges::minmax(shape.corners, {}, &SnappedPoint::x);
        const auto [top, bottom] = std::ranges::minmax(shape.corners, {}, &SnappedPoint::y);
        shape.left = first_pixel(left.x);
        shape.right = first_pixel(right.x);
        shape.top = first_pixel(top.y);
        shape.bottom = first_pixel(bottom.y);
        if (shape.left < shape.right && shape.top < shape.bottom) {
            shapes_.push_back(std::move(shape));
        }
    }

    // Moves points far outside of the picture to places just outside of it.
    std::int64_t snapped(double pixels, std::uint32_t size) const {
        constexpr double kOutside = 16;
        const double inside = std::clamp(pixels, -kOutside, size + kOutside);
        return std::llround(inside * samples_ * static_cast<double>(kPixel));
    }

    const Drawing& drawing_;
    int samples_;
    std::vector<Shape> shapes_;
};

// A square of samples.
using Samples = std::array<Rgba, std::size_t{kTileSize} * kTileSize>;

std::size_t sample_index(std::int32_t column, std::int32_t row) {
    return static_cast<std::size_t>(row) * kTileSize + static_cast<std::size_t>(column);
}

void fill(const Shape& shape, std::int32_t x, std::int32_t y, Samples& samples) {
    TileMask mask;
    cover(shape.corners, x, y, mask);
    const std::int32_t begin = std::max(shape.top - y, 0);
    const std::int32_t end = std::min(shape.bottom - y, kTileSize);
    for (std::int32_t row = begin; row < end; ++row) {
        const std::uint64_t bits = mask[static_cast<std::size_t>(row)];
        for (std::int32_t column = 0; column < kTileSize; ++column) {
            if ((bits >> column & 1) != 0) {
                samples[sample_index(column, row)] = shape.colour;
            }
        }
    }
}

// The mean of the square of `side` x `side` samples with the upper left sample (column, row).
Rgba mean(const Samples& samples, int column, int row, int side) {
    unsigned r = 0;
    unsigned g = 0;
    unsigned b = 0;
    for (int y = row; y < row + side; ++y) {
        for (int x = column; x < column + side; ++x) {
            const Rgba& sample = samples[sample_index(x, y)];
            r += sample.r;
            g += sample.g;
            b += sample.b;
        }
    }
    const auto count = static_cast<unsigned>(side * side);
    const auto channel = [&](unsigned sum) {
        return static_cast<std::uint8_t>((sum + count / 2) / count);
    };
    return {channel(r), channel(g), channel(b), 255};
}

// Writes the pixels of the tile with the upper left sample (x, y).
void write_tile(const Samples& samples, std::int32_t x, std::int32_t y, int side, Image& image) {
    for (int row = 0; row < kTileSize; row += side) {
        for (int column = 0; column < kTileSize; column += side) {
            const auto px = static_cast<std::uint32_t>((x + column) / side);
            const auto py = static_cast<std::uint32_t>((y + row) / side);
            if (px < image.width && py < image.height) {
                image.at(px, py) = mean(samples, column, row, side);
            }
        }
    }
}

// The number of samples along a side of a pixel. It divides kTileSize. With it no picture has more
// than 16384 samples in a row, which is the limit of `cover`.
int samples_of(const Drawing& drawing) {
    const std::uint32_t longest = std::max(drawing.width, drawing.height);
    return longest <= kMaxPictureSize / 4 ? 4 : (longest <= kMaxPictureSize / 2 ? 2 : 1);
}

}  // namespace

Image paint_drawing(const Drawing& drawing, unsigned threads) {
    assert(drawing.width > 0 && drawing.width <= kMaxPictureSize);
    assert(drawing.height > 0 && drawing.height <= kMaxPictureSize);
    const int side = samples_of(drawing);
    const Shapes shapes(drawing, side);
    Image image{drawing.width,
                drawing.height,
                std::vector<Rgba>(std::size_t{drawing.width} * drawing.height)};
    const auto tiles = [&](std::uint32_t pixels) {
        return (std::size_t{pixels} * static_cast<std::size_t>(side) + kTileSize - 1) / kTileSize;
    };
    parallel_for(tiles(drawing.height), threads, [&](std::size_t tile_row) {
        const auto y = static_cast<std::int32_t>(tile_row) * kTileSize;
        std::vector<const Shape*> met;
        for (const Shape& shape : shapes.all()) {
            if (shape.top < y + kTileSize && shape.bottom > y) {
                met.push_back(&shape);
            }
        }
        Samples samples;
        for (std::int32_t x = 0; x < static_cast<std::int32_t>(tiles(drawing.width)) * kTileSize;
             x += kTileSize) {
            samples.fill(drawing.ground);
            for (const Shape* const shape : met) {
                if (shape->left < x + kTileSize && shape->right > x) {
                    fill(*shape, x, y, samples);
                }
            }
            write_tile(samples, x, y, side, image);
        }
    });
    return image;
}

}  // namespace halfspace
