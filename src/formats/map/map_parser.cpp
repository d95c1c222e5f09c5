// SPDX-License-Identifier: MIT
#include "formats/map/map_parser.h"

#include "formats/map/map_fields.h"
#include "formats/map/map_patch.h"
#include "formats/map/map_tokenizer.h"
#include "world/shared/texture.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

namespace halfspace::map {
namespace {

// Shapes that begin with a name instead of a face.
struct NamedShape {
    enum class Kind : std::uint8_t { Primitives, Patch, SubdividedPatch, Unsupported };
    std::string_view name;
    Kind kind = Kind::Unsupported;
    std::string_view games = {};  // whose maps have it, or empty
};

constexpr std::string_view kVersion = "Version";

constexpr NamedShape kNamedShapes[] = {
    {"brushDef", NamedShape::Kind::Primitives},
    {"patchDef2", NamedShape::Kind::Patch},
    {"patchDefWS", NamedShape::Kind::Patch},
    {"patchDef3", NamedShape::Kind::SubdividedPatch},
    {"brushDef2", NamedShape::Kind::Unsupported, "Doom 3"},
    {"brushDef3", NamedShape::Kind::Unsupported, "Doom 3 and Quake 4"},
    {"patchDef5", NamedShape::Kind::Unsupported},
    {"terrainDef", NamedShape::Kind::Unsupported},
    {"mesh", NamedShape::Kind::Unsupported},
    {"curve", NamedShape::Kind::Unsupported},
};

// The shape of this name, or nullptr.
const NamedShape* find_shape(std::string_view name) {
    const auto* const found = std::find_if(
        std::begin(kNamedShapes), std::end(kNamedShapes), [name](const NamedShape& shape) {
            return shape.name == name;
        });
    return found == std::end(kNamedShapes) ? nullptr : found;
}

struct NameHash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's name
    std::size_t operator()(std::string_view name) const {
        return std::hash<std::string_view>()(name);
    }
};

// The projection of a brush primitive. The axes depend on the normal of the side, so they are
// computed here.
TextureProjection primitive_projection(const PrimitiveMatrix& matrix, const BrushSide& side) {
    const Vec3 normal = normal_of(side);
    const double size = length(normal);
    const PrimitiveAxes axes = primitive_axes(size > 0 ? normal * (1 / size) : normal);
    TextureProjection projection;
    projection.kind = TextureProjection::Kind::BrushPrimitives;
    projection.u_axis = axes.u * matrix.u[0] + axes.v * matrix.u[1];
    projection.v_axis = axes.u * matrix.v[0] + axes.v * matrix.v[1];
    projection.u_offset = matrix.u[2];
    projection.v_offset = matrix.v[2];
    return projection;
}

// True if two brackets follow; the name of a texture may begin with one.
bool is_at_matrix(Tokenizer tokens) {
    if (!tokens.accept('(')) {
        return false;
    }
    tokens.skip_blanks_and_slash_comments();
    return tokens.peek() == '(';
}

// Functions that read return nullopt or false after a failure. The first failure is kept.
class Parser {
public:
    Parser(std::string_view text, const std::string& source)
        : fields_(text, source), tokens_(fields_.tokens()) {}

    Result<ParsedMap> parse();

private:
    bool skip_version();
    bool read_entity();
    bool read_part(ParsedEntity& entity);
    bool read_key(ParsedEntity& entity);
    bool read_shape(ParsedEntity& entity, SourcePosition start);
    bool read_faces(ParsedEntity& entity, SourcePosition start);
    bool read_named_shape(ParsedEntity& entity, SourcePosition start);
    bool read_primitives(ParsedEntity& entity, SourcePosition start);
    bool read_patch(ParsedEntity& entity, PatchKind kind, SourcePosition start);
    bool skip_keys();
    bool read_side();
    bool read_texture(BrushSide& side);

    std::optional<MaterialId> read_material();
    MaterialId material(std::string_view name);

