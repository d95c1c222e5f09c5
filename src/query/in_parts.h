// SPDX-License-Identifier: MIT
// Batches in parts that an executor may work on at the same time.
#pragma once

#include "halfspace/base/executor.h"

#include <algorithm>
#include <cstddef>

namespace halfspace {

// Calls part(begin, count) for consecutive parts of [0, total), each of at most `most` items, with
// one call of the executor's body for each part.
template <class Part>
void in_parts(std::size_t total, std::size_t most, const Executor& run, const Part& part) {
    const auto work = [&](std::size_t i) { part(i * most, std::min(most, total - i * most)); };
    // A function that holds one reference allocates nothing.
    run((total + most - 1) / most, [&work](std::size_t i) { work(i); });
}

}  // namespace halfspace
