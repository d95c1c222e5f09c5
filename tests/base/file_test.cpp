// SPDX-License-Identifier: MIT
#include "halfspace/base/file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace halfspace {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test, gone afterwards.
class FileTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "halfspace_file_test_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::set<std::string> names() const {
        std::set<std::string> found;
        for (const auto& entry : fs::directory_iterator(folder_)) {
            found.insert(entry.path().filename().string());
        }
        return found;
    }

    fs::path folder_;
};
using ReadFile = FileTest;
using WriteFile = FileTest;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string contents_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
}

TEST_F(ReadFile, GivesEveryByte) {
    const std::string text("a\r\n\0\xff z", 7);
    put(folder_ / "file", text);
    const auto read = read_file(folder_ / "file");
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(text_of(*read), text);
}

TEST_F(ReadFile, GivesNothingOfAnEmptyFile) {
    put(folder_ / "empty", "");
    const auto read = read_file(folder_ / "empty");
    ASSERT_TRUE(read.has_value());
    EXPECT_TRUE(read->empty());
}

// The system says that such a file has 0 bytes.
TEST_F(ReadFile, ReadsAFileThatDoesNotKnowItsSize) {
    const auto read = read_file("/proc/self/status");
    ASSERT_TRUE(read.has_value());
    EXPECT_NE(text_of(*read).find("Pid:"), std::string::npos);
}

TEST_F(ReadFile, ReadsAPipeToItsEnd) {
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const std::string text(300'000, 'x');
    std::thread writer([&] { put(pipe, text); });
    const auto read = read_file(pipe);
    writer.join();
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(text_of(*read), text);
}

TEST_F(ReadFile, NamesAFileThatIsNotThere) {
    const auto read = read_file(folder_ / "nothing");
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().code, ErrorCode::Io);
    EXPECT_EQ(read.error().where.file, (folder_ / "nothing").string());
    EXPECT_EQ(read.error().message, "cannot open: No such file or directory");
}

TEST_F(ReadFile, RefusesAFolder) {
    const auto read = read_file(folder_);
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().message, "cannot read: Is a directory");
}

TEST_F(ReadFile, GivesTheHeadOfAFileAndAllOfASmallOne) {
    put(folder_ / "file", "a few bytes");
    EXPECT_EQ(text_of(read_file_head(folder_ / "file", 5).value()), "a few");
    EXPECT_EQ(text_of(read_file_head(folder_ / "file", 500).value()), "a few bytes");
    EXPECT_EQ(text_of(read_file_head(folder_ / "file", 0).value()), "");
    EXPECT_FALSE(read_file_head(folder_ / "nothing", 5).has_value());
    EXPECT_FALSE(read_file_head(folder_, 5).has_value());
}

TEST_F(ReadFile, MayBeDoneToFilesAndNotToFolders) {
    put(folder_ / "file", "a few bytes");
    EXPECT_TRUE(is_file(folder_ / "file"));
    EXPECT_FALSE(is_file(folder_));
    EXPECT_FALSE(is_file(folder_ / "nothing"));
    EXPECT_EQ(halfspace::file_size(folder_ / "file"), 11u);
    EXPECT_EQ(halfspace::file_size(folder_), std::nullopt);
    EXPECT_EQ(halfspace::file_size(folder_ / "nothing"), std::nullopt);
    EXPECT_EQ(halfspace::file_size("/dev/null"), std::nullopt);
}

TEST_F(WriteFile, MakesAFileAndNoOther) {
    ASSERT_TRUE(write_file(folder_ / "file", bytes_of("new")).has_value());
    EXPECT_EQ(contents_of(folder_ / "file"), "new");
    EXPECT_EQ(names(), std::set<std::string>{"file"});
}

TEST_F(WriteFile, ReplacesAFileByAnother) {
    put(folder_ / "file", "much longer than what follows");
    ASSERT_TRUE(write_file(folder_ / "file", bytes_of("new")).has_value());
    EXPECT_EQ(contents_of(folder_ / "file"), "new");
    EXPECT_EQ(names(), std::set<std::string>{"file"});
}

