// SPDX-License-Identifier: MIT
// Debian compiles the functions for 128-bit division in libclang-rt-22-dev-wasm32 with a stack
// protector, and its C library for WebAssembly does not have the two symbols of a stack protector.
// Every program for WebAssembly links this file instead.
#include <cstdint>

extern "C" {
extern std::uintptr_t __stack_chk_guard;
[[noreturn]] void __stack_chk_fail();

std::uintptr_t __stack_chk_guard = 0x595e9fbd;

void __stack_chk_fail() {
    __builtin_trap();
}
}
