// SPDX-License-Identifier: MIT
#include "level/file_layout.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace halfspace {

std::uint64_t file_checksum(std::span<const std::byte> file) {
    return XXH3_64bits(file.data() + kChecksummed, file.size() - kChecksummed);
}

}  // namespace halfspace
