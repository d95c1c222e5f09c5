// SPDX-License-Identifier: MIT
// Real levels, where they are there.
#include "halfspace/base/file.h"

#include "formats/shared/map_reader.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace halfspace {
namespace {

Result<ReadWorld> read_level(const std::filesystem::path& path) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    return read_map(text, path.filename().string());
}

std::size_t count_faces(const World& world) {
    std::size_t count = 0;
    for (const Entity& entity : world.entities) {
        for (const Brush& brush : entity.brushes) {
            count += brush.sides.size();
        }
    }
    return count;
}

TEST(ReadMapFiles, ReadsEveryLevel) {
    const std::filesystem::path folder = test::test_data("maps");
    if (folder.empty()) {
        GTEST_SKIP() << "no levels to read";
    }
    std::size_t read = 0;
    std::size_t faces = 0;
    for (const std::filesystem::path& path : test::files_below(folder, ".map")) {
        const Result<ReadWorld> level = read_level(path);
        ASSERT_TRUE(level) << to_string(level.error());
        ++read;
        faces += count_faces(level->world);
        EXPECT_EQ(level->world.entities.at(0).value("classname"), "worldspawn") << path;
    }
    EXPECT_GT(read, 70u);
    EXPECT_GT(faces, 100'000u);
}

TEST(ReadMapFiles, ReadsALargeLevelWhole) {
    const std::filesystem::path path = test::test_data("maps/librequake/lq_e1m1.map");
    if (path.empty()) {
        GTEST_SKIP() << "no level to read";
    }
    const Result<ReadWorld> level = read_level(path);
    ASSERT_TRUE(level) << to_string(level.error());
    EXPECT_EQ(level->world.entities.size(), 674u);  // without an omitted layer
    EXPECT_EQ(count_faces(level->world), 24306u);
    for (const Diagnostic& diagnostic : level->diagnostics) {
        EXPECT_EQ(diagnostic.severity, Severity::Note) << to_string(diagnostic);
    }
}

}  // namespace
}  // namespace halfspace
