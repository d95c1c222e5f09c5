// SPDX-License-Identifier: MIT
#include "level_loader.h"

#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace halfspace::viewer {
namespace {

// Asks until there is a result. A load of this level takes milliseconds.
std::optional<LevelLoader::Loaded> wait_for(LevelLoader& loader) {
    for (int i = 0; i < 1000; ++i) {
        if (auto loaded = loader.poll()) {
            return loaded;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return std::nullopt;
}

class LevelLoading : public testing::Test {
protected:
    // Tests run at the same time, also those of several builds. So each has a folder of its own.
    LevelLoading() {
        std::string folder = (std::filesystem::path(testing::TempDir()) / "live_XXXXXX").string();
        path_ = std::filesystem::path(mkdtemp(folder.data())) / "live.map";
        std::filesystem::copy_file(test::project_file("examples/levels/leak.map"),
                                   path_,
                                   std::filesystem::copy_options::overwrite_existing);
    }
    ~LevelLoading() override { std::filesystem::remove_all(path_.parent_path()); }

    std::filesystem::path path_;
};

TEST_F(LevelLoading, LoadsAgainWhenTheFileChanges) {
    LevelLoader loader({path_.string(), {}});
    EXPECT_TRUE(loader.is_busy());
    const auto first = wait_for(loader);
    ASSERT_TRUE(first && *first);
    EXPECT_FALSE(loader.is_busy());

    std::ofstream(path_, std::ios::app) << "{ broken\n";
    const auto broken = wait_for(loader);
    ASSERT_TRUE(broken);
    ASSERT_FALSE(*broken);
    EXPECT_NE(to_string(broken->error().front()).find("live.map:"), std::string::npos);

    std::filesystem::copy_file(test::project_file("examples/levels/keep.map"),
                               path_,
                               std::filesystem::copy_options::overwrite_existing);
    const auto mended = wait_for(loader);
    ASSERT_TRUE(mended && *mended);
    EXPECT_GT((*mended)->level.faces().size(), (*first)->level.faces().size());
}

TEST_F(LevelLoading, TellsThatAFileIsMissing) {
    LevelLoader loader({(path_.parent_path() / "absent.hsw").string(), {}});
    const auto loaded = wait_for(loader);
    ASSERT_TRUE(loaded && !*loaded);
    EXPECT_EQ(loaded->error().front().code, ErrorCode::Io);
}

TEST(Load, NamesTheFilesThatItReads) {
    Progress progress;
    const auto loaded = load({test::project_file("README.md").string(), {}}, progress);
    ASSERT_FALSE(loaded);
    EXPECT_NE(to_string(loaded.error().front()).find("cannot read '.md' files; supported: .bsp"),
              std::string::npos);
}

}  // namespace
}  // namespace halfspace::viewer
