// SPDX-License-Identifier: MIT
// The seeds of fuzz_level are made here: HALFSPACE_WRITE_SEEDS=1 writes them anew.
#include "halfspace/base/file.h"

#include "level/patch.h"
#include "support/refit.h"
#include "support/small_level.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace halfspace::test {
namespace {

// A world that is nothing but the outside.
LevelData empty_level() {
    LevelData data;
    data.leaves.push_back({});
    data.entities.push_back({0, 0, 0, 0});
    data.models.push_back(
        {-1, 0, 0, 0, {-1, -1, -1}, {1, 1, 1}, {-1, -1, -1}, {1, 1, 1}, {0, 0, 0}, 0, 0});
    add_point_space(data);
    derive(data);
    return data;
}

// Numbers as wide as they may be.
LevelData wide_level() {
    LevelData data = empty_level();
    const std::int64_t n = (std::int64_t{1} << 56) - 3;
    data.planes.push_back({{n, -n + 2, 7}, ~std::uint64_t{11}, -1000});
    data.leaves.push_back({1, 0, 1});
    NodeRecord node{};
    node.child[0] = -1;
    node.child[1] = -2;
    data.nodes.push_back(node);
    data.models[0].root = 0;
    data.space_roots[0] = 0;
    derive(data);
    return data;
}

LevelData level_with_nav() {
    LevelData data = small_level();
    add_small_nav(data);
    return data;
}

std::map<std::string, Bytes> seeds() {
    const Bytes room = write_level(small_level());
    return {{"empty.bin", write_level(empty_level())},
            {"optional_section.bin",
             with_extra_section(write_level(empty_level()), 77, kSectionOptional)},
            {"nav.bin", write_level(level_with_nav())},
            {"room.bin", room},
            {"wide.bin", write_level(wide_level())}};
}

TEST(FuzzSeeds, AreValidLevels) {
    for (const auto& [name, bytes] : seeds()) {
        const Result<Level> level = Level::from_bytes(bytes, name);
        EXPECT_TRUE(level) << to_string(level.error());
        EXPECT_LT(bytes.size(), 12000u);
    }
}

TEST(FuzzSeeds, AreThoseOfTheCorpus) {
    for (const auto& [name, bytes] : seeds()) {
        const auto path = project_file("fuzz/corpus/level") / name;
        if (std::getenv("HALFSPACE_WRITE_SEEDS") != nullptr) {
            ASSERT_TRUE(write_file(path, bytes));
        }
        // A difference means that files of before are read differently: raise the version.
        const auto committed = read_file(path);
        ASSERT_TRUE(committed) << to_string(committed.error());
        EXPECT_EQ(*committed, bytes) << name << ": run with HALFSPACE_WRITE_SEEDS=1";
    }
}

}  // namespace
}  // namespace halfspace::test
