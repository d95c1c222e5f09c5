// SPDX-License-Identifier: MIT
#include "formats/map_parser.h"

#include "formats/map_number.h"
#include "formats/map_tokenizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

namespace halfspace::map {
namespace {

// Quake 2 and 3 write contents, flags and a value behind a face, Daikatana a colour as well,
// Hexen 2 one number.
constexpr int kMostTrailingNumbers = 6;
constexpr int kFlagNumbers = 3;
// The only bit of the contents number that the games' own compilers take from the .map.
constexpr std::int64_t kDetailContents = std::int64_t{1} << 27;

constexpr std::array<std::string_view, 3> kOrdinals{"first", "second", "third"};
constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};

// Shapes that are named instead of given by faces alone.
constexpr std::string_view kNamedShapes[] = {
    "brushDef",
    "brushDef2",
    "brushDef3",
    "patchDef2",
    "patchDef3",
    "patchDef5",
    "patchDefWS",
    "terrainDef",
};

std::string operator+(std::string text, std::string_view more) {
    return text.append(more);
}

struct NameHash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's name
    std::size_t operator()(std::string_view name) const {
        return std::hash<std::string_view>()(name);
    }
};

// A texture's name between its quotes: `\"` and `\\` stand for the second byte.
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

// Functions that read answer nullopt or false after a failure; the first failure is kept.
class Parser {
public:
    Parser(std::string_view text, const std::string& source) : tokens_(text), source_(source) {}

    Result<ParsedMap> parse();

private:
    bool read_entity();
    bool read_key();
    bool read_brush();
    bool read_named_shape();
    bool read_side();
    std::optional<DecimalPoint> read_point(std::size_t ordinal);
    std::optional<Decimal> read_coordinate(std::size_t ordinal, std::size_t axis);
    std::optional<MaterialId> read_texture_name();
    std::optional<std::string_view> read_raw_texture_name();
    std::optional<TextureProjection> read_projection();
    std::optional<TextureProjection> read_standard_projection();
    std::optional<TextureProjection> read_valve_projection();
    std::optional<std::array<double, 4>> read_texture_axis(std::string_view axis);
    bool read_trailing_numbers();
    std::optional<double> read_number(std::string_view what);
    std::optional<std::string_view> read_string(std::string_view what);

    MaterialId material(std::string_view name);
    bool expected(std::string_view what);
    bool not_closed(std::string_view what, std::string_view shape, SourcePosition start);
    bool fail(ErrorCode code, SourcePosition where, std::string message);

    Tokenizer tokens_;
    const std::string& source_;
    ParsedMap map_;
    std::vector<BrushSide> sides_;  // of the brush being read
    DetailFlag detail_ = DetailFlag::Unset;
    std::unordered_map<std::string, MaterialId, NameHash, std::equal_to<>> material_ids_;
    std::optional<Error> error_;
};

Result<ParsedMap> Parser::parse() {
    tokens_.skip_blanks_and_comments();
    while (!tokens_.at_end() && read_entity()) {
        tokens_.skip_blanks_and_comments();
    }
    if (error_) {
        return std::unexpected(std::move(*error_));
    }
    return std::move(map_);
}

bool Parser::read_entity() {
    const SourcePosition start = tokens_.position();
    if (!tokens_.accept('{')) {
        return expected("'{' to begin an entity");
    }
    map_.entities.emplace_back().position = start;
    while (true) {
        tokens_.skip_blanks_and_comments();
        switch (tokens_.peek()) {
            case '"':
                if (!read_key()) {
                    return false;
                }
                break;
            case '{':
                if (!read_brush()) {
                    return false;
                }
                break;
            case '}':
                return tokens_.accept('}');
            default:
                return not_closed(
                    "'\"' to begin a key, '{' to begin a brush or '}' to end the entity",
                    "entity",
                    start);
        }
    }
}

bool Parser::read_key() {
    const SourcePosition start = tokens_.position();
    const std::optional<std::string_view> key = read_string("a key");
    if (!key) {
        return false;
    }
    tokens_.skip_blanks_and_slash_comments();
    const std::optional<std::string_view> value = read_string("the key's value");
    if (!value) {
        return false;
    }
    map_.entities.back().keys.push_back({*key, *value, start});
    return true;
}

