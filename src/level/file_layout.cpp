// SPDX-License-Identifier: MIT
#include "level/file_layout.h"

#include "halfspace/base/hash.h"

namespace halfspace {

std::uint64_t file_checksum(std::span<const std::byte> file) {
    return hash_bytes(file.subspan(kChecksummed));
}

}  // namespace halfspace