    FieldReader fields_;
    Tokenizer& tokens_;
    ParsedMap map_;
    std::vector<BrushSide> sides_;  // of the current brush
    std::vector<FaceNumbers> numbers_;
    MaterialId last_material_;
    std::unordered_map<std::string, MaterialId, NameHash, std::equal_to<>> material_ids_;
};

Result<ParsedMap> Parser::parse() {
    tokens_.skip_blanks_and_comments();
    bool goes_on = skip_version();
    while (goes_on && !tokens_.at_end()) {
        goes_on = read_entity();
        tokens_.skip_blanks_and_comments();
    }
    if (std::optional<Error>& error = fields_.error()) {
        return std::unexpected(std::move(*error));
    }
    return std::move(map_);
}

// Maps of Doom 3 and Quake 4 begin with "Version 2" and "Version 3". What the reader does not know
// in them is reported where it stands.
bool Parser::skip_version() {
    if (tokens_.name_ahead() != kVersion) {
        return true;
    }
    tokens_.accept(kVersion);
    const bool is_number = fields_.read_number("the version of the map").has_value();
    tokens_.skip_blanks_and_comments();
    return is_number;
}

bool Parser::read_entity() {
    const SourcePosition start = tokens_.position();
    if (!tokens_.accept('{')) {
        return fields_.expected("'{' to begin an entity");
    }
    tokens_.skip_blanks_and_comments();
    if (tokens_.peek() == '(' || find_shape(tokens_.name_ahead()) != nullptr) {
        return read_shape(map_.loose, start);
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
    return read_shape(entity, start);
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

// Reads a brush or a patch behind its '{'.
bool Parser::read_shape(ParsedEntity& entity, SourcePosition start) {
    tokens_.skip_blanks_and_comments();
    const bool has_faces = tokens_.peek() == '(' || tokens_.peek() == '}' || tokens_.at_end();
    return has_faces ? read_faces(entity, start) : read_named_shape(entity, start);
}

// Reads a brush from its first face up to its '}'.
bool Parser::read_faces(ParsedEntity& entity, SourcePosition start) {
    sides_.clear();
    numbers_.clear();
    while (!tokens_.accept('}')) {
        if (tokens_.peek() != '(') {
            return fields_.expected_inside("brush", start, kFaceOrEnd);
        }
        if (!read_side()) {
            return false;
        }
    }
    const bool has_numbers = std::any_of(
        numbers_.begin(), numbers_.end(), [](const FaceNumbers& n) { return n.are_given; });
    entity.brushes.push_back(
        {{Contents::Solid, sides_, start}, has_numbers ? numbers_ : std::vector<FaceNumbers>()});
    return true;
}

bool Parser::read_named_shape(ParsedEntity& entity, SourcePosition start) {
    const SourcePosition where = tokens_.position();
    const NamedShape* const shape = find_shape(tokens_.name_ahead());
    if (shape == nullptr) {
        return fields_.expected(kFaceOrEnd);
    }
    tokens_.accept(shape->name);
    map_.has_primitives = true;
    switch (shape->kind) {
        case NamedShape::Kind::Primitives:
            return read_primitives(entity, start);
        case NamedShape::Kind::Patch:
            return read_patch(entity, PatchKind::Simple, start);
        case NamedShape::Kind::SubdividedPatch:
            return read_patch(entity, PatchKind::Subdivided, start);
        case NamedShape::Kind::Unsupported:
            break;
    }
    const std::string whose =
        shape->games.empty() ? "" : ", the format of " + std::string(shape->games) + ",";
    return fields_.fail(ErrorCode::Unsupported,
                        where,
                        std::string(shape->name) + whose +
                            " is not supported: save the map with brushes in the standard, Valve "
                            "220 or brushDef format and patches as patchDef2, as editors do for "
                            "Quake III");
}

// "{ faces }" and the '}' of the brush.
bool Parser::read_primitives(ParsedEntity& entity, SourcePosition start) {
    if (!fields_.expect_bracket('{', "to begin the brush's faces") || !skip_keys() ||
        !read_faces(entity, start)) {
        return false;
    }
    tokens_.skip_blanks_and_comments();
    return tokens_.accept('}') || fields_.expected_inside("brush", start, "'}' to end the brush");
}

// "{ texture size points }" and the '}' around it.
bool Parser::read_patch(ParsedEntity& entity, PatchKind kind, SourcePosition start) {
    if (!fields_.expect_bracket('{', "to begin the patch")) {
        return false;
    }
    tokens_.skip_blanks_and_comments();
    const std::optional<MaterialId> name = read_material();
    std::optional<Patch> patch = name ? read_patch_grid(fields_, kind) : std::nullopt;
    if (!patch || !skip_keys() || !fields_.expect_bracket('}', "to end the patch") ||
        !skip_keys() || !fields_.expect_bracket('}', "to end the shape around the patch")) {
        return false;
    }
    patch->material = *name;
    patch->position = start;
    entity.patches.push_back(*std::move(patch));
    return true;
}

// Skips keys that some editors write into shapes.
bool Parser::skip_keys() {
    tokens_.skip_blanks_and_comments();
    while (tokens_.peek() == '"') {
        if (!fields_.read_string("a key") || !fields_.read_string("the key's value")) {
            return false;
        }
        tokens_.skip_blanks_and_comments();
    }
    return true;
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
    if (!read_texture(side)) {
        return false;
    }
    const std::optional<FaceNumbers> numbers = fields_.read_face_numbers();
    if (!numbers) {
        return false;
    }
    sides_.push_back(side);
    numbers_.push_back(*numbers);
    return true;
}

// Reads a matrix and the texture's name, or the name and a projection.
bool Parser::read_texture(BrushSide& side) {
    tokens_.skip_blanks_and_slash_comments();
    const bool has_matrix = is_at_matrix(tokens_);
    if (has_matrix) {
        const std::optional<PrimitiveMatrix> matrix = fields_.read_matrix();
        if (!matrix) {
            return false;
        }
        side.texture = primitive_projection(*matrix, side);
        map_.has_primitives = true;
    }
    const std::optional<MaterialId> name = read_material();
    if (!name) {
        return false;
    }
    side.material = *name;
    if (!has_matrix) {
        const std::optional<TextureProjection> projection = fields_.read_projection();
        side.texture = projection.value_or(TextureProjection{});
        return projection.has_value();
    }
    return true;
}

std::optional<MaterialId> Parser::read_material() {
    const std::optional<std::string_view> name = fields_.read_texture_name();
    return name ? std::optional(material(*name)) : std::nullopt;
}

MaterialId Parser::material(std::string_view name) {
    // Most sides bear the texture of the side before.
    if (last_material_.is_valid() && map_.materials[last_material_.value].name == name) {
        return last_material_;
    }
    const auto found = material_ids_.find(name);
    if (found != material_ids_.end()) {
        last_material_ = found->second;
        return last_material_;
    }
    last_material_ = MaterialId(static_cast<std::uint32_t>(map_.materials.size()));
    const TextureClass meaning = classify_texture(name);
    Material added;
    added.name = name;
    added.is_masked = meaning.kind == TextureClass::Kind::Masked;
    map_.materials.push_back(std::move(added));
    map_.textures.push_back(meaning);
    material_ids_.emplace(name, last_material_);
    return last_material_;
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
