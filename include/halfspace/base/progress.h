// SPDX-License-Identifier: MIT
// How long work tells how far it is, and how a caller stops it.
#pragma once

#include <atomic>
#include <functional>
#include <string_view>

namespace halfspace {

// Handed to a long function by pointer; null means that nobody watches. The function calls
// `report` from one thread at a time, at least at the start of every stage, and looks at `cancel`
// at every stage's end and within the longest ones; a cancelled function returns
// ErrorCode::Cancelled and leaves no output.
struct Progress {
    // stage: a few words; fraction: of this stage, in [0, 1].
    std::function<void(std::string_view stage, double fraction)> report;
    std::atomic<bool> cancel = false;
};

}  // namespace halfspace
