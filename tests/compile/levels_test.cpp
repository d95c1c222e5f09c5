// SPDX-License-Identifier: MIT
// Every real level of the test data does what tests/data/expected.tsv says of it.
#include "halfspace/verify/verify.h"

#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

struct Expected {
    std::string path;
    int exit_code = 0;
    std::string reason;  // how the first error begins, "-" for none
};

std::vector<Expected> expected_levels() {
    std::vector<Expected> all;
    std::ifstream file(project_file("tests/data/expected.tsv"));
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) {
            continue;
        }
        std::istringstream fields(line);
        Expected expected;
        std::string code;
        std::getline(fields, expected.path, '\t');
        std::getline(fields, code, '\t');
        std::getline(fields, expected.reason);
        expected.exit_code = code == "0" ? 0 : 1;
        all.push_back(std::move(expected));
    }
    return all;
}

void expect_failure(const Error& error, const Expected& expected) {
    EXPECT_EQ(expected.exit_code, 1) << to_string(error);
    EXPECT_TRUE(error.message.starts_with(expected.reason)) << to_string(error);
    EXPECT_GT(error.where.line, 0u) << to_string(error);
}

class RealLevel : public testing::TestWithParam<Expected> {};

TEST_P(RealLevel, CompilesAndVerifiesAsExpected) {
    const Expected& expected = GetParam();
    const auto path = test_data("maps/" + expected.path);
    if (path.empty()) {
        GTEST_SKIP() << "no test data";
    }
    const auto world = read_world(path);
    if (!world) {
        expect_failure(world.error(), expected);
        return;
    }
    const auto compiled = compile(*world);
    if (!compiled) {
        expect_failure(compiled.error().front(), expected);
        return;
    }
    EXPECT_EQ(expected.exit_code, 0);
    EXPECT_EQ(expected.reason, "-");
    const auto level = Level::from_data(compiled->level);
    ASSERT_TRUE(level) << to_string(level.error());
    const VerifyReport report = verify(*level, *world);
    EXPECT_EQ(report.differences, 0u) << report.details.front();
    EXPECT_EQ(report.leaves, level->leaves().size());
    EXPECT_NEAR(report.largest_displacement, level->statistics().largest_move, 1e-5);
}

std::string level_name(const testing::TestParamInfo<Expected>& test) {
    std::string name = test.param.path;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Maps, RealLevel, testing::ValuesIn(expected_levels()), level_name);

TEST(ExpectedLevels, AreAllListed) {
    const auto folder = test_data("maps");
    if (folder.empty()) {
        GTEST_SKIP() << "no test data";
    }
    const std::vector<Expected> expected = expected_levels();
    const auto files = files_below(folder, ".map");
    EXPECT_EQ(files.size(), expected.size());
    for (const auto& file : files) {
        const std::string path = file.lexically_relative(folder).generic_string();
        EXPECT_TRUE(std::any_of(
            expected.begin(), expected.end(), [&](const Expected& e) { return e.path == path; }))
            << path << " is not in tests/data/expected.tsv";
    }
}

}  // namespace
}  // namespace halfspace::test
