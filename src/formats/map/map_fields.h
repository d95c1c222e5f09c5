// SPDX-License-Identifier: MIT
// Reads the fields of a .map line. Each function makes a message about what it expected.
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

// The matrix of a brush primitive. u[0] and v[0]: what one unit along the first of the side's two
// primitive_axes adds to u and v. u[1] and v[1]: the same for the second axis. u[2] and v[2]: u and
// v at the origin.
struct PrimitiveMatrix {
    std::array<double, 3> u{};
    std::array<double, 3> v{};
};

// The numbers behind a face. Quake 2 and 3 write contents, flags and a value; Daikatana writes a
// colour, too; Hexen 2 writes one number.
struct FaceNumbers {
    bool are_given = false;  // true with three numbers or more; fewer have no meaning
    std::uint32_t contents = 0;
    std::uint32_t flags = 0;
};

inline constexpr std::string_view kFaceOrEnd = "'(' to begin a face or '}' to end the brush";

// Functions that read skip blanks and "//" comments before a field. They return nullopt after a
// failure. The first failure is kept.
class FieldReader {
public:
    // REQUIRES: text and source outlive the reader.
    FieldReader(std::string_view text, const std::string& source)
        : tokens_(text), source_(source) {}

    Tokenizer& tokens() { return tokens_; }
    std::optional<Error>& error() { return error_; }

    // A finite number. what: its name for the message, such as "the texture's rotation".
    std::optional<double> read_number(std::string_view what);
    // The text between two quotes. what: its name for the message, such as "a key".
    std::optional<std::string_view> read_string(std::string_view what);
    // A point "( x y z )". ordinal: which of a plane's three points, 0 to 2, for the message.
    std::optional<DecimalPoint> read_point(std::size_t ordinal);
    // Skips to the bracket and takes it, or fails. what: the rest of the message, such as "to begin
    // the patch's size".
    bool expect_bracket(char bracket, std::string_view what);
    // A point of a patch: x, y, z, u and v in brackets.
    std::optional<PolygonCorner> read_patch_point();
    // A matrix "( ( a b c ) ( d e f ) )".
    std::optional<PrimitiveMatrix> read_matrix();
    // A raw word or a quoted string; valid until the next call.
    std::optional<std::string_view> read_texture_name();
    // The numbers up to the next face or bracket, which is not taken.
    std::optional<FaceNumbers> read_face_numbers();
    // The texture projection behind the texture's name, in either dialect, up to the v scale.
    std::optional<TextureProjection> read_projection();

    // Fails with a syntax error at the cursor: "expected WHAT, found ...". Returns false.
    bool expected(std::string_view what);
    // The same. At the end of the file the message also says where the shape began.
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
