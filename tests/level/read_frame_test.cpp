// SPDX-License-Identifier: MIT
#include "level/read_frame.h"

#include "halfspace/level/level.h"

#include "level/patch.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <cmath>

namespace halfspace::test {
namespace {

const Bytes& small_file() {
    static const Bytes kBytes = write_level(small_level());
    return kBytes;
}

void expect_error(Bytes bytes, ErrorCode code, const std::string& part) {
    const Result<Level> level = Level::from_bytes(std::move(bytes), "room.hsw");
    ASSERT_FALSE(level) << part;
    EXPECT_EQ(level.error().code, code) << to_string(level.error());
    EXPECT_EQ(level.error().where.file, "room.hsw");
    EXPECT_NE(level.error().message.find(part), std::string::npos) << level.error().message;
}

void expect_damaged(Bytes bytes, const std::string& part) {
    expect_error(std::move(bytes), ErrorCode::Damaged, part);
}

TEST(FromBytes, RefusesWhatIsNoLevel) {
    expect_damaged({}, "the file is empty");
    expect_damaged(Bytes(1000), "not a compiled level");
    expect_damaged(Bytes(7, std::byte{0x89}), "not a compiled level");
}

TEST(FromBytes, RefusesEveryTruncation) {
    for (std::size_t length = 0; length < small_file().size(); ++length) {
        Bytes cut(small_file().begin(), small_file().begin() + static_cast<std::ptrdiff_t>(length));
        const Result<Level> level = Level::from_bytes(std::move(cut));
        ASSERT_FALSE(level) << length;
        EXPECT_EQ(level.error().code, ErrorCode::Damaged) << length;
    }
}

TEST(FromBytes, RefusesEveryTruncationWhoseHeaderFits) {
    for (std::size_t length = sizeof(FileHeader); length < small_file().size(); ++length) {
        Bytes cut(small_file().begin(), small_file().begin() + static_cast<std::ptrdiff_t>(length));
        cut = patched(std::move(cut), offsetof(FileHeader, file_size), std::uint64_t{length});
        const Result<Level> level = Level::from_bytes(std::move(cut));
        // The zeros behind the last record are no part of any section.
        const SectionEntry last = entry_of(small_file(), kSections.size() - 1);
        const std::uint64_t end = last.offset + last.count * last.record_size;
        ASSERT_EQ(level.has_value(), length >= end) << length;
    }
}

TEST(FromBytes, RefusesBytesBehindTheEnd) {
    Bytes longer = small_file();
    longer.resize(longer.size() + 64);
    expect_damaged(with_checksum(longer), "but its header says");
}

TEST(FromBytes, RefusesEverySingleBitFlip) {
    for (std::size_t bit = 0; bit < 8 * small_file().size(); ++bit) {
        Bytes bytes = small_file();
        bytes[bit / 8] ^= std::byte{1} << bit % 8;
        const Result<Level> level = Level::from_bytes(std::move(bytes));
        ASSERT_FALSE(level) << "bit " << bit;
        ASSERT_TRUE(level.error().code == ErrorCode::Damaged ||
                    level.error().code == ErrorCode::Unsupported)
            << "bit " << bit;
    }
}

// Under the sanitizers this shows that the checks let nothing through that leaves an array.
TEST(FromBytes, SurvivesEverySingleBitFlipThatTheChecksumHides) {
    std::size_t accepted = 0;
    for (std::size_t bit = 8 * kChecksummed; bit < 8 * small_file().size(); ++bit) {
        Bytes bytes = small_file();
        bytes[bit / 8] ^= std::byte{1} << bit % 8;
        const Result<Level> level = Level::from_bytes(with_checksum(std::move(bytes)));
        accepted += level ? 1 : 0;
        if (level) {
            for (const KeyRecord& key : level->keys()) {
                ASSERT_LE(level->string(key.key).size() + level->string(key.value).size(),
                          level->bytes().size());
            }
        }
    }
    EXPECT_GT(accepted, 0u);
    EXPECT_LT(accepted, 8 * small_file().size());
}

TEST(FromBytes, RefusesAnotherMajorVersionBeforeAnythingElse) {
    Bytes bytes = small_file();
    for (const int major : {0, kMajorVersion - 1, kMajorVersion + 1}) {
        bytes[offsetof(FileHeader, major)] = static_cast<std::byte>(major);
        expect_error(bytes, ErrorCode::Unsupported, "version " + std::to_string(major) + ".0");
    }
}

TEST(FromBytes, ReadsANewerMinorVersion) {
    const Bytes newer =
        patched(small_file(), offsetof(FileHeader, minor), std::uint16_t{kMinorVersion + 1});
    EXPECT_TRUE(Level::from_bytes(newer));
}

TEST(FromBytes, RefusesAGridOrAScaleThatMakesNoSense) {
    for (const std::int32_t exponent : {-1, 11, 1 << 30}) {
        expect_damaged(patched(small_file(), offsetof(FileHeader, grid_exponent), exponent),
                       "grid exponent is " + std::to_string(exponent));
    }
    for (const double units : {0.0, -32.0, HUGE_VAL, std::nan("")}) {
        expect_damaged(patched(small_file(), offsetof(FileHeader, units_per_metre), units),
                       "units per metre");
    }
}

TEST(FromBytes, SkipsAnUnknownOptionalSection) {
    const Result<Level> level =
        Level::from_bytes(with_extra_section(small_file(), 77, kSectionOptional));
    ASSERT_TRUE(level) << to_string(level.error());
    EXPECT_EQ(level->nodes().size(), small_level().nodes.size());
    EXPECT_EQ(level->string(level->keys()[0].value), "worldspawn");
}

TEST(FromBytes, RefusesAnUnknownRequiredSection) {
    expect_error(with_extra_section(small_file(), 77, 0), ErrorCode::Unsupported, "section '77'");
    expect_error(with_extra_section(small_file(), 0, 0), ErrorCode::Unsupported, "section '0'");
}

TEST(FromBytes, RefusesASectionThatIsThereTwice) {
    // Five records of three bytes are no leaves, but the strings' records have one byte.
    Bytes bytes = with_extra_section(small_file(), 13, 0);
    bytes =
        patched(bytes, entry_offset(kSections.size()) + offsetof(SectionEntry, record_size), 1u);
    expect_damaged(bytes, "section 'strings': it occurs twice");
}

TEST(FromBytes, RefusesAMissingSection) {
    const auto hide = [](SectionEntry& entry) {
        entry.id = 900;
        entry.flags = kSectionOptional;
    };
    for (std::size_t i = 0; i < kSections.size(); ++i) {
        expect_damaged(with_entry(small_file(), i, hide),
                       "section '" + std::string(kSections[i].name) + "' is missing");
    }
}

TEST(FromBytes, RefusesMoreSectionsThanTheFileHolds) {
    for (const std::uint32_t count : {0xffffffffu, 1u << 27, 400u}) {
        expect_damaged(patched(small_file(), offsetof(FileHeader, section_count), count),
                       "do not fit into the file");
    }
}

TEST(FromBytes, RefusesRecordsOfAnotherSize) {
    for (std::size_t i = 0; i < kSections.size(); ++i) {
        for (const std::uint32_t size : {0u, kSections[i].record_size + 8, 0xffffffffu}) {
            expect_damaged(
                with_entry(small_file(), i, [&](SectionEntry& entry) { entry.record_size = size; }),
                "section '" + std::string(kSections[i].name) + "': its records have " +
                    std::to_string(size) + " bytes");
        }
    }
}

TEST(FromBytes, RefusesHostileCountsWithoutAllocating) {
    for (std::size_t i = 0; i < kSections.size(); ++i) {
        if (i == index_of("statistics")) {
            continue;  // has one record and no other number
        }
        for (const std::uint64_t count :
             {std::uint64_t{1} << 60, ~std::uint64_t{0}, std::uint64_t{1} << 61}) {
            expect_damaged(
                with_entry(small_file(), i, [&](SectionEntry& entry) { entry.count = count; }),
                "do not fit into the file");
        }
    }
}

TEST(FromBytes, RefusesOffsetsThatAreOutsideUnalignedOrOverlap) {
    const auto moved = [](std::uint64_t offset) {
        return with_entry(
            small_file(), index_of("leaves"), [&](SectionEntry& entry) { entry.offset = offset; });
    };
    const SectionEntry leaves = entry_of(small_file(), index_of("leaves"));
    expect_damaged(moved(leaves.offset + 8), "not a multiple of 64");
    expect_damaged(moved(leaves.offset - 64), "lies before the end of the preceding section");
    expect_damaged(moved(0), "lies before the end of the preceding section");
    expect_damaged(moved(std::uint64_t{1} << 40), "do not fit into the file");
    expect_damaged(moved(~std::uint64_t{63}), "do not fit into the file");
}

TEST(FromBytes, WantsExactlyOneRecordOfStatistics) {
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{2}}) {
        expect_damaged(with_entry(small_file(),
                                  index_of("statistics"),
                                  [&](SectionEntry& entry) { entry.count = count; }),
                       "section 'statistics': it has " + std::to_string(count) + " records");
    }
}

}  // namespace
}  // namespace halfspace::test
