// SPDX-License-Identifier: MIT
// What a piece of work costs in CPU time of its thread.
#pragma once

#include <cstddef>
#include <ctime>

namespace halfspace::bench {

// Nanoseconds of thread CPU time that one call of `work` takes for each of `count` queries.
template <class Work>
double nanoseconds_each(std::size_t count, const Work& work) {
    const auto seconds = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double start = seconds();
    work();
    return (seconds() - start) * 1e9 / static_cast<double>(count);
}

}  // namespace halfspace::bench
