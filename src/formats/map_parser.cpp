// SPDX-License-Identifier: MIT
#include "formats/map_parser.h"

#include "formats/map_fields.h"
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
constexpr double kLargestFlags = 0x1p62;  // still an int64_t

constexpr std::string_view kFaceOrEnd = "'(' to begin a face or '}' to end the brush";

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
    Parser(std::string_view text, const std::string& source)
        : fields_(text, source), tokens_(fields_.tokens()) {}

    Result<ParsedMap> parse();

private:
    bool read_entity();
    bool read_part(ParsedEntity& entity);
    bool read_key(ParsedEntity& entity);
    bool read_faces(std::vector<ParsedBrush>& brushes, SourcePosition start);
    bool read_named_shape();
    bool read_side();
    std::optional<MaterialId> read_texture_name();
    std::optional<std::string_view> read_raw_texture_name();
    bool read_trailing_numbers();

    MaterialId material(std::string_view name);

    FieldReader fields_;
    Tokenizer& tokens_;
    ParsedMap map_;
    std::vector<BrushSide> sides_;  // of the brush being read
    DetailFlag detail_ = DetailFlag::Unset;
    std::unordered_map<std::string, MaterialId, NameHash, std::equal_to<>> material_ids_;
};

Result<ParsedMap> Parser::parse() {
    tokens_.skip_blanks_and_comments();
    while (!tokens_.at_end() && read_entity()) {
        tokens_.skip_blanks_and_comments();
    }
    if (std::optional<Error>& error = fields_.error()) {
        return std::unexpected(std::move(*error));
    }
    return std::move(map_);
}

bool Parser::read_entity() {
    const SourcePosition start = tokens_.position();
    if (!tokens_.accept('{')) {
        return fields_.expected("'{' to begin an entity");
    }
    tokens_.skip_blanks_and_comments();
    if (tokens_.peek() == '(') {
        return read_faces(map_.loose_brushes, start);
    }
    ParsedEntity& entity = map_.entities.emplace_back();
    entity.position = start;
    while (!tokens_.accept('}')) {
        if (!read_part(entity)) {
            return false;
        }
        tokens_.skip_blanks_and_comments();
    }
    return true;
}

// A key with its value, or a brush.
bool Parser::read_part(ParsedEntity& entity) {
    if (tokens_.peek() == '"') {
        return read_key(entity);
    }
    const SourcePosition start = tokens_.position();
    if (!tokens_.accept('{')) {
        return fields_.expected_inside(
            "entity",
            entity.position,
            "'\"' to begin a key, '{' to begin a brush or '}' to end the entity");
    }
    tokens_.skip_blanks_and_comments();
    const bool has_faces = tokens_.peek() == '(' || tokens_.peek() == '}' || tokens_.at_end();
    return has_faces ? read_faces(entity.brushes, start) : read_named_shape();
}

bool Parser::read_key(ParsedEntity& entity) {
    const SourcePosition start = tokens_.position();
    const std::optional<std::string_view> key = fields_.read_string("a key");
    const std::optional<std::string_view> value =
        key ? fields_.read_string("the key's value") : std::nullopt;
    if (!value) {
        return false;
    }
    entity.keys.push_back({*key, *value, start});
    return true;
}

// A brush from its first face on, which ends with its '}'.
bool Parser::read_faces(std::vector<ParsedBrush>& brushes, SourcePosition start) {
    sides_.clear();
    detail_ = DetailFlag::Unset;
    while (!tokens_.accept('}')) {
        if (tokens_.peek() != '(') {
            return fields_.expected_inside("brush", start, kFaceOrEnd);
        }
        if (!read_side()) {
            return false;
        }
    }
    brushes.push_back({{Contents::Solid, sides_, start}, detail_});
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
        return fields_.fail(
            ErrorCode::Syntax, start, join({"expected ", kFaceOrEnd, ", found ", found}));
    }
    return fields_.fail(ErrorCode::Unsupported,
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
        const std::optional<DecimalPoint> point = fields_.read_point(i);
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
    const std::optional<TextureProjection> projection = fields_.read_projection();
    if (!projection) {
        return false;
    }
    side.texture = *projection;
    sides_.push_back(side);
    return read_trailing_numbers();
}

std::optional<MaterialId> Parser::read_texture_name() {
    tokens_.skip_blanks();
    if (tokens_.peek() != '"') {
        const std::optional<std::string_view> name = read_raw_texture_name();
        return name ? std::optional(material(*name)) : std::nullopt;
    }
    const std::optional<std::string_view> quoted = fields_.read_string("a texture's name");
    return quoted ? std::optional(material(unescaped(*quoted))) : std::nullopt;
}

std::optional<std::string_view> Parser::read_raw_texture_name() {
    const SourcePosition start = tokens_.position();
    const std::string_view name = tokens_.word();
    const bool is_bracket = name.size() == 1 && name.find_first_of("(){}[]") == 0;
    if (!name.empty() && !is_bracket && !name.starts_with("((")) {
        return name;
    }
    tokens_.skip_blanks();
    const bool is_matrix = name.starts_with("((") || (name == "(" && tokens_.peek() == '(');
    if (is_matrix) {
        fields_.fail(ErrorCode::Unsupported,
                     start,
                     "a texture matrix (brush primitives) is not supported: save the map in the "
                     "standard or the Valve 220 format");
        return std::nullopt;
    }
    fields_.fail(ErrorCode::Syntax,
                 start,
                 join({"expected a texture's name, found ",
                       name.empty() ? "the end of the file" : printable(name)}));
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
            return fields_.expected(join({kFaceOrEnd, " after six numbers"}));
        }
        const std::optional<double> number = fields_.read_number("a flag of the face");
        if (!number) {
            return false;
        }
        contents = count == 0 ? *number : contents;
        ++count;
    }
    const bool has_contents = count >= kFlagNumbers && std::abs(contents) < kLargestFlags;
    if (has_contents && (static_cast<std::int64_t>(contents) & kDetailContents) != 0) {
        detail_ = DetailFlag::Set;
    }
    return true;
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
