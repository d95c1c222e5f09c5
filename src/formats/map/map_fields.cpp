// SPDX-License-Identifier: MIT
#include "formats/map/map_fields.h"

#include "formats/map/map_number.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace halfspace::map {
namespace {

constexpr std::array<std::string_view, 3> kPlanePoints{
    "a plane's first point", "a plane's second point", "a plane's third point"};
constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};
constexpr std::size_t kMaxFaceNumbers = 6;
constexpr std::size_t kFlagNumbers = 3;
constexpr double kMaxFlags = 0x1p32;

// Flags are written as signed or as unsigned numbers of 32 bits.
std::uint32_t to_flags(double number) {
    const bool is_in_range = number > -kMaxFlags && number < kMaxFlags;
    return is_in_range ? static_cast<std::uint32_t>(static_cast<std::int64_t>(number)) : 0;
}

// Resolves `\"` and `\\` in a texture's name between quotes.
std::string unescaped(std::string_view quoted) {
    std::string name;
    for (std::size_t i = 0; i < quoted.size(); ++i) {
        const bool escape = quoted[i] == '\\' && i + 1 < quoted.size() &&
                            (quoted[i + 1] == '"' || quoted[i + 1] == '\\');
        i += escape ? 1 : 0;
        name += quoted[i];
    }
    return name;
}

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

bool FieldReader::expect_bracket(char bracket, std::string_view what) {
    tokens_.skip_blanks_and_slash_comments();
    return tokens_.accept(bracket) ||
           expected(join({"'", std::string_view(&bracket, 1), "' ", what}));
}

std::optional<DecimalPoint> FieldReader::read_point(std::size_t ordinal) {
    const std::string_view name = kPlanePoints[ordinal];
    tokens_.skip_blanks_and_slash_comments();
    if (!tokens_.accept('(')) {
        expected(join({"'(' to begin ", name}));
        return std::nullopt;
    }
    const std::optional<DecimalPoint> point = read_coordinates(name);
    if (!point) {
        return std::nullopt;
    }
    tokens_.skip_blanks_and_slash_comments();
    if (!tokens_.accept(')')) {
        expected(join({"')' to end ", name}));
        return std::nullopt;
    }
    return point;
}

std::optional<PolygonCorner> FieldReader::read_patch_point() {
    if (!expect_bracket('(', "to begin a point of the patch")) {
        return std::nullopt;
    }
    const std::optional<DecimalPoint> point = read_coordinates("a point of the patch");
    const std::optional<double> u = point ? read_number("u of a point of the patch") : std::nullopt;
    const std::optional<double> v = u ? read_number("v of a point of the patch") : std::nullopt;
    if (!v || !expect_bracket(')', "to end a point of the patch")) {
        return std::nullopt;
    }
    return PolygonCorner{*point, *u, *v};
}

std::optional<DecimalPoint> FieldReader::read_coordinates(std::string_view of) {
    DecimalPoint point;
    for (std::size_t axis = 0; axis < point.size(); ++axis) {
        const std::optional<Decimal> coordinate = read_coordinate(of, axis);
        if (!coordinate) {
            return std::nullopt;
        }
        point[axis] = *coordinate;
    }
    return point;
}

std::optional<Decimal> FieldReader::read_coordinate(std::string_view of, std::size_t axis) {
    tokens_.skip_blanks_and_slash_comments();
    const auto name = [&] { return join({kAxes[axis], " of ", of}); };
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
             "expected a number for " + name() + ", found " + in_quotes(text));
        return std::nullopt;
    }
    if (parse.error == DecimalError::TooLarge) {
        fail(ErrorCode::Range,
             start,
             "expected a number within -2^40 to 2^40 for " + name() + ", found " + in_quotes(text));
        return std::nullopt;
    }
    return parse.value;
}

std::optional<PrimitiveMatrix> FieldReader::read_matrix() {
    PrimitiveMatrix matrix;
    if (!expect_bracket('(', "to begin the texture's matrix")) {
        return std::nullopt;
    }
    for (std::array<double, 3>* const row : {&matrix.u, &matrix.v}) {
        if (!expect_bracket('(', "to begin a row of the texture's matrix")) {
            return std::nullopt;
        }
        for (double& number : *row) {
            const std::optional<double> read = read_number("the texture's matrix");
            if (!read) {
                return std::nullopt;
            }
            number = *read;
        }
        if (!expect_bracket(')', "to end a row of the texture's matrix")) {
            return std::nullopt;
        }
    }
    if (!expect_bracket(')', "to end the texture's matrix")) {
        return std::nullopt;
    }
    return matrix;
}

std::optional<std::string_view> FieldReader::read_texture_name() {
    tokens_.skip_blanks();
    if (tokens_.peek() != '"') {
        return read_raw_texture_name();
    }
    const std::optional<std::string_view> quoted = read_string("a texture's name");
    if (!quoted) {
        return std::nullopt;
    }
    unescaped_ = unescaped(*quoted);
    return unescaped_;
}

std::optional<std::string_view> FieldReader::read_raw_texture_name() {
    const SourcePosition start = tokens_.position();
    const std::string_view name = tokens_.word();
    const bool is_bracket = name.size() == 1 && name.find_first_of("(){}[]") == 0;
    if (!name.empty() && !is_bracket) {
        return name;
    }
    fail(ErrorCode::Syntax,
         start,
         join({"expected a texture's name, found ",
               name.empty() ? "the end of the file" : in_quotes(name)}));
    return std::nullopt;
}

std::optional<FaceNumbers> FieldReader::read_face_numbers() {
    std::array<double, kMaxFaceNumbers> numbers{};
    std::size_t count = 0;
    while (true) {
        tokens_.skip_blanks_and_comments();
        const char next = tokens_.peek();
        if ((next < '0' || next > '9') && next != '-' && next != '+' && next != '.') {
            break;
        }
        if (count == kMaxFaceNumbers) {
            expected(join({kFaceOrEnd, " after six numbers"}));
            return std::nullopt;
        }
        const std::optional<double> number = read_number("a flag of the face");
        if (!number) {
            return std::nullopt;
        }
        numbers[count] = *number;
        ++count;
    }
    if (count < kFlagNumbers) {
        return FaceNumbers{};
    }
    return FaceNumbers{true, to_flags(numbers[0]), to_flags(numbers[1])};
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
        u_scale ? read_number("the texture's v scale (is there a texture's name?)") : std::nullopt;
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
             join({"expected a number for ", what, ", found ", in_quotes(text)}));
        return std::nullopt;
    }
    if (!std::isfinite(*number)) {
        fail(ErrorCode::Range,
             start,
             join({"expected a number below 10^308 for ", what, ", found ", in_quotes(text)}));
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
