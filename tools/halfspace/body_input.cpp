// SPDX-License-Identifier: MIT
#include "body_input.h"

#include "line_input.h"

#include <fmt/format.h>

#include <cstddef>

namespace halfspace::tool {
namespace {

// Reads the three numbers in a part of the text.
std::expected<Vec3, BadBody> parse_corner(std::string_view text,
                                          std::size_t begin,
                                          std::size_t end,
                                          double most) {
    const auto numbers = parse_numbers(text.substr(begin, end - begin), 3, most);
    if (!numbers) {
        return std::unexpected(BadBody{numbers.error().message,
                                       static_cast<std::uint32_t>(begin) + numbers.error().column});
    }
    return Vec3{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

Error error_at(const std::string& path, std::uint32_t line, const BadBody& bad) {
    return {bad.code, bad.message, {path, line, bad.column}};
}

// The default body of this name; else a list of the names of default bodies.
std::expected<Body, std::string> default_body(std::string_view name) {
    std::string names;
    for (Body& body : default_bodies()) {
        if (body.name == name) {
            return std::move(body);
        }
        names += (names.empty() ? "" : ", ") + body.name;
    }
    return std::unexpected(names);
}

}  // namespace

std::expected<Aabb, BadBody> parse_box(std::string_view text, double most) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        return std::unexpected(BadBody{fmt::format("expected {}", kBoxNotation), 1});
    }
    const auto min = parse_corner(text, 0, colon, most);
    if (!min) {
        return std::unexpected(min.error());
    }
    const auto max = parse_corner(text, colon + 1, text.size(), most);
    if (!max) {
        return std::unexpected(max.error());
    }
    return Aabb{*min, *max};
}

std::expected<Body, BadBody> parse_body(std::string_view text) {
    const auto start = static_cast<std::uint32_t>(first_word(text) + 1);
    const std::size_t equals = text.find('=');
    const std::size_t colon = text.find(':');
    if (equals == std::string_view::npos || colon == std::string_view::npos || colon < equals) {
        const std::expected<Body, std::string> named = default_body(trimmed(text));
        if (named) {
            return *named;
        }
        return std::unexpected(BadBody{
            fmt::format(
                "expected {}, or the name of a default body ({})", kBodyNotation, named.error()),
            start});
    }
    Body body;
    body.name = trimmed(text.substr(0, equals));
    std::expected<Aabb, BadBody> box = parse_box(text.substr(equals + 1));
    if (!box) {
        box.error().column += static_cast<std::uint32_t>(equals) + 1;
        return std::unexpected(std::move(box.error()));
    }
    body.min = box->min;
    body.max = box->max;
    if (const std::optional<Error> problem = body_problem(body)) {
        return std::unexpected(BadBody{problem->message, start, problem->code});
    }
    return body;
}

std::string to_text(const Body& body) {
    return fmt::format("{}={}:{}", body.name, point_text(body.min), point_text(body.max));
}

Result<std::vector<Body>> read_bodies(const std::string& path, int grid_exponent) {
    std::vector<Body> bodies;
    const auto add = [&](std::string_view line, std::uint32_t number) -> Result<void> {
        std::expected<Body, BadBody> body = parse_body(line);
        if (!body) {
            return std::unexpected(error_at(path, number, body.error()));
        }
        const auto column = static_cast<std::uint32_t>(first_word(line) + 1);
        if (const std::optional<Error> problem = name_problem(bodies, body->name)) {
            return std::unexpected(
                error_at(path, number, {problem->message, column, problem->code}));
        }
        if (const std::optional<Error> problem = grid_problem(*body, grid_exponent)) {
            return std::unexpected(
                error_at(path, number, {problem->message, column, problem->code}));
        }
        bodies.push_back(std::move(*body));
        return {};
    };
    if (const Result<void> read = read_lines(path, add); !read) {
        return std::unexpected(read.error());
    }
    if (bodies.empty()) {
        return std::unexpected(Error{ErrorCode::Syntax,
                                     "the file holds no bodies; for a level without bodies give "
                                     "--space none",
                                     {path, 0, 0}});
    }
    return bodies;
}

}  // namespace halfspace::tool
