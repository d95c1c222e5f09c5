// SPDX-License-Identifier: MIT
#include "formats/map_fields.h"

#include "formats/map_number.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace halfspace::map {
namespace {

constexpr std::array<std::string_view, 3> kOrdinals{"first", "second", "third"};
constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};

}  // namespace

std::string join(std::initializer_list<std::string_view> parts) {
    std::string joined;
    for (const std::string_view part : parts) {
        joined += part;
    }
    return joined;
}

std::optional<std::string_view> FieldReader::read_string(std::string_view what) {
    tokens_.skip_blanks_and_slash_comments();
    const SourcePosition start = tokens_.position();
    if (tokens_.peek() != '"') {
        expected(join({"'\"' to begin ", what}));
        return std::nullopt;
    }
    const QuotedString string = tokens_.quoted_string();
    if (!string.closed) {
        fail(ErrorCode::Syntax,
             start,
             join({"expected '\"' to end ", what, " before the end of its line"}));
        return std::nullopt;
    }
    return string.text;
}

std::optional<DecimalPoint> FieldReader::read_point(std::size_t ordinal) {
    tokens_.skip_blanks_and_slash_comments();
    if (!tokens_.accept('(')) {
        expected(join({"'(' to begin a plane's ", kOrdinals[ordinal], " point"}));
        return std::nullopt;
    }
    DecimalPoint point;
    for (std::size_t axis = 0; axis < point.size(); ++axis) {
        const std::optional<Decimal> coordinate = read_coordinate(ordinal, axis);
        if (!coordinate) {
            return std::nullopt;
        }
        point[axis] = *coordinate;
    }
    tokens_.skip_blanks_and_slash_comments();
    if (!tokens_.accept(')')) {
        expected(join({"')' to end a plane's ", kOrdinals[ordinal], " point"}));
        return std::nullopt;
    }
    return point;
}

std::optional<Decimal> FieldReader::read_coordinate(std::size_t ordinal, std::size_t axis) {
    tokens_.skip_blanks_and_slash_comments();
    const auto name = [&] {
        return join({kAxes[axis], " of a plane's ", kOrdinals[ordinal], " point"});
    };
    const SourcePosition start = tokens_.position();
    const std::string_view text = tokens_.number();
    if (text.empty()) {
        expected("a number for " + name());
        return std::nullopt;
    }
    const DecimalParse parse = parse_decimal(text);
    if (parse.error == DecimalError::NotANumber) {
        fail(ErrorCode::Syntax,
             start,
             "expected a number for " + name() + ", found " + printable(text));
        return std::nullopt;
    }
    if (parse.error == DecimalError::TooLarge) {
        fail(ErrorCode::Range,
             start,
             "expected a number within -2^40 to 2^40 for " + name() + ", found " + printable(text));
        return std::nullopt;
    }
    return parse.value;
}

std::optional<TextureProjection> FieldReader::read_projection() {
    tokens_.skip_blanks_and_slash_comments();
    std::optional<TextureProjection> projection =
        tokens_.peek() == '[' ? read_valve_projection() : read_standard_projection();
    if (!projection) {
        return std::nullopt;
    }
    const std::optional<double> rotation = read_number("the texture's rotation");
    const std::optional<double> u_scale =
        rotation ? read_number("the texture's u scale") : std::nullopt;
    const std::optional<double> v_scale =
        u_scale ? read_number("the texture's v scale") : std::nullopt;
    if (!v_scale) {
        return std::nullopt;
    }
    projection->rotation = *rotation;
    projection->u_scale = *u_scale;
    projection->v_scale = *v_scale;
    return projection;
}

std::optional<TextureProjection> FieldReader::read_standard_projection() {
    const std::optional<double> u =
        read_number("the texture's u offset, or '[' to begin its u axis");
    const std::optional<double> v = u ? read_number("the texture's v offset") : std::nullopt;
    if (!v) {
        return std::nullopt;
    }
    TextureProjection projection;
    projection.u_offset = *u;
    projection.v_offset = *v;
    return projection;
}

std::optional<TextureProjection> FieldReader::read_valve_projection() {
    const std::optional<std::array<double, 4>> u = read_texture_axis("u");
    const std::optional<std::array<double, 4>> v = u ? read_texture_axis("v") : std::nullopt;
    if (!v) {
        return std::nullopt;
    }
    TextureProjection projection;
    projection.kind = TextureProjection::Kind::Valve220;
    projection.u_axis = {(*u)[0], (*u)[1], (*u)[2]};
    projection.v_axis = {(*v)[0], (*v)[1], (*v)[2]};
    projection.u_offset = (*u)[3];
    projection.v_offset = (*v)[3];
    return projection;
}

std::optional<std::array<double, 4>> FieldReader::read_texture_axis(std::string_view axis) {
    tokens_.skip_blanks_and_slash_comments();
    if (!tokens_.accept('[')) {
        expected(join({"'[' to begin the texture's ", axis, " axis"}));
        return std::nullopt;
    }
    std::array<double, 4> numbers{};
    for (double& number : numbers) {
        const std::optional<double> read =
            read_number(axis == "u" ? "the texture's u axis" : "the texture's v axis");
        if (!read) {
            return std::nullopt;
        }
        number = *read;
    }
    tokens_.skip_blanks_and_slash_comments();
    if (!tokens_.accept(']')) {
        expected(join({"']' to end the texture's ", axis, " axis"}));
        return std::nullopt;
    }
    return numbers;
}

std::optional<double> FieldReader::read_number(std::string_view what) {
    tokens_.skip_blanks_and_slash_comments();
    const SourcePosition start = tokens_.position();
    const std::string_view text = tokens_.number();
    if (text.empty()) {
        expected(join({"a number for ", what}));
        return std::nullopt;
    }
    const std::optional<double> number = parse_double(text);
    if (!number) {
        fail(ErrorCode::Syntax,
             start,
             join({"expected a number for ", what, ", found ", printable(text)}));
        return std::nullopt;
    }
    if (!std::isfinite(*number)) {
        fail(ErrorCode::Range,
             start,
             join({"expected a number below 10^308 for ", what, ", found ", printable(text)}));
        return std::nullopt;
    }
    return number;
}

bool FieldReader::expected(std::string_view what) {
    return fail(ErrorCode::Syntax,
                tokens_.position(),
                join({"expected ", what, ", found ", tokens_.found()}));
}

bool FieldReader::expected_inside(std::string_view shape,
                                  SourcePosition start,
                                  std::string_view what) {
    if (!tokens_.at_end()) {
        return expected(what);
    }
    return fail(ErrorCode::Syntax,
                tokens_.position(),
                join({"expected ",
                      what,
                      ", found the end of the file; the ",
                      shape,
                      " began on line ",
                      std::to_string(start.line)}));
}

bool FieldReader::fail(ErrorCode code, SourcePosition where, std::string message) {
    if (!error_) {
        error_ = Error{code, std::move(message), {source_, where.line, where.column}};
    }
    return false;
}

}  // namespace halfspace::map
