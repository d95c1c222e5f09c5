// SPDX-License-Identifier: MIT
// Pictures as files: PNG, TGA and JPEG in, PNG out.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace halfspace {

struct ImageSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// Larger pictures are refused before anything is allocated: the first is what games' drivers take
// as a texture's side, the second 64 MiB as an Image. What a file's compressed data say does not
// make it more: data that go on behind the picture are refused.
inline constexpr std::uint32_t kLargestImageSide = 16384;
inline constexpr std::uint64_t kMostImagePixels = std::uint64_t{1} << 24;

// The size by the head of the bytes alone, at least 1 each way. name: of the file, for errors.
// Errors: Unsupported for other formats, Damaged, Limit for pictures that are too large and for
// JPEGs of so many scans that decoding them takes minutes.
Result<ImageSize> image_size(std::span<const std::byte> bytes, std::string_view name);

// The picture, whichever of the formats its bytes are in; 16 bits a channel are cut to 8. Errors as
// image_size; Damaged also where it ends before its last row.
Result<Image> read_image(std::span<const std::byte> bytes, std::string_view name);

// The bytes of a PNG file, the same on every machine; empty if there is no memory. REQUIRES: both
// sides at least 1, at most kLargestImageSide; image.pixels.size() == width * height.
std::vector<std::byte> write_png(const Image& image);

}  // namespace halfspace
