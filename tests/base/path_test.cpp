// SPDX-License-Identifier: MIT
#include "base/shared/path.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(FileName, IsWhatStandsBehindTheLastSlash) {
    EXPECT_EQ(file_name("a/b/keep.map"), "keep.map");
    EXPECT_EQ(file_name("keep.map"), "keep.map");
    EXPECT_EQ(file_name("a/"), "");
    EXPECT_EQ(file_name(""), "");
}

TEST(FolderOf, IsWhatStandsBeforeTheLastSlash) {
    EXPECT_EQ(folder_of("a/b/keep.map"), "a/b");
    EXPECT_EQ(folder_of("/keep.map"), "/");
    EXPECT_EQ(folder_of("keep.map"), "");
}

TEST(Extension, BeginsAtTheLastDotOfTheName) {
    EXPECT_EQ(extension("a.b/keep.tar.gz"), ".gz");
    EXPECT_EQ(extension("a.b/keep"), "");
    EXPECT_EQ(extension(".hidden"), "");
    EXPECT_EQ(extension(".."), "");
    EXPECT_EQ(extension("keep."), ".");
}

TEST(JoinedPath, HasOneSlashBetween) {
    EXPECT_EQ(joined_path("a", "keep.map"), "a/keep.map");
    EXPECT_EQ(joined_path("a/", "keep.map"), "a/keep.map");
    EXPECT_EQ(joined_path("/", "keep.map"), "/keep.map");
    EXPECT_EQ(joined_path("", "keep.map"), "keep.map");
}

}  // namespace
}  // namespace halfspace
