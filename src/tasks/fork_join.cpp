// SPDX-License-Identifier: MIT
#include "tasks/shared/fork_join.h"

// WebAssembly has no threads here: everything runs on the caller's thread.
#ifndef __wasm__
#include "tasks/arena.h"

#include <tbb/parallel_invoke.h>

#include <mutex>
#endif

namespace halfspace {

void fork_join(unsigned threads, const std::function<void(const Tasks&)>& root) {
    using Piece = Tasks::Piece;
#ifndef __wasm__
    if (threads != 1) {
        std::mutex mutex;
        const Tasks tasks{[](const Piece& a, const Piece& b) { tbb::parallel_invoke(a, b); },
                          [&](const Piece& piece) {
                              const std::scoped_lock lock(mutex);
                              piece();
                          }};
        tbb::task_arena arena(concurrency_of(threads));
        arena.execute([&] { root(tasks); });
        return;
    }
#endif
    static_cast<void>(threads);
    root({[](const Piece& a, const Piece& b) {
              a();
              b();
          },
          [](const Piece& piece) { piece(); }});
}

}  // namespace halfspace