// The rename is what makes the change of a file one step: it is never seen half written.
TEST_F(WriteFile, LeavesTheOldBytesToAReaderThatHasThemOpen) {
    put(folder_ / "file", "old bytes");
    std::ifstream reader(folder_ / "file", std::ios::binary);
    ASSERT_TRUE(write_file(folder_ / "file", bytes_of("new")).has_value());
    EXPECT_EQ((std::string{std::istreambuf_iterator<char>(reader), {}}), "old bytes");
    EXPECT_EQ(contents_of(folder_ / "file"), "new");
}

// A limit on the size of files is met in the middle, as a full disk is.
TEST_F(WriteFile, LeavesTheOldFileWhereTheNewOneDoesNotFit) {
    put(folder_ / "file", "old bytes");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{100'000, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto written = write_file(folder_ / "file", std::vector<std::byte>(200'000));
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().code, ErrorCode::Io);
    EXPECT_EQ(written.error().message, "cannot write: File too large");
    EXPECT_EQ(contents_of(folder_ / "file"), "old bytes");
    EXPECT_EQ(names(), std::set<std::string>{"file"});
}

TEST_F(WriteFile, NamesAFolderThatIsNotThere) {
    const auto written = write_file(folder_ / "none" / "file", bytes_of("new"));
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().where.file, (folder_ / "none" / "file").string());
    EXPECT_EQ(written.error().message, "cannot write: No such file or directory");
}

TEST_F(WriteFile, RefusesToReplaceAFolder) {
    fs::create_directory(folder_ / "inner");
    const auto written = write_file(folder_ / "inner", bytes_of("new"));
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().message, "cannot write: Is a directory");
    EXPECT_EQ(names(), std::set<std::string>{"inner"});
}

TEST_F(WriteFile, KeepsALinkAndReplacesTheFileThatItLeadsTo) {
    fs::create_directory(folder_ / "inner");
    put(folder_ / "inner" / "file", "old");
    fs::create_symlink("file", folder_ / "inner" / "link");
    fs::create_symlink("inner/link", folder_ / "relative");
    fs::create_symlink(folder_ / "relative", folder_ / "absolute");
    for (const std::string text : {"new", "newer"}) {
        const fs::path link = folder_ / (text == "new" ? "relative" : "absolute");
        ASSERT_TRUE(write_file(link, bytes_of(text)).has_value());
        EXPECT_TRUE(fs::is_symlink(link));
        EXPECT_TRUE(fs::is_symlink(folder_ / "inner" / "link"));
        EXPECT_EQ(contents_of(folder_ / "inner" / "file"), text);
    }
    EXPECT_EQ(names(), (std::set<std::string>{"absolute", "inner", "relative"}));
}

TEST_F(WriteFile, MakesTheMissingFileThatALinkLeadsTo) {
    fs::create_symlink("file", folder_ / "link");
    ASSERT_TRUE(write_file(folder_ / "link", bytes_of("new")).has_value());
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(contents_of(folder_ / "file"), "new");
}

TEST_F(WriteFile, RefusesALinkThatLeadsToItself) {
    fs::create_symlink("link", folder_ / "link");
    const auto written = write_file(folder_ / "link", bytes_of("new"));
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().message, "cannot write: Too many levels of symbolic links");
    EXPECT_EQ(names(), std::set<std::string>{"link"});
}

TEST_F(WriteFile, WritesIntoAPipeAndDoesNotReplaceIt) {
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::string text;
    std::thread reader([&] { text = contents_of(pipe); });
    const auto written = write_file(pipe, bytes_of("through"));
    reader.join();
    EXPECT_TRUE(written.has_value());
    EXPECT_EQ(text, "through");
    EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(WriteFile, SaysThatADeviceIsFull) {
    const auto written = write_file("/dev/full", bytes_of("new"));
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().message, "cannot write: No space left on device");
}

// What a killed process of the same number left behind is neither used nor removed.
TEST_F(WriteFile, StepsOverLeftOvers) {
    const std::string left = "file." + std::to_string(::getpid()) + ".0.part";
    put(folder_ / left, "left over");
    ASSERT_TRUE(write_file(folder_ / "file", bytes_of("new")).has_value());
    EXPECT_EQ(contents_of(folder_ / "file"), "new");
    EXPECT_EQ(contents_of(folder_ / left), "left over");
    EXPECT_EQ(names(), (std::set<std::string>{"file", left}));
}

}  // namespace
}  // namespace halfspace
