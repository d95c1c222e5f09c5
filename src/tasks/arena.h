// SPDX-License-Identifier: MIT
// The threads that a loop or a task may use.
#pragma once

#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace halfspace {

// What tbb::task_arena takes for this number of threads. 0: as many as the machine has. More
// threads than the machine has gain nothing, and TBB would print a warning.
inline int concurrency_of(unsigned threads) {
    const auto available = static_cast<unsigned>(tbb::info::default_concurrency());
    return threads == 0 ? tbb::task_arena::automatic
                        : static_cast<int>(std::min(threads, available));
}

}  // namespace halfspace
