// SPDX-License-Identifier: MIT
// One primitive for all parallel work. Results never depend on the number of threads: every index
// writes only what belongs to it.
#pragma once

#include "halfspace/base/executor.h"

#include <cstddef>
#include <functional>

namespace halfspace {

// Calls body(i) once for each i in [0, count), on up to `threads` threads (0: as many as the
// machine has; 1: on the caller's thread, in order). Returns when all calls have returned.
// REQUIRES: body does not throw.
void parallel_for(std::size_t count,
                  unsigned threads,
                  const std::function<void(std::size_t)>& body);

// The same; after each call it calls done(n), n being how many calls have returned, from one thread
// at a time.
void parallel_for(std::size_t count,
                  unsigned threads,
                  const std::function<void(std::size_t)>& body,
                  const std::function<void(std::size_t)>& done);

// parallel_for with that number of threads, for functions that take an executor.
Executor executor(unsigned threads);

}  // namespace halfspace
