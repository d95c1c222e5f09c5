// SPDX-License-Identifier: MIT
#include "halfspace/base/shared.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using Bytes = std::vector<std::byte>;
using SharedBytes = Shared<Bytes>;

Bytes some_bytes(std::size_t count) {
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i) {
        bytes[i] = static_cast<std::byte>(i);
    }
    return bytes;
}

TEST(Shared, KeepsTheValueWhereItWas) {
    Bytes bytes = some_bytes(100);
    const std::byte* const data = bytes.data();
    const SharedBytes shared(std::move(bytes));
    EXPECT_EQ(shared.get()->data(), data);
    EXPECT_EQ(shared.get()->size(), 100u);
    EXPECT_EQ((*shared.get())[77], std::byte{77});
}

TEST(Shared, IsNullWithoutAValue) {
    const SharedBytes none;
    const SharedBytes copy = none;  // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_EQ(none.get(), nullptr);
    EXPECT_EQ(copy.get(), nullptr);
}

TEST(Shared, LivesAsLongAsAnyCopy) {
    std::optional<SharedBytes> first(some_bytes(10));
    SharedBytes second = *first;
    SharedBytes third;
    third = second;
    EXPECT_EQ(second.get(), first->get());
    first.reset();
    second = SharedBytes();
    EXPECT_EQ(second.get(), nullptr);
    EXPECT_EQ((*third.get())[9], std::byte{9});
}

TEST(Shared, MovingLeavesNothingBehind) {
    SharedBytes from(some_bytes(3));
    const SharedBytes to = std::move(from);
    EXPECT_EQ(to.get()->size(), 3u);
    EXPECT_EQ(from.get(), nullptr);  // NOLINT(bugprone-use-after-move): it is what is asked
}

TEST(Shared, SurvivesBeingAssignedToItself) {
    SharedBytes bytes(some_bytes(5));
    const SharedBytes& same = bytes;
    bytes = same;
    EXPECT_EQ(bytes.get()->size(), 5u);
    EXPECT_EQ((*bytes.get())[4], std::byte{4});
}

// For the thread sanitizer: copies come and go in two threads at once.
TEST(Shared, IsSharedByThreads) {
    const SharedBytes bytes(some_bytes(1000));
    const auto copy_often = [&bytes] {
        for (int i = 0; i < 1000; ++i) {
            const SharedBytes copy = bytes;  // NOLINT(performance-unnecessary-copy-initialization)
            ASSERT_EQ((*copy.get())[999], static_cast<std::byte>(999 & 255));
        }
    };
    std::thread other(copy_often);
    copy_often();
    other.join();
}

}  // namespace
}  // namespace halfspace
