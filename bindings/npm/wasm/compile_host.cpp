// SPDX-License-Identifier: MIT
// What JavaScript does for halfspace_compile.wasm.
#include "halfspace_compile.h"

#include <cstdint>
#include <ctime>

#define HALFSPACE_IMPORT(name) __attribute__((import_module("halfspace"), import_name(name)))

HALFSPACE_IMPORT("report") void host_report(const char* stage, double fraction);
HALFSPACE_IMPORT("warn") void host_warn(const char* text);
HALFSPACE_IMPORT("leak") void host_leak(const halfspace_leak* leak);
// The time since any moment [ms].
HALFSPACE_IMPORT("now") double host_now();

extern "C" {

// halfspace_compile_watched, watched by JavaScript. A compile is stopped by ending its worker.
__attribute__((export_name("compile"))) halfspace_level* compile(
    const halfspace_world* world,
    const halfspace_compile_options* options,
    char* error,
    size_t error_size) {
    const halfspace_watcher watcher{
        nullptr,
        [](void*, const char* stage, double fraction) -> int32_t {
            host_report(stage, fraction);
            return 1;
        },
        [](void*, const char* text) { host_warn(text); },
        [](void*, const halfspace_leak* leak) { host_leak(leak); },
    };
    return halfspace_compile_watched(world, options, &watcher, error, error_size);
}

// In place of the C library's function: the compiler times its stages.
int clock_gettime(clockid_t, timespec* time) {
    const double milliseconds = host_now();
    time->tv_sec = static_cast<std::time_t>(milliseconds / 1000);
    time->tv_nsec =
        static_cast<long>((milliseconds - 1000.0 * static_cast<double>(time->tv_sec)) * 1e6);
    return 0;
}
}
