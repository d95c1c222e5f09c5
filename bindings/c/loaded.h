// SPDX-License-Identifier: MIT
// Handles and texts for C callers.
#pragma once

#include "halfspace/base/error.h"

#include "handle.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace halfspace::c {

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
