// SPDX-License-Identifier: MIT
// A check of PNG files that the decoder does not make: that the data are no longer than the
// picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

struct PngData {
    std::vector<std::byte> compressed;  // of all IDAT chunks
    bool has_zlib_head = true;          // false in Apple's variant (CgBI)
    std::uint64_t size = 0;             // size of the uncompressed data, according to the header
};

// nullopt if the chunks are not complete up to the end chunk, or if there is not exactly one header
// before the data. REQUIRES: bytes begin with PNG's mark (8 bytes); image_size accepts them.
std::optional<PngData> png_data(std::span<const std::byte> bytes);

}  // namespace halfspace
