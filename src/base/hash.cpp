// SPDX-License-Identifier: MIT
#include "halfspace/base/hash.h"

// xxhash is compiled into this source, so nobody needs to link it.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace halfspace {

std::uint64_t hash_bytes(std::span<const std::byte> bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace halfspace
