// SPDX-License-Identifier: MIT
#include "halfspace/level/level.h"

#include "halfspace/base/file.h"

#include "level/patch.h"
#include "level/shared/derive.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>

namespace halfspace::test {
namespace {

Level loaded(const LevelData& data) {
    Result<Level> level = Level::from_data(data, "small.hsw");
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        std::abort();
    }
    return *std::move(level);
}

TEST(SmallLevel, EveryFaceLiesInItsPlaneAndTurnsCounterClockwise) {
    const Level level = loaded(small_level());
    ASSERT_EQ(level.faces().size(), 14u);
    for (const FaceRecord& face : level.faces()) {
        const ExactPlane plane = level.plane(PlaneId{face.plane});
        const auto corner = [&](std::uint32_t i) {
            const VertexRecord& v = level.vertices()[level.face_vertices()[face.first_vertex + i]];
            return Vec3{v.x, v.y, v.z};
        };
        const Vec3 n{static_cast<double>(plane.n[0]),
                     static_cast<double>(plane.n[1]),
                     static_cast<double>(plane.n[2])};
        for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
            EXPECT_EQ(8 * dot(n, corner(i)), static_cast<double>(plane.d));
            const Vec3& a = corner(i);
            const Vec3& b = corner((i + 1) % face.vertex_count);
            const Vec3& c = corner((i + 2) % face.vertex_count);
            EXPECT_GT(dot(n, cross(b - a, c - b)), 0);
        }
    }
}

TEST(SmallLevel, TheTreeLeadsToTheLeavesThatTheHeaderNames) {
    const Level level = loaded(small_level());
    const auto leaf_at = [&](std::size_t model, const Vec3& p) {
        std::int32_t at = level.models()[model].root;
        while (at >= 0) {
            const NodeRecord& node = level.nodes()[static_cast<std::size_t>(at)];
            const double side = signed_distance(level.scaled_plane(node.plane), p);
            at = node.child[side > 0 ? 0 : 1];
        }
        return LeafId(static_cast<std::uint32_t>(-1 - at));
    };
    EXPECT_EQ(leaf_at(0, {0, 0, 64}), kSmallRoom);
    EXPECT_EQ(leaf_at(0, {0, 0, 8}), kSmallWater);
    EXPECT_EQ(leaf_at(0, {-60, 0, 8}), kSmallRamp);
    EXPECT_EQ(leaf_at(0, {70, 0, 8}), kSmallGlass);
    EXPECT_EQ(leaf_at(1, {36, 0, 8}), kSmallDoor);
    EXPECT_EQ(level.contents(kSmallRoom), Contents::Empty);
    EXPECT_EQ(level.contents(kSmallWater), Contents::Water);
    EXPECT_EQ(level.contents(kSmallRamp), Contents::Solid);
    EXPECT_EQ(level.contents(kSmallGlass), Contents::Fence);
    EXPECT_EQ(level.contents(kSmallDoor), Contents::Detail);
    EXPECT_EQ(level.contents(leaf_at(1, {36, 0, 65})), Contents::Empty);
    EXPECT_EQ(level.contents(leaf_at(0, {-70, 0, 65})), Contents::Solid);
}

TEST(WriteLevel, ReadingGivesEveryArrayBack) {
    const LevelData data = small_level();
    const Level level = loaded(data);
    EXPECT_EQ(level.grid_exponent(), data.grid_exponent);
    EXPECT_EQ(level.units_per_metre(), data.units_per_metre);
    const SectionBytes written = bytes_of(data);
    const SectionBytes read = bytes_of(level.view());
    for (std::size_t i = 0; i < kSections.size(); ++i) {
        EXPECT_TRUE(std::ranges::equal(read[i], written[i])) << kSections[i].name;
    }
    for (const KeyRecord& key : data.keys) {
        EXPECT_EQ(level.string(key.key), std::string_view(data.strings.data() + key.key));
        EXPECT_EQ(level.string(key.value), std::string_view(data.strings.data() + key.value));
    }
    EXPECT_EQ(level.string(level.keys()[0].value), "worldspawn");
    EXPECT_EQ(level.string(level.materials()[2].name), "*water");
}

TEST(WriteLevel, EqualDataGivesEqualBytes) {
    EXPECT_EQ(write_level(small_level()), write_level(small_level()));
    LevelData other = small_level();
    other.statistics.blocks = 1;
    EXPECT_NE(write_level(small_level()), write_level(other));
}

TEST(WriteLevel, RewritingWhatWasReadGivesTheSameFile) {
    const LevelData data = small_level();
    const Level level = loaded(data);
    LevelData again;
    again.grid_exponent = level.grid_exponent();
    again.units_per_metre = level.units_per_metre();
    const SectionBytes sections = bytes_of(level.view());
    std::size_t next = 0;
    for_each_section(again, [&](const char*, auto& records) {
        const std::span<const std::byte> section = sections[next++];
        if constexpr (requires { records.resize(0); }) {
            records.resize(section.size() / sizeof(records[0]));
            std::ranges::copy(section, std::as_writable_bytes(std::span(records)).begin());
        } else {
            std::memcpy(&records, section.data(), section.size());
        }
    });
    const Bytes bytes = write_level(again);
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), level.bytes().begin(), level.bytes().end()));
}

