// SPDX-License-Identifier: MIT
#include "halfspace/base/hash.h"

// The functions of xxhash become a part of this source: nobody links a library for them.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace halfspace {

std::uint64_t hash_bytes(std::span<const std::byte> bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace halfspace
