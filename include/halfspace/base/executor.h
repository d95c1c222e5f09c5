// SPDX-License-Identifier: MIT
// How a runtime module has work done in parallel without a library of its own: by an executor that
// the caller gives. halfspace::tasks has one of several threads (`executor`); a game wraps its own.
#pragma once

#include <cstddef>
#include <functional>

namespace halfspace {

// Calls body(i) once for each i in [0, count), in any order and from any threads, and returns when
// all calls have returned. A function that takes an executor gives the same result with any.
using Executor =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& body)>;

// On the caller's thread, in order. The default wherever an Executor is asked for.
void run_serially(std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace halfspace
