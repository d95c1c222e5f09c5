// SPDX-License-Identifier: MIT
// A hash of bytes: the same on every machine and in every version of Halfspace, for it is stored in
// files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

// The 64 bits of XXH3. It finds accidents, not attacks. Cost: linear.
std::uint64_t hash_bytes(std::span<const std::byte> bytes);

}  // namespace halfspace
