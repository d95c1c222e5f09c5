// SPDX-License-Identifier: MIT
#include "halfspace/base/file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace halfspace {
namespace {

class ListFiles : public testing::Test {
protected:
    void SetUp() override {
        folder_ = testing::TempDir() + "halfspace_list_files_" +
                  testing::UnitTest::GetInstance()->current_test_info()->name();
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_ + "/a/b");
        for (const char* const name : {"/1.txt", "/2.txt", "/a/3.txt", "/a/b/4.txt"}) {
            ASSERT_TRUE(write_file(folder_ + name, {}));
        }
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::vector<std::string> names(const ListOptions& options) const {
        std::vector<std::string> files = list_files(folder_, options).files;
        for (std::string& file : files) {
            file = file.substr(folder_.size());
        }
        std::sort(files.begin(), files.end());
        return files;
    }

    std::string folder_;
};

TEST_F(ListFiles, GoesAsDeepAsItIsTold) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(names({}), (Names{"/1.txt", "/2.txt"}));
    EXPECT_EQ(names({.depth = 1}), (Names{"/1.txt", "/2.txt", "/a/3.txt"}));
    EXPECT_EQ(names({.depth = 9}), (Names{"/1.txt", "/2.txt", "/a/3.txt", "/a/b/4.txt"}));
}

TEST_F(ListFiles, StopsAtTheMostEntries) {
    const FolderList list = list_files(folder_, {.depth = 9, .max_entries = 2});
    EXPECT_TRUE(list.is_incomplete);
    EXPECT_LE(list.files.size(), 2u);
    EXPECT_FALSE(list_files(folder_, {.depth = 9, .max_entries = 6}).is_incomplete);
}

TEST_F(ListFiles, OfAFolderThatIsNoneIsAProblem) {
    for (const char* const name : {"/nowhere", "/1.txt"}) {
        const FolderList list = list_files(folder_ + name);
        EXPECT_FALSE(list.is_opened);
        EXPECT_FALSE(list.problem.empty());
        EXPECT_TRUE(list.files.empty());
    }
}

TEST_F(ListFiles, OtherQuestionsTellFilesFromFolders) {
    ASSERT_TRUE(write_file(folder_ + "/1.txt", std::as_bytes(std::span("abc", 3))));
    EXPECT_EQ(file_size(folder_ + "/1.txt"), 3u);
    EXPECT_EQ(file_size(folder_), std::nullopt);
    EXPECT_TRUE(is_file(folder_ + "/1.txt"));
    EXPECT_FALSE(is_file(folder_));
    EXPECT_FALSE(is_file(folder_ + "/nowhere"));
    EXPECT_EQ(read_file_head(folder_ + "/1.txt", 2)->size(), 2u);
    EXPECT_EQ(read_file_head(folder_ + "/1.txt", 9)->size(), 3u);
}

}  // namespace
}  // namespace halfspace
