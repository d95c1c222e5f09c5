// SPDX-License-Identifier: MIT
#include "support/small_stack.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include <cstdlib>
#include <limits>
#include <new>

namespace {
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): operator new takes no state
thread_local std::size_t made = 0;
thread_local std::size_t left = std::numeric_limits<std::size_t>::max();
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
}  // namespace

#ifndef HALFSPACE_HAS_LARGE_FRAMES
void* operator new(std::size_t size) {
    ++made;
    void* const memory = left == 0 ? nullptr : std::malloc(size);
    left -= left == 0 ? 0 : 1;
    return memory != nullptr ? memory : throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
#endif

namespace halfspace::test {

std::size_t allocations() {
    return made;
}

void allow_allocations(std::size_t count) {
    left = count;
}

// A page below the stack may not be touched by anybody.
void run_on_small_stack(std::size_t kilobytes, void* (*run)(void*), void* data) {
    constexpr std::size_t kPage = 4096;
    const std::size_t size = (kilobytes + 12) * 1024;
    void* const memory =
        mmap(nullptr, size + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    ASSERT_EQ(mprotect(memory, kPage, PROT_NONE), 0);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    ASSERT_EQ(pthread_attr_setstack(&attributes, static_cast<char*>(memory) + kPage, size), 0);
    pthread_t thread{};
    ASSERT_EQ(pthread_create(&thread, &attributes, run, data), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    munmap(memory, size + kPage);
}

}  // namespace halfspace::test
