// SPDX-License-Identifier: MIT
#include "halfspace/base/shared_bytes.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>
#include <utility>

namespace halfspace {
namespace {

std::vector<std::byte> some_bytes(std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i) {
        bytes[i] = static_cast<std::byte>(i);
    }
    return bytes;
}

TEST(SharedBytes, KeepsTheBytesWhereTheyWere) {
    std::vector<std::byte> bytes = some_bytes(100);
    const std::byte* const data = bytes.data();
    const SharedBytes shared(std::move(bytes));
    EXPECT_EQ(shared.span().data(), data);
    EXPECT_EQ(shared.span().size(), 100u);
    EXPECT_EQ(shared.span()[77], std::byte{77});
}

TEST(SharedBytes, AreEmptyWithoutBytes) {
    const SharedBytes none;
    const SharedBytes copy = none;  // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_TRUE(none.span().empty());
    EXPECT_TRUE(copy.span().empty());
}

TEST(SharedBytes, LiveAsLongAsAnyCopy) {
    std::optional<SharedBytes> first(some_bytes(10));
    SharedBytes second = *first;
    SharedBytes third;
    third = second;
    EXPECT_EQ(second.span().data(), first->span().data());
    first.reset();
    second = SharedBytes();
    EXPECT_TRUE(second.span().empty());
    EXPECT_EQ(third.span()[9], std::byte{9});
}

TEST(SharedBytes, MovingLeavesNothingBehind) {
    SharedBytes from(some_bytes(3));
    const SharedBytes to = std::move(from);
    EXPECT_EQ(to.span().size(), 3u);
    EXPECT_TRUE(from.span().empty());  // NOLINT(bugprone-use-after-move): it is what is asked
}

TEST(SharedBytes, SurviveBeingAssignedToThemselves) {
    SharedBytes bytes(some_bytes(5));
    const SharedBytes& same = bytes;
    bytes = same;
    EXPECT_EQ(bytes.span().size(), 5u);
    EXPECT_EQ(bytes.span()[4], std::byte{4});
}

// For the thread sanitizer: copies come and go in two threads at once.
TEST(SharedBytes, AreSharedByThreads) {
    const SharedBytes bytes(some_bytes(1000));
    const auto copy_often = [&bytes] {
        for (int i = 0; i < 1000; ++i) {
            const SharedBytes copy = bytes;  // NOLINT(performance-unnecessary-copy-initialization)
            ASSERT_EQ(copy.span()[999], static_cast<std::byte>(999 & 255));
        }
    };
    std::thread other(copy_often);
    copy_often();
    other.join();
}

}  // namespace
}  // namespace halfspace
