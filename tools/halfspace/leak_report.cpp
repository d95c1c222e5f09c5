// SPDX-License-Identifier: MIT
#include "leak_report.h"

#include "halfspace/base/number_text.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/math/aabb.h"
#include "halfspace/world/describe.h"

#include <fmt/format.h>

#include <cmath>

namespace halfspace::tool {
namespace {

// Editors smooth the line, and nobody needs more than a thousandth of a unit.
double rounded(double value) {
    return std::round(value * 1000) / 1000 + 0.0;
}

std::string point_text(const Vec3& point) {
    return fmt::format("{} {} {}",
                       number_text(rounded(point.x)),
                       number_text(rounded(point.y)),
                       number_text(rounded(point.z)));
}

Vec3 middle_of(std::span<const Vec3> corners) {
    Aabb box;
    for (const Vec3& corner : corners) {
        box = merge(box, {corner, corner});
    }
    return centre_of(box);
}

}  // namespace

std::filesystem::path points_path(const std::string& input, const std::filesystem::path& output) {
    const SourceName source = source_name(input);
    std::filesystem::path path = source.entry.empty() ? std::filesystem::path(source.file) : output;
    return path.replace_extension(".pts");
}

std::string points_text(const Leak& leak) {
    std::string text;
    for (const Vec3& point : leak.line) {
        text += point_text(point) + "\n";
    }
    return text;
}

std::string leak_message(const World& world, const Leak& leak, const std::string& points) {
    const std::string who = describe_entity(world, leak.entity);
    const std::string where = point_text(leak.line.front());
    std::string text;
    if (leak.opening.empty()) {
        text = fmt::format("the level leaks: {} at {} is outside", who, where);
    } else {
        text =
            fmt::format("the level leaks: {} at {} reaches the outside through the opening at {}",
                        who,
                        where,
                        point_text(middle_of(leak.opening)));
        std::string lines;
        for (const std::uint32_t line : leak.brush_lines) {
            lines += (lines.empty() ? "" : ", ") + std::to_string(line);
        }
        if (!lines.empty()) {
            text += fmt::format(", near the brushes of lines {}", lines);
        }
    }
    if (!points.empty()) {
        text += fmt::format("; the way is in {}: load it in the editor as a point file", points);
    }
    return text;
}

SourceLocation leak_place(const World& world, const Leak& leak) {
    return {world.source, world.entities[leak.entity].position.line};
}

Json to_json(const World& world, const Leak& leak, const std::string& points) {
    Json report;
    report["entity"] = leak.entity;
    report["classname"] = world.entities[leak.entity].value("classname");
    report["line"] = world.entities[leak.entity].position.line;
    report["points"] = Json::array();
    for (const Vec3& point : leak.line) {
        report["points"].push_back(point_json(point));
    }
    report["opening"] = leak.opening.empty() ? Json() : point_json(middle_of(leak.opening));
    report["brush_lines"] = leak.brush_lines;
    report["file"] = points.empty() ? Json() : Json(points);
    return report;
}

}  // namespace halfspace::tool
