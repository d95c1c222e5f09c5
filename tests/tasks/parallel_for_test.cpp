// SPDX-License-Identifier: MIT
#include "halfspace/tasks/parallel_for.h"

#include <gtest/gtest.h>

#include <vector>

namespace halfspace {
namespace {

TEST(ParallelFor, CallsEachIndexOnceWithAnyNumberOfThreads) {
    for (const unsigned threads : {0u, 1u, 2u, 1000u}) {
        std::vector<int> calls(777);
        parallel_for(calls.size(), threads, [&](std::size_t i) { ++calls[i]; });
        EXPECT_EQ(calls, std::vector<int>(777, 1)) << threads;
    }
}

TEST(ParallelFor, TellsHowManyCallsHaveReturnedOneAtATime) {
    for (const unsigned threads : {1u, 2u}) {
        std::vector<std::size_t> told;
        parallel_for(
            100, threads, [](std::size_t) {}, [&](std::size_t done) { told.push_back(done); });
        ASSERT_EQ(told.size(), 100u);
        for (std::size_t i = 0; i < told.size(); ++i) {
            EXPECT_EQ(told[i], i + 1);
        }
    }
}

TEST(Executor, OfTasksAndTheSerialOneCallEachIndexOnce) {
    for (const Executor& executor : {executor(2), executor(1), Executor(run_serially)}) {
        std::vector<int> calls(100);
        executor(calls.size(), [&](std::size_t i) { ++calls[i]; });
        EXPECT_EQ(calls, std::vector<int>(100, 1));
    }
}

TEST(Executor, TheSerialOneKeepsTheOrder) {
    std::vector<std::size_t> order;
    run_serially(5, [&](std::size_t i) { order.push_back(i); });
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace halfspace
