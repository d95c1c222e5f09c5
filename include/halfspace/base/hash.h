// SPDX-License-Identifier: MIT
// A hash of bytes. Files store this hash, so it is the same on every machine and in every version.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

// XXH3 with 64 bits. It detects accidental changes, not attacks. Cost: linear in the number of
// bytes.
std::uint64_t hash_bytes(std::span<const std::byte> bytes);

}  // namespace halfspace
