// SPDX-License-Identifier: MIT
#include "formats/shared/package.h"

#include "halfspace/base/file.h"

#include "formats/zip_bytes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace halfspace {
namespace {

using test::as_bytes;
using test::zip_bytes;
using test::ZipFile;

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Package open(std::vector<std::byte> bytes) {
    Result<Package> package = Package::from_bytes(std::move(bytes), "test.pk3");
    EXPECT_TRUE(package.has_value()) << (package ? "" : to_string(package.error()));
    return std::move(*package);
}

std::string read_or_error(Package package, std::string_view name) {
    const Result<std::vector<std::byte>> bytes = package.read(name);
    return bytes ? text_of(*bytes) : to_string(bytes.error());
}

TEST(Package, ReadsStoredAndDeflatedFiles) {
    const std::string text(100'000, 'a');
    const std::vector<std::byte> bytes =
        zip_bytes({{"maps/a.map", text}, {"maps/b.map", "stored", ZIP_CM_STORE}});
    EXPECT_LT(bytes.size(), 1000u);
    EXPECT_EQ(read_or_error(open(bytes), "maps/a.map"), text);
    EXPECT_EQ(read_or_error(open(bytes), "maps/b.map"), "stored");
}

TEST(Package, IsOpenedFromAFileToo) {
    const std::filesystem::path path =
        std::filesystem::path(testing::TempDir()) / "halfspace_package_test.pk3";
    ASSERT_TRUE(write_file(path, zip_bytes({{"a", "text"}})).has_value());
    Result<Package> package = Package::open(path);
    ASSERT_TRUE(package.has_value());
    EXPECT_EQ(text_of(package->read("a").value()), "text");
    std::filesystem::remove(path);
    const Result<Package> missing = Package::open(path);
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.error().code, ErrorCode::Io);
    EXPECT_EQ(missing.error().where.file, path.string());
}

TEST(Package, ListsFilesWithoutFolders) {
    const Package package =
        open(zip_bytes({{"maps/", ""}, {"maps/a.BSP", "x"}, {"b.txt", "x"}, {"maps/c.bsp", "x"}}));
    EXPECT_EQ(package.names(), (std::vector<std::string>{"maps/a.BSP", "b.txt", "maps/c.bsp"}));
    EXPECT_EQ(package.names_with(".bsp"), (std::vector<std::string>{"maps/a.BSP", "maps/c.bsp"}));
}

TEST(Package, NamesMatchInUpperAndLowerCaseIfNoneIsTheSame) {
    const std::vector<std::byte> bytes = zip_bytes({{"A.map", "first"}, {"a.map", "second"}});
    EXPECT_EQ(read_or_error(open(bytes), "a.map"), "second");
    EXPECT_EQ(read_or_error(open(bytes), "A.map"), "first");
    EXPECT_EQ(read_or_error(open(bytes), "A.MAP"), "first");
}

TEST(Package, AMissingFileNamesAtMostTenOfItsKind) {
    std::vector<ZipFile> files{{"readme.txt", "x"}};
    EXPECT_EQ(
        read_or_error(open(zip_bytes(files)), "a.bsp"),
        "test.pk3: error: the package holds no file 'a.bsp'; with the ending '.bsp' it has none");
    for (char c = 'a'; c < 'm'; ++c) {
        files.push_back({std::string(1, c) + "1.bsp", "x"});
    }
    EXPECT_EQ(read_or_error(open(zip_bytes(files)), "a.bsp"),
              "test.pk3: error: the package holds no file 'a.bsp'; with the ending '.bsp' it has "
              "'a1.bsp', 'b1.bsp', 'c1.bsp', 'd1.bsp', 'e1.bsp', 'f1.bsp', 'g1.bsp', 'h1.bsp', "
              "'i1.bsp', 'j1.bsp' and 2 more");
}

TEST(Package, WhatIsNoArchiveIsDamaged) {
    for (const std::string text : {"PK", "no archive at all, only a line of text"}) {
        const Result<Package> package = Package::from_bytes(as_bytes(text), "test.pk3");
        ASSERT_FALSE(package.has_value()) << text;
        EXPECT_EQ(package.error().code, ErrorCode::Damaged);
        EXPECT_EQ(package.error().message,
                  "not a ZIP archive, or the file is cut off: the directory at its end is missing");
    }
    std::vector<std::byte> cut = zip_bytes({{"a", std::string(4000, 'a')}});
    cut.resize(cut.size() - 30);
    EXPECT_NE(to_string(Package::from_bytes(cut, "test.pk3").error()).find("cut off"),
              std::string::npos);
}

TEST(Package, AnEmptyFileIsDamaged) {
    const Result<Package> package = Package::from_bytes({}, "test.pk3");
    ASSERT_FALSE(package.has_value());
    EXPECT_EQ(to_string(package.error()), "test.pk3: error: the file is empty");
    const std::filesystem::path path =
        std::filesystem::path(testing::TempDir()) / "halfspace_package_test_empty.pk3";
    ASSERT_TRUE(write_file(path, {}).has_value());
    const Result<Package> opened = Package::open(path);
    std::filesystem::remove(path);
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().code, ErrorCode::Damaged);
}

