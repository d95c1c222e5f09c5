// SPDX-License-Identifier: MIT
// How a runtime module does work in parallel without a library for threads: the caller gives it an
// executor. tasks/parallel_for.h has an executor of several threads; a game can wrap its own.
#pragma once

#include <cstddef>
#include <functional>

namespace halfspace {

// Calls body(i) once for each i in [0, count), in any order and on any threads. Returns when all
// calls have returned. A function of Halfspace that takes an executor gives the same result with
// every executor.
using Executor =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& body)>;

// The simplest executor: calls body(0), body(1) and so on, on the caller's thread. Functions that
// take an executor have this one as their default.
void run_serially(std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace halfspace
