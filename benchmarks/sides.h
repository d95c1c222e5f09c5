// SPDX-License-Identifier: MIT
// Several ways to do the same work, measured in turns within one benchmark, so that a machine that
// changes its speed changes all.
#pragma once

#include "thread_time.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace halfspace::bench {

// One way.
struct Side {
    std::string name;
    std::function<std::size_t()> work;  // how much it found
    // How many questions `work` answers; 0 if as many as the other sides.
    std::size_t count = 0;
    std::vector<double> times = {};  // of each round, for each question [ns]
    std::size_t found = 0;
};

// Medians of the time for each of `count` questions, as the counter NAME_ns, and how much each
// question finds, as NAME_found. Each round begins with `prepare`, which is not measured.
inline void measure(
    benchmark::State& state,
    std::size_t count,
    std::vector<Side> sides,
    const std::function<void()>& prepare = [] {}) {
    for (Side& side : sides) {
        side.count = side.count == 0 ? count : side.count;
    }
    for ([[maybe_unused]] const auto _ : state) {
        prepare();
        for (Side& side : sides) {
            side.times.push_back(nanoseconds_each(side.count, [&] { side.found = side.work(); }));
        }
    }
    for (Side& side : sides) {
        std::ranges::sort(side.times);
        state.counters[side.name + "_ns"] = side.times[side.times.size() / 2];
        state.counters[side.name + "_found"] =
            static_cast<double>(side.found) / static_cast<double>(side.count);
    }
}

}  // namespace halfspace::bench
