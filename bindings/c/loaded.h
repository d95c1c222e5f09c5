// SPDX-License-Identifier: MIT
// Levels and texts for C callers.
#pragma once

#include "halfspace/base/error.h"

#include "handle.h"

#include <algorithm>
#include <cstring>
#include <exception>
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

// The level that load() returns, or null with the reason in `error`. Loading and compiling allocate
// and may throw.
template <class Load>
halfspace_level* loaded(const Load& load, char* error, size_t error_size) {
    try {
        Result<Level> level = load();
        if (level) {
            copy_text("", error, error_size);
            return new halfspace_level{std::move(*level)};
        }
        copy_text(to_string(level.error()), error, error_size);
    } catch (const std::exception& exception) {
        copy_text(exception.what(), error, error_size);
    } catch (...) {
        copy_text("unknown exception", error, error_size);
    }
    return nullptr;
}

}  // namespace halfspace::c
