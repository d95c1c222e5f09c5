// SPDX-License-Identifier: MIT
// Sources as text, and what the checks say about them.
#pragma once

#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/lint/lint.h"

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::test {

using Corner = std::array<double, 3>;

// A box of a .map with this texture on all sides but the last one.
inline std::string box(const Corner& low,
                       const Corner& high,
                       const std::string& texture = "stone1",
                       const std::string& last = "") {
    const auto side = [&](const Corner& at, int axis, double direction, const std::string& name) {
        // Seen from outside, the points run clockwise.
        Corner u = at;
        Corner v = at;
        u[(axis + 1) % 3] += direction > 0 ? 0 : 16;
        v[(axis + 2) % 3] += direction > 0 ? 0 : 16;
        u[(axis + 2) % 3] += direction > 0 ? 16 : 0;
        v[(axis + 1) % 3] += direction > 0 ? 16 : 0;
        std::string line;
        for (const Corner& p : {at, u, v}) {
            line += "( " + std::to_string(p[0]) + ' ' + std::to_string(p[1]) + ' ' +
                    std::to_string(p[2]) + " ) ";
        }
        return line + name + " 0 0 0 1 1\n";
    };
    std::string text = "{\n";
    for (int axis = 0; axis < 3; ++axis) {
        text += side(low, axis, -1, texture);
        text += side(high, axis, 1, axis == 2 && !last.empty() ? last : texture);
    }
    return text + "}\n";
}

// An entity: pairs of keys and values in quotes, then brushes.
inline std::string entity(const std::string& classname,
                          const std::string& keys = "",
                          const std::string& brushes = "") {
    return "{\n\"classname\" \"" + classname + "\"\n" + keys + (keys.empty() ? "" : "\n") +
           brushes + "}\n";
}

inline std::string at(const std::string& origin) {
    return "\"origin\" \"" + origin + "\"";
}

// A floor from 0 0 -16 to 512 512 0, with a player who stands on it, and what else is in the world.
inline std::string floor_with(const std::string& brushes = "", const std::string& entities = "") {
    return entity("worldspawn", "", box({0, 0, -16}, {512, 512, 0}) + brushes) +
           entity("info_player_start", at("64 64 24")) + entities;
}

inline std::vector<LintFinding> findings(std::string_view text,
                                         const CompileOptions& options = {}) {
    const Result<ReadWorld> read = read_world(std::as_bytes(std::span(text)), "test.map");
    if (!read) {
        ADD_FAILURE() << to_string(read.error());
        return {};
    }
    auto compiled = compile(read->world, options);
    if (!compiled) {
        ADD_FAILURE() << to_string(compiled.error().front());
        return {};
    }
    const Result<Level> level = Level::from_data(compiled->level);
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        return {};
    }
    return lint(read->world,
                *level,
                {.is_grid_given = options.grid_exponent.has_value(),
                 .moved = compiled->moved,
                 .threads = options.threads});
}

// The code and the message of each finding, one on each line.
inline std::string said(std::string_view text, const CompileOptions& options = {}) {
    std::string all;
    for (const LintFinding& finding : findings(text, options)) {
        all += std::string(row_of(finding.check).code) + ": " + finding.diagnostic.message + '\n';
    }
    return all;
}

// How often the check finds something in a level that no other check blames.
inline std::size_t count(LintCheck check, std::string_view text) {
    std::size_t found = 0;
    for (const LintFinding& finding : findings(text)) {
        EXPECT_EQ(finding.check, check) << finding.diagnostic.message;
        ++found;
    }
    return found;
}

}  // namespace halfspace::test
