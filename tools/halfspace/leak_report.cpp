// SPDX-License-Identifier: MIT
#include "leak_report.h"

#include "halfspace/base/number_text.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/world/describe.h"

#include "point_input.h"

#include <fmt/format.h>

namespace halfspace::tool {
namespace {

// A line of a point file.
std::string line_of(const Vec3& point) {
    const Vec3 shown = to_thousandths(point);
    return fmt::format(
        "{} {} {}\n", number_text(shown.x), number_text(shown.y), number_text(shown.z));
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
        text += line_of(point);
    }
    return text;
}

std::string leak_message(const World& world, const Leak& leak, const std::string& points) {
    const std::string text = describe_leak(leak, describe_entity(world, leak.entity));
    return points.empty()
               ? text
               : text + "; the way is in " + points + ": load it in the editor as a point file";
}

SourceLocation leak_place(const World& world, const Leak& leak) {
    return {world.source, world.entities[leak.entity].position.line};
}

Json to_json(const Leak& leak, std::string_view classname, std::uint32_t line) {
    Json report;
    report["entity"] = leak.entity;
    report["classname"] = classname;
    report["line"] = line;
    report["points"] = Json::array();
    for (const Vec3& point : leak.line) {
        report["points"].push_back(point_json(point));
    }
    report["opening"] = leak.opening.empty() ? Json() : point_json(place_of(leak));
    report["brush_lines"] = leak.brush_lines;
    return report;
}

Json to_json(const World& world, const Leak& leak, const std::string& points) {
    Json report = to_json(leak,
                          world.entities[leak.entity].value("classname"),
                          world.entities[leak.entity].position.line);
    report["file"] = points.empty() ? Json() : Json(points);
    return report;
}

}  // namespace halfspace::tool
