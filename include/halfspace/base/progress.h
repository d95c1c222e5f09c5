// SPDX-License-Identifier: MIT
// How long work tells how far it is, and how a caller stops it.
#pragma once

#include <atomic>
#include <functional>
#include <string_view>

namespace halfspace {

// Handed to a long function by pointer; null means that nobody watches. The function calls
// `report` from one thread at a time and looks at `cancel` at least every few milliseconds;
// a cancelled function returns ErrorCode::Cancelled and leaves no output.
struct Progress {
    // stage: a few words; fraction: of this stage, in [0, 1].
    std::function<void(std::string_view stage, double fraction)> report;
    std::atomic<bool> cancel = false;
};

}  // namespace halfspace
