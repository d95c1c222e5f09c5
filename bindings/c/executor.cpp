// SPDX-License-Identifier: MIT
#include "executor.h"

#include "halfspace.h"

#include <atomic>
#include <new>

#ifndef __wasi__  // it has one thread
namespace halfspace::c {
namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): each thread sets its own
thread_local halfspace_executor of_thread{nullptr, nullptr};

// One batch. No exception goes through the frames of an executor in C.
struct Call {
    const std::function<void(std::size_t)>& body;
    std::atomic<bool> has_failed = false;
};

void call(void* argument, size_t i) {
    Call& call = *static_cast<Call*>(argument);
    try {
        call.body(i);
    } catch (...) {
        call.has_failed = true;
    }
}

}  // namespace

Executor batch_executor() {
    if (of_thread.run == nullptr) {
        return run_serially;
    }
    return [executor = of_thread](std::size_t count, const std::function<void(std::size_t)>& body) {
        Call all{body};
        executor.run(executor.context, count, call, &all);
        if (all.has_failed) {
            throw std::bad_alloc();
        }
    };
}

}  // namespace halfspace::c

void halfspace_set_executor(const halfspace_executor* executor) {
    halfspace::c::of_thread =
        executor == nullptr ? halfspace_executor{nullptr, nullptr} : *executor;
}
#endif
