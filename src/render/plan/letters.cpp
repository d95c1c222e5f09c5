// SPDX-License-Identifier: MIT
#include "render/plan/letters.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace halfspace {
namespace {

// The strokes of the drawable characters of ASCII, from the blank on. A stroke is a list of
// points. A point is two digits: x to the right, y downwards from the top of capitals. Letters
// stand on y = 6. A stroke of one point is a dot. Example: "0206 00", the letter i, is a line and a
// dot.
constexpr auto kGlyphs = std::to_array<std::string_view>({
    // clang-format off
    "", "0004 06", "0002 2022", "1016 3036 0242 0444", "413010010213334445361605 2026",
    "4006 0010110100 3545463635", "460110203105162644", "0002", "10010516", "00111506",
    "2125 0244 4204", "2125 0343", "151607", "0333", "06", "4006", "102031352616050110",
    "112026 1636", "01103041420646", "01103041423313 334445361605", "300444 3036",
    "400003334445361605", "413010010516364544331304", "004016",
    "103041423313020110 1304051636454433", "051636454130100102133342", "02 06", "12 151607",
    "410345", "0242 0444", "014305", "011030412324 26", "453616050110304144242242",
    "062046 1434", "003041423303 334445360600", "4130100105163645", "00204244260600",
    "40000646 0333", "400006 0333", "41301001051636454323", "0006 4046 0343", "0006",
    "3035261605", "0006 400346", "000646", "0600244046", "06004640", "103041453616050110",
    "06003041423303", "103041453616050110 2446", "06003041423303 2346",
    "413010010213334445361605", "0040 2026", "000516364540", "002640", "0016223640", "0046 4006",
    "002340 2326", "00400646", "10000616", "0046", "00101606", "021022", "0737", "0011",
    "12223336 341405162635", "0006 0312223335261605", "3322120305162635",
    "3036 3322120305162635", "043433221203051636", "30201116 0222", "3322120305162635 32372808",
    "0006 0312223336", "0206 00", "121708 10", "0006 320436", "0006", "0206 03122326 23324346",
    "0206 0312223336", "122233352616050312", "0208 0312223335261605", "3238 3322120305162635",
    "0206 031222", "3212031424352606", "101526 0222", "0205162635 3236", "022642", "0216233642",
    "0236 3206", "0226 4218", "02320636", "20111203141526", "0007", "00111223141506", "04132433",
    // clang-format on
});
static_assert(kGlyphs.size() == '~' - ' ' + 1);

// Shares of the text's size:
constexpr double kUnit = 0.115;  // a step of the digits
constexpr double kStroke = 0.1;  // width of lines
constexpr double kGap = 1.75;    // between letters, in units
constexpr double kBlank = 1.5;   // width of a blank, in units
constexpr double kBaseline = 6;

std::string_view glyph(char letter) {
    return kGlyphs[static_cast<std::size_t>(letter - ' ')];
}

double digit(char c) {
    return c - '0';
}

// In units.
double width_of(char letter) {
    if (letter == ' ') {
        return kBlank;
    }
    double width = 0;
    std::size_t digits = 0;
    for (const char c : glyph(letter)) {
        if (c != ' ' && digits++ % 2 == 0) {
            width = std::max(width, digit(c));
        }
    }
    return width;
}

double start_of(const DrawnText& text) {
    const double width = text_width(text.text, text.size);
    switch (text.anchor) {
        case TextAnchor::Start:
            return text.at[0];
        case TextAnchor::Middle:
            return text.at[0] - width / 2;
        case TextAnchor::End:
            return text.at[0] - width;
    }
    return text.at[0];
}

}  // namespace

std::string drawable(std::string_view text) {
    std::string result(text);
    std::ranges::replace_if(result, [](char c) { return c < ' ' || c > '~'; }, '?');
    return result;
}

double text_width(std::string_view text, double size) {
    double units = 0;
    for (const char letter : drawable(text)) {
        units += width_of(letter) + kGap;
    }
    return std::max(units - kGap, 0.0) * size * kUnit;
}

DrawnLines letter_lines(const DrawnText& text) {
    DrawnLines lines{text.name, text.colour, text.size * kStroke, {}};
    const double unit = text.size * kUnit;
    double left = start_of(text);
    for (const char letter : drawable(text.text)) {
        const std::string_view strokes = glyph(letter);
        const auto point = [&](std::size_t i) {
            return Point2{left + digit(strokes[i]) * unit,
                          text.at[1] + (digit(strokes[i + 1]) - kBaseline) * unit};
        };
        for (std::size_t begin = 0; begin < strokes.size();) {
            const std::size_t end = std::min(strokes.find(' ', begin), strokes.size());
            if (end - begin == 2) {
                lines.segments.push_back({point(begin), point(begin)});
            }
            for (std::size_t i = begin; i + 2 < end; i += 2) {
                lines.segments.push_back({point(i), point(i + 2)});
            }
            begin = end + 1;
        }
        left += (width_of(letter) + kGap) * unit;
    }
    return lines;
}

}  // namespace halfspace
