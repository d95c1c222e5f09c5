// SPDX-License-Identifier: MIT
// What read_map says of text that it cannot read.
#include "formats/shared/map_reader.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace halfspace {
namespace {

constexpr std::size_t kTenMillion = 10'000'000;

std::string repeated(std::size_t count, char c) {
    return std::string(count, c);
}

// "line:column code message", or "read" where there is no error.
std::string outcome(std::string_view text) {
    const Result<ReadWorld> result = read_map(text, "m");
    if (result) {
        return "read";
    }
    const Error& error = result.error();
    const char* code = error.code == ErrorCode::Syntax        ? " syntax: "
                       : error.code == ErrorCode::Range       ? " range: "
                       : error.code == ErrorCode::Unsupported ? " unsupported: "
                                                              : " other: ";
    return std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + code +
           error.message;
}

// The outcome of one face in the third line.
std::string face(const std::string& text) {
    return outcome("{\n{\n" + text + "\n}\n}\n");
}

TEST(ReadMapErrors, NameThePlaceInAnEntity) {
    EXPECT_EQ(outcome("}"), "1:1 syntax: expected '{' to begin an entity, found '}'");
    EXPECT_EQ(outcome("\n  junk more"),
              "2:3 syntax: expected '{' to begin an entity, found 'junk'");
    EXPECT_EQ(outcome("{ \"a\" \"b\" } }"),
              "1:13 syntax: expected '{' to begin an entity, found '}'");
    EXPECT_EQ(outcome("{\nkey \"b\" }"),
              "2:1 syntax: expected '\"' to begin a key, '{' to begin a brush or '}' to end the "
              "entity, found 'key'");
    EXPECT_EQ(outcome("{ \"a\" b }"),
              "1:7 syntax: expected '\"' to begin the key's value, found 'b'");
    EXPECT_EQ(outcome("{ \"a\"\n}"),
              "2:1 syntax: expected '\"' to begin the key's value, found '}'");
    EXPECT_EQ(outcome("{ \"a\nb\" \"c\" }"),
              "1:3 syntax: expected '\"' to end a key before the end of its line");
    EXPECT_EQ(outcome("{ \"a\" \"b"),
              "1:7 syntax: expected '\"' to end the key's value before the end of its line");
    EXPECT_EQ(outcome("\n{ // }\n"),
              "3:1 syntax: expected '\"' to begin a key, '{' to begin a brush or '}' to end the "
              "entity, found the end of the file; the entity began on line 2");
}

TEST(ReadMapErrors, NameThePlaceInABrush) {
    EXPECT_EQ(outcome("{\n{\n"),
              "3:1 syntax: expected '(' to begin a face or '}' to end the brush, found the end of "
              "the file; the brush began on line 2");
    EXPECT_EQ(outcome("{ { {"),
              "1:5 syntax: expected '(' to begin a face or '}' to end the brush, found '{'");
    EXPECT_EQ(face("stone"),
              "3:1 syntax: expected '(' to begin a face or '}' to end the brush, found 'stone'");
    EXPECT_EQ(face("(0 0 0) x"),
              "3:9 syntax: expected '(' to begin a plane's second point, found 'x'");
    EXPECT_EQ(face("(0 0 0) (0 0 0) (0 0 0 0)"),
              "3:24 syntax: expected ')' to end a plane's third point, found '0)'");
    EXPECT_EQ(face("(0 0)"),
              "3:5 syntax: expected a number for z of a plane's first point, found ')'");
    EXPECT_EQ(face("(0 nan 0)"),
              "3:4 syntax: expected a number for y of a plane's first point, found 'nan'");
    EXPECT_EQ(face("(0 0 0) (-inf"),
              "3:10 syntax: expected a number for x of a plane's second point, found '-inf'");
    EXPECT_EQ(face("(0 0 1.2.3)"),
              "3:6 syntax: expected a number for z of a plane's first point, found '1.2.3'");
    EXPECT_EQ(face("(0 0 1e13)"),
              "3:6 range: expected a number within -2^40 to 2^40 for z of a plane's first point, "
              "found '1e13'");
}

TEST(ReadMapErrors, NameThePlaceInATexture) {
    const std::string points = "(0 0 0) (0 0 1) (1 0 0) ";
    EXPECT_EQ(face(points), "4:1 syntax: expected a texture's name, found '}'");
    EXPECT_EQ(face(points + "("), "3:25 syntax: expected a texture's name, found '('");
    EXPECT_EQ(outcome("{{" + points),
              "1:27 syntax: expected a texture's name, found the end of the file");
    EXPECT_EQ(face(points + "\"a"),
              "3:25 syntax: expected '\"' to end a texture's name before the end of its line");
    EXPECT_EQ(face(points + "a x"),
              "3:27 syntax: expected a number for the texture's u offset, or '[' to begin its u "
              "axis, found 'x'");
    EXPECT_EQ(face(points + "a 0"),
              "4:1 syntax: expected a number for the texture's v offset, found '}'");
    EXPECT_EQ(face(points + "a 0 0 -nan 1 1"),
              "3:31 syntax: expected a number for the texture's rotation, found '-nan'");
    EXPECT_EQ(
        face(points + "a 0 0 0 1e999 1"),
        "3:33 range: expected a number below 10^308 for the texture's u scale, found '1e999'");
    EXPECT_EQ(face(points + "a [ 1 0 0 ] [ 0 1 0 0 ] 0 1 1"),
              "3:35 syntax: expected a number for the texture's u axis, found ']'");
    EXPECT_EQ(face(points + "a [ 1 0 0 0 0 ] [ 0 1 0 0 ] 0 1 1"),
              "3:37 syntax: expected ']' to end the texture's u axis, found '0'");
    EXPECT_EQ(face(points + "a [ 1 0 0 0 ] 0 1 1"),
              "3:39 syntax: expected '[' to begin the texture's v axis, found '0'");
    EXPECT_EQ(face(points + "a 0 0 0 1 1 -x"),
              "3:37 syntax: expected a number for a flag of the face, found '-x'");
    EXPECT_EQ(face(points + "a 0 0 0 1 1 stray"),
              "3:37 syntax: expected '(' to begin a face or '}' to end the brush, found 'stray'");
}

TEST(ReadMapErrors, NameTheConstructThatIsNotSupported) {
    for (const std::string name : {"brushDef2", "brushDef3", "patchDef5", "terrainDef"}) {
        const std::string where = "2:3 unsupported: " + name;
        for (const std::string behind : {"\n{\n", "{ }"}) {
            const std::string said = outcome(std::string("{\n{ ").append(name).append(behind));
            EXPECT_TRUE(said.starts_with(where)) << said;
            EXPECT_NE(said.find(" is not supported: save the map"), std::string::npos) << said;
            EXPECT_EQ(said.find("Doom 3") != std::string::npos, name.starts_with("brush")) << said;
        }
    }
    EXPECT_EQ(face("meshDef"),
              "3:1 syntax: expected '(' to begin a face or '}' to end the brush, found 'meshDef'");
}

TEST(ReadMapErrors, NameThePlaceInABrushPrimitive) {
    const auto primitive = [](const std::string& text) {
        return outcome("{\n{ brushDef\n" + text);
    };
    const std::string points = "(0 0 0) (0 0 1) (1 0 0) ";
    EXPECT_EQ(primitive("x"), "3:1 syntax: expected '{' to begin the brush's faces, found 'x'");
    EXPECT_EQ(primitive("{ \"a\" }"),
              "3:7 syntax: expected '\"' to begin the key's value, found '}'");
    EXPECT_EQ(primitive("{ " + points + "( ( 1 0 ) ( 0 1 0 ) ) a } }"),
              "3:35 syntax: expected a number for the texture's matrix, found ')'");
    EXPECT_EQ(primitive("{ " + points + "( ( 1 0 0 0 ) ( 0 1 0 ) ) a } }"),
              "3:37 syntax: expected ')' to end a row of the texture's matrix, found '0'");
    EXPECT_EQ(primitive("{ " + points + "( ( 1 0 0 ) 0 1 0 ) a } }"),
              "3:39 syntax: expected '(' to begin a row of the texture's matrix, found '0'");
    EXPECT_EQ(primitive("{ " + points + "( ( 1 0 0 ) ( 0 1 0 ) a } }"),
              "3:49 syntax: expected ')' to end the texture's matrix, found 'a'");
    EXPECT_EQ(primitive("{ } x"), "3:5 syntax: expected '}' to end the brush, found 'x'");
    EXPECT_EQ(primitive("{ }"),
              "3:4 syntax: expected '}' to end the brush, found the end of the file; the brush "
              "began on line 2");
}

TEST(ReadMapErrors, NameThePlaceInAPatch) {
    const auto patch = [](const std::string& text) {
        return outcome("{\n{ patchDef2 {\nstone\n" + text);
    };
    const std::string column = "( ( 0 0 0 0 0 ) ( 1 0 0 0 0 ) ( 2 0 0 0 0 ) ) ";
    const std::string grid = "( 3 3 0 0 0 ) ( " + column + column + column;
    EXPECT_EQ(patch("3"), "4:1 syntax: expected '(' to begin the patch's size, found '3'");
    for (const std::string size : {"2", "4", "1", "0", "-3", "3.5", "131", "1e9"}) {
        EXPECT_EQ(
            patch("( 3 " + size),
            "4:5 range: expected an odd number from 3 to 129 for the patch's height, found '" +
                size + "'");
    }
    EXPECT_EQ(patch("( 3 3 0 0 )"),
              "4:11 syntax: expected a number for a flag of the patch, found ')'");
    EXPECT_EQ(patch("( 3 3 0 0 0 0 )"),
              "4:13 syntax: expected ')' to end the patch's size, found '0'");
    EXPECT_EQ(patch("( 129 129 0 0 0 ) (" + column),
              "4:20 syntax: expected 16641 points of the patch in the rest of the file, found '('");
    EXPECT_EQ(patch("( 3 3 0 0 0 ) ( " + column + "( ( 0 0 0 0 ) ) " + column + column),
              "4:75 syntax: expected a number for v of a point of the patch, found ')'");
    EXPECT_EQ(patch("( 3 3 0 0 0 ) ( " + column + "( ( 0 0 0 0 0 ) ) " + column + column),
              "4:79 syntax: expected '(' to begin a point of the patch, found ')'");
    EXPECT_EQ(patch(grid + column),
              "4:155 syntax: expected ')' to end the patch's points, found '('");
    EXPECT_EQ(patch(grid + ") } x"),
              "4:159 syntax: expected '}' to end the shape around the patch, found 'x'");
}

TEST(ReadMapErrors, AreShortAndPrintable) {
    EXPECT_EQ(outcome("\x7f"
                      "ELF\2 \1"),
              "1:1 syntax: expected '{' to begin an entity, found '\\x7fELF\\x02'");
    const std::string message = outcome(repeated(kTenMillion, 'x'));
    EXPECT_EQ(
        message,
        "1:1 syntax: expected '{' to begin an entity, found '" + std::string(40, 'x') + "...'");
    EXPECT_EQ(outcome(repeated(kTenMillion, ' ') + "x"),
              "1:10000001 syntax: expected '{' to begin an entity, found 'x'");
}

TEST(ReadMapErrors, DoNotNeedAStackForDepth) {
    EXPECT_TRUE(outcome(std::string(1'000'000, '{')).starts_with("1:3 syntax"));
    EXPECT_TRUE(outcome("{{" + std::string(1'000'000, '(')).starts_with("1:4 syntax"));
}

TEST(ReadMapErrors, HaveTheSourcesName) {
    const Result<ReadWorld> result = read_map("}", "maps/a.map");
    ASSERT_FALSE(result);
    EXPECT_EQ(to_string(result.error()),
              "maps/a.map:1:1: error: expected '{' to begin an entity, found '}'");
}

// A hostile size of each kind, which a quadratic reader would not finish.
TEST(ReadMapErrors, AreFoundInLinearTime) {
    std::string keys = "{";
    std::string entities;
    std::string brushes = "{";
    std::string materials = "{{";
    for (int i = 0; i < 100'000; ++i) {
        const std::string number = std::to_string(i);
        keys += "\"" + number + "\" \"\"\n";
        entities += "{}";
        brushes += "{}";
        materials += "(0 0 0)(0 0 1)(1 0 0) m" + number + " 0 0 0 1 1\n";
    }
    EXPECT_EQ(outcome(keys + "}"), "read");
    EXPECT_EQ(outcome(entities), "read");
    EXPECT_EQ(outcome(brushes + "}"), "read");
    EXPECT_EQ(outcome(materials + "}}"), "read");
    EXPECT_EQ(outcome("{\"k\" \"" + repeated(kTenMillion, '\\') + "\"}"), "read");
    EXPECT_TRUE(outcome(repeated(kTenMillion, '/')).starts_with("read"));
}

}  // namespace
}  // namespace halfspace
