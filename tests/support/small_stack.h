// SPDX-License-Identifier: MIT
// Runs work on a small stack, and counts its allocations. An executable that uses this header has
// its own operator new, in small_stack.cpp.
#pragma once

#include <cstddef>

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

// Runs `run(data)` in a thread that has `kilobytes` of stack, and 12 KB for the system and the C
// library. Work that needs more ends the test program.
void run_on_small_stack(std::size_t kilobytes, void* (*run)(void*), void* data);

}  // namespace halfspace::test
