// SPDX-License-Identifier: MIT
#include "verify/choices.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

using Choice = std::span<const std::size_t>;

TEST(Choices, OneOfManyIsFound) {
    // Twenty polygons of four: each is right as its 2, alone or beside the one before.
    const std::vector<std::size_t> counts(20, 4);
    const auto right = [](std::size_t c) { return c == 2; };
    for (const bool alone : {true, false}) {
        std::size_t asked = 0;
        const std::vector<std::string> problems = problems_of_best(
            counts,
            [&](std::size_t i, std::size_t c) { return (!alone && i % 2 == 1) || right(c); },
            [&](std::size_t, std::size_t c, std::size_t, std::size_t d) {
                return right(c) == right(d);
            },
            [&](Choice choice) {
                ++asked;
                return std::ranges::all_of(choice, right) ? std::vector<std::string>{}
                                                          : std::vector<std::string>{"wrong"};
            });
        EXPECT_TRUE(problems.empty());
        EXPECT_LE(asked, 2U);
    }
}

TEST(Choices, ManyPolygonsWithOneChoiceAreNoSteps) {
    std::vector<std::size_t> counts(6000, 1);
    counts[5000] = counts[5500] = 3;
    const std::vector<std::string> problems = problems_of_best(
        counts,
        [](std::size_t, std::size_t) { return true; },
        // 5500 fits as its 2 alone, beside the last polygon.
        [](std::size_t i, std::size_t c, std::size_t j, std::size_t) {
            return !(i == 5500 && j == 5999) || c == 2;
        },
        [](Choice choice) {
            return choice[5000] == 1 && choice[5500] == 2 ? std::vector<std::string>{}
                                                          : std::vector<std::string>{"wrong"};
        });
    EXPECT_TRUE(problems.empty());
}

TEST(Choices, WhatIsWrongInAllChoicesEndsSoon) {
    const std::vector<std::size_t> counts(40, 2);
    std::size_t asked = 0;
    const std::vector<std::string> problems = problems_of_best(
        counts,
        [](std::size_t, std::size_t) { return true; },
        [](std::size_t, std::size_t, std::size_t, std::size_t) { return true; },
        [&](Choice) {
            ++asked;
            return std::vector<std::string>{"wrong"};
        });
    EXPECT_EQ(problems.size(), 1U);
    EXPECT_LE(asked, 257U);
}

TEST(Choices, TheFewestProblemsAreTold) {
    const std::vector<std::size_t> counts{3, 0, 1};
    const std::vector<std::string> problems = problems_of_best(
        counts,
        [](std::size_t, std::size_t) { return true; },
        [](std::size_t, std::size_t, std::size_t, std::size_t) { return true; },
        [](Choice choice) {
            return std::vector<std::string>(choice[0] == 1 ? 1 : 5, std::to_string(choice[0]));
        });
    EXPECT_EQ(problems, std::vector<std::string>{"1"});
}

TEST(Choices, NoChoiceOfAPolygonThatIsWrongInAllIsTried) {
    const std::vector<std::size_t> counts{64, 64, 2};
    std::size_t asked = 0;
    const std::vector<std::string> problems = problems_of_best(
        counts,
        [](std::size_t i, std::size_t) { return i != 2; },
        [](std::size_t, std::size_t, std::size_t, std::size_t) { return true; },
        [&](Choice) {
            ++asked;
            return std::vector<std::string>{"wrong"};
        });
    EXPECT_EQ(problems.size(), 1U);
    EXPECT_EQ(asked, 1U);
}

}  // namespace
}  // namespace halfspace
