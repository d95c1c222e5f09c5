// SPDX-License-Identifier: MIT
// Batches of the C interface on several threads.
#pragma once

#include "halfspace/base/executor.h"

#include <algorithm>
#include <cstddef>

namespace halfspace::c {

#ifdef __wasi__  // it has one thread
template <class Work>
void in_batch(size_t count, const Work& work) {
    work(size_t{0}, count);
}
inline Executor batch_executor() {
    return run_serially;
}
#else
// What the calling thread has set by halfspace_set_executor; serial at first.
Executor batch_executor();

// Calls work(begin, size) for parts of a batch.
template <class Work>
void in_batch(size_t count, const Work& work) {
    constexpr size_t kPart = 2048;
    if (count <= kPart) {
        work(size_t{0}, count);
        return;
    }
    batch_executor()((count + kPart - 1) / kPart, [&](size_t part) {
        work(part * kPart, std::min(kPart, count - part * kPart));
    });
}
#endif

}  // namespace halfspace::c
