// SPDX-License-Identifier: MIT
// Any bytes as a picture: refused, or as large as its head says and the same after being written.
#include "halfspace/formats/image_file.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): an entry point, not a library

// Larger pictures take long and reach nothing new.
constexpr std::uint64_t kMaxPixels = 1 << 16;

void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    const Result<ImageSize> expected = image_size(bytes, "fuzz");
    if (!expected) {
        require(!expected.error().message.empty());
        require(!read_image(bytes, "fuzz"));
        return 0;
    }
    require(expected->width >= 1 && expected->width <= kMaxImageSide);
    require(expected->height >= 1 && expected->height <= kMaxImageSide);
    if (std::uint64_t{expected->width} * expected->height > kMaxPixels) {
        return 0;
    }
    const Result<Image> image = read_image(bytes, "fuzz");
    if (!image) {
        return 0;
    }
    require(image->width == expected->width && image->height == expected->height);
    require(image->pixels.size() == std::size_t{image->width} * image->height);
    const Result<Image> again = read_image(write_png(*image), "fuzz");
    require(again && again->pixels == image->pixels);
    return 0;
}
