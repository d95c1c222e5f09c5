// SPDX-License-Identifier: MIT
// Any bytes as a package: refused, or each file of it is refused or read.
#include "formats/shared/package.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): an entry point, not a library

// A directory may name one file many times.
constexpr std::size_t kMaxFiles = 16;

void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    Result<Package> package = Package::from_bytes({bytes.begin(), bytes.end()}, "fuzz");
    if (!package) {
        require(!package.error().message.empty() && package.error().where.file == "fuzz");
        return 0;
    }
    std::size_t tried = 0;
    for (const std::string& name : package->names()) {
        const Result<std::vector<std::byte>> read = package->read(name);
        require(read || !read.error().message.empty());
        // What deflate can make of all there is, and what its streams begin and end with.
        require(!read || read->size() <= 1032 * size + 1024);
        if (++tried == kMaxFiles) {
            break;
        }
    }
    require(!package->read("no/such\nname.bsp"));
    return 0;
}
