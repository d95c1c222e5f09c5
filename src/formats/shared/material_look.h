// SPDX-License-Identifier: MIT
// What a level itself says of the look of a material.
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/level/records.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace halfspace {

// nullopt if the source gave none.
inline std::optional<Rgba> colour_of(const MaterialRecord& material) {
    const auto channel = [&](int shift) {
        return static_cast<std::uint8_t>(material.colour >> shift & 0xff);
    };
    return (material.flags & kMaterialColoured) != 0
               ? std::optional(Rgba{channel(0), channel(8), channel(16)})
               : std::nullopt;
}

// True for a PNG; a picture of a level is a JPEG otherwise.
inline bool is_png(std::span<const std::byte> file) {
    return !file.empty() && file[0] == std::byte{0x89};
}

}  // namespace halfspace
