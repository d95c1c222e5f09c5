// SPDX-License-Identifier: MIT
#include "support/small_stack.h"

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
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

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kSize = 1 << 20;
// What the whole stack holds before the work.
constexpr unsigned char kPaint = 0xa5;

struct Job {
    const std::function<void()>& work;
    unsigned char* stack;  // its lowest byte
    Taken taken;
};

void* run_job(void* data) {
    Job& job = *static_cast<Job*>(data);
    const auto* const top = static_cast<const unsigned char*>(__builtin_frame_address(0));
    std::memset(job.stack, kPaint, static_cast<std::size_t>(top - job.stack) - kPage);
    const std::size_t before = allocations();
    job.work();
    job.taken.allocations = allocations() - before;
    const auto* const deepest =
        std::find_if(job.stack, job.stack + kSize, [](unsigned char c) { return c != kPaint; });
    job.taken.stack = static_cast<std::size_t>(top - deepest);
    return nullptr;
}

}  // namespace

// A page below the stack may not be touched by anybody.
Taken taken_by(const std::function<void()>& work) {
    void* const memory =
        mmap(nullptr, kSize + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    Job job{work, static_cast<unsigned char*>(memory) + kPage, {}};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_t thread{};
    if (memory == MAP_FAILED || mprotect(memory, kPage, PROT_NONE) != 0 ||
        pthread_attr_setstack(&attributes, job.stack, kSize) != 0 ||
        pthread_create(&thread, &attributes, run_job, &job) != 0) {
        std::abort();
    }
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    munmap(memory, kSize + kPage);
    return job.taken;
}

}  // namespace halfspace::test
