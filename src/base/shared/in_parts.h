// SPDX-License-Identifier: MIT
// Work in parts that an executor may do at the same time.
#pragma once

#include "halfspace/base/executor.h"

#include <algorithm>
#include <cstddef>

namespace halfspace {

// Calls part(begin, count) for consecutive parts of [0, total), each of at most `size` items, with
// one call of the executor's body for each part.
template <class Part>
void in_parts(std::size_t total, std::size_t size, const Executor& executor, const Part& part) {
    const auto work = [&](std::size_t i) { part(i * size, std::min(size, total - i * size)); };
    // A function that holds one reference allocates nothing.
    executor((total + size - 1) / size, [&work](std::size_t i) { work(i); });
}

// Calls body(i) for each i < count, in parts that are worth a task of their own.
template <class Body>
void for_each_index(std::size_t count, const Executor& executor, const Body& body) {
    constexpr std::size_t kPart = 8192;
    in_parts(count, kPart, executor, [&](std::size_t begin, std::size_t size) {
        for (std::size_t i = begin; i < begin + size; ++i) {
            body(i);
        }
    });
}

}  // namespace halfspace