std::optional<std::string_view> Parser::read_string(std::string_view what) {
    const SourcePosition start = tokens_.position();
    if (tokens_.peek() != '"') {
        expected(std::string("'\"' to begin ") + what);
        return std::nullopt;
    }
    const QuotedString string = tokens_.quoted_string();
    if (!string.closed) {
        fail(ErrorCode::Syntax,
             start,
             std::string("expected '\"' to end ") + what + " before the end of its line");
        return std::nullopt;
    }
    return string.text;
}

bool Parser::read_brush() {
    const SourcePosition start = tokens_.position();
    tokens_.accept('{');
    tokens_.skip_blanks_and_comments();
    if (tokens_.peek() != '(' && tokens_.peek() != '}' && !tokens_.at_end()) {
        return read_named_shape();
    }
    sides_.clear();
    detail_ = DetailFlag::Unset;
    while (!tokens_.accept('}')) {
        if (tokens_.peek() != '(') {
            return not_closed("'(' to begin a face or '}' to end the brush", "brush", start);
        }
        if (!read_side()) {
            return false;
        }
    }
    map_.entities.back().brushes.push_back({{Contents::Solid, sides_, start}, detail_});
    return true;
}

// Where brush primitives and patches will be read.
bool Parser::read_named_shape() {
    const SourcePosition start = tokens_.position();
    const std::string found = tokens_.found();
    const std::string_view word = tokens_.word();
    const std::string_view name = word.substr(0, word.find('{'));
    if (std::find(std::begin(kNamedShapes), std::end(kNamedShapes), name) ==
        std::end(kNamedShapes)) {
        return fail(ErrorCode::Syntax,
                    start,
                    "expected '(' to begin a face or '}' to end the brush, found " + found);
    }
    return fail(ErrorCode::Unsupported,
                start,
                std::string(name) +
                    " is not supported: this build reads brushes in the standard "
                    "and the Valve 220 format, without patches");
}

bool Parser::read_side() {
    BrushSide side;
    side.position = tokens_.position();
    std::array<DecimalPoint, 3> points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::optional<DecimalPoint> point = read_point(i);
        if (!point) {
            return false;
        }
        points[i] = *point;
    }
    // The text has them clockwise seen from outside.
    side.points = {points[0], points[2], points[1]};
    const std::optional<MaterialId> material = read_texture_name();
    if (!material) {
        return false;
    }
    side.material = *material;
    const std::optional<TextureProjection> projection = read_projection();
    if (!projection) {
        return false;
    }
    side.texture = *projection;
    sides_.push_back(side);
    return read_trailing_numbers();
}

std::optional<DecimalPoint> Parser::read_point(std::size_t ordinal) {
    tokens_.skip_blanks_and_slash_comments();
    if (!tokens_.accept('(')) {
        expected(std::string("'(' to begin a plane's ") + kOrdinals[ordinal] + " point");
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
        expected(std::string("')' to end a plane's ") + kOrdinals[ordinal] + " point");
        return std::nullopt;
    }
    return point;
}

