// SPDX-License-Identifier: MIT
#include "halfspace/formats/texture_library.h"

#include "halfspace/base/file.h"

#include "formats/textures/wad_bytes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace halfspace {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test.
class TextureLibraryTest : public testing::Test {
protected:
    TextureLibraryTest()
        : folder_(fs::temp_directory_path() /
                  (std::string("halfspace_") +
                   testing::UnitTest::GetInstance()->current_test_info()->name())) {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~TextureLibraryTest() override {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    void write(const std::string& name, const std::vector<std::byte>& bytes) {
        fs::create_directories((folder_ / name).parent_path());
        ASSERT_TRUE(write_file(folder_ / name, bytes));
    }
    void write_picture(const std::string& name, std::uint32_t width, std::uint32_t height) {
        Image image{width, height, {}};
        image.pixels.resize(std::size_t{width} * height, {1, 2, 3, 255});
        write(name, write_png(image));
    }
    void write_wad(const std::string& name, const std::vector<test::WadSource>& textures) {
        write(name, test::wad_bytes("WAD2", textures));
    }

    World world(const std::vector<std::string>& materials, const std::string& wads = "") {
        World world;
        world.source = (folder_ / "maps" / "a.map").string();
        world.entities.emplace_back();
        if (!wads.empty()) {
            world.entities[0].keys.push_back({"wad", wads});
        }
        for (const std::string& name : materials) {
            world.materials.push_back({name});
        }
        return world;
    }

    // Opens and resolves; keeps what was said.
    void resolve(World& world, const TextureSearch& search) {
        OpenedTextures opened = open_textures(world, search);
        library_ = opened.library;
        for (const auto& list : {opened.diagnostics, resolve_materials(world, library_)}) {
            for (const Diagnostic& diagnostic : list) {
                std::string text = to_string(diagnostic);
                if (const std::size_t at = text.find(folder_.string()); at != std::string::npos) {
                    text.replace(at, folder_.string().size(), "DIR");
                }
                said_.push_back(text);
            }
        }
    }

    static std::string size_of(const Material& material) {
        return std::to_string(material.width) + "x" + std::to_string(material.height);
    }

    fs::path folder_;
    TextureLibrary library_;
    std::vector<std::string> said_;
};

using Said = std::vector<std::string>;

TEST_F(TextureLibraryTest, FindsPicturesInFoldersByName) {
    write_picture("base/textures/Wall/Brick.PNG", 128, 32);
    write_picture("base/stone.png", 8, 16);
    write_picture("base/textures/#water.png", 32, 32);
    World level = world({"wall/brick", "STONE", "*water"});
    resolve(level, {.folders = {folder_ / "base"}});
    EXPECT_EQ(said_, Said());
    EXPECT_EQ(size_of(level.materials[0]), "128x32");
    EXPECT_EQ(size_of(level.materials[1]), "8x16");
    EXPECT_EQ(size_of(level.materials[2]), "32x32");
    EXPECT_EQ(library_.load("Wall/brick")->at(5, 5), (Rgba{1, 2, 3, 255}));
    EXPECT_FALSE(library_.load("wall"));
}

TEST_F(TextureLibraryTest, FindsListedWadsBesideTheMapAndInPaths) {
    write_wad("maps/Near.wad", {{"a", 16, 32}});
    write_wad("wads/far.wad", {{"b", 48, 16}, {"a", 64, 64}});
    write_wad("wads/unlisted.wad", {{"c", 16, 16}});
    World level = world({"A", "x/b", "c"}, R"(C:\quake\id1\near.wad;/home/me/FAR.WAD ; ;far.wad)");
    resolve(level, {.wad_paths = {folder_ / "wads"}});
    EXPECT_EQ(said_,
              Said({"DIR/maps/a.map: warning: there is no texture 'c': it counts as 64 x 64 "
                    "texels"}));
    EXPECT_EQ(size_of(level.materials[0]), "16x32");
    EXPECT_EQ(size_of(level.materials[1]), "48x16");
    EXPECT_EQ(size_of(level.materials[2]), "0x0");
    EXPECT_EQ(library_.load("b")->width, 48u);
}

TEST_F(TextureLibraryTest, OpensAllWadsOfThePathsWhereTheMapNamesNone) {
    write_wad("wads/2.wad", {{"a", 64, 64}});
    write_wad("wads/1.WAD", {{"a", 32, 32}});
    write_wad("else/3.wad", {{"b", 16, 16}});
    World level = world({"a", "b"});
    resolve(level, {.wad_paths = {folder_ / "wads", folder_ / "else/3.wad"}});
    EXPECT_EQ(said_, Said());
    EXPECT_TRUE(level.materials[0].width == 32 || level.materials[0].width == 64);
    EXPECT_EQ(size_of(level.materials[1]), "16x16");
}

TEST_F(TextureLibraryTest, SaysOnceThatItHasNothingToLookInto) {
    World level = world({"a", "b", "clip", "common/caulk"});
    resolve(level, {});
    EXPECT_EQ(said_,
              Said({"DIR/maps/a.map: note: there are no WADs and no folders of textures to look "
                    "into: every texture counts as 64 x 64 texels"}));
    EXPECT_FALSE(library_.has_sources());
}

TEST_F(TextureLibraryTest, OpensGivenWadsBehindThoseThatTheMapLists) {
    write_wad("maps/listed.wad", {{"a", 16, 32}});
    write_wad("else/given.wad", {{"a", 64, 64}, {"b", 48, 16}});
    World level = world({"a", "b"}, "listed.wad");
    resolve(level, {.wad_paths = {folder_ / "else/given.wad"}});
    EXPECT_EQ(said_, Said());
    EXPECT_EQ(size_of(level.materials[0]), "16x32");
    EXPECT_EQ(size_of(level.materials[1]), "48x16");
}

TEST_F(TextureLibraryTest, OpensAGivenWadOnceThatTheMapLists) {
    write("else/broken.wad", std::vector<std::byte>(30));
    World level = world({}, "broken.wad");
    resolve(level, {.wad_paths = {folder_ / "else/broken.wad"}});
    EXPECT_EQ(said_, Said({"DIR/else/broken.wad: warning: the file is no WAD2 or WAD3"}));
}

TEST_F(TextureLibraryTest, SaysThatNothingWasFoundWhereItWasToLook) {
    fs::create_directories(folder_ / "wads");
    World level = world({"a"});
    resolve(level, {.wad_paths = {folder_ / "wads"}});
    EXPECT_EQ(said_,
              Said({"DIR/maps/a.map: note: nothing was found where WADs and textures were looked "
                    "for: every texture counts as 64 x 64 texels"}));
}

TEST_F(TextureLibraryTest, SaysThatAPictureCannotBeRead) {
    write_picture("base/a.png", 4, 4);
    World level = world({});
    resolve(level, {.folders = {folder_ / "base"}});
    fs::remove(folder_ / "base/a.png");
    const std::optional<Result<ImageSize>> size = library_.size("a");
    ASSERT_TRUE(size && !*size);
    EXPECT_EQ(size->error().code, read_file(folder_ / "base/a.png").error().code);
    EXPECT_EQ(to_string(size->error()), to_string(read_file(folder_ / "base/a.png").error()));
}

TEST_F(TextureLibraryTest, SaysWhichListedWadIsMissing) {
    World level = world({"a", "b"}, "q.wad");
    resolve(level, {});
    EXPECT_EQ(said_,
              Said({"DIR/maps/a.map: warning: cannot find the WAD 'q.wad' that the level names: it "
                    "is neither beside the level nor in a folder for WADs",
                    "DIR/maps/a.map: note: there are no WADs and no folders of textures to look "
                    "into: every texture counts as 64 x 64 texels"}));
}

TEST_F(TextureLibraryTest, DoesNotMissWhatIsNotDrawn) {
    write_picture("base/a.png", 1, 1);
    World level = world({"clip", "skip", "hint", "common/caulk", "trigger", "origin"});
    resolve(level, {.folders = {folder_ / "base"}});
    EXPECT_EQ(said_, Said());
}

TEST_F(TextureLibraryTest, NamesDamagedFilesAndGoesOn) {
    write_picture("base/good.png", 4, 4);
    write("base/bad.png", std::vector<std::byte>(30));
    write("base/empty.tga", {});
    write("wads/broken.wad", std::vector<std::byte>(30));
    write("wads/palette.lmp", std::vector<std::byte>(30));
    std::vector<std::byte> wad = test::wad_bytes("WAD2", {{"w", 16, 16}});
    wad[12 + 17] = std::byte{0xff};  // a width that the file does not hold
    write("wads/hostile.wad", wad);
    World level = world({"good", "bad", "empty", "w"}, "broken.wad;hostile.wad");
    resolve(level,
            {.folders = {folder_ / "base", folder_ / "nowhere"}, .wad_paths = {folder_ / "wads"}});
    ASSERT_EQ(said_.size(), 6u);
    EXPECT_TRUE(said_[0].starts_with("DIR/nowhere: warning: cannot look for textures here: "));
    EXPECT_EQ(said_[1], "DIR/wads/palette.lmp: warning: a palette has 768 bytes, this file 30");
    EXPECT_EQ(said_[2], "DIR/wads/broken.wad: warning: the file is no WAD2 or WAD3");
    EXPECT_EQ(said_[3],
              "DIR/base/bad.png: warning: the picture is no PNG, TGA or JPEG: it counts as 64 x 64 "
              "texels");
    EXPECT_TRUE(said_[4].starts_with("DIR/base/empty.tga: warning: the picture is no PNG"));
    EXPECT_TRUE(said_[5].starts_with("DIR/wads/hostile.wad: warning: the texture 'w' of the WAD "));
    EXPECT_EQ(size_of(level.materials[0]), "4x4");
    EXPECT_EQ(size_of(level.materials[1]), "0x0");
    EXPECT_FALSE(library_.load("bad"));
    EXPECT_FALSE(library_.load("w"));
}

TEST_F(TextureLibraryTest, FollowsNoLinksInCircles) {
    write_picture("base/a.png", 4, 4);
    fs::create_directory_symlink(folder_ / "base", folder_ / "base" / "again");
    fs::create_symlink(folder_ / "base/self.png", folder_ / "base/self.png");
    World level = world({"a", "again/a", "self"});
    resolve(level, {.folders = {folder_ / "base"}});
    EXPECT_EQ(said_.size(), 2u);
    EXPECT_EQ(size_of(level.materials[0]), "4x4");
}

TEST_F(TextureLibraryTest, DoesNotLeaveItsFolders) {
    write_picture("secret.png", 4, 4);
    write_picture("base/a.png", 4, 4);
    World level = world({"../secret", "/etc/passwd", "../base/a"});
    resolve(level, {.folders = {folder_ / "base"}});
    EXPECT_EQ(said_.size(), 3u);
}

TEST_F(TextureLibraryTest, TakesThePaletteBesideTheWads) {
    std::vector<std::byte> palette(768);
    palette[3] = std::byte{77};
    write("wads/Palette.LMP", palette);
    write_wad("wads/a.wad", {{"a", 16, 16}});
    World level = world({"a"});
    resolve(level, {.wad_paths = {folder_ / "wads"}});
    EXPECT_EQ(library_.load("a")->at(1, 0), (Rgba{77, 0, 0, 255}));
}

TEST_F(TextureLibraryTest, TakesTheFirstOfManyKindsOfPicture) {
    write_picture("base/a.png", 4, 4);
    write("base/a.tga", std::vector<std::byte>(3));
    World level = world({"a"});
    resolve(level, {.folders = {folder_ / "base"}});
    EXPECT_EQ(size_of(level.materials[0]), "4x4");
}

TEST_F(TextureLibraryTest, IsEmptyByDefault) {
    const TextureLibrary library;
    EXPECT_FALSE(library.has_sources());
    EXPECT_FALSE(library.size("a"));
    EXPECT_FALSE(library.load("a"));
}

}  // namespace
}  // namespace halfspace
