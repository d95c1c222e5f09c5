// SPDX-License-Identifier: MIT
#include "halfspace/level/visibility_rows.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <vector>

namespace halfspace::test {
namespace {

struct Rows {
    std::uint32_t count = 0;
    std::vector<std::uint32_t> starts{0};
    std::vector<std::byte> bytes;

    VisibilityRows view() const { return {count, starts, bytes}; }
};

// Written from the description of the format.
void add_row(Rows& rows, const std::vector<bool>& visible) {
    std::vector<std::byte> mask((rows.count + 63) / 64);
    std::vector<std::byte> groups;
    for (std::uint32_t group = 0; 8 * group < rows.count; ++group) {
        std::byte bits{0};
        for (std::uint32_t i = 8 * group; i < std::min(8 * group + 8, rows.count); ++i) {
            bits |= visible[i] ? std::byte{1} << (i % 8) : std::byte{0};
        }
        if (bits != std::byte{0}) {
            mask[group / 8] |= std::byte{1} << (group % 8);
            groups.push_back(bits);
        }
    }
    rows.bytes.insert(rows.bytes.end(), mask.begin(), mask.end());
    rows.bytes.insert(rows.bytes.end(), groups.begin(), groups.end());
    rows.starts.push_back(static_cast<std::uint32_t>(rows.bytes.size()));
}

// Ten clusters; each sees itself, and cluster 9 sees all.
Rows ten() {
    Rows rows{.count = 10};
    for (std::uint32_t a = 0; a < 10; ++a) {
        std::vector<bool> visible(10, a == 9);
        visible[a] = true;
        add_row(rows, visible);
    }
    return rows;
}

TEST(VisibilityRows, BitsAreReadBack) {
    std::mt19937_64 random(1);
    for (const std::uint32_t count : {1u, 7u, 8u, 9u, 63u, 64u, 65u, 200u, 1000u}) {
        Rows rows{.count = count};
        std::vector<std::vector<bool>> truth;
        for (std::uint32_t a = 0; a < count; ++a) {
            std::vector<bool> visible(count);
            const std::uint64_t rarity = 1 + random() % 40;
            for (std::uint32_t b = 0; b < count; ++b) {
                visible[b] = a == b || random() % rarity == 0;
            }
            add_row(rows, visible);
            truth.push_back(std::move(visible));
        }
        ASSERT_EQ(visibility_problem(rows.view()).value_or(""), "");
        for (std::uint32_t a = 0; a < count; ++a) {
            const VisibilityRow row = visibility_row(rows.view(), a);
            std::vector<bool> listed(count);
            std::uint32_t next = 0;
            for_each_visible(row, count, [&](std::uint32_t b) {
                EXPECT_GE(b, next);
                next = b + 1;
                listed[b] = true;
            });
            EXPECT_EQ(listed, truth[a]);
            for (std::uint32_t b = 0; b < count; ++b) {
                EXPECT_EQ(is_visible(row, count, b), truth[a][b]);
            }
        }
    }
}

TEST(VisibilityRows, NoClustersHaveOneStart) {
    EXPECT_FALSE(visibility_problem(Rows().view()));
}

TEST(VisibilityRows, DamagedRowsAreNamed) {
    const auto with = [](const std::function<void(Rows&)>& change) {
        Rows rows = ten();
        change(rows);
        return visibility_problem(rows.view()).value_or("");
    };
    EXPECT_EQ(with([](Rows&) {}), "");
    EXPECT_EQ(with([](Rows& r) { r.starts.pop_back(); }),
              "there must be one start more than clusters");
    EXPECT_EQ(with([](Rows& r) { r.bytes.pop_back(); }), "the rows do not cover their bytes");
    EXPECT_EQ(with([](Rows& r) { r.starts[0] = 1; }), "the rows do not cover their bytes");
    EXPECT_EQ(with([](Rows& r) { r.starts[1] = 1000; }),
              "the row of cluster 0 ends before its start or beyond the bytes");
    EXPECT_EQ(with([](Rows& r) { r.starts[1] = 0; }),
              "the row of cluster 0 is shorter than its mask");
    EXPECT_EQ(with([](Rows& r) { r.bytes[0] = std::byte{3}; }),
              "the row of cluster 0 has another length than its mask says");
    EXPECT_EQ(with([](Rows& r) { r.bytes[0] = std::byte{4}; }),
              "the row of cluster 0 has a group beyond the clusters");
    EXPECT_EQ(with([](Rows& r) { r.bytes[1] = std::byte{0}; }),
              "the row of cluster 0 has an empty group");
    EXPECT_EQ(with([](Rows& r) { r.bytes[1] = std::byte{2}; }),
              "the row of cluster 0 does not see itself");
    // Cluster 9 has two groups, and only two clusters are in the second one.
    EXPECT_EQ(with([](Rows& r) { r.bytes.back() = std::byte{7}; }),
              "the row of cluster 9 has a bit beyond the clusters");
}

TEST(VisibilityRows, RandomBytesAreRefusedOrGood) {
    std::mt19937_64 random(2);
    std::size_t good = 0;
    for (std::size_t round = 0; round < 20'000; ++round) {
        Rows rows = ten();
        for (std::uint64_t i = random() % 3; i < 3; ++i) {
            rows.bytes[random() % rows.bytes.size()] = static_cast<std::byte>(random());
            if (random() % 4 == 0) {
                rows.starts[random() % rows.starts.size()] =
                    static_cast<std::uint32_t>(random() % 40);
            }
        }
        if (!visibility_problem(rows.view())) {
            ++good;
            for (std::uint32_t a = 0; a < rows.count; ++a) {
                const VisibilityRow row = visibility_row(rows.view(), a);
                EXPECT_TRUE(is_visible(row, rows.count, a));
                for_each_visible(
                    row, rows.count, [&](std::uint32_t b) { EXPECT_LT(b, rows.count); });
            }
        }
    }
    EXPECT_GT(good, 0u);
}

}  // namespace
}  // namespace halfspace::test