TEST(Package, PromisesThatDeflateCannotKeepAreRefused) {
    // The directory's entry: sizes at 20 and 24 behind its mark.
    std::vector<std::byte> bytes = zip_bytes({{"a.bsp", std::string(4000, 'a')}});
    test::patch_directory(bytes, 24, std::uint32_t{400u << 20});
    EXPECT_NE(read_or_error(open(bytes), "a.bsp").find("bytes cannot hold the 419430400 that"),
              std::string::npos);
    test::patch_directory(bytes, 24, std::uint32_t{513u << 20});
    EXPECT_EQ(read_or_error(open(bytes), "a.bsp"),
              "test.pk3:a.bsp: error: it takes 537919488 bytes, more than 536870912");
}

TEST(Package, ContentsMustBeWhatTheDirectorySays) {
    const std::vector<std::byte> good = zip_bytes({{"a.bsp", std::string(4000, 'a')}});
    for (const std::uint32_t size : {3999u, 4001u}) {
        std::vector<std::byte> bytes = good;
        test::patch_directory(bytes, 24, size);
        Result<std::vector<std::byte>> read = open(bytes).read("a.bsp");
        ASSERT_FALSE(read.has_value());
        EXPECT_EQ(read.error().code, ErrorCode::Damaged);
    }
    std::vector<std::byte> bytes = good;
    test::patch_directory(bytes, 16, std::uint32_t{0x12345678});  // the checksum
    EXPECT_EQ(
        read_or_error(open(bytes), "a.bsp"),
        "test.pk3:a.bsp: error: it is damaged: libzip says 'CRC error'; get the file again, or "
        "pack it anew");
}

TEST(Package, OtherCompressionAndEncryptionAreRefused) {
    std::vector<std::byte> bytes = zip_bytes({{"a.bsp", std::string(4000, 'a')}});
    test::patch_directory(bytes, 10, std::uint16_t{12});
    EXPECT_EQ(read_or_error(open(bytes), "a.bsp"),
              "test.pk3:a.bsp: error: it is compressed by method 12; supported are stored and "
              "deflated files");
    bytes = zip_bytes({{"a.bsp", std::string(4000, 'a')}});
    test::patch_directory(bytes, 8, std::uint16_t{1});
    EXPECT_EQ(read_or_error(open(bytes), "a.bsp"), "test.pk3:a.bsp: error: it is encrypted");
}

TEST(Package, EveryCutIsRefusedOrReadsTheSame) {
    const std::vector<std::byte> good = zip_bytes({{"a.bsp", "some text"}, {"b", "more"}});
    for (std::size_t size = 0; size < good.size(); ++size) {
        Result<Package> package = Package::from_bytes(
            {good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}, "test.pk3");
        if (package) {
            const Result<std::vector<std::byte>> read = package->read("a.bsp");
            EXPECT_TRUE(!read || text_of(*read) == "some text") << size;
        }
    }
}

}  // namespace
}  // namespace halfspace
