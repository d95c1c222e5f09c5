// SPDX-License-Identifier: MIT
// Reads the fields of a .map line, each with the message that says what was expected of it.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/exact/decimal.h"
#include "halfspace/world/world.h"

#include "formats/map/map_tokenizer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace halfspace::map {

std::string join(std::initializer_list<std::string_view> parts);

// The matrix of a brush primitive: what one unit along each of the two primitive_axes of the side
// adds to u and to v, and what both are at the origin.
struct PrimitiveMatrix {
    std::array<double, 3> u{};
    std::array<double, 3> v{};
};

// The numbers behind a face: Quake 2 and 3 write contents, flags and a value, Daikatana a colour as
// well, Hexen 2 one number.
struct FaceNumbers {
    bool are_given = false;  // three numbers or more; fewer mean nothing
    std::uint32_t contents = 0;
    std::uint32_t flags = 0;
};

inline constexpr std::string_view kFaceOrEnd = "'(' to begin a face or '}' to end the brush";

// Functions that read skip the blanks and "//" comments before a field, and answer nullopt after a
// failure. The first failure is kept.
class FieldReader {
public:
    // REQUIRES: text and source outlive the reader.
    FieldReader(std::string_view text, const std::string& source)
        : tokens_(text), source_(source) {}

    Tokenizer& tokens() { return tokens_; }
    std::optional<Error>& error() { return error_; }

    // A finite number. what: "the texture's rotation".
    std::optional<double> read_number(std::string_view what);
    // What stands between two quotes. what: "a key".
    std::optional<std::string_view> read_string(std::string_view what);
    // "( x y z )". ordinal: 0 to 2, for the message.
    std::optional<DecimalPoint> read_point(std::size_t ordinal);
    // Takes the bracket and what stands before it, or fails. what: "to begin the patch's size".
    bool expect_bracket(char bracket, std::string_view what);
    // Five numbers in brackets: a point of a patch with its place in the texture.
    std::optional<PolygonCorner> read_patch_point();
    // "( ( a b c ) ( d e f ) )".
    std::optional<PrimitiveMatrix> read_matrix();
    // A raw word or a quoted string; valid until the next call.
    std::optional<std::string_view> read_texture_name();
    // The numbers up to the next face or bracket, where the cursor is left.
    std::optional<FaceNumbers> read_face_numbers();
    // What follows the texture's name, in either dialect, up to the v scale.
    std::optional<TextureProjection> read_projection();

    // Fails with a syntax error at the cursor: "expected WHAT, found ...". False, like the others.
    bool expected(std::string_view what);
    // The same; at the end of the file it also tells where the open shape began.
    bool expected_inside(std::string_view shape, SourcePosition start, std::string_view what);
    bool fail(ErrorCode code, SourcePosition where, std::string message);

private:
    std::optional<DecimalPoint> read_coordinates(std::string_view of);
    std::optional<Decimal> read_coordinate(std::string_view of, std::size_t axis);
    std::optional<TextureProjection> read_standard_projection();
    std::optional<TextureProjection> read_valve_projection();
    std::optional<std::array<double, 4>> read_texture_axis(std::string_view axis);
    std::optional<std::string_view> read_raw_texture_name();

    Tokenizer tokens_;
    const std::string& source_;
    std::optional<Error> error_;
    std::string unescaped_;
};

}  // namespace halfspace::map
