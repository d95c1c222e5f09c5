// SPDX-License-Identifier: MIT
#include "json_report.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>

namespace halfspace::tool {
namespace {

const char* code_name(ErrorCode code) {
    static constexpr std::array kNames{
        "io", "syntax", "range", "geometry", "damaged", "unsupported", "limit", "cancelled"};
    return kNames[static_cast<std::size_t>(code)];
}

}  // namespace

Json to_json(const SourceLocation& where) {
    Json json = Json::object();
    if (!where.file.empty()) {
        json["file"] = where.file;
    }
    if (where.line != 0) {
        json["line"] = where.line;
    }
    if (where.column != 0) {
        json["column"] = where.column;
    }
    return json;
}

Json to_json(std::span<const Error> errors) {
    Json list = Json::array();
    for (const Error& error : errors) {
        list.push_back({{"code", code_name(error.code)},
                        {"message", error.message},
                        {"where", to_json(error.where)}});
    }
    return list;
}

Json to_json(std::span<const Diagnostic> diagnostics) {
    Json list = Json::array();
    for (const Diagnostic& diagnostic : diagnostics) {
        const bool is_warning = diagnostic.severity == Severity::Warning;
        list.push_back({{"severity", is_warning ? "warning" : "note"},
                        {"message", diagnostic.message},
                        {"where", to_json(diagnostic.where)}});
    }
    return list;
}

Json point_json(const Vec3& point) {
    return {point.x + 0.0, point.y + 0.0, point.z + 0.0};
}

std::string json_string(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            quoted += c;
        }
    }
    return quoted + '"';
}

void print_json(const Json& report) {
    const std::string text = report.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
    std::fputs(text.c_str(), stdout);
}

}  // namespace halfspace::tool
