// SPDX-License-Identifier: MIT
// Measures the stack of some work, and counts its allocations. An executable that uses this header
// has its own operator new, in small_stack.cpp.
#pragma once

#include <cstddef>
#include <functional>

// The sanitizers make frames larger and have a memory of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HALFSPACE_HAS_LARGE_FRAMES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HALFSPACE_HAS_LARGE_FRAMES 1
#endif
#endif

namespace halfspace::test {

// So many allocations this thread has made.
std::size_t allocations();

// How many allocations of this thread still succeed; without limit at first.
void allow_allocations(std::size_t count);

struct Taken {
    std::size_t stack = 0;  // bytes, from the caller of the work down to the deepest byte written
    std::size_t allocations = 0;
};

// What the work takes, in a thread of its own. Work with more than 1 MB of stack ends the test
// program.
Taken taken_by(const std::function<void()>& work);

}  // namespace halfspace::test
