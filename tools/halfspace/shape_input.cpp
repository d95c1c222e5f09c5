// SPDX-License-Identifier: MIT
#include "shape_input.h"

#include "body_input.h"
#include "line_input.h"
#include "point_input.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

using Text = std::optional<std::string>;

// Reads the numbers of an option.
Result<Numbers> numbers_of(const std::string& text, std::size_t count) {
    return parse_words(std::span(&text, 1), count);
}

Result<GivenShape> given(Result<ConvexShape> shape, const Transform& transform = {}) {
    if (!shape) {
        return std::unexpected(std::move(shape.error()));
    }
    return GivenShape{std::move(*shape), transform};
}

Result<GivenShape> parse_box_shape(const std::string& text) {
    const std::expected<Aabb, BadBody> box = parse_box(text, kMaxShapeSize);
    if (!box) {
        return std::unexpected(
            Error{box.error().code, fmt::format("{} in '{}'", box.error().message, text), {}});
    }
    const Vec3 half = (box->max - box->min) * 0.5;
    if (half.x < 0 || half.y < 0 || half.z < 0) {
        return std::unexpected(
            Error{ErrorCode::Range,
                  fmt::format("no minimum may be above its maximum in '{}'", text),
                  {}});
    }
    return given(ConvexShape::box(half), moved_by((box->min + box->max) * 0.5));
}

Result<GivenShape> parse_sphere(const std::string& text) {
    const Result<Numbers> numbers = numbers_of(text, 1);
    if (!numbers) {
        return std::unexpected(numbers.error());
    }
    return given(ConvexShape::sphere((*numbers)[0]));
}

// Reads a half height and a radius.
template <class Make>
Result<GivenShape> parse_round(const std::string& text, const Make& make) {
    const Result<Numbers> numbers = numbers_of(text, 2);
    if (!numbers) {
        return std::unexpected(numbers.error());
    }
    return given(make((*numbers)[0], (*numbers)[1]));
}

Result<GivenShape> read_points(const std::string& path) {
    std::vector<Vec3> points;
    const auto add = [&](std::string_view line, std::uint32_t number) -> Result<void> {
        const auto numbers = parse_numbers(line, 3, kMaxShapeSize);
        if (!numbers) {
            return std::unexpected(Error{ErrorCode::Syntax,
                                         numbers.error().message,
                                         {path, number, numbers.error().column}});
        }
        points.push_back({(*numbers)[0], (*numbers)[1], (*numbers)[2]});
        return {};
    };
    if (Result<void> read = read_lines(path, add); !read) {
        return std::unexpected(std::move(read.error()));
    }
    Result<ConvexShape> shape = ConvexShape::points(points);
    if (!shape) {
        shape.error().where.file = path;
        return std::unexpected(std::move(shape.error()));
    }
    return given(std::move(shape));
}

struct ShapeOption {
    const char* name;
    Text ShapeArguments::* text;
    const char* notation;
    const char* help;
    Result<GivenShape> (*parse)(const std::string& text);
};

constexpr std::array kShapeOptions{
    ShapeOption{"--box",
                &ShapeArguments::box,
                kBoxNotation,
                "The body is a box; its corners are given from its position",
                parse_box_shape},
    ShapeOption{"--sphere",
                &ShapeArguments::sphere,
                "RADIUS",
                "The body is a sphere; its position is its middle",
                parse_sphere},
    ShapeOption{"--capsule",
                &ShapeArguments::capsule,
                "HALF_HEIGHT,RADIUS",
                "The body is a capsule: an upright line from HALF_HEIGHT below its position to "
                "HALF_HEIGHT above, and all within RADIUS of the line",
                [](const std::string& text) { return parse_round(text, ConvexShape::capsule); }},
    ShapeOption{"--cylinder",
                &ShapeArguments::cylinder,
                "HALF_HEIGHT,RADIUS",
                "The body is an upright cylinder from HALF_HEIGHT below its position to "
                "HALF_HEIGHT above",
                [](const std::string& text) { return parse_round(text, ConvexShape::cylinder); }},
    ShapeOption{"--points",
                &ShapeArguments::points,
                "FILE",
                "The body is the convex hull of points, which are given from its position; the "
                "file has x y z on each line",
                read_points},
};

// Reads the three angles of --turn.
Result<Transform> parse_turn(const Text& text) {
    if (!text) {
        return Transform{};
    }
    const Result<Numbers> angles = numbers_of(*text, 3);
    if (!angles) {
        return std::unexpected(angles.error());
    }
    return turned_about({}, {(*angles)[0], (*angles)[1], (*angles)[2]});
}

Error with_option(Error error, std::string_view option) {
    if (error.where.file.empty()) {
        error.message = fmt::format("{}: {}", option, error.message);
    }
    return error;
}

Error not_one_shape() {
    std::string names;
    for (const ShapeOption& option : kShapeOptions) {
        names += (names.empty() ? "" : ", ") + std::string(option.name);
    }
    return {ErrorCode::Syntax, "give the body by exactly one of " + names, {}};
}

}  // namespace

void add_shape_options(CLI::App& app, ShapeArguments& arguments) {
    for (const ShapeOption& option : kShapeOptions) {
        app.add_option(option.name, arguments.*option.text, option.help)
            ->type_name(option.notation);
    }
    app.add_option("--turn",
                   arguments.turn,
                   "Turn the body about its position by these angles, in degrees: first by roll "
                   "about x, then by pitch about y, then by yaw about z")
        ->type_name("pitch,yaw,roll");
}

Result<GivenShape> parse_shape(const ShapeArguments& arguments) {
    const ShapeOption* wanted = nullptr;
    for (const ShapeOption& option : kShapeOptions) {
        if (arguments.*option.text) {
            if (wanted != nullptr) {
                return std::unexpected(not_one_shape());
            }
            wanted = &option;
        }
    }
    if (wanted == nullptr) {
        return std::unexpected(not_one_shape());
    }
    const Result<Transform> turn = parse_turn(arguments.turn);
    if (!turn) {
        return std::unexpected(with_option(turn.error(), "--turn"));
    }
    Result<GivenShape> shape = wanted->parse(*(arguments.*wanted->text));
    if (!shape) {
        return std::unexpected(with_option(std::move(shape.error()), wanted->name));
    }
    shape->transform = *turn * shape->transform;
    return shape;
}

}  // namespace halfspace::tool
