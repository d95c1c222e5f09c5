// SPDX-License-Identifier: MIT
// The table of checks, the page that shows it, and levels that other people made.
#include "halfspace/lint/lint.h"

#include "halfspace/base/file.h"

#include "lint/linted.h"
#include "support/test_data.h"

#include <set>

namespace halfspace::test {
namespace {

std::vector<LintFinding> findings_of(const std::filesystem::path& path) {
    const auto bytes = read_file(path);
    if (!bytes) {
        ADD_FAILURE() << to_string(bytes.error());
        return {};
    }
    return findings({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

TEST(LintTable, HasARowForEachCheckInItsOrder) {
    std::set<std::string_view> codes;
    for (std::size_t i = 0; i < kLintTable.size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(kLintTable[i].check), i);
        EXPECT_TRUE(codes.insert(kLintTable[i].code).second) << kLintTable[i].code;
    }
    EXPECT_EQ(static_cast<std::size_t>(LintCheck::FinerGrid) + 1, kLintTable.size());
}

// The failure shows the table as the page should have it.
TEST(LintTable, IsOnThePageForDesigners) {
    std::string table =
        "<!-- checks -->\n| code | is a | meaning | what to do |\n|---|---|---|---|\n";
    for (const LintRow& row : kLintTable) {
        table += "| `" + std::string(row.code) + "` | " +
                 (row.severity == Severity::Warning ? "warning" : "note") + " | " +
                 std::string(row.meaning) + " | " + std::string(row.advice) + " |\n";
    }
    const auto bytes = read_file(project_file("docs/reference/levels.md"));
    ASSERT_TRUE(bytes);
    const std::string page(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    EXPECT_TRUE(page.contains(table + "<!-- end -->\n")) << table;
}

TEST(Lint, FindingsHaveTheOrderOfTheTable) {
    const std::string crate = box({64, 128, 0}, {128, 192, 64});
    std::vector<LintCheck> order;
    for (const LintFinding& finding :
         findings(floor_with(crate + crate + box({300, 128, 0}, {364, 192, 64.0625}),
                             entity("func_door") + entity("item_health", at("9 9 -4")) +
                                 entity("trigger_relay", "\"target\" \"x\"")))) {
        order.push_back(finding.check);
    }
    EXPECT_EQ(order,
              (std::vector{LintCheck::EntityInSolid,
                           LintCheck::NoBrushes,
                           LintCheck::UnknownTarget,
                           LintCheck::DuplicateBrush,
                           LintCheck::FinerGrid}));
}

// examples/levels/README.md tells of the one warning.
TEST(Lint, TheExamplesHaveNoWarningsButTheStartOfTheCistern) {
    std::vector<std::string> warnings;
    for (const std::filesystem::path& path : files_below(project_file("examples/levels"), ".map")) {
        for (const LintFinding& finding : findings_of(path)) {
            if (finding.diagnostic.severity == Severity::Warning) {
                warnings.push_back(path.filename().string() + ": " +
                                   std::string(row_of(finding.check).code));
            }
        }
    }
    EXPECT_EQ(warnings, std::vector<std::string>{"cistern.map: entity-in-solid"});
}

// Levels that were released have nearly no mistakes. What is left was looked at, and is true.
TEST(Lint, IsQuietOnReleasedLevels) {
    const std::filesystem::path folder = test_data("maps/id1");
    if (folder.empty()) {
        GTEST_SKIP() << "no test data";
    }
    std::multiset<std::string> warnings;
    for (const std::filesystem::path& path : files_below(folder, ".map")) {
        for (const LintFinding& finding : findings_of(path)) {
            if (finding.diagnostic.severity == Severity::Warning) {
                warnings.insert(path.filename().string() + ": " +
                                std::string(row_of(finding.check).code));
            }
        }
    }
    EXPECT_EQ(
        warnings,
        (std::multiset<std::string>{
            "e2m1.map: duplicate-brush", "e2m1.map: duplicate-brush", "end.map: entity-in-solid"}));
}

}  // namespace
}  // namespace halfspace::test
