// SPDX-License-Identifier: MIT
#include "halfspace/base/error.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(ErrorText, NamesFileLineColumnAndMessage) {
    EXPECT_EQ(to_string(Error{ErrorCode::Syntax, "a brace is missing", {"a.map", 3, 7}}),
              "a.map:3:7: error: a brace is missing");
}

TEST(ErrorText, LeavesOutWhatOfThePlaceIsAbsent) {
    EXPECT_EQ(to_string(Error{ErrorCode::Io, "cannot open", {"a.map"}}),
              "a.map: error: cannot open");
    EXPECT_EQ(to_string(Error{ErrorCode::Syntax, "bad", {"a.map", 3}}), "a.map:3: error: bad");
    EXPECT_EQ(to_string(Error{ErrorCode::Cancelled, "cancelled", {}}), "error: cancelled");
}

// A column without a line is no place.
TEST(ErrorText, LeavesOutAColumnWithoutALine) {
    EXPECT_EQ(to_string(Error{ErrorCode::Syntax, "bad", {"a.map", 0, 7}}), "a.map: error: bad");
}

TEST(DiagnosticText, NamesItsSeverity) {
    EXPECT_EQ(to_string(Diagnostic{Severity::Warning, "odd", {"a.map", 3}}),
              "a.map:3: warning: odd");
    EXPECT_EQ(to_string(Diagnostic{Severity::Note, "odd", {}}), "note: odd");
}

}  // namespace
}  // namespace halfspace
