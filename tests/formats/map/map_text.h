// SPDX-License-Identifier: MIT
// Pieces of .map text for tests of the reader.
#pragma once

#include "formats/shared/map_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace halfspace::test {

// A cube of 16 units from the origin, each face with what follows its texture's name.
inline std::string cube(const std::string& texture, const std::string& rest = "0 0 0 1 1") {
    const std::string end = " " + texture + " " + rest + "\n";
    return "{\n( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 )" + end + "( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 )" + end +
           "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 )" + end + "( 16 16 16 ) ( 16 17 16 ) ( 17 16 16 )" + end +
           "( 16 16 16 ) ( 17 16 16 ) ( 16 16 17 )" + end +
           "( 16 16 16 ) ( 16 16 17 ) ( 16 17 16 )" + end + "}\n";
}

inline std::string entity(const std::string& classname, const std::string& body = "") {
    return "{\n\"classname\" \"" + classname + "\"\n" + body + "}\n";
}

inline ReadWorld read(std::string_view text) {
    Result<ReadWorld> result = read_map(text, "test.map");
    EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
    return result ? std::move(*result) : ReadWorld{};
}

}  // namespace halfspace::test
