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
        text.append(text.empty() ? "M" : "L").append(number(x)).append(" ").append(number(0 - y));
    }
    return text.append("Z");
}

std::string attribute(std::string_view name, std::string_view value) {
    std::string text(" ");
    return text.append(name).append("=\"").append(value).append("\"");
}

std::string head(const CutFrame& frame) {
    const double width = frame.max[0] - frame.min[0];
    const double height = frame.max[1] - frame.min[1];
    const double scale = kLongSide / std::max(width, height);
    const std::string left = number(frame.min[0]);
    const std::string top = number(0 - frame.max[1]);
    std::string box = left;
    box.append(" ")
        .append(top)
        .append(" ")
        .append(number(width))
        .append(" ")
        .append(number(height));
    std::string text("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    text.append(attribute("width", number(width * scale)));
    text.append(attribute("height", number(height * scale)));
    text.append(attribute("viewBox", box)).append(">\n<rect");
    text.append(attribute("x", left)).append(attribute("y", top));
    text.append(attribute("width", number(width))).append(attribute("height", number(height)));
    text.append(attribute("fill", hex(contents_colour(Contents::Empty))));
    return text.append("/>\n");
}

// Thin lines around the cells, as wide at every size of the picture.
std::string stroke(CutOutlines outlines) {
    if (outlines == CutOutlines::None) {
        return attribute("stroke", "none");
    }
    return attribute("stroke", "#000000")
        .append(attribute("stroke-opacity", "0.35"))
        .append(attribute("stroke-width", "0.6"))
        .append(attribute("vector-effect", "non-scaling-stroke"));
}

}  // namespace

std::string cut_svg(
    const Level& level, double height, CutOutlines outlines, ModelId model, SpaceId space) {
    std::map<Contents, std::string> paths;
    for (const CutCell& cell : cut_cells(level, height, model, space)) {
        paths[cut_contents(level, cell.leaf, space)] += path_of(cell);
    }
    std::string text = head(cut_frame(level, model));
    for (const auto& [contents, path] : paths) {
        text.append("<path").append(attribute("id", to_string(contents)));
        text.append(attribute("fill", hex(contents_colour(contents)))).append(stroke(outlines));
        text.append(attribute("d", path)).append("/>\n");
    }
    return text.append("</svg>\n");
}

}  // namespace halfspace
