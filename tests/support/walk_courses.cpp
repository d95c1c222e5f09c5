// SPDX-License-Identifier: MIT
#include "support/walk_courses.h"

#include "support/brushes.h"
#include "support/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::int64_t kHalf = 768;  // of the hall [units]
constexpr std::int64_t kHeight = 512;

void add_hall(std::vector<Brush>& brushes) {
    const std::int64_t out = kHalf + 16;
    brushes.push_back(box_brush({-out, -out, -16}, {out, out, 0}));
    brushes.push_back(box_brush({-out, -out, kHeight}, {out, out, kHeight + 16}));
    brushes.push_back(box_brush({-out, -out, 0}, {-kHalf, out, kHeight}));
    brushes.push_back(box_brush({kHalf, -out, 0}, {out, out, kHeight}));
    brushes.push_back(box_brush({-kHalf, -out, 0}, {kHalf, -kHalf, kHeight}));
    brushes.push_back(box_brush({-kHalf, kHalf, 0}, {kHalf, out, kHeight}));
}

void add_ramp(std::vector<Brush>& brushes, Random& random) {
    const double degrees = random.one_in(5) ? random.real(30, 45) : random.real(46, 89);
    const std::int64_t rise = random.integer(40, 360);
    const auto run = std::max<std::int64_t>(
        1, std::llround(static_cast<double>(rise) / std::tan(degrees * std::numbers::pi / 180)));
    const auto aside = [&] { return random.integer(-kHalf / 2, kHalf / 2); };
    brushes.push_back(turned_ramp(0,
                                  run,
                                  rise,
                                  random.integer(40, 300),
                                  static_cast<int>(random.integer(0, 3)),
                                  {aside(), aside(), 0}));
}

// With ladders as wide as a body on all sides; their tops are a little below or above its own.
void add_tower(std::vector<Brush>& brushes, Random& random) {
    const std::int64_t x = random.integer(-kHalf + 100, kHalf - 100);
    const std::int64_t y = random.integer(-kHalf + 100, kHalf - 100);
    const std::int64_t half = random.integer(24, 64);
    const std::int64_t top = random.integer(60, 320);
    const std::int64_t ladder_top = top + random.integer(-16, 24);
    brushes.push_back(box_brush({x - half, y - half, 0}, {x + half, y + half, top}));
    brushes.push_back(
        box_brush({x - half - 8, y - 16, 0}, {x + half + 8, y + 16, ladder_top}, Contents::Ladder));
    brushes.push_back(
        box_brush({x - 16, y - half - 8, 0}, {x + 16, y + half + 8, ladder_top}, Contents::Ladder));
}

void add_pool(std::vector<Brush>& brushes, Random& random) {
    const std::int64_t x = random.integer(-kHalf, kHalf / 2);
    const std::int64_t y = random.integer(-kHalf, kHalf / 2);
    const std::int64_t wide = random.integer(100, 300);
    const std::int64_t deep = random.integer(60, 160);
    const std::int64_t edge = deep + random.integer(-10, 40);
    brushes.push_back(box_brush({x, y, 0}, {x + wide, y + wide, deep}, Contents::Water));
    brushes.push_back(box_brush({x - 24, y - 24, 0}, {x, y + wide + 24, edge}));
    brushes.push_back(box_brush({x + wide, y - 24, 0}, {x + wide + 24, y + wide + 24, edge}));
    brushes.push_back(box_brush({x, y - 24, 0}, {x + wide, y, edge}));
    brushes.push_back(box_brush({x, y + wide, 0}, {x + wide, y + wide + 24, edge}));
}

}  // namespace

World walk_course(std::uint64_t seed) {
    Random random(seed);
    std::vector<Brush> brushes;
    add_hall(brushes);
    for (int i = 0; i < 24; ++i) {
        add_ramp(brushes, random);
    }
    for (int i = 0; i < 8; ++i) {
        add_tower(brushes, random);
    }
    for (int i = 0; i < 3; ++i) {
        add_pool(brushes, random);
    }
    return world_of(std::move(brushes));
}

double course_seconds(std::uint64_t seed) {
    constexpr std::array kRates{64.0, 30.0, 125.0, 250.0, 20.0, 500.0};
    return 1 / kRates[seed % kRates.size()];
}

}  // namespace halfspace::test
