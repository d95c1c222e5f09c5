// SPDX-License-Identifier: MIT
#include "base/shared/bytes.h"

#include <gtest/gtest.h>

#include <array>

namespace halfspace {
namespace {

template <class... Values>
std::vector<std::byte> bytes(Values... values) {
    return {static_cast<std::byte>(values)...};
}

TEST(ByteReader, ReadsLittleEndianValuesInOrder) {
    const auto data = bytes(1, 2, 3, 4, 5, 6, 7);
    ByteReader reader(data);
    EXPECT_EQ(reader.read<std::uint16_t>(), 0x0201);
    EXPECT_EQ(reader.position(), 2u);
    EXPECT_EQ(reader.remaining(), 5u);
    EXPECT_EQ(reader.read<std::uint32_t>(), 0x06050403u);
    EXPECT_EQ(reader.read<std::uint8_t>(), 7);
    EXPECT_EQ(reader.remaining(), 0u);
}

TEST(ByteReader, ReadsAValueThatEndsWithTheBytes) {
    const auto data = bytes(1, 2, 3, 4);
    ByteReader reader(data);
    EXPECT_EQ(reader.read<std::uint32_t>(), 0x04030201u);
}

TEST(ByteReader, AnswersNothingPastTheEndAndStaysThere) {
    const auto data = bytes(1, 2, 3);
    ByteReader reader(data);
    EXPECT_EQ(reader.read<std::uint32_t>(), std::nullopt);
    EXPECT_EQ(reader.remaining(), 0u);
    EXPECT_EQ(reader.read<std::uint8_t>(), std::nullopt);  // although three bytes were not read
    EXPECT_EQ(ByteReader({}).read<std::uint8_t>(), std::nullopt);
}

TEST(ByteWriter, AppendsWhatAReaderReads) {
    ByteWriter writer;
    writer.write(std::uint32_t{0x04030201});
    writer.write(std::uint8_t{5});
    writer.write_bytes(bytes(6, 7));
    EXPECT_EQ(writer.size(), 7u);
    EXPECT_EQ(writer.take(), bytes(1, 2, 3, 4, 5, 6, 7));
}

TEST(ByteWriter, AlignsWithZerosAndOnlyWhereNeeded) {
    ByteWriter writer;
    writer.align(8);
    EXPECT_EQ(writer.size(), 0u);
    writer.write(std::uint8_t{9});
    writer.align(4);
    EXPECT_EQ(writer.size(), 4u);
    writer.align(4);
    EXPECT_EQ(writer.take(), bytes(9, 0, 0, 0));
}

TEST(ByteWriter, OverwritesInPlace) {
    ByteWriter writer;
    writer.write(std::array<std::uint8_t, 5>{1, 1, 1, 1, 1});
    writer.overwrite(1, std::uint16_t{0x0302});
    writer.overwrite(4, std::uint8_t{4});
    EXPECT_EQ(writer.take(), bytes(1, 2, 3, 1, 4));
}

}  // namespace
}  // namespace halfspace
