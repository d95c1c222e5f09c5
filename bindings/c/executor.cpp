// SPDX-License-Identifier: MIT
#include "executor.h"

#include "halfspace.h"

#ifndef __wasi__  // it has one thread
namespace halfspace::c {
namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): each thread sets its own
thread_local halfspace_executor of_thread{nullptr, nullptr};

void call(void* argument, size_t i) {
    (*static_cast<const std::function<void(std::size_t)>*>(argument))(i);
}

}  // namespace

Executor batch_executor() {
    if (of_thread.run == nullptr) {
        return run_serially;
    }
    return [executor = of_thread](std::size_t count, const std::function<void(std::size_t)>& body) {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): C has one pointer for both
        executor.run(
            executor.context, count, call, const_cast<void*>(static_cast<const void*>(&body)));
    };
}

}  // namespace halfspace::c

void halfspace_set_executor(const halfspace_executor* executor) {
    halfspace::c::of_thread =
        executor == nullptr ? halfspace_executor{nullptr, nullptr} : *executor;
}
#endif
