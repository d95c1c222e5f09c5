// SPDX-License-Identifier: MIT
#include "formats/map/map_tokenizer.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace::map {
namespace {

std::pair<std::uint32_t, std::uint32_t> place(const Tokenizer& tokens) {
    return {tokens.position().line, tokens.position().column};
}

using Place = std::pair<std::uint32_t, std::uint32_t>;

TEST(Tokenizer, CountsEveryKindOfLineEndOnce) {
    Tokenizer tokens("a\r\nb\rc\nd\n\r e");
    for (const Place& expected :
         {Place{1, 1}, Place{2, 1}, Place{3, 1}, Place{4, 1}, Place{6, 2}}) {
        tokens.skip_blanks();
        EXPECT_EQ(place(tokens), expected);
        EXPECT_EQ(tokens.word().size(), 1u);
    }
    EXPECT_TRUE(tokens.at_end());
}

TEST(Tokenizer, DoesNotCountAByteOrderMark) {
    Tokenizer tokens("\xef\xbb\xbf{");
    EXPECT_EQ(place(tokens), (Place{1, 1}));
    EXPECT_TRUE(tokens.accept('{'));
}

TEST(Tokenizer, SkipsOnlyTheCommentsItIsAskedTo) {
    const std::string text = " // one\n; two\n/// three\n(";
    Tokenizer none(text);
    none.skip_blanks();
    EXPECT_EQ(none.peek(), '/');
    Tokenizer slashes(text);
    slashes.skip_blanks_and_slash_comments();
    EXPECT_EQ(slashes.peek(), ';');
    Tokenizer all(text);
    all.skip_blanks_and_comments();
    EXPECT_EQ(all.peek(), '(');
    EXPECT_EQ(place(all), (Place{4, 1}));
}

TEST(Tokenizer, TakesNumbersUpToBracketsAndComments) {
    for (const std::string after : {"", " ", "\n", ")", "]", "}", "//", ";", "\""}) {
        const std::string line = "-1.5e+3" + after;
        Tokenizer tokens(line);
        EXPECT_EQ(tokens.number(), "-1.5e+3") << after;
    }
    for (const char* text : {"12a", "nan", "1,5", "", "x", "1\x01"}) {
        Tokenizer tokens(text);
        EXPECT_EQ(tokens.number(), "") << text;
        EXPECT_EQ(place(tokens), (Place{1, 1})) << text;
    }
}

TEST(Tokenizer, EndsAStringAtAQuoteThatIsNotEscaped) {
    const auto string = [](const char* text) { return Tokenizer(text).quoted_string(); };
    EXPECT_EQ(string(R"("a b" c)").text, "a b");
    EXPECT_EQ(string(R"("say \"hi\" now")").text, R"(say \"hi\" now)");
    EXPECT_EQ(string(R"("a\\" "b")").text, R"(a\\)");
    EXPECT_TRUE(string(R"("")").closed);
    EXPECT_FALSE(string(R"("a)").closed);
    EXPECT_FALSE(string("\"a\nb\"").closed);
    EXPECT_FALSE(string("\"a\rb\"").closed);
}

TEST(Tokenizer, EndsAStringThatIsAWindowsFolder) {
    const QuotedString folder = Tokenizer("\"c:\\maps\\\"\n\"next\" \"x\"").quoted_string();
    EXPECT_TRUE(folder.closed);
    EXPECT_EQ(folder.text, "c:\\maps\\");
}

TEST(Printable, CutsAndEscapes) {
    EXPECT_EQ(in_quotes("abc"), "'abc'");
    EXPECT_EQ(in_quotes(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
    EXPECT_EQ(in_quotes(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
    EXPECT_EQ(in_quotes(std::string("\x1b[0m\0\xff", 6)), R"('\x1b[0m\x00\xff')");
}

}  // namespace
}  // namespace halfspace::map
