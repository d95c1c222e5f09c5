// SPDX-License-Identifier: MIT
#include "tasks/shared/fork_join.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <vector>

namespace halfspace {
namespace {

// Writes `from` into cell `from`, and so on: each range hands a half of itself on.
void fill(const Tasks& tasks, std::vector<int>& cells, int from, int to, int& ends) {
    if (to - from == 1) {
        cells[static_cast<std::size_t>(from)] = from;
        tasks.alone([&] { ++ends; });
        return;
    }
    const int middle = (from + to) / 2;
    tasks.both([&] { fill(tasks, cells, from, middle, ends); },
               [&] { fill(tasks, cells, middle, to, ends); });
}

TEST(ForkJoin, CallsEachPieceOnceWithAnyNumberOfThreads) {
    for (const unsigned threads : {0u, 1u, 2u, 1000u}) {
        std::vector<int> cells(777, -1);
        std::vector<int> expected(777);
        std::iota(expected.begin(), expected.end(), 0);
        int ends = 0;
        fork_join(threads, [&](const Tasks& tasks) { fill(tasks, cells, 0, 777, ends); });
        EXPECT_EQ(cells, expected) << threads;
        EXPECT_EQ(ends, 777) << threads;
    }
}

TEST(ForkJoin, OnOneThreadKeepsTheOrder) {
    std::vector<int> order;
    fork_join(1, [&](const Tasks& tasks) {
        tasks.both([&] { order.push_back(1); },
                   [&] { tasks.both([&] { order.push_back(2); }, [&] { order.push_back(3); }); });
        order.push_back(4);
    });
    EXPECT_EQ(order, (std::vector<int>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace halfspace
