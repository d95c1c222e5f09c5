// SPDX-License-Identifier: MIT
#include "support/brushes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace halfspace::test {
namespace {

DecimalPoint to_decimals(const Units& p) {
    return {decimal_from_integer(p[0]), decimal_from_integer(p[1]), decimal_from_integer(p[2])};
}

// Three corners of each side of a box, counter-clockwise from outside; 1 takes the maximum.
constexpr std::array<std::array<std::array<int, 3>, 3>, 6> kBoxSides{{
    {{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}}},
    {{{1, 0, 0}, {1, 1, 0}, {1, 0, 1}}},
    {{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}},
    {{{0, 1, 0}, {0, 1, 1}, {1, 1, 0}}},
    {{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}},
    {{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}},
}};

Units corner_of(const Units& min, const Units& max, const std::array<int, 3>& choice) {
    return {choice[0] != 0 ? max[0] : min[0],
            choice[1] != 0 ? max[1] : min[1],
            choice[2] != 0 ? max[2] : min[2]};
}

}  // namespace

Decimal rounded_decimal(double value, int decimals) {
    const double scale = std::pow(10.0, decimals);
    Int128 step = 1;
    for (int i = decimals; i < Decimal::kDecimals; ++i) {
        step *= 10;
    }
    return Decimal{std::llround(value * scale) * step};
}

BrushSide side_through(const Units& a, const Units& b, const Units& c) {
    BrushSide side;
    side.points = {to_decimals(a), to_decimals(b), to_decimals(c)};
    side.material = MaterialId(0);
    return side;
}

Brush turned_ramp(std::int64_t foot,
                  std::int64_t run,
                  std::int64_t rise,
                  std::int64_t width,
                  int quarters,
                  const Units& at) {
    const auto corner = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        Units p{foot + x, y, z};
        for (int i = 0; i < quarters; ++i) {
            p = {-p[1], p[0], p[2]};
        }
        return Units{p[0] + at[0], p[1] + at[1], p[2] + at[2]};
    };
    const Units low_left = corner(0, width, 0);
    const Units low_right = corner(0, -width, 0);
    const Units far_left = corner(run, width, 0);
    const Units far_right = corner(run, -width, 0);
    const Units high_left = corner(run, width, rise);
    const Units high_right = corner(run, -width, rise);
    Brush brush;
    brush.sides = {side_through(low_left, low_right, high_right),
                   side_through(far_left, high_left, high_right),
                   side_through(low_right, far_right, high_right),
                   side_through(low_left, high_left, far_left),
                   side_through(low_left, far_left, far_right)};
    return brush;
}

BoxCorners random_box(Random& random, std::int64_t cells) {
    BoxCorners box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t low = random.integer(0, cells - 1);
        const std::int64_t high = random.integer(low + 1, std::min(cells, low + 4));
        box.min[axis] = 16 * low;
        box.max[axis] = 16 * high;
    }
    return box;
}

Brush box_brush(const Units& min, const Units& max, Contents contents) {
    Brush brush;
    brush.contents = contents;
    for (const auto& corners : kBoxSides) {
        brush.sides.push_back(side_through(corner_of(min, max, corners[0]),
                                           corner_of(min, max, corners[1]),
                                           corner_of(min, max, corners[2])));
        const bool is_hint = any(contents & Contents::Hint);
        brush.sides.back().surface = is_hint ? SurfaceKind::Hint : SurfaceKind::Drawn;
    }
    return brush;
}

Brush turned_box(const Units& min, const Units& max, double degrees, int decimals) {
    const double angle = degrees * std::numbers::pi / 180;
    Brush brush;
    for (const auto& corners : kBoxSides) {
        BrushSide side;
        side.material = MaterialId(0);
        for (std::size_t i = 0; i < 3; ++i) {
            const Units corner = corner_of(min, max, corners[i]);
            const auto x = static_cast<double>(corner[0]);
            const auto y = static_cast<double>(corner[1]);
            side.points[i] = {rounded_decimal(x * std::cos(angle) - y * std::sin(angle), decimals),
                              rounded_decimal(x * std::sin(angle) + y * std::cos(angle), decimals),
                              decimal_from_integer(corner[2])};
        }
        brush.sides.push_back(side);
    }
    return brush;
}

World world_of(std::vector<Brush> brushes) {
    World world;
    world.source = "hand.map";
    world.materials.push_back({"stone"});
    Entity& entity = world.entities.emplace_back();
    entity.keys.push_back({"classname", "worldspawn"});
    std::uint32_t line = 0;
    for (Brush& brush : brushes) {
        line += 10;
        brush.position = {line, 1};
        for (std::size_t s = 0; s < brush.sides.size(); ++s) {
            brush.sides[s].position = {line + 1 + static_cast<std::uint32_t>(s), 1};
        }
        entity.brushes.push_back(std::move(brush));
    }
    return world;
}

}  // namespace halfspace::test
