// SPDX-License-Identifier: MIT
// Functions of the C interface let no exception out. They give handles, and texts in the caller's
// memory.
#pragma once

#include "halfspace/base/error.h"

#include "halfspace.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <string_view>
#include <type_traits>
#include <utility>

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

// The status that work() returns, OK if it returns nothing; NO_MEMORY if it throws.
template <class Work>
halfspace_status status_of(const Work& work) {
    const auto run = [&]() -> halfspace_status {
        if constexpr (std::is_void_v<decltype(work())>) {
            work();
            return HALFSPACE_OK;
        } else {
            return work();
        }
    };
    return guarded(run, [](const char*) { return halfspace_status{HALFSPACE_NO_MEMORY}; });
}

// The pointer that work() returns; null if it throws.
template <class Work>
auto pointer_of(const Work& work) {
    return guarded(work, [](const char*) { return decltype(work())(nullptr); });
}

// Copies the text to a buffer of `size` bytes, shortened if necessary, with a NUL.
inline void copy_text(std::string_view text, char* buffer, size_t size) {
    if (buffer != nullptr && size > 0) {
        const size_t count = std::min(text.size(), size - 1);
        std::memcpy(buffer, text.data(), count);
        buffer[count] = '\0';
    }
}

// A new Handle of what make() returns, or null with the reason in `error`. make(): a Result.
template <class Handle, class Make>
Handle* new_handle(const Make& make, char* error, size_t error_size) {
    const auto failed = [&](std::string_view reason) -> Handle* {
        copy_text(reason, error, error_size);
        return nullptr;
    };
    const auto work = [&]() -> Handle* {
        auto made = make();
        if (!made) {
            return failed(to_string(made.error()));
        }
        copy_text("", error, error_size);
        return new Handle{std::move(*made)};
    };
    return guarded(work, failed);
}

}  // namespace halfspace::c
