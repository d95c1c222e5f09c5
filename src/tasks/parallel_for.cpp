// SPDX-License-Identifier: MIT
#include "halfspace/tasks/parallel_for.h"

// WebAssembly has no threads here: everything runs on the caller's thread.
#ifndef __wasm__
#include "tasks/arena.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <mutex>
#endif

namespace halfspace {

void parallel_for(std::size_t count,
                  unsigned threads,
                  const std::function<void(std::size_t)>& body) {
#ifndef __wasm__
    if (threads != 1 && count > 1) {
        tbb::task_arena arena(concurrency_of(threads));
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
