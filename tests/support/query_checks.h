// SPDX-License-Identifier: MIT
// Compares the answers of all questions (questions.h) that brute force can answer, too, on any
// level. The tests use it for small numbers of things, prove_queries for large ones.
#pragma once

#include "halfspace/level/level.h"

#include "support/oracle.h"
#include "support/questions.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace halfspace::test {

struct CheckReport {
    std::size_t queries = 0;  // how many things were asked about; about some, several questions
    std::size_t differences = 0;
    std::vector<std::string> details;  // sentences about the first differences, with all digits
    // For each question that was asked: how many of its right answers would be wrong without the
    // placed models.
    std::map<std::string, std::size_t> by_models = {};
};

// Adds a difference, and a sentence about it if it is one of the first.
void add_difference(CheckReport& report, std::string detail);

// The details, one in each line.
std::string joined(const CheckReport& report);

// A point with all digits.
std::string text(const Vec3& p);

// A level with placed models, as the body of a space meets it, and the brushes of all that.
struct PlacedBrushes {
    // REQUIRES: what `moved` (moved_brushes.h) requires, for each model; `models` outlives this.
    explicit PlacedBrushes(const Level& level,
                           SpaceId space = SpaceId(0),
                           std::span<const PlacedModel> models = {});

    PlacedLevel here;
    SpaceId space;
    std::vector<Oracle> oracles;  // of the world, then of each placed model
};

// Asks all questions that brute force can answer about points, or about segments, if they are the
// point's or the body's. Asks about `count` things near each of the oracles.
CheckReport check_points(const PlacedBrushes& brushes, std::size_t count, std::uint64_t seed);
CheckReport check_segments(const PlacedBrushes& brushes, std::size_t count, std::uint64_t seed);

}  // namespace halfspace::test
