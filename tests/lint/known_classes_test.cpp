// SPDX-License-Identifier: MIT
#include "lint/known_classes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

// The optimal string alignment distance, by the table of the textbook.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = std::min({d[i - 1][j] + 1,
                                d[i][j - 1] + 1,
                                d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

TEST(KnownClasses, AreLowerCaseAndThereOnce) {
    for (const KnownClass& known : known_classes()) {
        EXPECT_EQ(known_class(known.name), &known) << known.name;
        EXPECT_TRUE(std::ranges::none_of(known.name, [](char c) { return c >= 'A' && c <= 'Z'; }));
        EXPECT_EQ(meant_class(known.name), nullptr) << known.name;
    }
}

TEST(MeantClass, IsTheOnlyClassAtDistanceOne) {
    // Each mistake at each place of each class.
    for (const KnownClass& known : known_classes()) {
        for (std::size_t i = 0; i < known.name.size(); ++i) {
            std::string missing(known.name);
            missing.erase(i, 1);
            std::string more(known.name);
            more.insert(i, "q");
            std::string other(known.name);
            other[i] = 'q';
            std::string exchanged(known.name);
            std::swap(exchanged[i], exchanged[i == 0 ? 1 : i - 1]);
            for (const std::string& name : {missing, more, other, exchanged}) {
                std::size_t near = 0;
                for (const KnownClass& candidate : known_classes()) {
                    near += distance(name, candidate.name) == 1 ? 1 : 0;
                }
                const bool is_digit = name.back() >= '0' && name.back() <= '9';
                const bool is_meant = near == 1 && !is_digit && known_class(name) == nullptr;
                EXPECT_EQ(meant_class(name), is_meant ? &known : nullptr) << name;
            }
        }
    }
}

TEST(MeantClass, TwoMistakesAreAnotherClass) {
    EXPECT_EQ(meant_class("func_wqqll"), nullptr);
    EXPECT_EQ(meant_class(""), nullptr);
    EXPECT_EQ(meant_class("func_door2"), nullptr);
}

}  // namespace
}  // namespace halfspace
