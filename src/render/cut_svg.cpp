// SPDX-License-Identifier: MIT
#include "halfspace/render/cut.h"

#include "render/colours.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

namespace halfspace {
namespace {

constexpr double kLongSide = 1280;  // of the picture as it is first shown

std::string number(double value) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

std::string hex(const Rgba& colour) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text = "#";
    for (const std::uint8_t channel : {colour.r, colour.g, colour.b}) {
        text += kDigits[channel >> 4];
        text += kDigits[channel & 15];
    }
    return text;
}

// SVG's y runs downwards.
std::string path_of(const CutCell& cell) {
    std::string text;
    for (const auto& [x, y] : cell.corners) {
        text += (text.empty() ? "M" : "L") + number(x) + " " + number(0 - y);
    }
    return text + "Z";
}

std::string head(const CutFrame& frame) {
    const double width = frame.max[0] - frame.min[0];
    const double height = frame.max[1] - frame.min[1];
    const double scale = kLongSide / std::max(width, height);
    const std::string box = "x=\"" + number(frame.min[0]) + "\" y=\"" + number(0 - frame.max[1]) +
                            "\" width=\"" + number(width) + "\" height=\"" + number(height) + "\"";
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width * scale) +
           "\" height=\"" + number(height * scale) + "\" viewBox=\"" + number(frame.min[0]) + " " +
           number(0 - frame.max[1]) + " " + number(width) + " " + number(height) + "\">\n<rect " +
           box + " fill=\"" + hex(contents_colour(Contents::Empty)) + "\"/>\n";
}

}  // namespace

std::string cut_svg(const Level& level, double height, CutOutlines outlines, ModelId model) {
    std::map<Contents, std::string> paths;
    for (const CutCell& cell : cut_cells(level, height, model)) {
        paths[level.contents(cell.leaf)] += path_of(cell);
    }
    const std::string style = outlines == CutOutlines::None
                                  ? " stroke=\"none\""
                                  : " stroke=\"#000000\" stroke-opacity=\"0.35\" "
                                    "stroke-width=\"0.6\" vector-effect=\"non-scaling-stroke\"";
    std::string text = head(cut_frame(level, model));
    for (const auto& [contents, path] : paths) {
        text += "<path id=\"" + to_string(contents) + "\" fill=\"" +
                hex(contents_colour(contents)) + "\"" + style + " d=\"" + path + "\"/>\n";
    }
    return text + "</svg>\n";
}

}  // namespace halfspace
