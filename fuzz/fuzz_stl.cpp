// SPDX-License-Identifier: MIT
// Feeds bytes to read_stl and traps where its result breaks what its header promises.
#include "check_meshes.h"

// Assimp 5.2.5 leaks 2.5 KB for some damaged files.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): LeakSanitizer calls
// it
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libassimp";
}

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return halfspace::fuzz::check(
        halfspace::read_stl(halfspace::fuzz::as_bytes(data, size), "fuzz"), size);
}
