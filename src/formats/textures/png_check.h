// SPDX-License-Identifier: MIT
// What the decoder does not ask of PNG files: that their data are no longer than their picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

struct PngData {
    std::vector<std::byte> compressed;  // of all IDAT chunks
    bool has_zlib_head = true;          // Apple's variant (CgBI) leaves it out
    std::uint64_t size = 0;             // of what they inflate to, by the head
};

// Nullopt if the chunks are not whole up to the end chunk, or not one head before the data.
// REQUIRES: bytes begin with PNG's mark (8 bytes); image_size takes them.
std::optional<PngData> png_data(std::span<const std::byte> bytes);

}  // namespace halfspace