std::optional<Decimal> Parser::read_coordinate(std::size_t ordinal, std::size_t axis) {
    tokens_.skip_blanks_and_slash_comments();
    const auto name = [&] {
        return std::string(kAxes[axis]) + " of a plane's " + kOrdinals[ordinal] + " point";
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

std::optional<MaterialId> Parser::read_texture_name() {
    tokens_.skip_blanks();
    if (tokens_.peek() != '"') {
        const std::optional<std::string_view> name = read_raw_texture_name();
        return name ? std::optional(material(*name)) : std::nullopt;
    }
    const std::optional<std::string_view> quoted = read_string("a texture's name");
    return quoted ? std::optional(material(unescaped(*quoted))) : std::nullopt;
}

std::optional<std::string_view> Parser::read_raw_texture_name() {
    if (tokens_.at_end()) {
        expected("a texture's name");
        return std::nullopt;
    }
    const SourcePosition start = tokens_.position();
    const std::string_view name = tokens_.word();
    const bool is_bracket = name.size() == 1 && name.find_first_of("(){}[]") == 0;
    if (!is_bracket && !name.starts_with("((")) {
        return name;
    }
    tokens_.skip_blanks();
    if (name.starts_with("((") || (name == "(" && tokens_.peek() == '(')) {
        fail(ErrorCode::Unsupported,
             start,
             "a texture matrix (brush primitives) is not supported: save the map in the standard "
             "or the Valve 220 format");
    } else {
        fail(ErrorCode::Syntax, start, "expected a texture's name, found " + printable(name));
    }
    return std::nullopt;
}

MaterialId Parser::material(std::string_view name) {
    // Most sides bear the texture of the side before.
    if (!sides_.empty() && map_.materials[sides_.back().material.value].name == name) {
        return sides_.back().material;
    }
    const auto found = material_ids_.find(name);
    if (found != material_ids_.end()) {
        return found->second;
    }
    const MaterialId id(static_cast<std::uint32_t>(map_.materials.size()));
    map_.materials.push_back({std::string(name)});
    map_.textures.push_back(classify_texture(name));
    material_ids_.emplace(name, id);
    return id;
}

std::optional<TextureProjection> Parser::read_projection() {
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

std::optional<TextureProjection> Parser::read_standard_projection() {
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

std::optional<TextureProjection> Parser::read_valve_projection() {
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

std::optional<std::array<double, 4>> Parser::read_texture_axis(std::string_view axis) {
    tokens_.skip_blanks_and_slash_comments();
    if (!tokens_.accept('[')) {
        expected(std::string("'[' to begin the texture's ") + axis + " axis");
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
        expected(std::string("']' to end the texture's ") + axis + " axis");
        return std::nullopt;
    }
    return numbers;
}

// Leaves the cursor at what follows the face.
bool Parser::read_trailing_numbers() {
    double contents = 0;
    int count = 0;
    while (true) {
        tokens_.skip_blanks_and_comments();
        const char next = tokens_.peek();
        if ((next < '0' || next > '9') && next != '-' && next != '+' && next != '.') {
            break;
        }
        if (count == kMostTrailingNumbers) {
            return expected("'(' to begin a face or '}' to end the brush after six numbers");
        }
        const std::optional<double> number = read_number("a flag of the face");
        if (!number) {
            return false;
        }
        contents = count == 0 ? *number : contents;
        ++count;
    }
    constexpr double kLargest = 0x1p62;
    const bool has_contents = count >= kFlagNumbers && std::abs(contents) < kLargest;
    if (has_contents && (static_cast<std::int64_t>(contents) & kDetailContents) != 0) {
        detail_ = DetailFlag::Set;
    }
    return true;
}

std::optional<double> Parser::read_number(std::string_view what) {
    tokens_.skip_blanks_and_slash_comments();
    const SourcePosition start = tokens_.position();
    const std::string_view text = tokens_.number();
    if (text.empty()) {
        expected(std::string("a number for ") + what);
        return std::nullopt;
    }
    const std::optional<double> number = parse_double(text);
    if (!number) {
        fail(ErrorCode::Syntax,
             start,
             std::string("expected a number for ") + what + ", found " + printable(text));
        return std::nullopt;
    }
    if (!std::isfinite(*number)) {
        fail(ErrorCode::Range,
             start,
             std::string("expected a number below 10^308 for ") + what + ", found " +
                 printable(text));
        return std::nullopt;
    }
    return number;
}

bool Parser::expected(std::string_view what) {
    return fail(ErrorCode::Syntax,
                tokens_.position(),
                std::string("expected ") + what + ", found " + tokens_.found());
}

bool Parser::not_closed(std::string_view what, std::string_view shape, SourcePosition start) {
    if (!tokens_.at_end()) {
        return expected(what);
    }
    return fail(ErrorCode::Syntax,
                tokens_.position(),
                std::string("expected ") + what + ", found the end of the file; the " + shape +
                    " began on line " + std::to_string(start.line));
}

bool Parser::fail(ErrorCode code, SourcePosition where, std::string message) {
    if (!error_) {
        error_ = Error{code, std::move(message), {source_, where.line, where.column}};
    }
    return false;
}

}  // namespace

Result<ParsedMap> parse_map(std::string_view text, const std::string& source) {
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
        return std::unexpected(
            Error{ErrorCode::Limit, "the text is longer than 4 GiB", {source, 0, 0}});
    }
    return Parser(text, source).parse();
}

}  // namespace halfspace::map