TEST(FromData, GivesTheLevelOfTheBytes) {
    const Level level = *Level::from_data(small_level(), "small");
    const Bytes bytes = write_level(small_level());
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), level.bytes().begin(), level.bytes().end()));
}

TEST(FromData, RefusesWhatTheLoaderRefuses) {
    LevelData data = small_level();
    data.leaves[0].contents = 1;
    const Result<Level> level = Level::from_data(data, "small");
    ASSERT_FALSE(level);
    EXPECT_EQ(level.error().code, ErrorCode::Damaged);
    EXPECT_EQ(level.error().where.file, "small");
}

TEST(LevelMaterialName, IsWhatTheSourceWrote) {
    const Level level = loaded(small_level());
    EXPECT_EQ(level.material_name(MaterialId(0)), "stone");
    EXPECT_EQ(level.material_name(MaterialId(3)), "steel");
}

TEST(LevelModelBounds, HaveNoAirAroundADoor) {
    const Level level = loaded(small_level());
    EXPECT_EQ(level.model_bounds(ModelId(1)), (Aabb{{32, -16, 0}, {40, 16, 64}}));
    EXPECT_EQ(level.tree_box(ModelId(1)), (Aabb{{31, -17, -1}, {41, 17, 65}}));
}

TEST(ForEachSection, VisitsTheArraysOfDataAndViewInTheSameOrder) {
    const LevelData data = small_level();
    const Level level = loaded(data);
    std::vector<std::string> names;
    for_each_section(data, [&](const char* name, const auto&) { names.emplace_back(name); });
    std::size_t next = 0;
    std::size_t bytes = 0;
    for_each_section(level.view(), [&](const char* name, const auto& records) {
        EXPECT_EQ(names.at(next++), name);
        bytes += records.size_bytes();
    });
    EXPECT_EQ(next, names.size());
    EXPECT_LT(bytes, level.bytes().size());
    EXPECT_EQ(level.view().nodes.data(), level.nodes().data());
}

TEST(LevelHulls, HaveTheirOwnCornersAndPlanes) {
    const Level level = loaded(small_level());
    std::size_t corners = 0;
    std::size_t planes = 0;
    for (std::size_t h = 0; h < level.hulls().size(); ++h) {
        EXPECT_EQ(level.corners_of_hull(h).data(), level.hull_corners().data() + corners);
        EXPECT_EQ(level.planes_of_hull(h).data(), level.hull_planes().data() + planes);
        corners += level.corners_of_hull(h).size();
        planes += level.planes_of_hull(h).size();
    }
    EXPECT_EQ(corners, level.hull_corners().size());
    EXPECT_EQ(planes, level.hull_planes().size());
    EXPECT_GT(corners, 0u);
    EXPECT_GT(planes, 0u);
}

TEST(LevelPlane, OddIdsAreTurnedAndDistancesKeepAll128Bits) {
    LevelData data = small_level();
    const Int128 far = -(Int128{1} << 100) - 5;
    data.planes.push_back(
        {{3, 0, -2}, static_cast<std::uint64_t>(far), static_cast<std::int64_t>(far >> 64)});
    derive(data);
    const auto index = static_cast<std::uint32_t>(data.planes.size() - 1);
    const Level level = loaded(data);
    EXPECT_EQ(level.plane(PlaneId{2 * index}), (ExactPlane{{3, 0, -2}, far}));
    EXPECT_EQ(level.plane(PlaneId{2 * index + 1}), (ExactPlane{{-3, 0, 2}, -far}));
}

TEST(Level, CopiesShareTheBytes) {
    std::optional<Level> level = loaded(small_level());
    const Level copy = *level;
    EXPECT_EQ(copy.bytes().data(), level->bytes().data());
    level.reset();
    EXPECT_EQ(copy.string(copy.keys()[0].value), "worldspawn");
}

class LoadLevel : public testing::Test {
protected:
    void SetUp() override {
        path_ = std::filesystem::temp_directory_path() /
                (std::string("halfspace_") +
                 testing::UnitTest::GetInstance()->current_test_info()->name() + ".hsw");
    }
    void TearDown() override { std::filesystem::remove(path_); }
    std::filesystem::path path_;
};

TEST_F(LoadLevel, ReadsWhatWasWritten) {
    const Bytes bytes = write_level(small_level());
    ASSERT_TRUE(write_file(path_, bytes));
    const Result<Level> level = load_level(path_);
    ASSERT_TRUE(level) << to_string(level.error());
    EXPECT_TRUE(
        std::equal(bytes.begin(), bytes.end(), level->bytes().begin(), level->bytes().end()));
}

TEST_F(LoadLevel, NamesThePathOfAMissingFile) {
    const Result<Level> level = load_level(path_);
    ASSERT_FALSE(level);
    EXPECT_EQ(level.error().code, ErrorCode::Io);
    EXPECT_EQ(level.error().where.file, path_.string());
}

TEST_F(LoadLevel, NamesThePathOfADamagedFile) {
    Bytes bytes = write_level(small_level());
    bytes.back() ^= std::byte{1};
    ASSERT_TRUE(write_file(path_, bytes));
    const Result<Level> level = load_level(path_);
    ASSERT_FALSE(level);
    EXPECT_EQ(level.error().code, ErrorCode::Damaged);
    EXPECT_EQ(level.error().where.file, path_.string());
}

}  // namespace
}  // namespace halfspace::test
