// SPDX-License-Identifier: MIT
#include "halfspace/render/drawing.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace halfspace {
namespace {

constexpr Rgba kRed{200, 10, 20, 255};
constexpr Rgba kBlue{10, 30, 220, 255};

Drawing empty_page(std::uint32_t width, std::uint32_t height) {
    return {width, height, {240, 240, 240, 255}, {}};
}

Polygon2 box(double left, double top, double right, double bottom) {
    return {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
}

TEST(PaintDrawing, FillsAreasOneOverTheOther) {
    Drawing drawing = empty_page(100, 50);
    drawing.items.emplace_back(DrawnArea{"a", kRed, {box(10, 10, 60, 40), box(80, -9, 999, 5)}});
    drawing.items.emplace_back(DrawnArea{"b", kBlue, {box(50, 20, 70, 30)}});
    const Image image = paint_drawing(drawing);
    for (std::uint32_t y = 0; y < 50; ++y) {
        for (std::uint32_t x = 0; x < 100; ++x) {
            const bool is_blue = x >= 50 && x < 70 && y >= 20 && y < 30;
            const bool is_red = (x >= 10 && x < 60 && y >= 10 && y < 40) || (x >= 80 && y < 5);
            EXPECT_EQ(image.at(x, y), is_blue ? kBlue : is_red ? kRed : drawing.ground);
        }
    }
    EXPECT_EQ(paint_drawing(drawing, 3).pixels, paint_drawing(drawing, 1).pixels);
}

TEST(PaintDrawing, MixesColoursWhereAnAreaCoversAPartOfAPixel) {
    Drawing drawing{4, 4, {0, 0, 0, 255}, {}};
    drawing.items.emplace_back(DrawnArea{"half", {200, 200, 200, 255}, {box(1.5, 0, 3, 4)}});
    const Image image = paint_drawing(drawing);
    EXPECT_EQ(image.at(0, 1).r, 0);
    EXPECT_EQ(image.at(1, 1).r, 100);
    EXPECT_EQ(image.at(2, 1).r, 200);
}

TEST(PaintDrawing, DrawsLinesAsWideAsTheyAre) {
    Drawing drawing = empty_page(40, 40);
    drawing.items.emplace_back(DrawnLines{
        "line", kRed, 4, {{Point2{10, 20}, Point2{30, 20}}, {Point2{5, 5}, Point2{5, 5}}}});
    const Image image = paint_drawing(drawing);
    EXPECT_EQ(std::ranges::count(image.pixels, kRed), 24 * 4 + 4 * 4);
    EXPECT_EQ(image.at(8, 18), kRed);
    EXPECT_EQ(image.at(31, 21), kRed);
    EXPECT_EQ(image.at(20, 22), drawing.ground);
}

TEST(PaintDrawing, WritesTextsWhereTheyBelong) {
    for (const TextAnchor anchor : {TextAnchor::Start, TextAnchor::Middle, TextAnchor::End}) {
        Drawing drawing = empty_page(200, 60);
        drawing.items.emplace_back(DrawnText{"text", {0, 0, 0, 255}, 20, {100, 40}, anchor, "HIH"});
        const Image image = paint_drawing(drawing);
        std::uint32_t left = 200;
        std::uint32_t right = 0;
        for (std::uint32_t i = 0; i < image.pixels.size(); ++i) {
            if (image.pixels[i].r < 60) {
                left = std::min(left, i % 200);
                right = std::max(right, i % 200);
                EXPECT_GE(i / 200, 22u);
                EXPECT_LE(i / 200, 41u);
            }
        }
        const double width = text_width("HIH", 20);
        const double start = anchor == TextAnchor::Start    ? 100
                             : anchor == TextAnchor::Middle ? 100 - width / 2
                                                            : 100 - width;
        EXPECT_NEAR(left, start, 2);
        EXPECT_NEAR(right, start + width, 2);
    }
}

TEST(PaintDrawing, TakesEveryCharacter) {
    std::string all;
    for (int c = 0; c < 256; ++c) {
        all += static_cast<char>(c);
    }
    Drawing drawing = empty_page(600, 30);
    drawing.items.emplace_back(DrawnText{"text", {0, 0, 0, 255}, 10, {10, 20}, {}, all});
    EXPECT_GT(text_width(all, 10), 600);
    EXPECT_NE(paint_drawing(drawing).pixels, paint_drawing(empty_page(600, 30)).pixels);
}

TEST(DrawingSvg, HasAnElementForEachItem) {
    Drawing drawing = empty_page(100, 50);
    drawing.items.emplace_back(DrawnArea{"a \"b\"", kRed, {box(1, 2, 3, 4)}});
    drawing.items.emplace_back(DrawnLines{"line", kBlue, 1.5, {{Point2{0, 0}, Point2{1. / 3, 1}}}});
    drawing.items.emplace_back(
        DrawnText{"name", kBlue, 12, {5, 6}, TextAnchor::End, "a<b> & \x01\xff"});
    const std::string text = drawing_svg(drawing);
    for (const char* const part :
         {"viewBox=\"0 0 100 50\"",
          "<path class=\"a &quot;b&quot;\" fill=\"#c80a14\" d=\"M1 2L3 2L3 4L1 4Z\"/>",
          "stroke=\"#0a1edc\" stroke-width=\"1.5\"",
          "d=\"M0 0L0.33 1\"/>",
          "text-anchor=\"end\"",
          ">a&lt;b&gt; &amp; ?"
          "?</text>"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part;
    }
    EXPECT_TRUE(text.ends_with("</svg>\n"));
}

}  // namespace
}  // namespace halfspace
