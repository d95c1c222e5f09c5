// SPDX-License-Identifier: MIT
// Feeds bytes to read_off and traps where its result breaks what its header promises.
#include "check_meshes.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    return halfspace::fuzz::check(halfspace::read_off(text, "fuzz"), size);
}
