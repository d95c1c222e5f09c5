// SPDX-License-Identifier: MIT
// Pictures as files: reads PNG, TGA and JPEG, writes PNG.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace halfspace {

// In pixels.
struct ImageSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// The largest side and the most pixels of a picture. A larger picture is refused before memory is
// allocated for it. Games' drivers take no larger texture than this side; this number of pixels
// takes 64 MiB as an Image.
inline constexpr std::uint32_t kMaxImageSide = 16384;
inline constexpr std::uint64_t kMaxImagePixels = std::uint64_t{1} << 24;

// The size of a picture, read from the first bytes of its file; at least 1 x 1. name: the file's
// name, for errors.
// Errors: Unsupported for other formats. Damaged. Limit for a picture that is too large and for a
// file of 2 GiB or more; also for a JPEG with too many scans, which would take minutes to decode.
Result<ImageSize> image_size(std::span<const std::byte> bytes, std::string_view name);

// The picture; its format follows from its bytes. Channels of 16 bits are cut to 8. name: as for
// image_size. Errors: as of image_size; Damaged also for a picture that ends before its last row
// or has more data than its size allows.
Result<Image> read_image(std::span<const std::byte> bytes, std::string_view name);

// The bytes of a PNG file, the same on every machine; empty if there is not enough memory.
// REQUIRES: both sides are at least 1 and at most kMaxImageSide; image.pixels.size() == width *
// height.
std::vector<std::byte> write_png(const Image& image);

}  // namespace halfspace
