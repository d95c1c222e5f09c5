// SPDX-License-Identifier: MIT
// read_map against worlds from a seed, and against damaged text.
#include "formats/map/random_map.h"
#include "formats/shared/map_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace halfspace {
namespace {

constexpr std::uint64_t kWorlds = 3000;
constexpr int kDamagedPerWorld = 20;

bool same(SourcePosition a, SourcePosition b) {
    return a.line == b.line && a.column == b.column;
}

bool same(const TextureProjection& a, const TextureProjection& b) {
    return a.kind == b.kind && a.u_axis == b.u_axis && a.v_axis == b.v_axis &&
           a.u_offset == b.u_offset && a.v_offset == b.v_offset && a.rotation == b.rotation &&
           a.u_scale == b.u_scale && a.v_scale == b.v_scale;
}

bool same(const BrushSide& a, const BrushSide& b) {
    return a.points == b.points && a.material == b.material && a.surface == b.surface &&
           same(a.texture, b.texture) && same(a.position, b.position);
}

bool same(const Brush& a, const Brush& b) {
    return a.contents == b.contents && same(a.position, b.position) &&
           std::equal(a.sides.begin(),
                      a.sides.end(),
                      b.sides.begin(),
                      b.sides.end(),
                      [](const BrushSide& x, const BrushSide& y) { return same(x, y); });
}

bool same(const Patch& a, const Patch& b) {
    return a.width == b.width && a.height == b.height && a.material == b.material &&
           same(a.position, b.position) &&
           std::equal(a.controls.begin(),
                      a.controls.end(),
                      b.controls.begin(),
                      b.controls.end(),
                      [](const PolygonCorner& x, const PolygonCorner& y) {
                          return x.point == y.point && x.u == y.u && x.v == y.v;
                      });
}

bool same(const Entity& a, const Entity& b) {
    return a.origin == b.origin && same(a.position, b.position) &&
           std::equal(a.keys.begin(),
                      a.keys.end(),
                      b.keys.begin(),
                      b.keys.end(),
                      [](const KeyValue& x, const KeyValue& y) {
                          return x.key == y.key && x.value == y.value;
                      }) &&
           std::equal(a.brushes.begin(),
                      a.brushes.end(),
                      b.brushes.begin(),
                      b.brushes.end(),
                      [](const Brush& x, const Brush& y) { return same(x, y); }) &&
           std::equal(a.patches.begin(),
                      a.patches.end(),
                      b.patches.begin(),
                      b.patches.end(),
                      [](const Patch& x, const Patch& y) { return same(x, y); });
}

bool same(const World& a, const World& b) {
    return std::equal(a.materials.begin(),
                      a.materials.end(),
                      b.materials.begin(),
                      b.materials.end(),
                      [](const Material& x, const Material& y) { return x.name == y.name; }) &&
           std::equal(a.entities.begin(),
                      a.entities.end(),
                      b.entities.begin(),
                      b.entities.end(),
                      [](const Entity& x, const Entity& y) { return same(x, y); });
}

TEST(ReadMapProperty, ReadsBackExactlyWhatWasWritten) {
    for (std::uint64_t seed = 0; seed < kWorlds; ++seed) {
        const test::RandomMap map = test::random_map(seed);
        const Result<ReadWorld> result = read_map(map.text, "random");
        ASSERT_TRUE(result) << "seed " << seed << ": " << to_string(result.error());
        ASSERT_TRUE(same(result->world, map.world)) << "seed " << seed << "\n" << map.text;
        ASSERT_EQ(result->diagnostics.size(), map.repaired)
            << "seed " << seed << ": " << to_string(result->diagnostics[0]);
    }
}

// Lines counted apart from the reader.
std::uint32_t count_lines(std::string_view text) {
    std::uint32_t lines = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool second_half = text[i] == '\n' && i > 0 && text[i - 1] == '\r';
        lines += (text[i] == '\n' || text[i] == '\r') && !second_half ? 1 : 0;
    }
    return lines;
}

std::string damaged(std::string text, std::mt19937_64& random) {
    constexpr std::string_view kLikely = "{}()[]\"\\/;\n\r\t 0-+.eExn";
    for (std::uint64_t edits = 1 + random() % 4; edits > 0 && !text.empty(); --edits) {
        const std::size_t at = random() % text.size();
        const std::size_t length = std::min<std::size_t>(random() % 20, text.size() - at);
        switch (random() % 6) {
            case 0:
                text[at] = static_cast<char>(random());
                break;
            case 1:
                text[at] = kLikely[random() % kLikely.size()];
                break;
            case 2:
                text.insert(at, 1, kLikely[random() % kLikely.size()]);
                break;
            case 3:
                text.erase(at, length);
                break;
            case 4:
                text.insert(at, text.substr(random() % text.size(), 30));
                break;
            default:
                text.resize(at);
                break;
        }
    }
    return text;
}

TEST(ReadMapProperty, GivesAWorldOrAnErrorWithinTheTextForDamagedText) {
    std::mt19937_64 random(7);
    int failed = 0;
    for (std::uint64_t seed = 0; seed < kWorlds / 5; ++seed) {
        const test::RandomMap map = test::random_map(seed);
        for (int i = 0; i < kDamagedPerWorld; ++i) {
            const std::string text = damaged(map.text, random);
            const Result<ReadWorld> result = read_map(text, "damaged");
            if (result) {
                ASSERT_FALSE(result->world.entities.empty());
                ASSERT_EQ(result->world.entities[0].value("classname"), "worldspawn");
                continue;
            }
            ++failed;
            const SourceLocation& where = result.error().where;
            ASSERT_GE(where.line, 1u);
            ASSERT_LE(where.line, count_lines(text));
            ASSERT_GE(where.column, 1u);
            ASSERT_LE(where.column, text.size() + 1);
            ASSERT_FALSE(result.error().message.empty());
            ASSERT_LT(result.error().message.size(), 400u);
        }
    }
    EXPECT_GT(failed, 1000);
}

TEST(ReadMapProperty, GivesAWorldOrAnErrorForEveryTruncation) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const test::RandomMap map = test::random_map(seed);
        for (std::size_t size = 0; size < map.text.size(); ++size) {
            const std::string_view text = std::string_view(map.text).substr(0, size);
            const Result<ReadWorld> result = read_map(text, "truncated");
            if (!result) {
                ASSERT_LE(result.error().where.line, count_lines(text));
                ASSERT_EQ(result.error().code, ErrorCode::Syntax) << to_string(result.error());
            }
        }
    }
}

}  // namespace
}  // namespace halfspace
