// SPDX-License-Identifier: MIT
// How a long function reports its progress, and how the caller can stop it.
#pragma once

#include <atomic>
#include <functional>
#include <string_view>

namespace halfspace {

// A long function takes a pointer to a Progress; a null pointer means: no progress is reported.
struct Progress {
    // Called at the start of every stage, and within long ones; by one thread at a time. It may be
    // empty.
    // stage: a few words. fraction: how much of this stage is done, in [0, 1].
    std::function<void(std::string_view stage, double fraction)> report;
    // Set it to true from any thread to stop the function. The function looks at it between stages
    // and within long ones, and then returns as its own header says.
    std::atomic<bool> cancel = false;
};

// True if the caller asked to stop. progress: may be null, then false.
inline bool is_cancelled(const Progress* progress) {
    return progress != nullptr && progress->cancel.load(std::memory_order_relaxed);
}

}  // namespace halfspace
