// SPDX-License-Identifier: MIT
#include "halfspace/base/hash.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace halfspace {
namespace {

std::uint64_t hash_of(std::string_view text) {
    return hash_bytes(std::as_bytes(std::span(text)));
}

// What `xxhsum -H3` prints. The hash is in files, so it must never change.
TEST(HashBytes, IsXxh3) {
    EXPECT_EQ(hash_of(""), 0x2d06800538d394c2u);
    EXPECT_EQ(hash_of("halfspace\n"), 0x806ce00845847352u);
}

TEST(HashBytes, SeesEveryBit) {
    std::array<unsigned char, 300> bytes{};
    const std::uint64_t before = hash_bytes(std::as_bytes(std::span(bytes)));
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
        EXPECT_NE(hash_bytes(std::as_bytes(std::span(bytes))), before) << bit;
        bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    }
}

}  // namespace
}  // namespace halfspace
