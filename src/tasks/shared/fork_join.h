// SPDX-License-Identifier: MIT
// Work that divides itself: each piece may hand a half of its work to another thread.
#pragma once

#include <functional>

namespace halfspace {

// What pieces of work may call.
struct Tasks {
    using Piece = std::function<void()>;

    // Calls both pieces, perhaps at the same time. Returns when both have returned.
    std::function<void(const Piece&, const Piece&)> both;
    // Calls the piece while no other thread is in a call of `alone`.
    std::function<void(const Piece&)> alone;
};

// Calls root(tasks) and returns when root has returned. All pieces run on at most `threads`
// threads. 0: as many as the machine has. 1: on the caller's thread, the first piece before the
// second. REQUIRES: no piece throws.
void fork_join(unsigned threads, const std::function<void(const Tasks&)>& root);

}  // namespace halfspace
