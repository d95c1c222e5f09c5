// SPDX-License-Identifier: MIT
// Functions of the C interface let no exception out.
#pragma once

#include "halfspace.h"

#include <exception>

namespace halfspace::c {

// What work() returns, or failed(reason) if work() throws, which it does if there is no memory.
// A build without exceptions, such as the one for WebAssembly, ends in `operator new` instead.
template <class Work, class Failed>
auto guarded(const Work& work, const Failed& failed) {
#ifdef __cpp_exceptions
    try {
        return work();
    } catch (const std::exception& exception) {
        return failed(exception.what());
    } catch (...) {
        return failed("unknown exception");
    }
#else
    static_cast<void>(failed);
    return work();
#endif
}

// The status that work() returns; NO_MEMORY if it throws.
template <class Work>
halfspace_status status_of(const Work& work) {
    return guarded(work, [](const char*) { return halfspace_status{HALFSPACE_NO_MEMORY}; });
}

// The pointer that work() returns; null if it throws.
template <class Work>
auto pointer_of(const Work& work) {
    return guarded(work, [](const char*) { return decltype(work())(nullptr); });
}

}  // namespace halfspace::c
