// SPDX-License-Identifier: MIT
// A mapped level is the same level, and stays so when its file is replaced. How much memory of the
// process it takes is measured in bindings/python/tests/test_levels.py.
#include "halfspace/base/file.h"
#include "halfspace/level/level.h"
#include "halfspace/query/classify.h"

#include "support/scene_levels.h"
#include "support/scenes.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace halfspace::test {
namespace {

namespace fs = std::filesystem;

class MappedLevel : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "halfspace_map_test_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    // The path of a compiled level of so many brushes.
    std::string write(std::size_t brushes, std::uint64_t seed) const {
        const auto level = compiled_level(make_scene(SceneKind::RotatedBoxes, brushes, seed));
        EXPECT_TRUE(level) << to_string(level.error());
        const std::string path = folder_ / "level.hsw";
        EXPECT_TRUE(write_file(path, level->bytes()));
        return path;
    }

    fs::path folder_;
};

TEST_F(MappedLevel, HasTheBytesAndTheChecksumOfTheLoadedOne) {
    const std::string path = write(20, 1);
    const auto mapped = map_level(path);
    const auto loaded = load_level(path);
    ASSERT_TRUE(mapped && loaded);
    EXPECT_TRUE(std::ranges::equal(mapped->bytes(), loaded->bytes()));
    EXPECT_EQ(mapped->checksum(), loaded->checksum());
    EXPECT_NE(mapped->checksum(), 0u);
    EXPECT_NE(mapped->checksum(), map_level(write(20, 2))->checksum());
    EXPECT_EQ(Level().checksum(), 0u);
    const Level copy = *mapped;
    EXPECT_EQ(copy.bytes().data(), mapped->bytes().data());
}

TEST_F(MappedLevel, StaysWhatItWasWhenTheFileIsReplaced) {
    const std::string path = write(20, 1);
    const auto mapped = map_level(path);
    const auto loaded = load_level(path);
    ASSERT_TRUE(mapped && loaded);
    write(25, 2);
    EXPECT_TRUE(std::ranges::equal(mapped->bytes(), loaded->bytes()));
    ASSERT_TRUE(fs::remove(path));
    EXPECT_TRUE(std::ranges::equal(mapped->bytes(), loaded->bytes()));
    EXPECT_EQ(point_contents(*mapped, {1, 2, 3}), point_contents(*loaded, {1, 2, 3}));
}

TEST_F(MappedLevel, HasTheErrorsOfTheLoadedOne) {
    const auto text_of = [](const auto& result) {
        return result ? std::string("no error") : to_string(result.error());
    };
    const std::string path = folder_ / "bad.hsw";
    std::ofstream(path) << "no level";
    EXPECT_EQ(text_of(map_level(path)), text_of(load_level(path)));
    std::ofstream(path, std::ios::trunc);
    EXPECT_EQ(text_of(map_level(path)), text_of(load_level(path)));
    const std::string good = write(5, 1);
    fs::resize_file(good, fs::file_size(good) - 64);
    EXPECT_EQ(text_of(map_level(good)), text_of(load_level(good)));
    EXPECT_EQ(text_of(map_level(folder_ / "none.hsw")), text_of(load_level(folder_ / "none.hsw")));
    EXPECT_EQ(text_of(map_level(folder_)),
              folder_.string() + ": error: cannot map: Is a directory");
    const std::string pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(text_of(map_level(pipe)), pipe + ": error: cannot map: No such device");
}

}  // namespace
}  // namespace halfspace::test
