// SPDX-License-Identifier: MIT
// One primitive for all parallel work. Results never depend on the number of threads: every index
// writes only what belongs to it.
#pragma once

#include <cstddef>
#include <functional>

namespace halfspace {

// Calls body(i) once for each i in [0, count), on up to `threads` threads (0: as many as the
// machine has; 1: on the caller's thread, in order). Returns when all calls have returned.
// REQUIRES: body does not throw.
void parallel_for(std::size_t count,
                  unsigned threads,
                  const std::function<void(std::size_t)>& body);

}  // namespace halfspace
