// SPDX-License-Identifier: MIT
#include "halfspace/render/drawing.h"

#include "render/plan/letters.h"

#include <charconv>
#include <cmath>

namespace halfspace {
namespace {

// A number with at most two digits behind the point, such as 12.5 or 3.
std::string number(double value) {
    char buffer[64];
    const double rounded = std::round(value * 100) / 100 + 0.0;  // 0.0 makes 0 of -0
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, rounded).ptr;
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

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

std::string attribute(std::string_view name, std::string_view value) {
    std::string text(" ");
    return text.append(name).append("=\"").append(escaped(value)).append("\"");
}

// The data of a path, such as "M1 2L3 4" or, if it is closed, "M1 2L3 4Z".
template <class Points>
std::string path_of(const Points& points, std::string_view end) {
    std::string text;
    for (const auto& [x, y] : points) {
        text.append(text.empty() ? "M" : "L").append(number(x)).append(" ").append(number(y));
    }
    return text.append(end);
}

std::string element(const DrawnArea& area) {
    std::string data;
    for (const Polygon2& polygon : area.polygons) {
        data += path_of(polygon, "Z");
    }
    std::string text("<path");
    return text.append(attribute("class", area.name))
        .append(attribute("fill", hex(area.colour)))
        .append(attribute("d", data))
        .append("/>\n");
}

std::string element(const DrawnLines& lines) {
    std::string data;
    for (const auto& segment : lines.segments) {
        data += path_of(segment, "");
    }
    std::string text("<path");
    return text.append(attribute("class", lines.name))
        .append(attribute("stroke", hex(lines.colour)))
        .append(attribute("stroke-width", number(lines.width)))
        .append(attribute("stroke-linecap", "square"))
        .append(attribute("d", data))
        .append("/>\n");
}

std::string_view anchor_name(TextAnchor anchor) {
    switch (anchor) {
        case TextAnchor::Start:
            return "start";
        case TextAnchor::Middle:
            return "middle";
        case TextAnchor::End:
            return "end";
    }
    return "start";
}

// drawing_svg sets the rim around texts for all of them.
std::string element(const DrawnText& text) {
    std::string result("<text");
    return result.append(attribute("class", text.name))
        .append(attribute("x", number(text.at[0])))
        .append(attribute("y", number(text.at[1])))
        .append(attribute("font-size", number(text.size)))
        .append(attribute("text-anchor", anchor_name(text.anchor)))
        .append(attribute("fill", hex(text.colour)))
        .append(">")
        .append(escaped(drawable(text.text)))
        .append("</text>\n");
}

}  // namespace

std::string drawing_svg(const Drawing& drawing) {
    const std::string width = std::to_string(drawing.width);
    const std::string height = std::to_string(drawing.height);
    const std::string ground = hex(drawing.ground);
    std::string text("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    text.append(attribute("width", width)).append(attribute("height", height));
    text.append(attribute("viewBox", "0 0 " + width + " " + height)).append(">\n<style>text{");
    text.append(
            "font-family:sans-serif;paint-order:stroke;stroke-width:4px;stroke-linejoin:round;"
            "stroke:")
        .append(ground)
        .append("}</style>\n<rect");
    text.append(attribute("width", width)).append(attribute("height", height));
    text.append(attribute("fill", ground)).append("/>\n");
    for (const auto& item : drawing.items) {
        text += std::visit([](const auto& drawn) { return element(drawn); }, item);
    }
    return text.append("</svg>\n");
}

}  // namespace halfspace
