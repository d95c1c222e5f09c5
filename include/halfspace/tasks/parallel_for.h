// SPDX-License-Identifier: MIT
// Parallel loops. Each index writes only its own results, so results do not depend on the number of
// threads.
#pragma once

#include "halfspace/base/executor.h"

#include <cstddef>
#include <functional>

namespace halfspace {

// Calls body(i) once for each i in [0, count), on at most `threads` threads. 0: as many as the
// machine has. 1: on the caller's thread, in order. Returns when all calls have returned. REQUIRES:
// body does not throw.
void parallel_for(std::size_t count,
                  unsigned threads,
                  const std::function<void(std::size_t)>& body);

// The same. After each call of body, done(n) is called, where n is the number of calls that have
// returned. Only one thread at a time calls done.
void parallel_for(std::size_t count,
                  unsigned threads,
                  const std::function<void(std::size_t)>& body,
                  const std::function<void(std::size_t)>& done);

// An executor (base/executor.h) that runs parallel_for with this number of threads.
Executor executor(unsigned threads);

}  // namespace halfspace
