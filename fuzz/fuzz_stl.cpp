// SPDX-License-Identifier: MIT
// Feeds bytes to read_stl and traps where its result breaks what its header promises.
#include "check_meshes.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return halfspace::fuzz::check(
        halfspace::read_stl(halfspace::fuzz::as_bytes(data, size), "fuzz"), size);
}
