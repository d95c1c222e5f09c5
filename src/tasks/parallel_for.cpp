// SPDX-License-Identifier: MIT
#include "halfspace/tasks/parallel_for.h"

#include <algorithm>

// WebAssembly has no threads here: everything runs on the caller's thread.
#ifndef __wasm__
#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <mutex>
#endif

namespace halfspace {

void parallel_for(std::size_t count,
                  unsigned threads,
                  const std::function<void(std::size_t)>& body) {
#ifndef __wasm__
    if (threads != 1 && count > 1) {
        // More threads than the machine has gain nothing, and TBB would print a warning.
        const auto available = static_cast<unsigned>(tbb::info::default_concurrency());
        const int concurrency = threads == 0 ? tbb::task_arena::automatic
                                             : static_cast<int>(std::min(threads, available));
        tbb::task_arena arena(concurrency);
        arena.execute([&] {
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(0, count, 1),
                [&](const tbb::blocked_range<std::size_t>& range) {
                    for (std::size_t i = range.begin(); i != range.end(); ++i) {
                        body(i);
                    }
                },
                tbb::simple_partitioner());
        });
        return;
    }
#endif
    static_cast<void>(threads);
    run_serially(count, body);
}

void parallel_for(std::size_t count,
                  unsigned threads,
                  const std::function<void(std::size_t)>& body,
                  const std::function<void(std::size_t)>& done) {
    std::size_t returned = 0;
#ifndef __wasm__
    std::mutex mutex;
    parallel_for(count, threads, [&](std::size_t i) {
        body(i);
        const std::scoped_lock lock(mutex);
        done(++returned);
    });
#else
    parallel_for(count, threads, [&](std::size_t i) {
        body(i);
        done(++returned);
    });
#endif
}

Executor executor(unsigned threads) {
    return [threads](std::size_t count, const std::function<void(std::size_t)>& body) {
        parallel_for(count, threads, body);
    };
}

}  // namespace halfspace
