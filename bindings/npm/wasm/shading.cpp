// SPDX-License-Identifier: MIT
// The painter's light, colours and patterns for src/three/shading.ts. The module is small, so the
// package has its bytes in a module of JavaScript, and it can be called without waiting for a file.
#include "halfspace/render/shading.h"

#include "halfspace/render/texture_set.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#define HALFSPACE_EXPORT(name) __attribute__((export_name(name)))

extern "C" std::byte __heap_base;

namespace {

// The end of what is allocated. Nothing is released but all at once, before the next pattern.
std::byte* end_of_heap = &__heap_base;

}  // namespace

void* operator new(std::size_t size) {
    constexpr std::size_t kPage = 65536;
    constexpr std::size_t kAlignment = 16;
    std::byte* const memory = end_of_heap;
    end_of_heap += (size + kAlignment - 1) / kAlignment * kAlignment;
    const std::size_t pages = reinterpret_cast<std::uintptr_t>(end_of_heap) / kPage + 1;
    const std::size_t present = __builtin_wasm_memory_size(0);
    if (pages > present && __builtin_wasm_memory_grow(0, pages - present) == SIZE_MAX) {
        __builtin_trap();
    }
    return memory;
}

void operator delete(void* /*memory*/) noexcept {}

void operator delete(void* /*memory*/, std::size_t /*size*/) noexcept {}

// libc++ calls it for what would be an exception.
void std::__libcpp_verbose_abort(const char* /*format*/, ...) noexcept {
    __builtin_trap();
}

namespace {

// Red in the lowest byte.
std::uint32_t packed(const halfspace::Rgba& colour) {
    return std::bit_cast<std::uint32_t>(colour);
}

}  // namespace

extern "C" {

HALFSPACE_EXPORT("light_on") std::uint32_t light_on(double x, double y, double z) {
    return halfspace::light_on({x, y, z});
}

HALFSPACE_EXPORT("leaf_colour") std::uint32_t leaf_colour(std::uint32_t leaf) {
    return packed(halfspace::leaf_colour(halfspace::LeafId(leaf)));
}

HALFSPACE_EXPORT("heat_colour") std::uint32_t heat_colour(double count) {
    return packed(halfspace::heat_colour(count));
}

// Releases the last pattern. Returns memory for the name of the next one.
HALFSPACE_EXPORT("begin_pattern") void* begin_pattern(std::size_t size) {
    end_of_heap = &__heap_base;
    return operator new(size);
}

// Returns the pixels. name: in the memory that begin_pattern returned.
HALFSPACE_EXPORT("pattern")
const void* pattern(const char* name, std::size_t size, std::uint32_t width, std::uint32_t height) {
    using halfspace::Image;
    return (new Image(halfspace::default_texture({name, size}, width, height)))->pixels.data();
}
}
