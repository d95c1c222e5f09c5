// SPDX-License-Identifier: MIT
// What JavaScript does for the WebAssembly modules, and what replaces functions of the C
// and C++ libraries that would need an operating system. The modules import nothing else.
#include "halfspace/base/number_text.h"

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#define HALFSPACE_IMPORT(name) __attribute__((import_module("halfspace"), import_name(name)))
#define HALFSPACE_EXPORT(name) __attribute__((export_name(name)))

// Throws an exception of JavaScript.
[[noreturn]] HALFSPACE_IMPORT("out_of_memory") void host_out_of_memory(std::size_t size);
// Writes the number as JavaScript does, in at most 32 characters, and returns how many.
HALFSPACE_IMPORT("number_text") std::size_t host_number_text(double value, char* text);
// The number that the text means, or NaN (halfspace/base/number_text.h).
HALFSPACE_IMPORT("number_of_text") double host_number_of_text(const char* text, std::size_t size);

void* operator new(std::size_t size) {
    void* const memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) {
        host_out_of_memory(size);
    }
    return memory;
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return std::malloc(size == 0 ? 1 : size);
}

// For what is aligned to more than 16 bytes, such as nodes of trees.
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto line = static_cast<std::size_t>(alignment);
    void* const memory = std::aligned_alloc(line, (size + line - 1) / line * line);
    if (memory == nullptr) {
        host_out_of_memory(size);
    }
    return memory;
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

// libc++ calls it for what would be an exception other than std::bad_alloc.
void std::__libcpp_verbose_abort(const char* /*format*/, ...) noexcept {
    __builtin_trap();
}

// The following two replace src/base/number_text.cpp.
std::string halfspace::number_text(double value) {
    std::string text(32, '\0');
    text.resize(host_number_text(value, text.data()));
    return text;
}

std::optional<double> halfspace::number_of_text(std::string_view text) {
    const double value = host_number_of_text(text.data(), text.size());
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

extern "C" {

// For arguments and results. Null without memory.
HALFSPACE_EXPORT("allocate") void* allocate(std::size_t size) {
    return std::malloc(size);
}

HALFSPACE_EXPORT("release") void release(void* memory) {
    std::free(memory);
}

void abort() {
    __builtin_trap();
}

// libc++abi calls it where a program can only end.
[[noreturn]] void __abort_message(const char* /*format*/, ...) {
    __builtin_trap();
}
}
