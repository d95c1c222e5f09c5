// SPDX-License-Identifier: MIT
#include "formats/text/utf8.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(ValidUtf8, TextThatIsValidStays) {
    for (const char* text : {"",
                             "plain \"text\" \\ \n",
                             "\xc2\x80",
                             "\xdf\xbf",
                             "\xe0\xa0\x80",
                             "\xed\x9f\xbf",
                             "\xee\x80\x80",
                             "\xef\xbf\xbf",
                             "\xf0\x90\x80\x80",
                             "\xf4\x8f\xbf\xbf"}) {
        EXPECT_EQ(valid_utf8(text), text);
    }
}

TEST(ValidUtf8, EveryByteThatIsNotBecomesTheReplacementCharacter) {
    const std::string no = "\xef\xbf\xbd";
    EXPECT_EQ(valid_utf8("a\x80z"), "a" + no + "z");
    EXPECT_EQ(valid_utf8("caf\xe9"), "caf" + no);                  // Latin-1
    EXPECT_EQ(valid_utf8("\xc0\xaf"), no + no);                    // longer than needed
    EXPECT_EQ(valid_utf8("\xe0\x9f\xbf"), no + no + no);           // likewise
    EXPECT_EQ(valid_utf8("\xed\xa0\x80"), no + no + no);           // a surrogate
    EXPECT_EQ(valid_utf8("\xf4\x90\x80\x80"), no + no + no + no);  // beyond Unicode
    EXPECT_EQ(valid_utf8("\xf5"), no);
    EXPECT_EQ(valid_utf8("\xe2\x82"), no + no);  // ends too early
    EXPECT_EQ(valid_utf8("\xe2\x82"
                         "a"),
              no + no + "a");
    EXPECT_EQ(valid_utf8("\xff\xfe"), no + no);
}

}  // namespace
}  // namespace halfspace
